"""What calls used and cost, and whether another one fits: the one place where money is folded.

Rules: a call counts by what its provider said it used. Of one that was sent and of whose end nobody knows
what was counted is told, and the rest of its reserve is uncertain; limits count both. An unknown price makes
a sum unknown, and is never told as nothing. A fork is not charged for what it inherited.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record
from app.domain.facts import (
    CallAsked,
    CallCancelled,
    CallCompleted,
    CallFailed,
    CallInterrupted,
    LimitChanged,
    NodeEntered,
    SessionCreated,
    SessionForked,
)
from app.domain.i18n import Message
from app.domain.money import cost_words
from app.domain.usage import Usage
from app.projections.base import CALLS, wanted

TURN = "-turn-"
"""What parts the name of a task from the number of its turn, in the part of a call."""
_SET_UP = {"cost_limit": "cost", "token_limit": "tokens"}
"""Fields of a setup that set a limit, and which."""
_ROUNDING = 1e-12
"""Dollars: sums of floats that are equal on paper."""


@dataclass(slots=True)
class Account:
    """Sums: dollars of calls with a known price; `unpriced` counts those without one, never as 0."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    """Of those that went in: read from a cache."""
    tokens_stored: int = 0
    """Of those that went in: written to one."""
    cost: float = 0.0
    """As it was charged, or counted where nobody knows."""
    unpriced: int = 0
    uncertain: float = 0.0
    """What may come on top: calls sent and never known to have ended."""
    most: float = 0.0
    """`cost` and `uncertain` together, which is what limits count."""
    estimated: bool = False
    """Whether some of the tokens were counted by us and not by the provider."""

    @property
    def tokens(self) -> int:
        """Tokens in and out together."""
        return self.tokens_in + self.tokens_out

    @property
    def price(self) -> Message:
        """What it comes to, in words."""
        return self.price_with(0.0)

    def price_with(self, lost: float) -> Message:
        """Return that with dollars that open calls may have cost, which nobody waits for any more."""
        return cost_words(None if self.unpriced else self.cost, self.cost, self.uncertain + lost)

    def use(self, usage: Usage, uncertain: float = 0.0) -> None:
        """Add a call with known tokens; `uncertain`: dollars that it may have cost besides."""
        self.calls += 1
        self.tokens_in += usage.tokens_in
        self.tokens_out += usage.tokens_out
        self.tokens_cached += usage.tokens_cached
        self.tokens_stored += usage.tokens_stored
        self.estimated = self.estimated or usage.source == "estimate"
        if usage.cost is None:
            self.unpriced += 1
        else:
            self.cost += usage.cost
            self.most += usage.cost + uncertain
            self.uncertain += uncertain

    def assume(self, reserve: float | None) -> None:
        """Add a call that may have been charged and of which nothing was counted."""
        self.calls += 1
        if reserve is None:
            self.unpriced += 1
        else:
            self.most += reserve
            self.uncertain += reserve


class _OpenCall(NamedTuple):
    """A call without an end, by where its account is kept; `reserve` in dollars, None: no known price."""

    seat: str
    round: int
    node: str
    task: str
    reserve: float | None


@dataclass(slots=True)
class Spend:
    """Fold of usage: in all, by seat, round and node. `inherited` is what a fork's parent had paid."""

    total: Account = field(default_factory=Account)
    by_seat: dict[str, Account] = field(default_factory=dict)
    by_round: dict[int, Account] = field(default_factory=dict)
    by_place: dict[tuple[int, str], Account] = field(default_factory=dict)
    """By round and seat."""
    by_node: dict[str, Account] = field(default_factory=dict)
    by_task: dict[str, Account] = field(default_factory=dict)
    """By what is worked on in turns with tools, a fork's inherited ones too: they tell who did what."""
    inherited: Account = field(default_factory=Account)
    limits: dict[str, float | None] = field(default_factory=dict)
    """Of `cost`, `tokens` and `rounds`, where set; None: lifted."""
    open: dict[int, _OpenCall] = field(default_factory=dict)
    """Calls without an end, by the seq of their CallAsked."""
    _node: str = ""

    wants = CALLS | wanted(LimitChanged, NodeEntered, SessionCreated, SessionForked)

    @property
    def cost(self) -> float | None:
        """Dollars spent; None where some of it has an unknown price: a sum without it would be too low."""
        return None if self.total.unpriced else self.total.cost

    @property
    def cost_limit(self) -> float | None:
        """Dollars at which it asks; None: no limit."""
        return self.limits.get("cost")

    @property
    def left(self) -> float | None:
        """Dollars up to the limit; None: no limit."""
        return None if self.cost_limit is None else max(0.0, self.cost_limit - self.total.most)

    @property
    def token_limit(self) -> int | None:
        """Tokens at which it asks; None: no limit."""
        limit = self.limits.get("tokens")
        return None if limit is None else int(limit)

    @property
    def reserved(self) -> float:
        """Worst-case dollars of the calls that are open."""
        return sum(call.reserve or 0.0 for call in self.open.values())

    def fits(self, reserve: float | None) -> bool:
        """Tell whether a call with this worst case stays under the limit."""
        if self.cost_limit is None or not reserve:
            return True
        return self.total.most + self.reserved + reserve <= self.cost_limit + _ROUNDING

    def fits_tokens(self, needs: int) -> bool:
        """Tell whether a call that may use so many tokens stays under the limit, with those under way."""
        return self.token_limit is None or (not self.open and self.total.tokens + needs <= self.token_limit)

    def apply(self, record: Record, fact: Fact | None) -> None:
        match fact:
            case CallAsked():
                task = fact.part.rpartition(TURN)[0]
                self.open[record.seq] = _OpenCall(fact.seat, record.round, self._node, task, fact.reserved)
            case CallCompleted() | CallFailed() | CallCancelled() | CallInterrupted():
                self._end(fact)
            case NodeEntered():
                self._node = fact.node
            case SessionCreated():
                self._limit(fact.setup)
            case LimitChanged():
                self.limits[fact.limit] = fact.value
            case SessionForked():
                self.inherited, self.total = self.total, Account()
                self.by_seat, self.by_round, self.by_place, self.by_node, self.open = {}, {}, {}, {}, {}
                self._limit(fact.setup)

    def _limit(self, setup: Mapping[str, JsonValue]) -> None:
        for name, limit in _SET_UP.items():
            if name in setup:
                value = setup[name]
                self.limits[limit] = float(value) if isinstance(value, int | float) else None

    def _end(self, fact: CallCompleted | CallFailed | CallCancelled | CallInterrupted) -> None:
        call = self.open.pop(fact.asked, None)
        if call is None:
            return
        accounts = [
            self.total,
            self.by_seat.setdefault(call.seat, Account()),
            self.by_round.setdefault(call.round, Account()),
            self.by_place.setdefault((call.round, call.seat), Account()),
            self.by_node.setdefault(call.node, Account()),
            *([self.by_task.setdefault(call.task, Account())] if call.task else ()),
        ]
        for account in accounts:
            match fact:
                case CallCompleted(usage=usage):
                    account.use(usage)
                case CallFailed() | CallCancelled() | CallInterrupted() if fact.usage is not None:
                    account.use(fact.usage, fact.uncertain)
                case CallFailed() | CallCancelled() | CallInterrupted() if fact.at_reserve:
                    account.assume(call.reserve)
