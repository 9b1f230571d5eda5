"""A sixth workflow, the toy's elder sister: cooks write dishes, and a person is asked in every way there is.

Before the first course the cooks ask; then they cook, where each of the engine's interruptions can come; each
course is tasted, the pantry is open, and what is left over is decided dish by dish; at last the dough rests.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import (
    GateAnswered,
    GateOpened,
    GuidanceGiven,
    RoundClosed,
    RoundOpened,
    SeatReplaced,
    SessionCreated,
    TextProposed,
)
from app.domain.i18n import words
from app.domain.ids import CallKey
from app.domain.messages import ChatMessage, ModelRequest, Reply
from app.domain.reporting import Document, WorkflowReport
from app.domain.seats import Team
from app.engine.context import blocked_by_context
from app.engine.graph import END, NodeInfo, build_graph
from app.engine.node import Ask, Context, GateRequest, Step
from app.engine.plugin import SetupField, Vocabulary, WorkflowPlugin, by_name
from app.engine.ports import Voices
from app.engine.tabs import Tab
from tests.support.kitchen_gates import GATES, TableLaid

FIT = 24
"""Characters of notes that a cook can read."""


class KitchenSetup(BaseModel):
    """What is cooked, in how many courses, and under which limits."""

    occasion: str = Field(default="A birthday in the garden", title="Occasion")
    courses: int = Field(default=2, ge=1, le=9, title="Courses at most")
    token_limit: int | None = Field(
        default=100, title="Token limit", description="Too low for a single dish."
    )
    max_output_tokens: int = Field(default=200, title="Longest dish in tokens")


class KitchenState:
    """Fold of the kitchen."""

    def __init__(self) -> None:
        self.setup: dict[str, Any] = {}
        self.models: dict[str, str] = {}
        self.course = self.attempt = self.guests = 0
        self.notes: list[str] = []
        self.pending_guidance: list[str] = []
        self.dishes: dict[str, str] = {}
        self.last: tuple[str, str] = ("", "")
        """The gate that was answered last, by kind, and its verb."""
        self._kinds: dict[str, str] = {}

    @property
    def cooks(self) -> list[str]:
        """The members."""
        return [name for name in self.models if name not in ("chair", "judge")]

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
        """Take in one record."""
        match fact:
            case SessionCreated():
                self.setup = dict(fact.setup)
                self.models = {name: seat.model for name, seat in fact.seats.items()}
            case RoundOpened():
                # Words said while a node is open wait for the next round: its prompts must stay the same.
                self.course, self.attempt = fact.number, fact.attempt
                self.notes += self.pending_guidance
                self.pending_guidance = []
            case TextProposed():
                self.dishes[fact.seat] = fact.text
            case GuidanceGiven():
                self.pending_guidance.append(fact.text)
            case SeatReplaced():
                self.models[fact.seat] = fact.model
            case TableLaid():
                self.guests = fact.guests
            case GateOpened():
                self._kinds[f"g{record.seq}"] = fact.kind
            case GateAnswered():
                self.last = (self._kinds.get(fact.gate, ""), fact.verb)
                if self.last[0] == "context":
                    # Nothing was asked under this entry yet: its prompts may still change.
                    self.notes = ["in short"] if fact.verb == "summary" else []
                if feedback := fact.data.get("feedback"):
                    self.pending_guidance.append(str(feedback))
            case _:
                pass


async def wishes(state: KitchenState, context: Context) -> Step:
    """Let the cooks ask before they begin."""
    asked: list[JsonValue] = [
        {"id": "fish", "text": "May there be fish?", "options": ["Yes", "No"], "why": "It is Friday."},
        {"id": "heat", "text": "How hot may it be?", "options": []},
    ]
    await context.gate(GateRequest("wishes", {"questions": asked, "primary": "tell"}, ("tell", "skip")))
    return Step("HEARD")


async def open_course(state: KitchenState, context: Context) -> Step:
    """Open the next course, or the same one once more where it was sent back."""
    back = state.last == ("tasting", "again")
    number, attempt = (state.course, state.attempt + 1) if back else (state.course + 1, 1)
    return Step("OPENED", (RoundOpened(number=number, attempt=attempt),))


async def cook(state: KitchenState, context: Context) -> Step:
    """Ask every cook at once; where the notes have grown too long, ask the person first."""
    notes = "; ".join(state.notes)
    if len(notes) > FIT:
        tried: list[JsonValue] = []
        key = CallKey(context.entry, "dish", state.cooks[0], "")
        raise blocked_by_context(key, {"seat": state.cooks[0], "tried": tried})
    text = f"{state.setup['occasion']}, course {state.course}. {notes}"
    asks = [Ask("dish", seat, (ChatMessage(role="user", text=f"{text} {seat}"),)) for seat in state.cooks]
    outcomes = await context.ask_all(asks)
    return Step(
        "COOKED",
        tuple(
            TextProposed(slot="dish", seat=ask.seat, text=outcome.text)
            for ask, outcome in zip(asks, outcomes, strict=True)
            if isinstance(outcome, Reply)
        ),
    )


async def tasting(state: KitchenState, context: Context) -> Step:
    """Have the course tasted: it goes on, is closed with, or is cooked again."""
    last = state.course >= int(state.setup["courses"])
    statuses: JsonValue = {name: {} for name in state.dishes}
    payload: dict[str, JsonValue] = {
        "primary": "close" if last else "serve",
        "dishes": len(state.dishes),
        "statuses": statuses,
    }
    reply = await context.gate(GateRequest("tasting", payload, ("serve", "close", "again", "bin")))
    good = reply.verb in ("serve", "close")
    feedback = str(reply.data.get("feedback", ""))
    closed = RoundClosed(number=state.course, attempt=state.attempt, accepted=good, feedback=feedback)
    return Step({"again": "BACK", "close": "CLOSED"}.get(reply.verb, "SERVED"), (closed,))


async def pantry(state: KitchenState, context: Context) -> Step:
    """Take whatever else the person has to say, as often as there is something."""
    payload: dict[str, JsonValue] = {
        "guests": state.guests or 4,
        "message": "The table is not laid yet." if not state.guests else f"Laid for {state.guests}.",
        "items": [
            {"seat": state.cooks[0], "model": state.models[state.cooks[0]], "limit": 1.0, "spent": 0.5}
        ],
    }
    reply = await context.gate(GateRequest("pantry", payload, ("on", "lay", "cooks", "spend")))
    return Step("ON" if reply.verb == "on" else "MORE")


async def leftovers(state: KitchenState, context: Context) -> Step:
    """Have it decided dish by dish what is kept."""
    items: list[JsonValue] = [
        {"key": f"dish:{seat}", "seat": seat, "purpose": "dish", "partial": text, "verbs": ["keep", "throw"]}
        for seat, text in state.dishes.items()
    ]
    await context.gate(GateRequest("leftovers", {"items": items}, ("keep", "throw", "later")))
    return Step("CLEARED")


async def rest(state: KitchenState, context: Context) -> Step:
    """Wait, needing nobody."""
    await context.gate(GateRequest("resting", {}, ("eat",), idle=True))
    return Step("RESTED")


GRAPH = build_graph(
    "wishes",
    [
        NodeInfo("wishes", "Ask", "Ask", gate="wishes"),
        NodeInfo("open_course", "Cook", "Open"),
        NodeInfo("cook", "Cook", "Cook"),
        NodeInfo("tasting", "Taste", "Taste", gate="tasting"),
        NodeInfo("pantry", "Taste", "Pantry", gate="pantry"),
        NodeInfo("leftovers", "Rest", "Leftovers", gate="leftovers"),
        NodeInfo("rest", "Rest", "Rest", gate="resting"),
    ],
    [
        ("wishes", "HEARD", "open_course"),
        ("open_course", "OPENED", "cook"),
        ("cook", "COOKED", "tasting"),
        ("tasting", "SERVED", "pantry"),
        ("tasting", "BACK", "open_course"),
        ("tasting", "CLOSED", "leftovers"),
        ("pantry", "MORE", "pantry"),
        ("pantry", "ON", "open_course"),
        ("leftovers", "CLEARED", "rest"),
        ("rest", "RESTED", END),
    ],
)


TEAM = Team.model_validate(
    {
        "name": "kitchen",
        "member": [
            {"name": "Ann", "model": "offline/plain"},
            {"name": "Bob", "model": "offline/plain"},
            {"name": "Cid", "model": "offline/silent"},
        ],
        "chair": {"name": "Chair", "model": "offline/plain"},
    }
)
"""Two cooks who answer, and one who says nothing."""


def plain(request: ModelRequest) -> str:
    """Cook what is asked for."""
    return f"{request.seat} cooks for: {request.messages[-1].text}"


def silent(request: ModelRequest) -> str:
    """Answer with nothing, which is no answer."""
    return ""


class KitchenPlugin(WorkflowPlugin):
    """The kitchen as the engine sees it."""

    name = "kitchen"
    title = words("Kitchen")
    vocabulary = Vocabulary(
        round=words("Course"),
        noun=words("course"),
        stages=("Ask", "Cook", "Taste", "Rest"),
        most="courses",
        purposes={"dish": words("cooking")},
        reasons={"eaten": words("everything was eaten")},
    )
    setup = KitchenSetup
    form = (SetupField("occasion", basic=True), SetupField("courses", basic=True))
    facts = (TableLaid,)
    graph = GRAPH
    state = KitchenState
    nodes = by_name(wishes, open_course, cook, tasting, pantry, leftovers, rest)
    gates = GATES
    templates = ()
    tabs = (
        Tab("dishes", words("Dishes"), "texts", slot="dish"),
        Tab("log", words("Log"), "log"),
    )
    voices: Voices = MappingProxyType({("plain", "dish"): plain, ("silent", "dish"): silent})
    headline = ""

    def title_of(self, setup: BaseModel) -> str:
        """Return the occasion."""
        assert isinstance(setup, KitchenSetup)
        return setup.occasion

    def can_finish(self, state: KitchenState) -> bool:
        """There is no result to write."""
        return False

    def reason(self, state: KitchenState) -> str | None:
        """Return a reason."""
        return "eaten" if state.last == ("resting", "eat") else None

    def most_absent(self, state: KitchenState, failing: frozenset[str]) -> tuple[frozenset[str], int]:
        """All but one may sit out."""
        return failing & frozenset(state.cooks), len(state.cooks) - 1

    def summary(self, state: KitchenState) -> Mapping[str, JsonValue]:
        """Return figures."""
        return {"courses": state.course, "guests": state.guests}

    def report(self, state: KitchenState) -> WorkflowReport:
        """Return the menu, for the exports."""
        menu = "\n".join(f"- {seat}: {text}" for seat, text in state.dishes.items())
        told = super().report(state)
        return told.model_copy(update={"documents": (Document(title="Menu", markdown=menu),)})
