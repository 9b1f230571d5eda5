"""What the calls of this session used and cost. A fork is not charged for what it inherited."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import (
    CallAsked,
    CallCancelled,
    CallCompleted,
    CallFailed,
    CallInterrupted,
    LimitChanged,
    SessionCreated,
    SessionForked,
)
from app.domain.usage import Usage
from app.projections.base import Change, wanted


@dataclass(slots=True)
class Account:
    """Sums: dollars of calls with a known price; `unpriced` counts those without one, never as 0."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    unpriced: int = 0
    uncertain: float = 0.0
    """The part of `cost` that is a worst case: calls sent and never known to have ended."""
    estimated: bool = False
    """Whether some of the tokens were counted by us and not by the provider."""

    @property
    def tokens(self) -> int:
        """Tokens in and out together."""
        return self.tokens_in + self.tokens_out

    def use(self, usage: Usage) -> None:
        """Add a call with known tokens."""
        self.calls += 1
        self.tokens_in += usage.tokens_in
        self.tokens_out += usage.tokens_out
        self.estimated = self.estimated or usage.source == "estimate"
        if usage.cost is None:
            self.unpriced += 1
        else:
            self.cost += usage.cost

    def assume(self, reserve: float | None) -> None:
        """Add a call that may have been charged: it counts at its reserve."""
        self.calls += 1
        if reserve is None:
            self.unpriced += 1
        else:
            self.cost += reserve
            self.uncertain += reserve


@dataclass(slots=True)
class Spend:
    """Fold of usage: in all, by seat, by round. `inherited` is what a fork's parent had paid."""

    total: Account = field(default_factory=Account)
    by_seat: dict[str, Account] = field(default_factory=dict)
    by_round: dict[int, Account] = field(default_factory=dict)
    by_place: dict[tuple[int, str], Account] = field(default_factory=dict)
    """By round and seat."""
    inherited: Account = field(default_factory=Account)
    limits: dict[str, float | None] = field(default_factory=dict)
    """Of `cost`, `tokens` and `rounds`, where set; None: lifted."""
    _open: dict[int, tuple[str, int, float | None]] = field(default_factory=dict)

    name = "spend"
    wants = wanted(
        CallAsked,
        CallCancelled,
        CallCompleted,
        CallFailed,
        CallInterrupted,
        LimitChanged,
        SessionCreated,
        SessionForked,
    )

    @property
    def reserved(self) -> float:
        """Worst-case dollars of the calls that are open."""
        return sum(reserve or 0.0 for _, _, reserve in self._open.values())

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record; keys are seats, none where all changed."""
        match fact:
            case CallAsked():
                self._open[record.seq] = (fact.seat, record.round, fact.reserved)
                return Change(self.name, (fact.seat,))
            case CallCompleted() | CallFailed() | CallCancelled() | CallInterrupted():
                return self._end(fact)
            case SessionCreated():
                limit = fact.setup.get("cost_limit")
                self.limits["cost"] = float(limit) if isinstance(limit, int | float) else None
                return Change(self.name)
            case LimitChanged():
                self.limits[fact.limit] = fact.value
                return Change(self.name)
            case SessionForked():
                self.inherited, self.total = self.total, Account()
                self.by_seat, self.by_round, self.by_place, self._open = {}, {}, {}, {}
                return Change(self.name)
            case _:
                return None

    def _end(self, fact: CallCompleted | CallFailed | CallCancelled | CallInterrupted) -> Change | None:
        opened = self._open.pop(fact.asked, None)
        if opened is None:
            return None
        seat, number, reserve = opened
        accounts = (
            self.total,
            self.by_seat.setdefault(seat, Account()),
            self.by_round.setdefault(number, Account()),
            self.by_place.setdefault((number, seat), Account()),
        )
        for account in accounts:
            match fact:
                case CallCompleted(usage=usage) | CallFailed(usage=Usage() as usage):
                    account.use(usage)
                case CallFailed(at_reserve=True) | CallCancelled(sent=True) | CallInterrupted():
                    account.assume(reserve)
                case _:
                    pass
        return Change(self.name, (seat,))
