"""How many calls a provider is given at once, and how long it is left alone when it asks for it."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from app.engine.ports import Clock
from app.settings.providers import Pace

AT_ONCE = 8
"""Calls at once to one provider: a full table."""
AT_ONCE_LOCAL = 2
"""A server on this machine computes one answer after the other anyway."""
LONGEST_PAUSE = 60.0
"""Seconds; what a provider asks for beyond is cut to this."""

MINUTE = 60_000_000
NO_PACE = Pace()


@dataclass
class _Lane:
    width: int
    per_minute: int | None = None
    begun: deque[int] = field(default_factory=deque)
    """When the calls of the last minute began."""
    running: int = 0
    open_at: int = 0
    waiters: list[asyncio.Future[None]] = field(default_factory=list)


class Throttle:
    """Slots per origin, handed out in the order of asking."""

    def __init__(self, clock: Clock, at_once: int = AT_ONCE, at_once_local: int = AT_ONCE_LOCAL) -> None:
        self._clock = clock
        self._widths = {False: at_once, True: at_once_local}
        self._lanes: dict[str, _Lane] = defaultdict(lambda: _Lane(0))

    @asynccontextmanager
    async def slot(self, origin: str, pace: Pace = NO_PACE, *, local: bool = False) -> AsyncIterator[None]:
        """Wait for a place at a provider and hold it."""
        lane = self._lane(origin, pace, local)
        await self._enter(lane)
        try:
            # A pause may be lengthened while it is waited for.
            while (left := self._left(lane) / 1e6) > 0:
                await self._clock.sleep(left)
            lane.begun.append(self._clock.now())
            yield
        finally:
            self._leave(lane)

    def free(self, origin: str, pace: Pace = NO_PACE, *, local: bool = False) -> bool:
        """Tell whether a place at a provider would be given without waiting."""
        lane = self._lane(origin, pace, local)
        return lane.running < lane.width and not lane.waiters and self._left(lane) <= 0

    def at_once(self, origin: str, pace: Pace = NO_PACE, *, local: bool = False) -> int:
        """Return how many calls a provider is given at once."""
        return self._lane(origin, pace, local).width

    def _lane(self, origin: str, pace: Pace, local: bool) -> _Lane:
        lane = self._lanes[origin]
        lane.width = pace.at_once or self._widths[local]
        lane.per_minute = pace.per_minute
        return lane

    def _left(self, lane: _Lane) -> int:
        """Return the microseconds until the next call may begin."""
        now = self._clock.now()
        while lane.begun and lane.begun[0] <= now - MINUTE:
            lane.begun.popleft()
        full = lane.per_minute is not None and len(lane.begun) >= lane.per_minute
        # Where the limit was lowered, more than one of them must have grown old.
        due = lane.begun[len(lane.begun) - lane.per_minute] + MINUTE if full and lane.per_minute else 0
        return max(lane.open_at, due) - now

    def pause(self, origin: str, seconds: float) -> None:
        """Begin no call to this provider for a while; running ones go on."""
        until = self._clock.now() + int(min(max(seconds, 0.0), LONGEST_PAUSE) * 1e6)
        lane = self._lanes[origin]
        lane.open_at = max(lane.open_at, until)

    async def _enter(self, lane: _Lane) -> None:
        if lane.running < lane.width and not lane.waiters:
            lane.running += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        lane.waiters.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn in lane.waiters:
                lane.waiters.remove(turn)
            elif turn.done() and not turn.cancelled():
                # The place was given in the same moment: it goes to the next.
                self._leave(lane)
            raise

    def _leave(self, lane: _Lane) -> None:
        lane.running -= 1
        while lane.waiters and lane.running < lane.width:
            turn = lane.waiters.pop(0)
            if not turn.done():
                lane.running += 1
                turn.set_result(None)
