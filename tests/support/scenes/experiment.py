"""The sample experiment made of records, brought to its states; for pictures and tests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import cast

from app.domain.canonical import JsonValue, dumps
from app.domain.fact_base import Fact
from app.domain.facts import (
    CallAsked,
    CallCompleted,
    CriterionMeasured,
    GateAnswered,
    GateOpened,
    GuidanceGiven,
    NodeEntered,
    NodeLeft,
    RoundClosed,
    RoundOpened,
    RunStarted,
    SessionCreated,
    SessionFinished,
    TextProposed,
)
from app.domain.ids import SessionId
from app.domain.messages import Message, ToolCall
from app.domain.seats import Seat
from app.domain.usage import Usage
from app.engine.bus import RunEnded
from app.workflows.experiment.diversity import level
from app.workflows.experiment.facts import CycleEnded, ModelAnswered, PromptAssembled, ToolCalled
from app.workflows.experiment.graph import ExperimentSignal
from app.workflows.experiment.state import AGENT, REFLECTION, ExperimentState
from tests.support.scenes import experiment_story as story
from tests.support.scenes.core import SampleCore

MODEL = "anthropic/claude-sonnet-4-5"
CYCLES = 8


class _Run:
    """Appends the records a real run would, and folds them, so that its figures are the records' own."""

    def __init__(self, core: SampleCore, title: str) -> None:
        self.sessions = core.sessions
        self.id = SessionId(f"01k{len(core.sessions.journals) + 1:023d}")
        self.state = ExperimentState()
        self.catalogue = core.catalogue
        setup: dict[str, JsonValue] = {"run_id": title, "prompt": story.PROMPT, "cycle_count": CYCLES}
        core.sessions.round = core.sessions.attempt = 0
        self.add(
            SessionCreated(
                session=self.id,
                workflow="experiment",
                title=title,
                setup=setup,
                seats={AGENT: Seat(name=AGENT, model=MODEL, role=AGENT)},
                seed=7,
                app_version="0",
            ),
            RunStarted(app_version="0"),
        )
        core.sessions.moving.add(self.id)

    def add(self, *facts: Fact) -> None:
        """Append and fold."""
        self.sessions.add(self.id, *facts)
        for record in self.sessions.journals[self.id][-len(facts) :]:
            self.state.apply(record, self.catalogue.decode(record))

    def go(self, signal: ExperimentSignal, node: str) -> None:
        """Leave one node and enter the next."""
        left = next(r for r in reversed(self.sessions.journals[self.id]) if r.type == "node_entered")
        self.add(NodeLeft(node=str(left.body()["node"]), signal=signal), NodeEntered(node=node))

    def open(self, told: story.Told, attempt: int = 1) -> None:
        """Open a cycle and assemble its prompt."""
        number = self.state.agent.cycle_number + (attempt == 1)
        if told.note and attempt == 1:
            self.add(GuidanceGiven(text=told.note))
        self.add(RoundOpened(number=number, attempt=attempt))
        if number == attempt == 1:
            self.add(NodeEntered(node="load_state"))
        else:
            self.go(ExperimentSignal.CONTINUE if attempt == 1 else ExperimentSignal.REDO, "load_state")
        self.go(ExperimentSignal.STATE_LOADED, "assemble_prompt")
        notes = [f"The operator's note for this cycle:\n{told.note}"] if told.note else []
        parts = [f"Cycle {number} of {CYCLES}.", story.PROMPT, *notes]
        self.add(PromptAssembled(system=story.SYSTEM, start=1, instructions="\n\n".join(parts)))
        self.go(ExperimentSignal.PROMPT_READY, "invoke_model")

    def ask(self) -> int:
        """Ask the model; return the call's seq."""
        self.add(
            CallAsked(
                purpose="cycle",
                seat=AGENT,
                part=f"turn-{self.state.turn + 1}",
                tries=1,
                model=MODEL,
                identity="",
                messages=(
                    Message(role="system", text=story.SYSTEM),
                    *self.state.agent.message_history[1:],
                ),
                app_version="0",
            )
        )
        return len(self.sessions.journals[self.id])

    def answer(self, text: str, calls: Sequence[ToolCall] = ()) -> None:
        """Ask the model and let it answer."""
        asked, size = self.ask(), len(text) + sum(len(call.arguments) for call in calls)
        usage = Usage(tokens_in=1400, tokens_out=size // 4, source="provider", cost=0.0042 + size / 4e5)
        self.add(CallCompleted(asked=asked, text=text, tool_calls=tuple(calls), usage=usage))

    def turn(self, text: str, uses: Sequence[story.Use]) -> None:
        """Let the model call tools, and run them; a message to the operator was answered."""
        calls = [
            ToolCall(
                id=f"t{self.state.turn}-{at}", name=use.tool, arguments=dumps(cast("JsonValue", use.given))
            )
            for at, use in enumerate(uses)
        ]
        self.answer(text, calls)
        self.add(ModelAnswered(text=text, tool_calls=tuple(calls)))
        self.go(ExperimentSignal.TOOL_CALL, "dispatch_tool")
        for call, use in zip(calls, uses, strict=True):
            self.add(
                ToolCalled(
                    call=call.id,
                    tool_name=use.tool,
                    parameters=cast("JsonValue", use.given),
                    output=use.output,
                    ok=use.ok,
                    changed=use.changed,
                )
            )

    def play(self, told: story.Told, attempt: int = 1) -> None:
        """Play a cycle to its gate."""
        self.open(told, attempt)
        for text, uses in told.turns:
            self.turn(text, uses)
            self.go(ExperimentSignal.TOOL_DONE, "invoke_model")
        if told.reflection:
            self.answer(told.reflection)
            self.add(TextProposed(slot=REFLECTION, seat=AGENT, text=told.reflection))
        self.go(
            ExperimentSignal.FINAL_REFLECTION if told.reflection else ExperimentSignal.CAP_REACHED,
            "finalize_cycle",
        )
        if told.similarity is not None:
            figure = round(told.similarity * 100, 1)
            self.add(CriterionMeasured(name="similarity", value=figure, note=f"to cycle {told.similar_to}"))
        self.add(
            CycleEnded(
                final_reflection=told.reflection,
                metrics=self.state.metrics,
                cap_reached=not told.reflection,
                similarity=told.similarity,
                similar_to=told.similar_to,
                advice=level(told.similarity) if told.similarity is not None else "",
            )
        )
        self.go(ExperimentSignal.CYCLE_DONE, "cycle_gate")
        self.sessions.halt_at(self.id, self._gate())

    def _gate(self) -> GateOpened:
        ended, number = self.state.last, self.state.agent.cycle_number
        assert ended is not None
        primary = "finish" if number >= CYCLES else "continue"
        payload: dict[str, JsonValue] = {
            "cycle": number,
            "cycle_count": CYCLES,
            "primary": primary,
            "reflection": ended.final_reflection,
            "metrics": ended.metrics.model_dump(mode="json"),
            "cap_reached": ended.cap_reached,
            "tool_calls": self.state.calls_run,
            "similarity": ended.similarity,
            "similar_to": ended.similar_to,
            "advice": ended.advice,
        }
        return GateOpened(
            kind="cycle", payload=payload, verbs=("continue", "redo", "finish"), primary=primary
        )

    def decide(self, verb: str, note: str = "") -> None:
        """Answer the open gate."""
        self.sessions.moving.add(self.id)
        gate = f"g{len(self.sessions.journals[self.id])}"
        closed = RoundClosed(
            number=self.state.agent.cycle_number,
            attempt=self.state.attempt,
            accepted=verb != "redo",
            feedback=note or None,
        )
        self.add(GateAnswered(gate=gate, verb=verb, data={}, note=note, by="person"), closed)


def _played(core: SampleCore, cycles: int) -> _Run:
    """Play cycles, the second of them twice, and halt at the gate of the last."""
    run = _Run(core, "hallsund-pools")
    for at, told in enumerate(story.CYCLES[:cycles]):
        if at:
            run.decide("continue")
        if at == 1:
            run.play(told._replace(reflection=story.REDONE, similarity=0.35))
            run.decide("redo", story.WHY_AGAIN)
        run.play(told, 2 if at == 1 else 1)
    return run


async def cycle(core: SampleCore) -> SessionId:
    """The sixth of eight cycles is done; its reflection is long, and close to the one before."""
    return _played(core, 6).id


async def capped(core: SampleCore) -> SessionId:
    """The fourth cycle ended at its cap of tool calls, without a reflection."""
    return _played(core, 4).id


async def operator(core: SampleCore) -> SessionId:
    """The agent writes to its operator."""
    run = _played(core, 6)
    run.decide("continue")
    run.open(story.CYCLES[0]._replace(note=""))
    call = ToolCall(id="op", name="send_message_to_operator", arguments=dumps({"message": story.QUESTION}))
    run.answer("Before I plan the frames I have to know this.", [call])
    run.add(ModelAnswered(text="Before I plan the frames I have to know this.", tool_calls=(call,)))
    run.go(ExperimentSignal.TOOL_CALL, "dispatch_tool")
    run.go(ExperimentSignal.OPERATOR_ASKED, "operator_reply")
    payload: dict[str, JsonValue] = {"message": story.QUESTION, "cycle": 7, "call": "op", "minutes": None}
    gate = GateOpened(kind="operator", payload=payload, verbs=("reply", "time_out"), primary="reply")
    run.sessions.halt_at(run.id, gate)
    return run.id


async def writing(core: SampleCore) -> SessionId:
    """The seventh cycle runs."""
    run = _played(core, 6)
    run.decide("continue")
    run.open(story.CYCLES[0]._replace(note=""))
    run.ask()
    return run.id


async def first(core: SampleCore) -> SessionId:
    """The first cycle has just begun: nothing stored, reflected or measured yet."""
    run = _Run(core, "hallsund-pools")
    run.open(story.CYCLES[0])
    run.ask()
    return run.id


async def finished(core: SampleCore) -> SessionId:
    """The person finished after the sixth cycle."""
    run = _played(core, 6)
    run.decide("finish")
    run.sessions.moving.discard(run.id)
    run.add(SessionFinished(reason="user_stopped"))
    run.sessions.bus.publish(RunEnded(run.id, "finished"))
    return run.id


STATES: dict[str, Callable[[SampleCore], Awaitable[SessionId]]] = {
    f"experiment-{play.__name__}": play for play in (cycle, capped, operator, writing, first, finished)
}
