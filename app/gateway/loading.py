"""Models that their server is still loading: waited for within one call, for nothing was read or charged."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import replace

from app.domain import fault_messages
from app.engine.ports import Clock, Delayed, Failed, ModelEvent
from app.gateway.throttle import LONGEST_PAUSE

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
        left, pause = left - pause, min(2 * pause, LONGEST_PAUSE)
