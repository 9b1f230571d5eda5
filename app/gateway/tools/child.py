"""A tool host as a child process, seen from the program: started, asked over frames, ended with its server.

Rules: its environment is chosen, as a model host's is; secrets go to it in a frame; frames are read in a
thread, so that a busy window holds nothing up; whoever asked when it ends is told so.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from app.gateway.pipe_writer import PipeWriter
from app.gateway.process import environment
from app.gateway.tools.frames import BrokenFrames, FrameReader, encode
from app.resources import own_program

ARGUMENT = "--tool-host"
"""Hidden argument of the program that makes it a tool host."""
END_SECONDS = 6.0
GRACE = 45.0
"""Seconds that a host has beyond a question's own, to start its server and to end one; then it is dead."""
Answer = Mapping[str, Any]
_DEAD: Answer = {"problem": "ended", "said": ""}


def command() -> list[str]:
    """Return how this very program is started as a tool host, frozen or not."""
    return [*own_program(), ARGUMENT]


class ToolChild:
    """One life of a tool host. Used from one loop; started with its first question."""

    def __init__(self, server: Mapping[str, Any], argv: Sequence[str] | None = None) -> None:
        self._server, self._argv = server, list(argv or command())
        self._process: subprocess.Popen[bytes] | None = None
        self._in: PipeWriter | None = None
        self._thread: threading.Thread | None = None
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._numbers = itertools.count(1)
        self._server_group: int | None = None
        self._starting = asyncio.Lock()
        self.over = False

    async def ask(self, op: str, seconds: float, **more: object) -> Answer:
        """Return what came of a question; one that was given up takes the host with it."""
        async with self._starting:
            # Members at work at once ask at once: there is one host for all of them.
            if self._process is None and not self.over:
                await asyncio.to_thread(self._start, asyncio.get_running_loop())
        if self.over or self._in is None:
            return _DEAD
        number = next(self._numbers)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._in.write(encode({"id": number, "op": op, "seconds": seconds, **more}))
        try:
            async with asyncio.timeout(seconds + GRACE):
                return await answer
        except TimeoutError:
            self.kill()
            return {"problem": "timeout", "said": ""}
        except asyncio.CancelledError:
            # Nobody waits for it any more: it is not to go on unseen.
            self.kill()
            raise
        finally:
            self._waiting.pop(number, None)

    def _start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._process = subprocess.Popen(
            self._argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(os.environ),
            bufsize=0,
            start_new_session=sys.platform != "win32",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
            | getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert self._process.stdin is not None
        with self._process.stdin as pipe:
            self._in = PipeWriter(os.dup(pipe.fileno()), "tool host")
        self._in.write(encode(dict(self._server)))
        self._thread = threading.Thread(target=self._read, args=(loop,), name="tool host", daemon=True)
        self._thread.start()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        reader = FrameReader()
        try:
            with self._process.stdout as out, contextlib.suppress(BrokenFrames, OSError):
                while data := os.read(out.fileno(), 2**16):
                    for frame in reader.feed(data):
                        loop.call_soon_threadsafe(self._take, frame)
        finally:
            with contextlib.suppress(RuntimeError):
                # A loop that is closed has nobody who waits.
                loop.call_soon_threadsafe(self._ended)

    def _take(self, frame: Mapping[str, Any]) -> None:
        if isinstance(frame.get("started"), int):
            self._server_group = frame["started"]
            return
        waiting = self._waiting.get(frame.get("id", 0))
        if waiting is not None and not waiting.done():
            waiting.set_result(frame)

    def _ended(self) -> None:
        self.over = True
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_result(_DEAD)

    def kill(self) -> None:
        """End the host and its server at once."""
        self.over = True
        if self._in is not None:
            self._in.close()
        if self._process is not None:
            self._process.kill()
        self._kill_server()

    def _kill_server(self) -> None:
        if self._server_group is not None and sys.platform != "win32":
            with contextlib.suppress(OSError):
                os.killpg(self._server_group, signal.SIGKILL)
        self._server_group = None

    async def close(self) -> None:
        """End it in good order: its input closes, and it ends its server."""
        self.over = True
        if self._process is not None:
            await asyncio.to_thread(self._close)

    def _close(self) -> None:
        assert self._process is not None
        assert self._in is not None
        self._in.close()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            self._kill_server()
        self._in.join(END_SECONDS)
        if self._thread is not None:
            self._thread.join(END_SECONDS)
