"""Connections in the clear: everything that came is read, nobody is flooded, and a break is told as one."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import httpcore
import pytest

from app.gateway.host.sockets import MOST_WAITING, PlainSockets
from tests.support.waiting import AMPLE, until

pytestmark = pytest.mark.loopback
Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def connected(serve: Serve) -> AsyncIterator[httpcore.AsyncNetworkStream]:
    """Yield a connection to a server that does this with it."""
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    stream = await PlainSockets().connect_tcp("127.0.0.1", server.sockets[0].getsockname()[1], AMPLE)
    try:
        yield stream
    finally:
        await stream.aclose()
        server.close()


def break_off(writer: asyncio.StreamWriter) -> None:
    """Reset a connection, as a server does that dies."""
    sock = writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def test_what_came_before_a_connection_broke_is_read_and_then_the_break_is_told() -> None:
    written, go = asyncio.Event(), asyncio.Event()

    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"an answer")
        await writer.drain()
        written.set()
        await go.wait()
        break_off(writer)

    async with connected(serve) as stream:
        await written.wait()
        assert await stream.read(2) == b"an"
        go.set()
        # It is broken by now, and the rest is there all the same.
        await until(lambda: stream.get_extra_info("is_readable") and stream._wire.broken is not None)  # type: ignore[attr-defined]
        assert await stream.read(100) == b" answer"
        with pytest.raises(httpcore.ReadError):
            await stream.read(100)
        with pytest.raises(httpcore.WriteError):
            await stream.write(b"more")


async def test_a_server_that_writes_more_than_is_read_is_held_back_and_nothing_is_lost() -> None:
    whole = bytes(range(256)) * 64 * 1024

    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(whole)
        await writer.drain()
        writer.close()

    async with connected(serve) as stream:
        await until(lambda: stream._wire.size > MOST_WAITING)  # type: ignore[attr-defined]
        await asyncio.sleep(0.05)
        assert stream._wire.size < 2 * MOST_WAITING  # type: ignore[attr-defined]
        got = bytearray()
        while piece := await stream.read(65536):
            assert len(piece) <= 65536
            got += piece
    assert bytes(got) == whole


async def test_writing_waits_for_a_server_that_takes_nothing_and_ends_with_it() -> None:
    gone = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await gone.wait()
        break_off(writer)
        del reader

    async with connected(serve) as stream:
        writing = asyncio.ensure_future(stream.write(b"x" * 2**25))
        await asyncio.sleep(0.05)
        assert not writing.done()
        gone.set()
        with pytest.raises(httpcore.WriteError):
            await writing


async def test_nobody_listening_is_told_as_no_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(httpcore.ConnectError):
        await PlainSockets().connect_tcp("127.0.0.1", port, AMPLE)
