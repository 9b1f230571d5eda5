"""Entry of the host, and its end of the pipes: serves until standard input closes.

Rules: fd 1 belongs to the protocol, so anything printed goes to standard error; standard input closing
means the parent is gone, and ends the process at once, also in the middle of an import.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from app.gateway.protocol import VERSION, Frame, Hello, Ready, decode, encode
from app.processes.frames import BrokenFrames, pack, read_frames, take_pipes
from app.processes.pipe_writer import PipeWriter

_CONGESTED = 2**20
"""Bytes waiting for the parent from which deltas are held back and joined."""
BEAT_SECONDS = 1.0
_BEAT_WORK = 0.005
"""Seconds of processor within a beat that show a start going on; telling of it takes a fiftieth."""
_START_WORK = 60.0
"""Seconds of processor after which a start is no longer believed in; it takes three."""


class PipeOutbox:
    """The Outbox of the pipe; a parent that does not read never blocks a stream."""

    def __init__(self, descriptor: int, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        # Where nobody is there to read any more, there is nothing left to do.
        self._pipe = PipeWriter(descriptor, "frames out", broken=lambda: os._exit(0))
        self._started = threading.Event()

    @property
    def congested(self) -> bool:
        return self._pipe.waiting > _CONGESTED

    def put(self, frame: Frame) -> None:
        self._pipe.write(pack(encode(frame)))

    def start(self) -> None:
        """Say Hello, and again while the start makes use of the processor, however little of it there is."""
        self.put(Hello(VERSION))
        threading.Thread(target=self._beat, name="start", daemon=True).start()

    def ready(self, seconds: float) -> None:
        """Say that everything is imported, and how long it took."""
        self._started.set()
        self.put(Ready(seconds))

    async def flushed(self, frame: Frame) -> None:
        done = asyncio.Event()
        if not self._pipe.write(pack(encode(frame)), lambda: self._loop.call_soon_threadsafe(done.set)):
            await done.wait()

    def _beat(self) -> None:
        before = time.process_time()
        while not self._started.wait(BEAT_SECONDS) and (used := time.process_time()) < _START_WORK:
            if used - before > _BEAT_WORK:
                self.put(Hello(VERSION))
            before = used


def _listen(descriptor: int, loop: asyncio.AbstractEventLoop, inbox: asyncio.Queue[Frame]) -> None:
    def take(body: bytes) -> None:
        loop.call_soon_threadsafe(inbox.put_nowait, decode(body))

    try:
        read_frames(descriptor, take)
    except (OSError, BrokenFrames):
        os._exit(1)
    os._exit(0)


def open_pipes() -> tuple[asyncio.AbstractEventLoop, asyncio.Queue[Frame], PipeOutbox]:
    """Guard the pipes and say Hello; return the loop, what comes in and the way back."""
    # An interrupt typed in a terminal is the parent's to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    frames_in, frames_out = take_pipes()
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    outbox = PipeOutbox(frames_out, loop)
    outbox.start()
    inbox: asyncio.Queue[Frame] = asyncio.Queue()
    threading.Thread(target=_listen, args=(frames_in, loop, inbox), name="frames in", daemon=True).start()
    # Libraries look for files beside the working directory.
    os.chdir(Path(sys.executable).resolve().parent)
    return loop, inbox, outbox


_FIRST_USED = ("anyio._backends._asyncio", "httpcore._backends.anyio", "encodings.idna")
"""What the client imports at its first request."""

_COLLECTED_AFTER = (20_000, 20, 20)
"""Objects made and not yet gone, and how many such looks make a longer one."""


def _first_use() -> None:
    """Do what the first request would do first, while the parent still works at it; contacts nobody."""
    for name in _FIRST_USED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


async def _serve(inbox: asyncio.Queue[Frame], outbox: PipeOutbox, began: float, folder: Path | None) -> None:
    # WORKAROUND for https://github.com/encode/httpx/blob/master/httpx/__init__.py: it imports its command
    # line with everything that draws there, a third of this process's start.
    sys.modules["httpx._main"] = None  # type: ignore[assignment]  # how Python marks what cannot be imported
    # Late: the listener must be there before, for the parent may go away meanwhile.
    from app.gateway.host.http_call import only_our_clients_connect
    from app.gateway.host.memory import ServerMemory
    from app.gateway.host.serving import Server

    only_our_clients_connect()
    server = Server(outbox, ServerMemory(folder))
    gc.freeze()
    # Most of what a call makes is gone without it, and each look at what is left holds up every stream.
    gc.set_threshold(*_COLLECTED_AFTER)
    gc.enable()
    outbox.ready(time.monotonic() - began)
    _first_use()
    while True:
        server.handle(await inbox.get())


def main(arguments: Sequence[str] = ()) -> int:
    """Serve until standard input closes; the first argument names the folder of the host's caches."""
    began = time.monotonic()
    # What is imported is no garbage: looking through it again and again takes a sixth of the start.
    gc.disable()
    folder = Path(arguments[0]).absolute() if arguments else None
    loop, inbox, outbox = open_pipes()
    loop.run_until_complete(_serve(inbox, outbox, began, folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
