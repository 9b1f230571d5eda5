"""Keeps a model host alive while it is needed, and gives every call a line of its own to it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.domain import fault_hints, fault_messages
from app.domain.i18n import Message
from app.engine.ports import Failed
from app.gateway.protocol import VERSION, Ask, Cancel, Frame, Hello, Ready, WasCancelled, decode, encode
from app.processes.child import ChildProcess, own_program
from app.processes.child_env import OF_THE_NETWORK, OF_THE_PERSON, chosen

ARGUMENT = "--model-host"
"""Hidden argument of the program that makes it the host."""
_READY_SECONDS = 60.0
"""A host that is not ready must show within this that it is at work on its start. It says so itself: on a
machine with thirty programs at work three seconds of importing take minutes."""

_DOUBT_SECONDS = 5.0
"""A host that answers nothing for this long is hung."""


def host_command(folder: Path | None = None) -> list[str]:
    """Return how this very program is started as the host; `folder`: for its caches."""
    return own_program(ARGUMENT, *([str(folder.absolute())] if folder is not None else []))


def host_environment(whole: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a host, the model's or a tool server's: no key is in it."""
    return chosen(whole, OF_THE_PERSON | OF_THE_NETWORK)


class HostGone(Exception):
    """The host died, or could not be started."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message

    def failed(self, *, sent: bool, pieces: Sequence[str]) -> Failed:
        """Return the end of a call to it, with what had come of its answer."""
        hint, partial = fault_hints.BY_KIND["host_died"], "".join(pieces)
        return Failed("host_died", self.message, sent, hint=hint, received=bool(partial), partial=partial)


@dataclass(eq=False)
class Line:
    """What one call hears from the host; bound to the event loop that opened it."""

    id: str
    life: _Life
    loop: asyncio.AbstractEventLoop
    received: asyncio.Queue[Frame | HostGone] = field(default_factory=asyncio.Queue)

    def send(self, frame: Frame) -> None:
        """Write a frame soon; a host that is gone shows in `frames`."""
        self.life.process.send(encode(frame))

    async def frames(self) -> AsyncIterator[Frame]:
        """Yield what the host says to this call. Raises HostGone."""
        while True:
            item = await self.received.get()
            if isinstance(item, HostGone):
                raise item
            yield item

    def hear(self, item: Frame | HostGone) -> None:
        """Take a frame, from any thread."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.received.put_nowait, item)

    def cancel(self) -> None:
        """End the call, here at once."""
        self.hear(WasCancelled(self.id))
        self.send(Cancel(self.id))

    def close(self) -> None:
        """Listen no more."""
        self.life.lines.pop(self.id, None)


class _Life:
    """One host process and the lines to it."""

    def __init__(self, argv: Sequence[str], ready_seconds: float) -> None:
        self.lines: dict[str, Line] = {}
        self.process = ChildProcess("model host", argv, self._take, self.end, keeps_errors=True)
        self.ready: Ready | None = None
        self.over = False
        self.problem: Message | None = None
        self.doubted: asyncio.Task[None] | None = None
        self._ready_seconds = ready_seconds
        self._at_work = time.monotonic()
        """When it last showed that its start goes on."""
        self._waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    async def until_ready(self) -> None:
        """Wait until everything is imported. Raises HostGone."""
        loop, event = asyncio.get_running_loop(), asyncio.Event()
        self._waiting.append((loop, event))
        try:
            while self.ready is None and not self.over:
                left = self._at_work + self._ready_seconds - time.monotonic()
                if left <= 0:
                    self.problem = fault_messages.HOST_STALLED.filled(n=f"{self._ready_seconds:g}")
                    self.process.kill()
                    break
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(left):
                        await event.wait()
        finally:
            self._waiting.remove((loop, event))
        if self.ready is None:
            raise self.gone()

    def start(self) -> None:
        """Start the process, in whichever thread. Raises HostGone."""
        try:
            self.process.start(host_environment(os.environ))
        except OSError as error:
            self.problem = fault_messages.HOST_UNSTARTED.filled(why=error.strerror or str(error))
            self.end()
            raise self.gone() from error

    def gone(self) -> HostGone:
        """Return why it is not there, as an error."""
        last = next((line for line in reversed(self.process.last_lines) if line.strip()), "")
        ended = fault_messages.HOST_ENDED_WITH.filled(why=last) if last else fault_messages.HOST_ENDED
        return HostGone(self.problem or ended)

    def _take(self, body: bytes) -> None:
        frame = decode(body)
        match frame:
            case Hello(version=version) if version != VERSION:
                self.problem = fault_messages.HOST_OTHER_VERSION
                self.process.kill()
            case Hello():
                self._at_work = time.monotonic()
            case Ready():
                self.ready = frame
                self._wake()
            case _:
                line = self.lines.get(getattr(frame, "id", ""))
                if line is not None:
                    line.hear(frame)

    def end(self) -> None:
        """Take note that it is gone."""
        self.over = True
        self._wake()
        for line in list(self.lines.values()):
            line.hear(self.gone())

    def _wake(self) -> None:
        for loop, event in list(self._waiting):
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)


class HostClient:
    """Starts the host when it is needed, again after it died."""

    def __init__(
        self,
        argv: Sequence[str] | None = None,
        doubt_seconds: float = _DOUBT_SECONDS,
        ready_seconds: float = _READY_SECONDS,
    ) -> None:
        self.argv = list(argv) if argv is not None else host_command()
        self._doubt_seconds, self._ready_seconds = doubt_seconds, ready_seconds
        self._life: _Life | None = None
        self._numbers = itertools.count(1)
        self.starts = 0

    @property
    def pid(self) -> int | None:
        """The running host's process id."""
        return self._life.process.pid if self._life is not None and not self._life.over else None

    @property
    def ready(self) -> bool:
        """Whether there is a host that has imported everything."""
        return self._life is not None and not self._life.over and self._life.ready is not None

    @property
    def import_seconds(self) -> float | None:
        """How long the running host took to be ready."""
        return self._life.ready.seconds if self._life is not None and self._life.ready else None

    def begin(self) -> None:
        """Start the host before there is an event loop."""
        with contextlib.suppress(HostGone):
            # The first call tries again and says why.
            self._new_life().start()

    def end_now(self) -> None:
        """End the host without an event loop. Blocks for two seconds at most."""
        life, self._life = self._life, None
        if life is not None:
            life.process.end()

    async def warm(self) -> None:
        """Start the host if there is none, and do not wait for it."""
        try:
            await self._living()
        except HostGone:
            # The first call tries again and says why.
            return

    async def open(self) -> Line:
        """Return a line to a host that is ready. Raises HostGone."""
        life = await self._living()
        await life.until_ready()
        line = self._line(life)
        if life.over:
            line.close()
            raise life.gone()
        return line

    def open_now(self) -> Line | None:
        """Return a line where a host is ready, None where one would have to be waited for."""
        return self._line(self._life) if self._life is not None and self.ready else None

    def _line(self, life: _Life) -> Line:
        line = Line(f"line-{next(self._numbers)}", life, asyncio.get_running_loop())
        life.lines[line.id] = line
        return line

    async def _living(self) -> _Life:
        life = self._life
        if life is None or life.over:
            life = self._new_life()
            await asyncio.to_thread(life.start)
        return life

    def _new_life(self) -> _Life:
        life = self._life = _Life(self.argv, self._ready_seconds)
        self.starts += 1
        return life

    def doubt(self) -> None:
        """Ask a host that is late whether it still serves; end it where it does not answer."""
        life = self._life
        if life is not None and not life.over and life.doubted is None:
            life.doubted = asyncio.create_task(self._examine(life), name="doubted model host")

    async def _examine(self, life: _Life) -> None:
        line = self._line(life)
        try:
            async with asyncio.timeout(self._doubt_seconds):
                line.send(Ask(line.id, "ping"))
                await line.received.get()
        except TimeoutError:
            life.problem = fault_messages.HOST_DOUBTED
            life.process.kill()
        finally:
            line.close()
            life.doubted = None

    def kill(self) -> None:
        """End the host at once; the next call starts another."""
        if self._life is not None:
            self._life.process.kill()

    async def close(self) -> None:
        """End the host and wait for it."""
        # Let go of first: a call that comes meanwhile must not be given one that ends.
        life, self._life = self._life, None
        if life is None:
            return
        if life.doubted is not None:
            life.doubted.cancel()
            await asyncio.gather(life.doubted, return_exceptions=True)
        await asyncio.to_thread(life.process.end)
