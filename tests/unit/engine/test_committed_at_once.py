"""Nothing but the disk lies between an answer's end and its commit: who is killed there has paid for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.messages import ModelRequest
from app.domain.usage import Usage
from app.engine.bus import Appended, BusMessage
from app.engine.ports import Completed, ModelEvent, Sent, TextDelta
from app.store.clock import SystemClock
from tests.support.desk import desk
from tests.support.scripted import Line

PATIENCE_S = 10.0
"""Only a commit that waits for a clock lasts as long as this."""


class StoppedClock:
    """The loop's clock, which stands still from the end of an answer to its commit: no pause ever ends."""

    def __init__(self) -> None:
        self.stood = 0
        self.waited_in_vain = False
        self._timer: threading.Timer | None = None

    def stand(self) -> None:
        """Stand still until the answer is committed."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        loop.time = lambda: now  # type: ignore[method-assign]
        self.stood += 1
        self._timer = threading.Timer(PATIENCE_S, self._give_up, [loop])
        self._timer.start()

    def hear(self, message: BusMessage) -> None:
        """Go on once the answer is committed."""
        if isinstance(message, Appended) and any(r.type == "call_completed" for r in message.records):
            self._go_on(asyncio.get_running_loop())

    def _give_up(self, loop: asyncio.AbstractEventLoop) -> None:
        self.waited_in_vain = True
        loop.call_soon_threadsafe(self._go_on, loop)

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        vars(loop).pop("time", None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
            self._timer = None


@pytest.mark.parametrize("streamed", [False, True])
async def test_an_answer_is_committed_at_its_end_and_no_pause_comes_between(
    streamed: bool, tmp_path: Path
) -> None:
    clock = StoppedClock()

    def spoken(request: ModelRequest) -> Iterator[ModelEvent]:
        yield Sent()
        if streamed:
            yield TextDelta(f"{request.seat} says yes.")
        clock.stand()
        yield Completed(f"{request.seat} says yes.", usage=Usage())

    def script(request: ModelRequest) -> Line:
        return spoken(request)  # type: ignore[return-value]  # what is said is looked at piece by piece

    async with desk(tmp_path, script, clock=SystemClock()) as d:
        d.parts.bus.subscribe(clock.hear)
        session = await d.create(names=("Ann",), rounds=1)
        await d.sessions.start(session)
        assert await d.sessions.wait(session) == "waiting"
        types = await d.types(session)
        assert types.count("call_completed") == clock.stood > 0
        assert not clock.waited_in_vain
