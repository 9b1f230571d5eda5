"""Entry of a tool host: one MCP server, asked by the program over pipes, until standard input closes.

It is a process of its own: the library stays out of the window's, what a hostile server sends is read here,
and a program that is killed leaves no server behind. Nothing that a server asks for is done: no model is
asked for it, no folder is named to it, and no person is asked by it.

A frame is one JSON object. The first one names the server with its secrets, which travel nowhere else; each
request is answered by its `id` exactly once; none is ever logged.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from app.gateway.tools.remains import Remains, stand_guard
from app.processes.frames import BrokenFrames, pack, read_frames, take_pipes
from app.processes.pipe_writer import PipeWriter

LARGEST = 16 * 2**20
"""Bytes of one frame."""


def encode(message: Mapping[str, Any]) -> bytes:
    """Return a message as the body of a frame."""
    return json.dumps(dict(message), ensure_ascii=True).encode("ascii")


def decode(body: bytes) -> dict[str, Any]:
    """Return the message in a frame; raises BrokenFrames."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BrokenFrames("no JSON") from error
    if not isinstance(message, dict):
        raise BrokenFrames("no object")
    return message


def _read_frames(
    descriptor: int, loop: asyncio.AbstractEventLoop, inbox: asyncio.Queue[dict[str, Any] | None]
) -> None:
    def take(body: bytes) -> None:
        loop.call_soon_threadsafe(inbox.put_nowait, decode(body))

    with contextlib.suppress(BrokenFrames, OSError):
        read_frames(descriptor, take, LARGEST)
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(inbox.put_nowait, None)


async def _serve(descriptor: int, outbox: PipeWriter) -> None:
    inbox: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    threading.Thread(target=_read_frames, args=(descriptor, loop, inbox), daemon=True).start()
    begin = await inbox.get()
    if begin is None:
        return

    def send(frame: Mapping[str, Any]) -> None:
        outbox.write(pack(encode(frame)))

    # Late: who only wants to know whether it can be started does not wait for the library.
    from app.gateway.tools.connection import Connection

    connection = Connection(begin, send)
    under_way: set[asyncio.Task[None]] = set()
    try:
        while (frame := await inbox.get()) is not None:
            task = asyncio.ensure_future(_answer(connection.answer, frame, send))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
    finally:
        for task in under_way:
            task.cancel()
        await connection.close()


async def _answer(
    answer: Callable[[Mapping[str, Any]], Awaitable[Mapping[str, Any]]],
    frame: Mapping[str, Any],
    send: Callable[[Mapping[str, Any]], None],
) -> None:
    send({"id": frame.get("id"), **await answer(frame)})


def main() -> int:
    """Serve until standard input closes."""
    # What the library has to say of a server's messages repeats them.
    logging.disable(logging.CRITICAL)
    stand_guard(lambda: None)
    _no_core()
    frames_in, frames_out = take_pipes()
    outbox = PipeWriter(frames_out, "tool frames", broken=_gone)
    asyncio.run(_serve(frames_in, outbox))
    outbox.close()
    outbox.join(2.0)
    Remains(os.getpid()).kill_below()
    return 0


def _no_core() -> None:
    """Leave no image of memory behind, in which secrets stand, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _gone() -> None:
    """End at once: nobody reads any more."""
    Remains(os.getpid()).kill_below()
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
