"""How many calls a provider is given at once, and how long it is left alone when it asks for it.

A model that its server is still loading is waited for within one call: nothing was read or charged.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace

from app.domain import fault_messages
from app.engine.ports import Clock, Delayed, Failed, ModelEvent
from app.settings.providers import Pace

_FIRST_PAUSE = 10.0
LONGEST_LOAD = 240.0
"""Seconds; what says for longer that it loads is more often stuck than slow, and a person should know."""


async def once_loaded(
    talk: Callable[[], AsyncIterator[ModelEvent]], clock: Clock, most: float
) -> AsyncIterator[ModelEvent]:
    """Yield the events of the first talk that finds the model loaded, begun again for `most` seconds.

    The pauses between grow; a server that loads it longer than that is not asked once more by itself.
    """
    left, pause = most, _FIRST_PAUSE
    while True:
        async with aclosing(talk()) as events:  # type: ignore[type-var]  # a generator
            async for event in events:
                if not isinstance(event, Failed) or event.message != fault_messages.LOADING:
                    yield event
                elif left <= 0:
                    yield replace(event, passing=False)
                else:
                    break
            else:
                return
        yield Delayed("loading")
        await clock.sleep(min(pause, left))
        left, pause = left - pause, min(2 * pause, _LONGEST_PAUSE)


AT_ONCE = 8
"""Calls at once to one provider: a full table."""
_AT_ONCE_OWN = 1
"""A server of one's own works at one answer after the other, until it tells of more slots."""
_LONGEST_PAUSE = 60.0
"""Seconds; what a provider asks for beyond is cut to this."""

_MINUTE = 60_000_000
NO_PACE = Pace()


@dataclass(frozen=True)
class Place:
    """What a call needs a place for: a model at a provider, which may be a server of one's own."""

    origin: str
    pace: Pace = NO_PACE
    own: bool = False
    model: str = ""
    slots: int | None = None
    """As many calls as a server of one's own has told that it works at."""


@dataclass
class _Lane:
    width: int
    per_minute: int | None = None
    begun: deque[int] = field(default_factory=deque)
    """When the calls of the last minute began."""
    running: int = 0
    open_at: int = 0
    waiters: list[asyncio.Future[None]] = field(default_factory=list)
    models: dict[str, int] = field(default_factory=dict)
    """Until when each model is left alone."""


class Throttle:
    """Slots per origin, handed out in the order of asking."""

    def __init__(self, clock: Clock, at_once: int = AT_ONCE, at_once_own: int = _AT_ONCE_OWN) -> None:
        self._clock = clock
        self._widths = {False: at_once, True: at_once_own}
        self._lanes: dict[str, _Lane] = defaultdict(lambda: _Lane(0))

    @asynccontextmanager
    async def slot(self, place: Place) -> AsyncIterator[None]:
        """Wait for a place at a provider and hold it."""
        lane = self._lane(place)
        # Without a place: other models need not wait for this one.
        while (left := lane.models.get(place.model, 0) - self._clock.elapsed()) > 0:
            await self._clock.sleep(left / 1e6)
        await self._enter(lane)
        try:
            # A pause may be lengthened while it is waited for.
            while (left := self._left(lane)) > 0:
                await self._clock.sleep(left / 1e6)
            lane.begun.append(self._clock.elapsed())
            yield
        finally:
            self._leave(lane)

    def wait(self, place: Place) -> Delayed | None:
        """Return what a place would have to be waited for, None where it is given at once."""
        lane = self._lane(place)
        left = max(self._left(lane), lane.models.get(place.model, 0) - self._clock.elapsed())
        if left > 0:
            return Delayed("pause", left / 1e6)
        return None if lane.running < lane.width and not lane.waiters else Delayed("place")

    def at_once(self, place: Place) -> int:
        """Return how many calls a provider is given at once, whichever model is asked."""
        return self._lane(place).width

    def _lane(self, place: Place) -> _Lane:
        lane = self._lanes[place.origin]
        lane.width = place.pace.at_once or (place.own and place.slots) or self._widths[place.own]
        lane.per_minute = place.pace.per_minute
        return lane

    def _left(self, lane: _Lane) -> int:
        """Return the microseconds until the next call may begin."""
        now = self._clock.elapsed()
        while lane.begun and lane.begun[0] <= now - _MINUTE:
            lane.begun.popleft()
        full = lane.per_minute is not None and len(lane.begun) >= lane.per_minute
        # Where the limit was lowered, more than one of them must have grown old.
        due = lane.begun[len(lane.begun) - lane.per_minute] + _MINUTE if full and lane.per_minute else 0
        return max(lane.open_at, due) - now

    def pause(self, origin: str, seconds: float, model: str = "") -> None:
        """Begin no call to this model for a while, and none to its provider where another one waits as well.

        Running ones go on.
        """
        now = self._clock.elapsed()
        until = now + int(min(max(seconds, 0.0), _LONGEST_PAUSE) * 1e6)
        lane = self._lanes[origin]
        if not model or any(end > now for other, end in lane.models.items() if other != model):
            lane.open_at = max(lane.open_at, until)
        lane.models[model] = max(lane.models.get(model, 0), until)

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
