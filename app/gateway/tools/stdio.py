"""A server on standard input and output, read with limits; the library's own reading has none.

Rules: the server has exactly the environment it is given, and a process group of its own that is killed with
all it started; a line that is too long, too many messages for one question, or too many bytes end it.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field

import anyio
import anyio.streams.memory
import mcp_types
from mcp.shared.message import SessionMessage

from app.gateway.tools.remains import Remains, dies_with_this

LONGEST_MESSAGE = 4 * 2**20
"""Bytes of one message."""
_MOST_MESSAGES = 2000
"""Messages that may come for one question: answers, progress, log lines and what is no message at all."""
MOST_BYTES = 16 * 2**20
"""Bytes that may come for one question."""
LAST_SAID = 2000
"""Characters kept of what it writes to standard error."""
READ_SIZE = 2**16
_ID = re.compile(rb'"id"\s*:\s*(\d{1,18})\b')
END_SECONDS = 1.0
Messages = tuple[
    anyio.streams.memory.MemoryObjectReceiveStream[SessionMessage | Exception],
    anyio.streams.memory.MemoryObjectSendStream[SessionMessage],
]


@dataclass
class Hearing:
    """What has come from a server since the last question, and why it is listened to no more."""

    broken: str = ""
    """`too_large` or `flood`; `ended` where it went by itself; empty: it is well."""
    messages: int = 0
    bytes: int = 0
    last_said: str = ""
    """The end of what it wrote to standard error."""
    on_break: Callable[[], None] = field(default=lambda: None, repr=False)

    def asked(self) -> None:
        """Begin to count anew."""
        self.messages = self.bytes = 0

    def took(self, count: int) -> None:
        """Count bytes that came."""
        self.bytes += count
        if self.bytes > MOST_BYTES:
            self.end("too_large")

    def heard(self) -> bool:
        """Count a message; tell whether more may come."""
        self.messages += 1
        if self.messages > _MOST_MESSAGES:
            self.end("flood")
        return not self.broken

    def end(self, why: str) -> None:
        """Listen no more; the first reason counts."""
        if not self.broken:
            self.broken = why
            self.on_break()


@contextlib.asynccontextmanager
async def limited_stdio(
    argv: Sequence[str],
    env: Mapping[str, str],
    folder: str,
    hearing: Hearing,
    on_start: Callable[[int], None],
) -> AsyncIterator[Messages]:
    """Start a server and exchange lines of JSON with it. Raises OSError where it cannot be started."""
    process = await asyncio.create_subprocess_exec(
        *argv,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=dict(env),
        cwd=folder,
        start_new_session=sys.platform != "win32",
        preexec_fn=dies_with_this(),
    )
    remains = Remains(process.pid)
    on_start(process.pid)
    read_writer, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    write, write_reader = anyio.create_memory_object_stream[SessionMessage](0)
    tasks = [
        asyncio.ensure_future(_read(process, read_writer, hearing)),
        asyncio.ensure_future(_write(process, write_reader, hearing)),
        asyncio.ensure_future(_listen(process, hearing)),
    ]
    try:
        yield read, write
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for stream in (read_writer, read, write, write_reader):
            stream.close()
        await _end(process, remains)


async def _end(process: asyncio.subprocess.Process, remains: Remains) -> None:
    """Close its input, wait a moment, and kill it with all it started."""
    with contextlib.suppress(OSError, RuntimeError):
        if process.stdin is not None:
            process.stdin.close()
    # Not `wait`: that waits for the pipes as well, which a grandchild may hold open for ever.
    for _ in range(int(END_SECONDS / 0.02)):
        if process.returncode is not None:
            break
        await asyncio.sleep(0.02)
    remains.kill()
    transport = getattr(process, "_transport", None)
    if transport is not None:
        # A grandchild that holds the pipes would keep it open; nothing public closes it.
        with contextlib.suppress(PermissionError, ProcessLookupError):
            transport.close()


async def _read(
    process: asyncio.subprocess.Process,
    out: anyio.streams.memory.MemoryObjectSendStream[SessionMessage | Exception],
    hearing: Hearing,
) -> None:
    assert process.stdout is not None
    buffer = bytearray()
    try:
        while not hearing.broken and (data := await process.stdout.read(READ_SIZE)):
            hearing.took(len(data))
            searched = len(buffer)
            buffer += data
            while (end := buffer.find(b"\n", searched)) >= 0:
                line = bytes(buffer[:end])
                del buffer[: end + 1]
                searched = 0
                if not hearing.heard():
                    return
                message = _message(line)
                if message is not None:
                    await out.send(message)
            if len(buffer) > LONGEST_MESSAGE:
                hearing.end("too_large")
    except (anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
        pass
    finally:
        hearing.end("ended")
        out.close()


def _message(line: bytes) -> SessionMessage | None:
    """Return a message; None for a line that is none, such as what a careless server prints."""
    try:
        return SessionMessage(mcp_types.jsonrpc_message_adapter.validate_json(line, by_name=False))
    except (ValueError, RecursionError):
        number = _ID.search(line) if line.lstrip().startswith(b"{") else None
        if number is None:
            return None
    # An answer nobody can read must not be waited for.
    unread = mcp_types.ErrorData(code=mcp_types.PARSE_ERROR, message="its answer cannot be read")
    return SessionMessage(mcp_types.JSONRPCError(jsonrpc="2.0", id=int(number[1]), error=unread))


async def _write(
    process: asyncio.subprocess.Process,
    source: anyio.streams.memory.MemoryObjectReceiveStream[SessionMessage],
    hearing: Hearing,
) -> None:
    assert process.stdin is not None
    try:
        async for message in source:
            text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
            process.stdin.write(text.encode() + b"\n")
            await process.stdin.drain()
    except (anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
        hearing.end("ended")


async def _listen(process: asyncio.subprocess.Process, hearing: Hearing) -> None:
    """Keep the end of what it writes to standard error: why it ended may stand there."""
    assert process.stderr is not None
    with contextlib.suppress(OSError):
        while data := await process.stderr.read(READ_SIZE):
            hearing.took(len(data))
            hearing.last_said = (hearing.last_said + data.decode("utf-8", "replace"))[-LAST_SAID:]
