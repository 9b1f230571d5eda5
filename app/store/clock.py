"""Time and new ids: the machine's, and a clock that tests move by hand."""

from __future__ import annotations

import asyncio
import secrets
import time

from app.domain.ids import SessionId, session_id_of


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        """Return microseconds since 1970-01-01 UTC."""
        return time.time_ns() // 1000

    def elapsed(self) -> int:
        """Return microseconds since some moment, by a clock that nobody sets."""
        return time.monotonic_ns() // 1000

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


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


class SystemIds:
    """Lower-case ULIDs that rise within one process, and random seeds."""

    def __init__(self) -> None:
        self._last = 0

    def session_id(self) -> SessionId:
        """Return a new lower-case ULID: 48 bits of milliseconds, 80 random bits."""
        fresh = (time.time_ns() // 1_000_000 << 80) | secrets.randbits(80)
        self._last = max(fresh, self._last + 1)
        return session_id_of(self._last)

    def seed(self) -> int:
        """Return a new seed, 0 ≤ seed < 2**31."""
        return secrets.randbits(31)
