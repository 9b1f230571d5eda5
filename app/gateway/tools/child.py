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
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from app.gateway.host_client import host_environment
from app.gateway.tools.messages import LARGEST, decode, encode
from app.processes.child import ChildProcess, own_program

ARGUMENT = "--tool-host"
"""Hidden argument of the program that makes it a tool host."""
END_SECONDS = 6.0
GRACE = 45.0
"""Seconds that a host has beyond a question's own, to start its server and to end one; then it is dead."""
Answer = Mapping[str, Any]
_DEAD: Answer = {"problem": "ended", "said": ""}


class ToolChild:
    """One life of a tool host. Used from one loop; started with its first question."""

    def __init__(self, server: Mapping[str, Any], argv: Sequence[str] | None = None) -> None:
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._process = ChildProcess(
            "tool host", argv or own_program(ARGUMENT), self._hear, self._end, largest=LARGEST
        )
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._numbers = itertools.count(1)
        self._server_group: int | None = None
        self._starting = asyncio.Lock()
        self.over = False

    async def ask(self, op: str, seconds: float, **more: object) -> Answer:
        """Return what came of a question; one that was given up takes the host with it."""
        async with self._starting:
            # Members at work at once ask at once: there is one host for all of them.
            if self._process.pid is None and not self.over:
                await asyncio.to_thread(self._start)
        if self.over:
            return _DEAD
        number = next(self._numbers)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._process.send(encode({"id": number, "op": op, "seconds": seconds, **more}))
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

    def _start(self) -> None:
        self._process.start(host_environment(os.environ))
        self._process.send(encode(self._server))

    def _hear(self, body: bytes) -> None:
        """Take a frame, in the thread that reads."""
        self._loop.call_soon_threadsafe(self._take, decode(body))

    def _end(self) -> None:
        with contextlib.suppress(RuntimeError):
            # A loop that is closed has nobody who waits.
            self._loop.call_soon_threadsafe(self._ended)

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
        if not await asyncio.to_thread(self._process.end, END_SECONDS):
            self._kill_server()
