"""The library's process, seen from the host: started when it is needed, ended when it is not."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from app.domain.canonical import JsonValue
from app.domain.messages import ModelRequest
from app.gateway.host.dialects.writing import Feature
from app.gateway.host.errors import Fault
from app.gateway.host.wire import Unsendable
from app.gateway.host_client import HostClient, HostGone
from app.gateway.process import LIBRARY
from app.gateway.protocol import Answer, Ask
from app.resources import own_program

IDLE_SECONDS = 120.0
"""It takes three hundred megabytes, and three seconds to come back."""
ANSWER_SECONDS = 30.0


class LibraryProcess:
    """Asks it; one process at a time."""

    def __init__(self, argv: Sequence[str] | None = None, idle: float = IDLE_SECONDS) -> None:
        self._lifeline = HostClient(argv if argv is not None else library_command())
        self._idle = idle
        self._asking = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def needed(self) -> bool:
        """Tell whether it was ever started, or tried to."""
        return self._lifeline.starts > 0

    async def ask(
        self, request: ModelRequest, without: Collection[Feature], *, learns: bool = False
    ) -> Mapping[str, Any]:
        """Return a request as it composes it, or the profile it learns; raises Unsendable."""
        body: dict[str, JsonValue] = {
            "request": request.model_dump(mode="json", exclude={"inputs"}),
            "without": [*sorted(without)],
            "learns": learns,
        }
        self._asking += 1
        if self._timer is not None:
            self._timer.cancel()
        try:
            line = await self._lifeline.open()
            try:
                line.send(Ask(line.id, "compose", body))
                async with asyncio.timeout(ANSWER_SECONDS):
                    async for frame in line.frames():
                        if isinstance(frame, Answer):
                            return _sound(frame.body)
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

    async def end(self) -> None:
        """End it and wait for it."""
        if self._timer is not None:
            self._timer.cancel()
        await self._lifeline.close()

    def _end(self) -> None:
        if not self._asking:
            self._lifeline.kill()


def _sound(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    fault = answer.get("fault")
    if fault is not None:
        raise Unsendable(Fault(**fault))
    return answer


def library_command() -> list[str]:
    """Return how this very program is started as the library's process, frozen or not."""
    return [*own_program(), LIBRARY]
