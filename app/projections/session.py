"""The session itself: what it is called, who sits there, how it stands, what a person said of it.

The one fold of these facts: the engine moves a session by it, and whoever shows the session reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeVar

from app.domain.canonical import JsonValue
from app.domain.command_facts import AgentPermissionChanged
from app.domain.fact_base import Actor, Fact, Record
from app.domain.facts import (
    AutoApproveChanged,
    DecisionWithdrawn,
    GateAnswered,
    GateOpened,
    GuidanceGiven,
    NodeLeft,
    NoteAdded,
    Parent,
    RoundOpened,
    RunHalted,
    RunStarted,
    SeatAbsent,
    SeatAdded,
    SeatDropped,
    SeatReplaced,
    SessionCopied,
    SessionCreated,
    SessionFinished,
    SessionForked,
    SessionRenamed,
    StopRequested,
    TagsChanged,
)
from app.domain.seats import Seat
from app.domain.verdict_facts import (
    DecisionRecorded,
    ForecastMade,
    OutcomeRecorded,
    Rating,
    ResultGraded,
    ResultJudged,
    SeatRated,
)
from app.projections.base import wanted

T = TypeVar("T")
_RunState = Literal["running", "waiting", "paused", "stopped", "interrupted", "finished", "failed"]
"""`interrupted` is no state of the records: they say `running`, and nobody moves the session."""

QUESTION_FIELDS = ("question", "brief", "prompt")
"""Setup fields that say what a session is about, the first that is there."""

_STATES = wanted(RunStarted, RunHalted, SessionFinished, StopRequested, GateOpened, GateAnswered, NodeLeft)
_SEATS = wanted(SeatAdded, SeatReplaced, SeatAbsent, SeatDropped, RoundOpened)
_IDENTITY = wanted(SessionCreated, SessionForked, SessionCopied)
_MARKS = wanted(
    SessionRenamed,
    TagsChanged,
    NoteAdded,
    GuidanceGiven,
    AgentPermissionChanged,
    AutoApproveChanged,
    ResultGraded,
    ResultJudged,
    SeatRated,
    DecisionWithdrawn,
)
_LOOKING_BACK = wanted(ForecastMade, DecisionRecorded, OutcomeRecorded)


class Added(NamedTuple):
    """A place as it was added, and the entry in which it was."""

    entry: int
    seat: Seat


@dataclass(slots=True)
class Session:
    """Fold of all that is said of a session as a whole; times in microseconds, UTC."""

    session: str = ""
    workflow: str = ""
    setup: dict[str, JsonValue] = field(default_factory=dict)
    """What it was started with; in a fork, with what the fork changed."""
    seats: dict[str, Seat] = field(default_factory=dict)
    """Every place, replacements applied; those added later come last."""
    added: dict[str, Added] = field(default_factory=dict)
    """Places that were added while the session went on, in order."""
    models: set[str] = field(default_factory=set)
    """Every model that has ever sat at the table."""
    seed: int = 0
    app_version: str = ""
    parent: Parent | None = None
    created_at: int = 0
    state: _RunState = "paused"
    reason: str | None = None
    """Why it ended or was halted, None while it goes on."""
    stop: str | None = None
    """A stop that was asked for and not yet obeyed."""
    drops: dict[int, str] = field(default_factory=dict)
    """Seats that a person left out from a next round on, by the seq of the event."""
    ratings: dict[int, tuple[int, SeatRated]] = field(default_factory=dict)
    """By seq: the round, and what a person found of a member's answer in it."""
    absent: dict[str, str] = field(default_factory=dict)
    """Seats that sit out this attempt, and why."""
    auto: AutoApproveChanged | None = None
    """The limits of approving by itself, None while it is off."""
    begun_by: Actor | None = None
    """Who began it, None: a person at the machine that it was begun on."""
    agents: frozenset[str] = frozenset()
    """The agents that a person lets decide here, by name."""
    guidance: dict[int, str] = field(default_factory=dict)
    """Guidance that is for all rounds to come, by the seq of the event."""
    notes: dict[int, str] = field(default_factory=dict)
    judged: str = ""
    """The person's word on the result: better, same, worse, or nothing yet."""
    right: bool | None = None
    """The person's word on whether the result is right; None: nothing."""
    rounds_opened: bool = False
    """Whether the first answers are asked for."""
    copy_of: str = ""
    """The session that it was taken in beside, as a copy of it; of a copy's copy the first one."""
    forecast: str = ""
    """What the person expected before that."""
    decision: DecisionRecorded | None = None
    """What the person decided, and when to look back."""
    outcome: OutcomeRecorded | None = None
    """How it turned out, in the person's last word."""
    _titles: dict[int, str] = field(default_factory=dict)
    """By the seq of the event that gave it, at 0 what it was called before; the last one is in force."""
    _tags: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Likewise."""
    _gate: str = ""
    """The open gate."""

    wants = _STATES | _SEATS | _IDENTITY | _MARKS | _LOOKING_BACK

    @property
    def title(self) -> str:
        """The title in force."""
        return _last(self._titles) or ""

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags in force."""
        return _last(self._tags) or ()

    @property
    def question(self) -> str:
        """What it is about, in the person's words."""
        found = (self.setup.get(name) for name in QUESTION_FIELDS)
        return next((text for text in found if isinstance(text, str) and text), "")

    @property
    def look_back(self) -> str:
        """The day on which the person wants to be asked how it turned out; empty: none, or told."""
        told = self.outcome is not None
        return "" if told or self.decision is None else self.decision.look_back

    @property
    def dropped(self) -> set[str]:
        """The seats that a person left out."""
        return set(self.drops.values())

    @property
    def names_hidden(self) -> bool:
        """Whether the person judges without knowing who wrote what: until the session is finished."""
        return bool(self.setup.get("hide_names")) and self.state != "finished"

    def apply(self, record: Record, fact: Fact | None) -> None:
        if record.type in _STATES:
            self._move(record, fact)
        elif record.type in _SEATS:
            self._seat(record, fact)
        elif record.type in _IDENTITY:
            self._identify(record, fact)
        elif record.type in _LOOKING_BACK:
            self._look_back(fact)
        else:
            self._mark(record, fact)

    def _move(self, record: Record, fact: Fact | None) -> None:
        match fact:
            case NodeLeft():
                self._answered()
            case GateOpened():
                self.state, self._gate = "waiting", f"g{record.seq}"
            case GateAnswered() if fact.gate == self._gate:
                self._answered()
            case RunStarted():
                # Stopped at an open gate, it waits there again.
                self.state, self.reason = "waiting" if self._gate else "running", None
                # Asked for at a gate, a stop after the round is still to be obeyed once it is answered.
                self.stop = self.stop if self.stop == "after_round" else None
                self.app_version = fact.app_version
            case RunHalted():
                self.state, self.reason, self.stop = fact.state, fact.reason, None
            case SessionFinished():
                self.state, self.reason, self.stop = "finished", fact.reason, None
            case StopRequested():
                self.stop = fact.mode

    def _answered(self) -> None:
        self._gate = ""
        self.state = "running" if self.state == "waiting" else self.state

    def _seat(self, record: Record, fact: Fact | None) -> None:
        match fact:
            case RoundOpened():
                self.absent, self.rounds_opened = {}, True
            case SeatAdded() if fact.seat.name not in self.seats:
                self.seats[fact.seat.name] = fact.seat
                self.added[fact.seat.name] = Added(record.entry, fact.seat)
                self.models.add(fact.seat.model)
            case SeatReplaced() if fact.seat in self.seats:
                self.seats[fact.seat] = self.seats[fact.seat].with_model(fact.model, self.seats.values())
                self.models.add(fact.model)
            case SeatAbsent():
                self.absent[fact.seat] = fact.reason
            case SeatDropped():
                self.drops[record.seq] = fact.seat

    def _identify(self, record: Record, fact: Fact | None) -> None:
        match fact:
            case SessionCreated():
                self.session, self.workflow = fact.session, fact.workflow
                self.setup, self.seats, self.seed = dict(fact.setup), dict(fact.seats), fact.seed
                self.models.update(seat.model for seat in fact.seats.values())
                self.app_version, self.parent = fact.app_version, fact.parent
                self._titles, self.created_at = {0: fact.title}, record.at
                self.begun_by = fact.actor
            case SessionForked():
                self.session, self.parent = fact.session, fact.parent
                self.setup = {**self.setup, **fact.setup}
                # What was told of the parent stays, and is nothing to be taken back here.
                self._titles, self._tags = {0: fact.title}, {0: self.tags}
                # A copy made at an open gate waits there.
                self.state = "waiting" if self._gate else "paused"
                self.reason, self.stop, self.created_at = None, None, record.at
                # How it turned out is told once, of the session it was decided in.
                self.decision = self.outcome = None
                self.copy_of = ""
                # What was allowed there is not allowed here.
                self.begun_by, self.agents = fact.actor, frozenset()
            case SessionCopied():
                self.copy_of = self.copy_of or self.session
                self.session, self.agents = fact.session, frozenset()

    def rated(self, seat: str, number: int) -> tuple[int, Rating | None]:
        """Return what a person found of a member's answer in a round, with its seq; (0, None): nothing."""
        mine = [
            (seq, fact.rating)
            for seq, (round_number, fact) in self.ratings.items()
            if (fact.seat, round_number) == (seat, number)
        ]
        return max(mine, default=(0, None))

    def _mark(self, record: Record, fact: Fact | None) -> None:
        match fact:
            case SessionRenamed():
                self._titles[record.seq] = fact.title
            case TagsChanged():
                self._tags[record.seq] = fact.tags
            case NoteAdded():
                self.notes[record.seq] = fact.text
            case GuidanceGiven(pinned=True):
                self.guidance[record.seq] = fact.text
            case AutoApproveChanged():
                self.auto = fact if fact.on else None
            case AgentPermissionChanged():
                self.agents = self.agents | {fact.agent} if fact.allowed else self.agents - {fact.agent}
            case ResultJudged():
                self.judged = fact.verdict
            case ResultGraded():
                self.right = fact.right
            case SeatRated():
                self.ratings[record.seq] = (record.round, fact)
            case DecisionWithdrawn():
                kept = (self._titles, self._tags, self.guidance, self.notes, self.drops, self.ratings)
                for each in kept if fact.seq else ():
                    each.pop(fact.seq, None)

    def _look_back(self, fact: Fact | None) -> None:
        match fact:
            case ForecastMade() if not self.rounds_opened:
                # A stranger's file may tell of one that came too late.
                self.forecast = fact.text
            case DecisionRecorded():
                self.decision = fact
            case OutcomeRecorded():
                self.outcome = fact


def _last(by_seq: dict[int, T]) -> T | None:
    return by_seq[next(reversed(by_seq))] if by_seq else None
