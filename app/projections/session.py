"""The session itself: title, state, seats, question, tags, parent."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import (
    DecisionWithdrawn,
    GateAnswered,
    GateOpened,
    NodeLeft,
    Parent,
    RunHalted,
    RunStarted,
    SeatDropped,
    SeatReplaced,
    SessionCopied,
    SessionCreated,
    SessionFinished,
    SessionForked,
    SessionRenamed,
    TagsChanged,
)
from app.domain.seats import Seat
from app.projections.base import Change, wanted

_STATES = wanted(RunStarted, RunHalted, SessionFinished, GateOpened, GateAnswered, NodeLeft)

QUESTION_FIELDS = ("question", "brief", "prompt")
"""Setup fields that say what a session is about, the first that is there."""


@dataclass(slots=True)
class Session:
    """Fold of what the library, the chip and an export's head show; times in microseconds, UTC."""

    session: str = ""
    workflow: str = ""
    title: str = ""
    question: str = ""
    state: str = "paused"
    """running, waiting, paused, stopped, failed or finished."""
    reason: str | None = None
    seats: dict[str, Seat] = field(default_factory=dict)
    drops: dict[int, str] = field(default_factory=dict)
    """Seats left out from a next round on, by the seq of the person's event."""
    created_at: int = 0
    changed_at: int = 0
    tags: tuple[str, ...] = ()
    parent: Parent | None = None
    _undo: dict[int, tuple[str, object]] = field(default_factory=dict)
    _waiting: str = ""

    name = "session"
    wants = wanted(
        DecisionWithdrawn,
        GateAnswered,
        GateOpened,
        NodeLeft,
        RunHalted,
        RunStarted,
        SeatDropped,
        SeatReplaced,
        SessionCopied,
        SessionCreated,
        SessionFinished,
        SessionForked,
        SessionRenamed,
        TagsChanged,
    )

    @property
    def dropped(self) -> set[str]:
        """Return the seats that a person left out."""
        return set(self.drops.values())

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record; keys are the names of the fields that changed."""
        self.changed_at = record.at
        if record.type in _STATES:
            return self._take_state(record, fact)
        match fact:
            case SessionCreated():
                self.session, self.workflow, self.title = fact.session, fact.workflow, fact.title
                found = (fact.setup.get(name) for name in QUESTION_FIELDS)
                self.question = next((text for text in found if isinstance(text, str) and text), "")
                self.seats, self.parent, self.created_at = dict(fact.seats), fact.parent, record.at
                return Change(self.name)
            case SessionForked():
                self.session, self.title, self.parent = fact.session, fact.title, fact.parent
                # A copy made at an open gate waits there.
                self.state = "waiting" if self.state == "waiting" else "paused"
                self.reason, self.created_at = None, record.at
                self._undo.clear()
                return Change(self.name)
            case SessionCopied():
                self.session = fact.session
                return Change(self.name, ("session",))
            case SessionRenamed():
                self._undo[record.seq] = ("title", self.title)
                self.title = fact.title
                return Change(self.name, ("title",))
            case TagsChanged():
                self._undo[record.seq] = ("tags", self.tags)
                self.tags = fact.tags
                return Change(self.name, ("tags",))
            case SeatDropped():
                self.drops[record.seq] = fact.seat
                return Change(self.name, ("seats",))
            case SeatReplaced() if fact.seat in self.seats:
                self.seats[fact.seat] = self.seats[fact.seat].model_copy(update={"model": fact.model})
                return Change(self.name, ("seats",))
            case DecisionWithdrawn() if fact.seq in self.drops:
                del self.drops[fact.seq]
                return Change(self.name, ("seats",))
            case DecisionWithdrawn() if fact.seq in self._undo:
                attribute, before = self._undo.pop(fact.seq)
                setattr(self, attribute, before)
                return Change(self.name, (attribute,))
            case _:
                return None

    def _take_state(self, record: Record, fact: Fact | None) -> Change | None:
        before = (self.state, self.reason)
        match fact:
            case RunStarted():
                # Stopped at an open gate, it waits there again.
                self.state, self.reason = "waiting" if self._waiting else "running", None
            case RunHalted():
                self.state, self.reason = fact.state, fact.reason
            case SessionFinished():
                self.state, self.reason = "finished", fact.reason
            case GateOpened():
                self.state, self._waiting = "waiting", f"g{record.seq}"
            case GateAnswered() if fact.gate == self._waiting:
                self._waiting = ""
                self.state = "running" if self.state == "waiting" else self.state
            case NodeLeft():
                self._waiting = ""
                self.state = "running" if self.state == "waiting" else self.state
            case _:
                pass
        return Change(self.name, ("state",)) if (self.state, self.reason) != before else None
