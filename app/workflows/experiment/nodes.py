"""The experiment's nodes: async functions over state and context (spec, Graph)."""

from __future__ import annotations

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import CriterionMeasured, RoundOpened, TextProposed
from app.domain.messages import ChatMessage, Missing, ToolCall
from app.domain.payload import Payload, limit_met
from app.domain.reply_repairs import Mend
from app.engine.node import Context, GateReply, GateRequest, Step
from app.workflows.common.asking_twice import mended_facts
from app.workflows.common.calls import read_calls, read_object
from app.workflows.common.rounds import closed, guidance_beside
from app.workflows.common.tools import run_served, served_by_name
from app.workflows.experiment import diversity, tools
from app.workflows.experiment.facts import (
    CycleEnded,
    ModelAnswered,
    PromptAssembled,
    PromptShortened,
    ReflectionsEmbedded,
    ToolCalled,
)
from app.workflows.experiment.graph import ExperimentSignal
from app.workflows.experiment.prompting import (
    Prompt,
    instructions_text,
    must_fit,
    prompt_now,
    question,
    too_long,
)
from app.workflows.experiment.state import AGENT, NOT_RUN_CAP, OPENING, REFLECTION, ExperimentState


async def load_state(state: ExperimentState, context: Context) -> Step:
    """Open the next cycle, or the same one again."""
    again = state.redo is not None
    number = state.agent.cycle_number + (not again)
    attempt = state.attempt + 1 if again else 1
    return Step(ExperimentSignal.STATE_LOADED, (RoundOpened(number=number, attempt=attempt),))


async def assemble_prompt(state: ExperimentState, context: Context) -> Step:
    """Write this cycle's instructions, and choose what goes before them."""
    instructions = instructions_text(state, context)
    prompt = await prompt_now(state, context, [ChatMessage(role="user", text=instructions)])
    assembled = PromptAssembled(system=prompt.system, start=prompt.start, instructions=instructions)
    return Step(ExperimentSignal.PROMPT_READY, (*prompt.summarised, assembled))


async def invoke_model(state: ExperimentState, context: Context) -> Step:
    """Ask the model once."""
    prompt = Prompt(state.system, state.start)
    before: tuple[Fact, ...] = ()
    if state.tried:
        prompt = await prompt_now(state, context)
        before = (*prompt.summarised, PromptShortened(system=prompt.system, start=prompt.start))
    elif state.turn:
        await must_fit(state, context, prompt)
    served = await served_by_name(context)
    ask = question(state, prompt, served=served)
    outcome = await context.ask(ask, tolerate=True)
    if isinstance(outcome, Missing) and outcome.kind == "context_overflow":
        # The model's window was not known before: its provider has said it.
        raise too_long(state, context, ask)
    if isinstance(outcome, Missing):
        # Other failures are for the person; whoever sits out or was left out is missing here too.
        outcome = await context.ask(ask)
    if isinstance(outcome, Missing):
        return Step(ExperimentSignal.FINAL_REFLECTION, before)
    position = (state.agent.cycle_number, state.attempt, state.turn + 1)
    known = (*(tools.TOOLS if state.setup.tools else ()), *served)
    text, calls, mends = read_calls(outcome, position, known, opening=OPENING, before=state.called)
    cut: tuple[Mend, ...] = ("cut_used",) if outcome.partial else ()
    before = (*before, *mended_facts(ask, outcome, (*cut, *mends)))
    if calls:
        return Step(ExperimentSignal.TOOL_CALL, (*before, ModelAnswered(text=text, tool_calls=calls)))
    reflection = TextProposed(slot=REFLECTION, seat=AGENT, text=text, cut=outcome.partial)
    return Step(ExperimentSignal.FINAL_REFLECTION, (*before, reflection))


async def dispatch_tool(state: ExperimentState, context: Context) -> Step:
    """Run the calls of one answer in order: to the first message to the operator, the cap, or the end."""
    facts: list[Fact] = []
    memory, run = dict(state.memory), state.calls_run
    offered, served = state.setup.tools, await served_by_name(context)
    for index, call in enumerate(state.pending):
        if run >= state.setup.tool_cap:
            facts += [_not_run(rest) for rest in state.pending[index:]]
            break
        if tools.asks_operator(call, offered=offered) is not None:
            return Step(ExperimentSignal.OPERATOR_ASKED, tuple(facts))
        outside = await run_served(context, served, call, AGENT, call.id)
        if outside is not None:
            result = tools.Result(call.name, outside.parameters, outside.output, ok=outside.ok)
        else:
            result = tools.run(call, memory, offered=offered)
            tools.remember(memory, result.changed)
        facts.append(_called(call, result))
        run += 1
    capped = run >= state.setup.tool_cap
    return Step(ExperimentSignal.CAP_REACHED if capped else ExperimentSignal.TOOL_DONE, tuple(facts))


def _called(call: ToolCall, result: tools.Result) -> ToolCalled:
    return ToolCalled(
        call=call.id,
        tool_name=result.tool_name,
        parameters=result.parameters,
        output=result.output,
        ok=result.ok,
        changed=dict(result.changed),
    )


def _not_run(call: ToolCall) -> ToolCalled:
    parameters = read_object(call.arguments)
    return ToolCalled(
        call=call.id, tool_name=call.name, parameters=parameters, output=NOT_RUN_CAP, ok=False, ran=False
    )


async def operator_reply(state: ExperimentState, context: Context) -> Step:
    """Hand the agent's message to the operator, and the answer, or that there was none, to the agent."""
    call, minutes = state.pending[0], state.setup.operator_timeout
    message = tools.asks_operator(call) or ""
    reply = await context.gate(
        GateRequest(
            "operator",
            {"message": message, "cycle": state.agent.cycle_number, "call": call.id, "minutes": minutes},
            ("reply", "time_out"),
            due_in=minutes * 60 if minutes else None,
            due_verb="time_out",
        )
    )
    answered = reply.verb == "reply"
    fact = ToolCalled(
        call=call.id,
        tool_name=tools.OPERATOR_TOOL,
        parameters={"message": message},
        output=_answer_text(reply, minutes),
        ok=True,
    )
    return Step(ExperimentSignal.REPLIED if answered else ExperimentSignal.TIMED_OUT, (fact,))


def _answer_text(reply: GateReply, minutes: float | None) -> str:
    if reply.verb == "reply":
        return f"{tools.OPERATOR_ANSWERS}{reply.data.get('text', '')}"
    if reply.by == "timeout" and minutes:
        return f"The operator did not answer within {minutes:g} minutes. Go on without an answer."
    return "The operator gives no answer. Go on without one."


async def finalize_cycle(state: ExperimentState, context: Context) -> Step:
    """Record the cycle's reflection and figures, and how much it repeats earlier ones."""
    text = "" if state.cap_reached else state.reflection.strip()
    compared = await diversity.compare(state, context, text)
    near = compared.near
    facts: list[Fact] = []
    similarity = similar_to = None
    if compared.embedded:
        facts.append(ReflectionsEmbedded(cycles=compared.embedded))
    if near is not None:
        similarity, similar_to = round(near[0], 4), near[1]
        # For information: nothing has to be reached, nothing ends by it. Rounded once: 91.5 would be 92 %.
        figure = round(similarity * 100, 2)
        facts.append(CriterionMeasured(name="similarity", value=figure, note=compared.note(similar_to)))
    facts.append(
        CycleEnded(
            final_reflection=text,
            metrics=state.metrics,
            cap_reached=state.cap_reached,
            similarity=similarity,
            similar_to=similar_to,
            advice=diversity.level(near[0]) if near is not None else "",
            embedding_model=compared.model,
            embedding_problem=compared.problem,
        )
    )
    return Step(ExperimentSignal.CYCLE_DONE, tuple(facts))


async def cycle_gate(state: ExperimentState, context: Context) -> Step:
    """Let the person, or the policy, say how it goes on."""
    number = state.agent.cycle_number
    primary = "finish" if number >= state.cycle_count else "continue"
    payload = _payload(state, primary)
    reply = await context.gate(
        GateRequest(
            "cycle",
            payload,
            ("continue", "redo", "finish"),
            auto_answer=(primary, {}) if _passes(state, payload) else None,
        )
    )
    note = str(reply.data.get("note") or reply.note).strip()
    if reply.verb == "redo":
        return Step(ExperimentSignal.REDO, (closed(context, accepted=False, feedback=note),))
    signal = ExperimentSignal.CONTINUE if reply.verb == "continue" else ExperimentSignal.DONE
    return Step(signal, (closed(context, accepted=True), *guidance_beside(reply)))


def _payload(state: ExperimentState, primary: str) -> dict[str, JsonValue]:
    ended = state.last
    assert ended is not None
    again: dict[str, JsonValue] = {}
    if state.auto is not None:
        done, spent = state.agent.cycle_number - state.auto_from, state.spend.total.most
        again = {"asked_again": limit_met(state.auto, done, spent, planned=primary == "finish")}
    return {
        "cycle": state.agent.cycle_number,
        "cycle_count": state.cycle_count,
        "primary": primary,
        "reflection": ended.final_reflection,
        "metrics": ended.metrics.model_dump(mode="json"),
        "cap_reached": ended.cap_reached,
        "tool_calls": state.calls_run,
        "similarity": ended.similarity,
        "similar_to": ended.similar_to,
        "advice": ended.advice,
        **again,
    }


def _passes(state: ExperimentState, payload: Payload) -> bool:
    policy, number = state.setup.gate_policy, state.agent.cycle_number
    if policy == "never_ask" or (policy == "every_n" and number % state.setup.every_n):
        return True
    return payload.get("asked_again") == ""
