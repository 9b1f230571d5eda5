"""Clocks that a test lets go on: what waits for them waits for the test, however slow the machine is."""

from __future__ import annotations

import asyncio

from app.store.clock import SystemClock


class Held(SystemClock):
    """A clock by which no answer comes before it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Wait until it is let go."""
        await self.go.wait()


class Due(Held):
    """A clock by which what is due in more than a minute is due once it is let go."""

    async def sleep(self, seconds: float) -> None:
        """Wait; until it is let go, where that is for long."""
        await (super().sleep(seconds) if seconds > 60 else asyncio.sleep(seconds))


class ManualClock:
    """A clock that stands still but for its sleepers, who move it on at once."""

    def __init__(self, start: int = 1_700_000_000_000_000) -> None:
        self.time = start
        self.slept: list[float] = []

    def now(self) -> int:
        """Return microseconds since 1970-01-01 UTC."""
        return self.time

    def elapsed(self) -> int:
        """Return the same: whoever moves this clock lets time pass."""
        return self.time

    async def sleep(self, seconds: float) -> None:
        """Move the clock on and let others run."""
        self.slept.append(seconds)
        self.time += int(seconds * 1e6)
        await asyncio.sleep(0)
