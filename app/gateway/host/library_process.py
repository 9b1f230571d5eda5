"""The library's process, seen from the host: started when it is needed, ended when it is not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence

from app.domain.canonical import JsonValue
from app.gateway.host.verdict import Fault
from app.gateway.host.wire import Unsendable
from app.gateway.lifeline import HostGone, Lifeline
from app.gateway.process import LIBRARY
from app.gateway.protocol import Answer, Ask

IDLE_SECONDS = 120.0
"""It takes three hundred megabytes, and three seconds to come back."""
ANSWER_SECONDS = 30.0


class LibraryProcess:
    """Asks it; one process at a time."""

    def __init__(self, argv: Sequence[str] | None = None, idle: float = IDLE_SECONDS) -> None:
        self._lifeline = Lifeline(argv if argv is not None else library_command())
        self._idle = idle
        self._asking = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        """Tell whether it is there."""
        return self._lifeline.pid is not None

    async def ask(self, body: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
        """Return its answer; raises Unsendable where it gives none."""
        self._asking += 1
        if self._timer is not None:
            self._timer.cancel()
        try:
            line = await self._lifeline.open()
            try:
                line.send(Ask(line.id, "compose", dict(body)))
                async with asyncio.timeout(ANSWER_SECONDS):
                    async for frame in line.frames():
                        if isinstance(frame, Answer):
                            return frame.body
            finally:
                line.close()
        except HostGone as gone:
            raise Unsendable(Fault("host_died", str(gone))) from gone
        except TimeoutError:
            self._lifeline.kill()
        finally:
            self._asking -= 1
            if not self._asking:
                self._timer = asyncio.get_running_loop().call_later(self._idle, self._end)
        raise Unsendable(Fault("host_died", "The request could not be composed in time."))

    def _end(self) -> None:
        if not self._asking:
            self._lifeline.kill()


def library_command() -> list[str]:
    """Return how this very program is started as the library's process, frozen or not."""
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "app"]
    return [*program, LIBRARY]
