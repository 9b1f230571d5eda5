"""One limit of money and tokens over many sessions, whoever moves them.

Rules: a session begins only where the most that it may use fits into what is left, and that much is held back
for it until it has ended or waits. So the limit holds also where all of them use what they may at most. A
session that has no limit of its own gets a share of what is left, and the share is its limit. With a folder
all of this stands in the folder's account: several commands and machines at it have one limit together.

A session is held to its share as to any limit of its own: a call begins only where all that it may use fits.
Money is never exceeded but by calls without a known price, which count as nothing. Tokens may be exceeded by
what the one call under way reads beyond our estimate of its prompt: providers count in their own way.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, TypeVar

from app.domain.errors import SessionBusy
from app.domain.fault_messages import ELSEWHERE
from app.engine.ledger import Held, Ledger, Line

T = TypeVar("T")
_ROUNDING = 1e-9
"""Dollars: sums of floats that are equal on paper."""
LOOK_SECONDS = 0.3
"""Between looks at what other commands have left over."""
BEAT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Used:
    """What a session has come to: dollars, with what calls of an unknown end may cost, and tokens.

    `born`: when it was created, µs since 1970; 0: never.
    """

    born: int = 0
    cost: float = 0.0
    tokens: int = 0


NOTHING = Used()
Settle = Callable[[str], Awaitable[Used | None]]


@dataclass
class Budget:
    """What all sessions of a batch may use together, `cost` in dollars; None: no limit."""

    cost: float | None = None
    tokens: int | None = None
    _ledger: Ledger = field(default_factory=Ledger)
    _new: list[Line] = field(default_factory=list)
    """What others at the folder are to be told with the next change."""
    _least: dict[bool, float] = field(default_factory=dict)
    """The least that some session lacked for its very next call; True: in tokens, False: in dollars."""
    _settle: Settle | None = None
    _lost: set[tuple[str, str]] = field(default_factory=set)
    """What is held by dead processes of other data folders: nobody here can tell what was used of it."""
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def spent(self) -> float:
        """Dollars that all sessions have come to."""
        return self._ledger.cost

    @property
    def used(self) -> int:
        """Tokens that all sessions have come to."""
        return self._ledger.tokens

    @asynccontextmanager
    async def kept_by(self, account: Ledger, settle: Settle) -> AsyncIterator[None]:
        """Share the limit with all who move sessions of a folder; without a limit there is nothing to share.

        `settle`: returns what a session of this data folder has come to that a dead process moved; None: that
        cannot be told yet. Raises InputError, StorageError.
        """
        if self.cost is None and self.tokens is None:
            yield
            return
        await asyncio.to_thread(account.open)
        self._ledger, self._settle = account, settle
        alive = asyncio.create_task(self._beat(account), name="account")
        try:
            yield
        finally:
            alive.cancel()
            await asyncio.gather(alive, return_exceptions=True)
            await asyncio.to_thread(account.close)

    async def _beat(self, account: Ledger) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await asyncio.to_thread(account.beat)

    def count(self, session: str, used: Used) -> None:
        """Take in what a session has come to by now."""
        if self._ledger.spend(session, used.born, used.cost, used.tokens):
            self._new.append(_spent(session, used))

    async def share(
        self,
        session: str,
        cost: float | None,
        tokens: int | None,
        sharing: int,
        given_up: Callable[[], bool] = lambda: False,
    ) -> Held | None:
        """Hold back what a session may use from here on, and return it; None: nothing is left for it.

        `cost`, `tokens`: what is left of its own limits, None where it has none: it then gets one of
        `sharing` parts of what is left. Waits while others that run may leave some over, until `given_up`.
        Raises SessionBusy where another process moves it, InputError, StorageError.
        """
        async with self._changed:
            while True:
                await self._settle_dead()
                found = await self._do(lambda: self._hold(session, cost, tokens, sharing))
                if found != "wait":
                    return found
                if given_up():
                    return None
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), LOOK_SECONDS if self._settle else None)

    async def release(self, session: str, used: Used) -> None:
        """Take in what a session has come to, and give back what was held for it; raises StorageError."""
        async with self._changed:
            self.count(session, used)
            await self._do(lambda: self._ledger.write({"free": session, "by": self._ledger.owner}))
            self._changed.notify_all()

    async def _do(self, does: Callable[[], T]) -> T:
        """Change the ledger as one step; that of a folder is waited for in a thread."""

        def change() -> T:
            if self._new:
                self._ledger.write(*self._new)
                self._new.clear()
            return does()

        if self._settle is None:
            return self._ledger.change(change)
        return await asyncio.to_thread(self._ledger.change, change)

    def _hold(
        self, session: str, cost: float | None, tokens: int | None, sharing: int
    ) -> Held | Literal["wait"] | None:
        ledger = self._ledger
        held = ledger.in_scope()
        lives = held.keys() - self._lost
        if any(one == session and owner != ledger.owner for one, owner in lives):
            raise SessionBusy(ELSEWHERE)
        money, counted = (
            [one.cost or 0.0 for one in held.values()],
            [one.tokens or 0 for one in held.values()],
        )
        dollars = self._part(self.cost, self.spent, money, cost, sharing, tokens=False)
        amount = self._part(self.tokens, self.used, counted, tokens, sharing, tokens=True)
        if (self.cost is None or dollars is not None) and (self.tokens is None or amount is not None):
            mine = Held(dollars, None if amount is None else int(amount))
            ledger.write({"hold": session, "by": ledger.owner, "cost": mine.cost, "tokens": mine.tokens})
            return mine
        # Where nothing runs that could leave more, what is left is all there is.
        return "wait" if lives else None

    async def _settle_dead(self) -> None:
        """Free what dead processes held, and count what their sessions have come to."""
        if self._settle is None:
            return
        for session, owner, here in await self._do(self._ledger.dead):
            if not here:
                # Its own machine tells, once that goes on.
                self._lost.add((session, owner))
                continue
            used = await self._settle(session)
            if used is not None:
                self.count(session, used)
                await self._do(partial(self._ledger.write, {"free": session, "by": owner}))

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


def _spent(session: str, used: Used) -> Line:
    return {"spent": session, "born": used.born, "cost": used.cost, "tokens": used.tokens}
