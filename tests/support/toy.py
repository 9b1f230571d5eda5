"""A fifth workflow, small enough to read at once: two members answer, a person decides, again or done."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

from pydantic import BaseModel, Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import GuidanceGiven, RoundClosed, RoundOpened, TextProposed
from app.domain.gates import GateData, GateKind, Verb
from app.domain.i18n import words
from app.domain.messages import ChatMessage, ModelRequest, Reply
from app.engine.graph import END, NodeInfo, build_graph
from app.engine.node import Ask, Context, GateRequest, Step
from app.engine.plugin import SetupField, Vocabulary, WorkflowPlugin, by_name
from app.engine.ports import Voices
from app.engine.tabs import Tab
from tests.support.toy_tabs import TABS, Written


class ToySetup(BaseModel):
    """What the toy is started with."""

    question: str = Field(title="Question")
    rounds: int = Field(default=2, ge=1, le=50, title="Rounds at most")
    cost_limit: float | None = None
    ask_me: bool = True
    due_in: float | None = None


class ToyDone(Fact):
    """A fact of the toy's own."""

    type: Literal["toy_done"] = "toy_done"
    rounds: int


class Again(GateData):
    """Words for the next round."""

    guidance: str = ""


class ToyState:
    """Fold of the toy."""

    def __init__(self) -> None:
        self.setup: dict[str, Any] = {}
        self.members: list[str] = []
        self.rounds = 0
        self.texts: list[tuple[str, str]] = []
        self.written: list[Written] = []
        self.guidance: list[str] = []
        self.pending_guidance: list[str] = []
        self.done = 0
        self.log: list[int] = []

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
        """Take in one record."""
        self.log.append(record.seq)
        match fact:
            case RoundOpened():
                # Words said while a node is open wait for the next round: its prompts must stay the same.
                self.rounds = fact.number
                self.guidance += self.pending_guidance
                self.pending_guidance = []
            case TextProposed():
                self.texts.append((fact.seat, fact.text))
                self.written.append(Written(record.seq, record.round, fact.seat, fact.text))
            case GuidanceGiven():
                self.pending_guidance.append(fact.text)
            case ToyDone():
                self.done = fact.rounds
            case _:
                if fact.type == "session_created":
                    assert not isinstance(fact, UnknownFact)
                    self.setup = fact.setup  # type: ignore[attr-defined]
                    self.members = [name for name in fact.seats if name not in ("chair", "judge")]  # type: ignore[attr-defined]


async def open_round(state: ToyState, context: Context) -> Step:
    """Open the next round."""
    return Step("OPENED", (RoundOpened(number=state.rounds + 1),))


async def answer(state: ToyState, context: Context) -> Step:
    """Ask every member at once."""
    prompts = [f"{state.setup['question']} round {state.rounds} {' '.join(state.guidance)}"]
    asks = [
        Ask("answer", seat, (ChatMessage(role="user", text=f"{prompts[0]} {seat}"),))
        for seat in state.members
    ]
    outcomes = await context.ask_all(asks)
    facts = [
        TextProposed(slot="answer", seat=ask.seat, text=outcome.text)
        for ask, outcome in zip(asks, outcomes, strict=True)
        if isinstance(outcome, Reply)
    ]
    return Step("ANSWERED", tuple(facts))


async def decide(state: ToyState, context: Context) -> Step:
    """Wait for the person."""
    last = state.rounds >= int(state.setup["rounds"])
    verb = "finish" if last else "again"
    reply = await context.gate(
        GateRequest(
            "toy",
            {"round": state.rounds, "primary": verb},
            ("again", "finish"),
            auto_answer=None if state.setup["ask_me"] else (verb, {}),
            due_in=state.setup["due_in"],
            due_verb="finish",
        )
    )
    closed = RoundClosed(number=state.rounds, attempt=1, accepted=True)
    return Step("AGAIN" if reply.verb == "again" else "DONE", (closed,))


async def finish(state: ToyState, context: Context) -> Step:
    """Write the result."""
    return Step("WRITTEN", (ToyDone(rounds=state.rounds),))


GRAPH = build_graph(
    "open_round",
    [
        NodeInfo("open_round", "Answer", "Open"),
        NodeInfo("answer", "Answer", "Answer"),
        NodeInfo("decide", "You", "Decide", gate="toy"),
        NodeInfo("finish", "Result", "Finish"),
    ],
    [
        ("open_round", "OPENED", "answer"),
        ("answer", "ANSWERED", "decide"),
        ("decide", "AGAIN", "open_round"),
        ("decide", "DONE", "finish"),
        ("finish", "WRITTEN", END),
    ],
    result_node="finish",
)


def echo_voice(request: ModelRequest) -> str:
    """Say the question back."""
    return f"{request.seat} says: {request.messages[-1].text}"


class ToyPlugin(WorkflowPlugin):
    """The toy as the engine sees it."""

    name = "toy"
    title = words("Toy")
    vocabulary = Vocabulary(round=words("Turn"), noun=words("turn"), stages=("Answer", "You", "Result"))
    setup: type[BaseModel] = ToySetup
    form: tuple[SetupField, ...] = (SetupField("question", basic=True),)
    facts: tuple[type[Fact], ...] = (ToyDone,)
    graph = GRAPH
    state = ToyState
    nodes = by_name(open_round, answer, decide, finish)
    gates: Mapping[str, GateKind] = {
        "toy": GateKind(
            "toy",
            words("Decide"),
            (
                Verb("again", words("Once more"), Again),
                Verb("finish", words("Finish"), action="finish"),
            ),
            short=words("turn {n} to decide"),
            events=lambda payload, verb, data: (
                (GuidanceGiven(text=data.guidance),) if isinstance(data, Again) and data.guidance else ()
            ),
        )
    }
    templates = ()
    tabs: tuple[Tab, ...] = TABS
    voices: Voices = MappingProxyType({("*", "answer"): echo_voice})
    headline = ""

    def title_of(self, setup: BaseModel) -> str:
        """Return the question."""
        assert isinstance(setup, ToySetup)
        return setup.question

    def can_finish(self, state: ToyState) -> bool:
        """One round is enough."""
        return state.rounds > 1

    def reason(self, state: ToyState) -> str | None:
        """Return a reason."""
        return "toy_done"

    def most_absent(self, state: ToyState, failing: frozenset[str]) -> tuple[frozenset[str], int]:
        """All but one may sit out."""
        return failing & frozenset(state.members), len(state.members) - 1

    def summary(self, state: ToyState) -> Mapping[str, JsonValue]:
        """Return figures."""
        return {"rounds_completed": state.rounds}
