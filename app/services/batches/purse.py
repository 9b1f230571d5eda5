"""One limit of money and tokens over many sessions.

Rule: a session begins only where the most that it may cost fits into what is left, and that much is held back
for it until it has ended or waits. So the limit holds also where all of them cost what they may at most.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


@dataclass
class Purse:
    """What all sessions of a batch may cost together; None: no limit.

    `cost` in dollars. A price that nobody knows counts as nothing, as in a session's own limit; `tokens` hold
    for those, too, but are known only afterwards: what runs when they are reached ends first.
    """

    cost: float | None = None
    tokens: int | None = None
    spent: float = 0.0
    used: int = 0
    _held: dict[str, float] = field(default_factory=dict)
    _known: dict[str, tuple[float, int]] = field(default_factory=dict)
    """What each session that was counted has come to."""
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    def count(self, session: str, cost: float, tokens: int) -> None:
        """Take in what a session has come to by now, in place of what was known of it."""
        before = self._known.get(session, (0.0, 0))
        self._known[session] = (cost, tokens)
        self.spent += cost - before[0]
        self.used += tokens - before[1]

    async def hold(self, session: str, most: float | None, sharing: int) -> float | None:
        """Hold back what a session may cost from here on, and return it; None: nothing is left for it.

        `most`: its own limit, None where it has none: it then gets a share of what is left. Waits while
        others that run may leave some over. Without a limit of the batch nothing is held back: 0.
        """
        async with self._changed:
            while True:
                if self.tokens is not None and self.used >= self.tokens:
                    return None
                if self.cost is None:
                    return 0.0
                left = self.cost - self.spent - sum(self._held.values())
                wanted = left / max(1, sharing) if most is None else most
                if 0 < wanted <= left + _ROUNDING:
                    self._held[session] = wanted
                    return wanted
                if not self._held:
                    # Nothing that runs could leave more: what is left is all there is.
                    if left > _ROUNDING and most is not None:
                        self._held[session] = left
                        return left
                    return None
                await self._changed.wait()

    async def release(self, session: str, cost: float, tokens: int) -> None:
        """Take in what a session has come to, and give back what was held for it."""
        async with self._changed:
            self._held.pop(session, None)
            self.count(session, cost, tokens)
            self._changed.notify_all()


_ROUNDING = 1e-9
"""Dollars: sums of floats that are equal on paper."""
