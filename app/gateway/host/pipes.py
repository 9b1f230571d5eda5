"""The host's end of its pipes.

Rules: fd 1 belongs to the protocol, so anything printed goes to standard error; standard input closing
means the parent is gone, and ends the process at once, also in the middle of an import.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
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
    """Writes frames; a parent that does not read never blocks a stream."""

    def __init__(self, descriptor: int, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        # Where nobody is there to read any more, there is nothing left to do.
        self._pipe = PipeWriter(descriptor, "frames out", broken=lambda: os._exit(0))
        self._started = threading.Event()

    @property
    def congested(self) -> bool:
        """Tell whether the parent is behind with reading."""
        return self._pipe.waiting > _CONGESTED

    def put(self, frame: Frame) -> None:
        """Write a frame soon."""
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
        """Write a frame and return once it is in the pipe."""
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
