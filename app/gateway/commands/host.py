"""Entry of a command host: one program, asked one question over standard input, until it has answered.

Rules: the program has the environment it is given and no more, an empty folder that goes with it, and a
process group of its own that ends with all it started, whatever ends: its time, its output, this process or
the one that asked. It is a process of its own because of that: whoever is killed, nothing goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Mapping
from typing import Any

from app.gateway.tools.remains import Remains, dies_with_this, stand_guard
from app.processes.frames import BrokenFrames, pack, read_frame, take_pipes
from app.processes.pipe_writer import PipeWriter

MOST_BYTES = 8 * 2**20
"""Bytes that a program may print."""
LAST_SAID = 4000
"""Characters kept of what it writes to standard error."""
_READ_SIZE = 2**16
_READING_SECONDS = 120.0


class _Asked:
    """One program under way, and what came of it."""

    def __init__(self, job: Mapping[str, Any], outbox: PipeWriter, folder: str) -> None:
        self._job, self._outbox, self._folder = job, outbox, folder
        self._bytes = 0
        self._errors = b""

    async def run(self) -> dict[str, object]:
        """Return the last frame."""
        job = self._job
        try:
            process = await asyncio.create_subprocess_exec(
                *job["argv"],
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=dict(job["env"]),
                cwd=self._folder,
                start_new_session=sys.platform != "win32",
                preexec_fn=dies_with_this(),
            )
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            return {"end": "unstarted", "said": why}
        self._tell({"group": process.pid})
        end, status = "done", None
        talk = asyncio.gather(self._ask(process), self._hear(process), self._listen(process))
        try:
            async with asyncio.timeout(job["seconds"]):
                await talk
                status = await process.wait()
        except TimeoutError:
            end = "timeout"
        except _TooLarge:
            end = "too_large"
        finally:
            talk.cancel()
            Remains(process.pid).kill()
        return {"end": end, "status": status, "said": self._errors.decode("utf-8", "replace")}

    async def _ask(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        # Before its first byte: whoever dies now knows that it may have been asked.
        self._tell({"sent": True})
        # Not every program reads all of it, or any.
        with contextlib.suppress(OSError):
            process.stdin.write(self._job["prompt"].encode("utf-8", "replace"))
            await process.stdin.drain()
        with contextlib.suppress(OSError):
            process.stdin.close()

    async def _hear(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while data := await process.stdout.read(_READ_SIZE):
            self._count(data)
            self._tell({"text": data.decode("latin-1")})

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        while data := await process.stderr.read(_READ_SIZE):
            self._count(data)
            self._errors = (self._errors + data)[-LAST_SAID:]

    def _count(self, data: bytes) -> None:
        self._bytes += len(data)
        if self._bytes > MOST_BYTES:
            raise _TooLarge

    def _tell(self, frame: Mapping[str, object]) -> None:
        self._outbox.write(pack(json.dumps(frame).encode("ascii")))


class _TooLarge(Exception):
    pass


def main() -> int:
    """Serve one question; end with all that was started as soon as standard input closes."""
    folder = tempfile.mkdtemp(prefix="roundtable-seat-")
    stand_guard(lambda: shutil.rmtree(folder, ignore_errors=True))
    frames_in, frames_out = take_pipes()

    def gone() -> None:
        Remains(os.getpid()).kill_below()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)

    outbox = PipeWriter(frames_out, "command frames", broken=gone)
    with os.fdopen(frames_in, "rb") as pipe:
        try:
            body = read_frame(pipe)
        except (BrokenFrames, OSError):
            body = None
        if body is None:
            gone()
        assert body is not None

        def watch() -> None:
            # Nothing more is sent: an end of the pipe is the end of whoever asked.
            with contextlib.suppress(OSError):
                pipe.read(1)
            gone()

        threading.Thread(target=watch, daemon=True).start()
        last = asyncio.run(_Asked(json.loads(body), outbox, folder).run())
        Remains(os.getpid()).kill_below()
        shutil.rmtree(folder, ignore_errors=True)
        outbox.write(pack(json.dumps(last).encode("ascii")))
        outbox.close()
        # However long whoever asked takes to read: the end of that one is noticed above.
        outbox.join(_READING_SECONDS)
        os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
