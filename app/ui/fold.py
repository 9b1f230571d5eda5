"""What the window shows of a session: a fold of its shared facts, the same live and replayed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.domain.fact_base import Fact, FactCatalogue, Record, UnknownFact
from app.domain.facts import (
    AutoApproveChanged,
    CallAsked,
    CallCancelled,
    CallCompleted,
    CallFailed,
    CallInterrupted,
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueDecided,
    CritiqueFiled,
    GateOpened,
    LimitChanged,
    RoundClosed,
    RoundOpened,
    SeatAbsent,
    SeatDropped,
    TextAssessed,
    TextDecided,
    TextProposed,
)
from app.domain.ids import RESERVED_SEATS
from app.engine.position import Gate, Position


@dataclass(slots=True)
class TextVersion:
    """One text of a seat."""

    seq: int
    slot: str
    seat: str
    text: str
    round: int
    attempt: int
    by_person: bool = False


@dataclass(slots=True)
class CritiqueRow:
    """A point of criticism with what became of it."""

    seq: int
    fact: CritiqueFiled
    round: int
    attempt: int
    answer: CritiqueAnswered | None = None
    decision: CritiqueDecided | None = None


@dataclass(slots=True)
class CallRow:
    """One call; `state` is running, completed, failed, cancelled or interrupted."""

    asked: int
    seat: str
    purpose: str
    model: str
    round: int
    state: str = "running"
    text: str = ""
    message: str = ""


@dataclass(slots=True)
class RoundRow:
    """A round with its attempts; `closed` None while it is open."""

    number: int
    attempts: int = 1
    accepted: bool | None = None
    figure: CriterionMeasured | None = None


@dataclass(slots=True)
class SessionView:
    """Everything the panels read. Only `apply` and `stream` change it."""

    catalogue: FactCatalogue
    headline: str = ""
    head: int = 0
    saved_at: int = 0
    position: Position = field(default_factory=Position)
    texts: list[TextVersion] = field(default_factory=list)
    critiques: dict[str, CritiqueRow] = field(default_factory=dict)
    calls: dict[int, CallRow] = field(default_factory=dict)
    rounds: dict[int, RoundRow] = field(default_factory=dict)
    assessed: dict[tuple[int, int, str], TextAssessed] = field(default_factory=dict)
    criteria: list[tuple[int, int, CriterionMeasured]] = field(default_factory=list)
    absent: dict[str, str] = field(default_factory=dict)
    dropped: set[str] = field(default_factory=set)
    log: list[Record] = field(default_factory=list)
    tokens: int = 0
    cost: float = 0.0
    unpriced: bool = False
    limit: float | None = None
    rounds_limit: int = 0
    auto: AutoApproveChanged | None = None

    def apply_all(self, records: Iterable[Record]) -> None:
        """Take in records in order; those already known are passed over."""
        for record in records:
            self.apply(record)

    def apply(self, record: Record) -> None:
        """Take in one record."""
        if record.seq <= self.head:
            return
        fact = self.catalogue.decode(record)
        self.head, self.saved_at = record.seq, record.at
        self.log.append(record)
        self.position.apply(record, fact)
        self._take_call(record, fact)
        self._take_work(record, fact)

    def stream(self, asked: int, text: str) -> None:
        """Add text of a running call that is not yet in a record."""
        call = self.calls.get(asked)
        if call is not None and call.state == "running":
            call.text += text

    def _take_call(self, record: Record, fact: Fact | UnknownFact) -> None:
        match fact:
            case CallAsked():
                self.calls[record.seq] = CallRow(
                    record.seq, fact.seat, fact.purpose, fact.model, record.round
                )
            case CallCompleted():
                self._end(fact.asked, "completed", fact.text)
                self.tokens += fact.usage.tokens
                if fact.usage.cost is None:
                    self.unpriced = self.unpriced or fact.usage.source != "offline"
                else:
                    self.cost += fact.usage.cost
            case CallFailed():
                self._end(
                    fact.asked, "failed", fact.partial, " ".join(filter(None, (fact.message, fact.hint)))
                )
            case CallCancelled() | CallInterrupted():
                state = "cancelled" if isinstance(fact, CallCancelled) else "interrupted"
                self._end(fact.asked, state, fact.partial)
            case SeatAbsent():
                self.absent[fact.seat] = fact.reason
            case SeatDropped():
                self.dropped.add(fact.seat)
            case AutoApproveChanged():
                on = (fact.until_figure, fact.rounds, fact.until_cost) != (None, None, None)
                self.auto = fact if on else None
            case LimitChanged(limit="cost"):
                self.limit = fact.value
            case LimitChanged(limit="rounds") if fact.value is not None:
                self.rounds_limit = int(fact.value)
            case _:
                pass

    def _end(self, asked: int, state: str, text: str, message: str = "") -> None:
        call = self.calls.get(asked)
        if call is not None:
            call.state, call.message = state, message
            call.text = text or call.text

    def _take_work(self, record: Record, fact: Fact | UnknownFact) -> None:
        place = (record.round, record.attempt)
        match fact:
            case RoundOpened():
                row = self.rounds.setdefault(fact.number, RoundRow(fact.number))
                row.attempts, row.accepted = fact.attempt, None
                self.absent.clear()
            case RoundClosed():
                row = self.rounds.setdefault(fact.number, RoundRow(fact.number))
                row.accepted = fact.accepted
            case TextProposed():
                self.texts.append(TextVersion(record.seq, fact.slot, fact.seat, fact.text, *place))
            case TextDecided(choice="edit"):
                self.texts.append(
                    TextVersion(record.seq, fact.slot, fact.seat, fact.edit or "", *place, True)
                )
            case TextAssessed():
                self.assessed[*place, fact.seat] = fact
            case CritiqueFiled():
                self.critiques[fact.critique] = CritiqueRow(record.seq, fact, *place)
            case CritiqueAnswered() if fact.critique in self.critiques:
                self.critiques[fact.critique].answer = fact
            case CritiqueDecided() if fact.critique in self.critiques:
                self.critiques[fact.critique].decision = fact
            case CriterionMeasured():
                self.criteria.append((*place, fact))
                if fact.name == self.headline and record.round in self.rounds:
                    self.rounds[record.round].figure = fact
            case _:
                pass

    # --- what panels ask ----------------------------------------------------------------------

    @property
    def cost_limit(self) -> float | None:
        """The limit in dollars, or None."""
        if self.limit is not None:
            return self.limit
        value = self.position.setup.get("cost_limit")
        return float(value) if isinstance(value, int | float) else None

    @property
    def most_rounds(self) -> int:
        """How many rounds there may be at most, 0 where the workflow does not say."""
        value = self.position.setup.get("max_rounds")
        return max(value if isinstance(value, int) else 0, self.rounds_limit, len(self.rounds))

    def members(self) -> list[str]:
        """Return the seats that write texts, in the order of the table."""
        names = [name for name in self.position.seats if name not in RESERVED_SEATS]
        return names or list(self.position.seats)

    def gate(self) -> Gate | None:
        """Return the gate the session waits at."""
        return self.position.open_gate()

    def versions(self, seat: str, slot: str | None = None) -> list[TextVersion]:
        """Return a seat's texts, oldest first; texts carried over unchanged are left out."""
        found: list[TextVersion] = []
        for version in self.texts:
            if version.seat == seat and (slot is None or version.slot == slot):
                if found and found[-1].text == version.text:
                    continue
                found.append(version)
        return found

    def final(self) -> TextVersion | None:
        """Return the final answer: the newest text of the slot `result`."""
        return next((v for v in reversed(self.texts) if v.slot in ("result", "final")), None)

    def last_call(self, seat: str) -> CallRow | None:
        """Return a seat's newest call."""
        return next((call for call in reversed(self.calls.values()) if call.seat == seat), None)

    def this_attempt(self) -> list[TextAssessed]:
        """Return what became of each text in the round under review."""
        place = (self.position.round, self.position.attempt)
        return [fact for key, fact in self.assessed.items() if key[:2] == place]

    def gate_fact(self) -> GateOpened | None:
        """Return the open gate's request."""
        gate = self.gate()
        return gate.fact if gate else None
