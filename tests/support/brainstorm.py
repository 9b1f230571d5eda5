"""Brainstorm: members list ideas, a person picks among them, the chair merges what was picked."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Literal

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import GuidanceGiven, RoundOpened, SessionCreated, TextProposed
from app.domain.gate_files import read_gates
from app.domain.gates import GateData
from app.domain.i18n import Message, words
from app.domain.ids import CHAIR, SeatName, members_of
from app.domain.messages import ChatMessage, ModelRequest, Reply
from app.domain.payload import Payload, texts_of
from app.engine.graph import END, NodeInfo, build_graph
from app.engine.node import Ask, Context, GateRequest, Step
from app.engine.plugin import SetupField, Vocabulary, WorkflowPlugin, by_name
from app.workflows.common.asking_twice import REASK, ask_twice
from app.workflows.common.offline.prompt import as_json, read_prompt
from app.workflows.common.reading.names import ReplyModel
from app.workflows.common.rounds import closed, guidance
from app.workflows.common.setups import COST_FIELD, QUESTION_OPTION, CallLimits


class BrainstormSetup(CallLimits):
    """What a brainstorm is started with."""

    question: str = Field(title="Question", description="What ideas are wanted for.", min_length=1)
    max_rounds: int = Field(default=3, ge=1, le=9, title="Rounds at most", description="Of new ideas.")


class Ideas(ReplyModel):
    """What a member answers."""

    main: ClassVar[str] = "ideas"
    ideas: list[str]


class BrainstormPicked(Fact):
    """Ideas that a person picked."""

    type: Literal["brainstorm_picked"] = "brainstorm_picked"
    ideas: tuple[str, ...]


class BrainstormState:
    """What is known: folded from the records, never changed by a node."""

    def __init__(self) -> None:
        self.setup = BrainstormSetup(question="?")
        self.members: list[SeatName] = []
        self.round = 0
        self.ideas: list[str] = []
        self.picked: tuple[str, ...] = ()
        self.note = ""
        self._next_note = ""

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
        """Take in one record."""
        match fact:
            case SessionCreated():
                self.setup = BrainstormSetup.recorded(fact.setup)
                self.members = members_of(fact.seats)
            case RoundOpened():
                # A prompt stands still while its node is open: what is said meanwhile waits until here.
                self.round, self.note, self._next_note = fact.number, self._next_note, ""
            case TextProposed(slot="ideas"):
                self.ideas += [line for line in fact.text.splitlines() if line not in self.ideas]
            case GuidanceGiven():
                self._next_note = fact.text
            case BrainstormPicked():
                self.picked = fact.ideas


class More(GateData):
    """Words for the next round."""

    note: str = Field(default="", title="What should the next ideas be about?")


class Pick(GateData):
    """The ideas that go on, by their numbers; none: all."""

    numbers: tuple[int, ...] = Field(default=(), title="Numbers of the ideas (none: all)")


def _events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    match data:
        case Pick():
            return (BrainstormPicked(ideas=tuple(texts_of(payload, "ideas")[n - 1] for n in data.numbers)),)
        case More():
            return guidance(data.note)
    return ()


def _objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    most = len(texts_of(payload, "ideas"))
    if isinstance(data, Pick) and not all(1 <= n <= most for n in data.numbers):
        return words("There are ideas 1 to {n}.", n=most)
    return None


GATES = read_gates(Path(__file__).with_name("gates.toml"), globals())


async def open_round(state: BrainstormState, context: Context) -> Step:
    """Open the next round."""
    return Step("OPENED", (RoundOpened(number=state.round + 1),))


def _ask(state: BrainstormState, context: Context, seat: SeatName, name: str, ideas: list[str]) -> Ask:
    values: dict[str, JsonValue] = {"question": state.setup.question, "ideas": [*ideas], "note": state.note}
    text = context.render(f"brainstorm/{name}", values)
    return Ask(f"brainstorm_{name}", seat, (ChatMessage(role="user", text=text),))


async def list_ideas(state: BrainstormState, context: Context) -> Step:
    """Ask every member at once."""
    asks = [_ask(state, context, seat, "list", state.ideas) for seat in state.members]
    reads = await context.gather(*(ask_twice(context, ask, Ideas) for ask in asks))
    facts: list[Fact] = []
    for ask, read in zip(asks, reads, strict=True):
        facts += read.mended
        if read.value is not None:
            facts.append(TextProposed(slot="ideas", seat=ask.seat, text="\n".join(read.value.ideas)))
    return Step("LISTED", tuple(facts))


async def pick(state: BrainstormState, context: Context) -> Step:
    """Let a person pick, or ask for more."""
    verbs = ("merge", "more") if state.round < state.setup.max_rounds else ("merge",)
    reply = await context.gate(
        GateRequest("brainstorm_pick", {"ideas": [*state.ideas], "primary": "merge"}, verbs)
    )
    return Step("MORE" if reply.verb == "more" else "PICKED", (closed(context, accepted=True),))


async def merge(state: BrainstormState, context: Context) -> Step:
    """Have the chair write the answer."""
    reply = await context.ask(_ask(state, context, CHAIR, "merge", [*state.picked] or state.ideas))
    assert isinstance(reply, Reply)
    return Step("MERGED", (TextProposed(slot="result", seat=CHAIR, text=reply.text, asked=reply.asked),))


GRAPH = build_graph(
    "open_round",
    [
        NodeInfo("open_round", "Ideas", "Open the round"),
        NodeInfo("list_ideas", "Ideas", "List ideas"),
        NodeInfo("pick", "You", "Pick", gate="brainstorm_pick"),
        NodeInfo("merge", "Result", "Merge"),
    ],
    [
        ("open_round", "OPENED", "list_ideas"),
        ("list_ideas", "LISTED", "pick"),
        ("pick", "MORE", "open_round"),
        ("pick", "PICKED", "merge"),
        ("merge", "MERGED", END),
    ],
    result_node="merge",
)


def list_voice(request: ModelRequest) -> str:
    """List the question's words as ideas: rules, no AI."""
    return as_json({"ideas": [f"{request.seat}: rules have no idea beyond the question."]})


def merge_voice(request: ModelRequest) -> str:
    """Return the ideas that the prompt shows."""
    return "\n".join(text.text for text in read_prompt(request).named("chosen idea"))


class BrainstormPlugin(WorkflowPlugin):
    """Members list ideas, you pick among them, the chair merges what was picked."""

    name = "brainstorm"
    title = words("Brainstorm")
    vocabulary = Vocabulary(
        stages=("Ideas", "You", "Result"),
        purposes={"brainstorm_list": words("listing ideas"), "brainstorm_merge": words("merging ideas")},
    )
    setup = BrainstormSetup
    form = (
        SetupField("question", basic=True, widget="long_text"),
        SetupField("max_rounds", basic=True),
        COST_FIELD,
    )
    facts = (BrainstormPicked,)
    graph = GRAPH
    state = BrainstormState
    nodes = by_name(open_round, list_ideas, pick, merge)
    gates = GATES
    command_options = (QUESTION_OPTION,)
    templates = ("brainstorm/list", "brainstorm/merge", REASK)
    voices = MappingProxyType({("*", "brainstorm_list"): list_voice, ("*", "brainstorm_merge"): merge_voice})

    def can_finish(self, state: BrainstormState) -> bool:
        """Tell whether there are ideas to merge."""
        return bool(state.ideas)
