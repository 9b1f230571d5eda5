"""One limit of money and tokens over many sessions.

Rules: a session begins only where the most that it may use fits into what is left, and that much is held back
for it until it has ended or waits. So the limit holds also where all of them use what they may at most. A
session that has no limit of its own gets a share of what is left, and the share is its limit.

A session is held to its share as to any limit of its own: a call begins only where all that it may use fits.
Money is never exceeded but by calls without a known price, which count as nothing. Tokens may be exceeded by
what the one call under way reads beyond our estimate of its prompt: providers count in their own way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, field

_ROUNDING = 1e-9
"""Dollars: sums of floats that are equal on paper."""


@dataclass(frozen=True, slots=True)
class Held:
    """What is held back for a session, which is the most it may use from here on; None: nothing limits it."""

    cost: float | None
    tokens: int | None


@dataclass
class Purse:
    """What all sessions of a batch may use together, `cost` in dollars; None: no limit."""

    cost: float | None = None
    tokens: int | None = None
    spent: float = 0.0
    used: int = 0
    _held: dict[str, Held] = field(default_factory=dict)
    _known: dict[str, tuple[float, int]] = field(default_factory=dict)
    """What each session that was counted has come to."""
    _least: dict[bool, float] = field(default_factory=dict)
    """The least that some session lacked for its very next call; True: in tokens, False: in dollars."""
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    def count(self, session: str, cost: float, tokens: int) -> None:
        """Take in what a session has come to by now, in place of what was known of it."""
        before = self._known.get(session, (0.0, 0))
        self._known[session] = (cost, tokens)
        self.spent += cost - before[0]
        self.used += tokens - before[1]

    async def share(self, session: str, cost: float | None, tokens: int | None, sharing: int) -> Held | None:
        """Hold back what a session may use from here on, and return it; None: nothing is left for it.

        `cost`, `tokens`: what is left of its own limits, None where it has none: it then gets one of
        `sharing` parts of what is left. Waits while others that run may leave some over.
        """
        async with self._changed:
            while True:
                money = [one.cost or 0.0 for one in self._held.values()]
                counted = [one.tokens or 0 for one in self._held.values()]
                dollars = self._part(self.cost, self.spent, money, cost, sharing, tokens=False)
                amount = self._part(self.tokens, self.used, counted, tokens, sharing, tokens=True)
                fits_cost = self.cost is None or dollars is not None
                fits_tokens = self.tokens is None or amount is not None
                if fits_cost and fits_tokens:
                    held = self._held[session] = Held(dollars, None if amount is None else int(amount))
                    return held
                if not self._held:
                    # Nothing that runs could leave more: what is left is all there is.
                    return None
                await self._changed.wait()

    def _part(
        self,
        limit: float | None,
        gone: float,
        held: Collection[float],
        most: float | None,
        sharing: int,
        *,
        tokens: bool,
    ) -> float | None:
        """Return a session's part of what is left of a limit; None where there is no limit, or too little."""
        if limit is None:
            return None
        left, least = limit - gone - sum(held), self._least.get(tokens, 0.0)
        smallest = 1 if tokens else 0.0
        # A share in which not even one call fits is of no use to anybody.
        wanted = max(left / max(1, sharing), least, smallest) if most is None else most
        if 0 < wanted <= left + _ROUNDING:
            return wanted
        # Less than it may use at most is still something, but not while others may leave more.
        all_there_is = most is not None and not held and left > _ROUNDING and left >= least
        return left if all_there_is else None

    def lacked(self, needs: float, *, tokens: bool) -> None:
        """Take in what the first call of some session needs that did not fit into what was held for it."""
        self._least[tokens] = min(needs, self._least.get(tokens, needs))

    async def release(self, session: str, cost: float, tokens: int) -> None:
        """Take in what a session has come to, and give back what was held for it."""
        async with self._changed:
            self._held.pop(session, None)
            self.count(session, cost, tokens)
            self._changed.notify_all()
