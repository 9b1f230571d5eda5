"""Connections in the clear, straight on the loop's own transports.

Pieces of an answer come one by one, two hundred a second and stream; of what each cost, nearly half was the
layer of the client library between it and the loop. Connections with TLS, and through a proxy, keep to it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Any

import httpcore

MOST_WAITING = 2**20
"""Bytes that nobody has read yet from which the server is held back."""


class PlainSockets(httpcore.AsyncNetworkBackend):
    """Connects by TCP and nothing else."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  the library's own signature
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Open a connection; raises httpcore's ConnectTimeout and ConnectError."""
        del local_address
        try:
            async with asyncio.timeout(timeout):
                _, wire = await asyncio.get_running_loop().create_connection(
                    _Wire, host, port, happy_eyeballs_delay=0.25
                )
        except TimeoutError as error:
            raise httpcore.ConnectTimeout(str(error)) from error
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        for option in socket_options or ():
            wire.transport.get_extra_info("socket").setsockopt(*option)
        return _Stream(wire)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class _Wire(asyncio.Protocol):
    """What came over a connection and was not read yet; all of it is read also where it broke behind that."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self.pieces: deque[bytes] = deque()
        self.size = 0
        self.over = False
        """Nothing more will come."""
        self.broken: Exception | None = None
        self.lost = False
        """Nothing more can be written."""
        self._held = False
        self._reading: asyncio.Future[None] | None = None
        self._writing: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        # What is written is on its way when `write` returns.
        transport.set_write_buffer_limits(0)

    def data_received(self, data: bytes) -> None:
        # Some loops reuse what they hand out.
        self.pieces.append(bytes(data))
        self.size += len(data)
        if self.size > MOST_WAITING and not self._held:
            self._held = True
            self.transport.pause_reading()
        self._wake()

    def eof_received(self) -> bool:
        self.over = True
        self._wake()
        # What is still to be written may be.
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.over = self.lost = True
        self.broken = exc
        self._wake()
        self.resume_writing()

    def pause_writing(self) -> None:
        self._writing = asyncio.get_running_loop().create_future()

    def resume_writing(self) -> None:
        waiting, self._writing = self._writing, None
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def _wake(self) -> None:
        if self._reading is not None and not self._reading.done():
            self._reading.set_result(None)

    async def read(self, most: int) -> bytes:
        """Return what has come, at most so many bytes; nothing at the end."""
        while not self.pieces:
            if self.broken is not None:
                raise httpcore.ReadError(str(self.broken)) from self.broken
            if self.over:
                return b""
            self._reading = asyncio.get_running_loop().create_future()
            try:
                await self._reading
            finally:
                self._reading = None
        data = self.pieces.popleft()
        if len(data) > most:
            self.pieces.appendleft(data[most:])
            data = data[:most]
        self.size -= len(data)
        if self._held and self.size <= MOST_WAITING // 2:
            self._held = False
            if not self.lost:
                self.transport.resume_reading()
        return data

    async def write(self, data: bytes) -> None:
        """Write; wait while the other side takes nothing."""
        if self.lost:
            raise httpcore.WriteError("the connection is closed")
        self.transport.write(data)
        if self._writing is not None:
            await asyncio.shield(self._writing)
        if self.lost:
            raise httpcore.WriteError("the connection is closed")


class _Stream(httpcore.AsyncNetworkStream):
    """One connection, as the client library wants it."""

    def __init__(self, wire: _Wire) -> None:
        self._wire = wire

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109  as above
        """Return bytes, none at the end; raises ReadTimeout and ReadError."""
        if timeout is None:
            return await self._wire.read(max_bytes)
        try:
            async with asyncio.timeout(timeout):
                return await self._wire.read(max_bytes)
        except TimeoutError as error:
            raise httpcore.ReadTimeout(str(error)) from error

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109  as above
        """Write bytes; raises WriteTimeout and WriteError."""
        if not buffer:
            return
        try:
            async with asyncio.timeout(timeout):
                await self._wire.write(buffer)
        except TimeoutError as error:
            raise httpcore.WriteTimeout(str(error)) from error

    async def aclose(self) -> None:
        """Let go at once, whatever the other side does."""
        self._wire.transport.abort()
        await asyncio.sleep(0)

    def get_extra_info(self, info: str) -> Any:
        """Return what the client library looks at before it uses a connection again."""
        if info == "is_readable":
            return self._wire.over or bool(self._wire.pieces)
        return self._wire.transport.get_extra_info(info)
