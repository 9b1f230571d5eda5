"""When many answers stream at once, each is read a few times a second, and then all that has come of it.

To wake up for a piece costs four times what the piece itself does: two hundred streams of fifty tokens a
second would fill a processor.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable

DELTA_SECONDS = 0.05
"""At least this long between two deltas of one call."""
MANY = 32
"""Calls from which on they are read in turns; fewer are read as they come."""


class Turns:
    """One beat for all: half a delta before what was read is told."""

    def __init__(self, calls: Callable[[], int]) -> None:
        self._calls = calls
        self._next: asyncio.Event | None = None

    def next(self) -> Awaitable[object] | None:
        """Return what to wait for before reading on; None: nothing, for there are few."""
        if self._calls() < MANY:
            return None
        if self._next is None:
            self._next = asyncio.Event()
            loop = asyncio.get_running_loop()
            beat = math.floor(loop.time() / DELTA_SECONDS + 0.5) + 0.5
            loop.call_at(beat * DELTA_SECONDS, self._begin)
        return self._next.wait()

    def _begin(self) -> None:
        due, self._next = self._next, None
        if due is not None:
            due.set()
