"""Time and new ids: the machine's, and a clock that tests move by hand."""

from __future__ import annotations

import asyncio
import secrets
import time

from app.domain.ids import SessionId, session_id_of


class SystemClock:
    """The Clock of this machine."""

    def now(self) -> int:
        return time.time_ns() // 1000

    def elapsed(self) -> int:
        return time.monotonic_ns() // 1000

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


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
