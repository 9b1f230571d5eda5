"""A command host as a child process, seen from the program: one life for one question."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any

from app.processes.child import ChildProcess, own_program
from app.processes.child_env import chosen

ARGUMENT = "--command-host"
"""Hidden argument of the program that makes it a command host."""
_GONE: Mapping[str, Any] = {"end": "gone"}


class CommandProcess:
    """One question to a program; used from one loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._frames: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self._process = ChildProcess("command host", own_program(ARGUMENT), self._hear, self._end)
        self._group: int | None = None
        self._over = False

    @property
    def pid(self) -> int | None:
        """The host's process id."""
        return self._process.pid

    async def frames(self, job: Mapping[str, Any]) -> AsyncIterator[Mapping[str, Any]]:
        """Ask; yield what the host says, to the frame that tells the end."""
        if not self._over:
            await asyncio.to_thread(self._process.start, chosen(os.environ))
            # Its environment stands in there, and may hold what is secret: never in argv.
            self._process.send(json.dumps(job).encode("ascii"))
        while True:
            frame = await self._frames.get()
            self._group = frame.get("group", self._group)
            if "end" in frame:
                # It ended what it started itself; another process may have its number by now.
                self._group = self._group if frame is _GONE else None
            yield frame

    def _hear(self, body: bytes) -> None:
        """Take a frame, in the thread that reads."""
        frame = json.loads(body)
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._frames.put_nowait, frame)

    def _end(self) -> None:
        with contextlib.suppress(RuntimeError):
            # A loop that is closed has nobody who waits.
            self._loop.call_soon_threadsafe(self._frames.put_nowait, _GONE)

    def kill(self) -> None:
        """End the program and its host at once."""
        self._over = True
        self._frames.put_nowait(_GONE)
        self._process.kill()
        self._kill_group()

    def _kill_group(self) -> None:
        if self._group is not None and sys.platform != "win32":
            with contextlib.suppress(OSError):
                os.killpg(self._group, signal.SIGKILL)
        self._group = None

    async def close(self) -> None:
        """End the host, and the program where it is still at work."""
        self._over = True
        await asyncio.to_thread(self._process.end)
        self._kill_group()
