"""The HTTP server on loopback: one request a connection, read within limits.

Rules, in this order: the head and the body have an end in bytes and in seconds; a request for another host
(a page that leads a name here) or from a page of another origin is refused; so is every one without the
token, which stands in a header and nowhere else. Only then is looked at what is wanted. h11 reads the
protocol: what could be read in two ways is refused by it, or here.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

import h11

from app.domain.canonical import JsonValue

LONGEST_HEAD = 16 * 2**10
"""Bytes of a request's head."""
LONGEST_BODY = 4 * 2**20
_HEAD_SECONDS = 10.0
_BODY_SECONDS = 30.0
MOST_CONNECTIONS = 64
"""Connections at once: who holds many open keeps no others out for longer than a head or a body takes."""
_LINGER_SECONDS = 1.0
"""For which what a client still sends is read: a connection that is reset loses the answer on its way."""
_STALLED_SECONDS = 30.0
"""After which a client that reads nothing is gone."""
_READ_SIZE = 2**16


class Refused(Exception):
    """A request that gets no answer but why."""

    def __init__(self, status: int, code: str, message: str, headers: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(message)
        self.status, self.code, self.headers = status, code, tuple(headers)

    @property
    def body(self) -> dict[str, JsonValue]:
        """The refusal as clients of this interface read it."""
        kinds = {401: "authentication_error", 402: "insufficient_quota", 429: "rate_limit_error"}
        kind = kinds.get(self.status, "server_error" if self.status >= 500 else "invalid_request_error")
        return {"error": {"message": str(self), "type": kind, "param": None, "code": self.code}}


@dataclass(frozen=True, slots=True)
class Request:
    """A request that may be answered."""

    method: str
    path: str
    """As it was written, without a query."""
    headers: Mapping[str, str]
    """By names in lower case; each stands there once."""
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: a value as JSON, or lines as they come."""

    value: JsonValue = None
    stream: AsyncIterator[bytes] | None = None
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()


@dataclass
class HttpServer:
    """Answers requests; `answer` may raise Refused."""

    answer: Callable[[Request], Awaitable[Reply]]
    token: str = field(repr=False)
    origins: frozenset[str] = frozenset()
    """Pages that may ask from within a browser, by their origins; none may unless it is named."""
    head_seconds: float = _HEAD_SECONDS
    body_seconds: float = _BODY_SECONDS
    port: int = 0
    _server: asyncio.Server | None = field(default=None, init=False)
    _under_way: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    async def start(self, port: int) -> None:
        """Listen on loopback; port 0: on any that is free. Raises OSError."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", port, limit=_READ_SIZE)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Listen no more, and end what is under way."""
        if self._server is not None:
            self._server.close()
        for task in list(self._under_way):
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    @property
    def busy(self) -> bool:
        """Tell whether a client is being answered, or still talks."""
        return bool(self._under_way)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        try:
            # Whoever goes away in the middle of something is owed nothing.
            with contextlib.suppress(OSError, asyncio.CancelledError):
                await self._serve(_Exchange(reader, writer))
        finally:
            self._under_way.discard(task)
            writer.close()

    async def _serve(self, exchange: _Exchange) -> None:
        request: Request | None = None
        try:
            if len(self._under_way) > MOST_CONNECTIONS:
                raise Refused(503, "busy", "Too many connections are open. Ask again in a moment.")
            request = await self._request(exchange)
            # Listened to meanwhile: who has gone away waits for nothing.
            await exchange.while_there(self._reply(exchange, request))
        except Refused as refused:
            cors = self._cors(request) if request is not None else ()
            await exchange.send(refused.status, refused.body, (*cors, *refused.headers))
        await exchange.linger()

    async def _reply(self, exchange: _Exchange, request: Request) -> None:
        reply = await self.answer(request)
        headers = (*self._cors(request), *reply.headers)
        if reply.stream is None:
            await exchange.send(reply.status, reply.value, headers)
            return
        async with contextlib.aclosing(reply.stream) as stream:  # type: ignore[type-var]  # a generator
            await exchange.begin(200, (("content-type", "text/event-stream; charset=utf-8"), *headers))
            async for piece in stream:
                await exchange.write(piece)
            await exchange.end()

    async def _request(self, exchange: _Exchange) -> Request:
        """Read a request that may be answered; raises Refused."""
        try:
            async with asyncio.timeout(self.head_seconds):
                head = await exchange.head()
        except TimeoutError:
            raise Refused(408, "timeout", "The head of the request did not come in time.") from None
        request = Request(head.method.decode(), _path(head), _headers(head))
        self._check_from_here(request)
        if request.method == "OPTIONS":
            return request
        self._check_token(request)
        _check_body(request)
        try:
            async with asyncio.timeout(self.body_seconds):
                body = await exchange.body()
        except TimeoutError:
            raise Refused(408, "timeout", "The body of the request did not come in time.") from None
        return Request(request.method, request.path, request.headers, body)

    def _check_from_here(self, request: Request) -> None:
        """Raise Refused where another host is meant, or a page of another origin asks."""
        here = {f"{host}:{self.port}" for host in ("127.0.0.1", "localhost")}
        if request.headers.get("host", "").lower() not in here:
            raise Refused(421, "wrong_host", f"This is 127.0.0.1:{self.port} and no other host.")
        origin = request.headers.get("origin")
        if origin is not None and origin not in {*self.origins, *(f"http://{host}" for host in here)}:
            told = f"Pages of {origin[:200]!r} may not ask here. If yours may: roundtable serve --origin."
            raise Refused(403, "foreign_origin", told)

    def _check_token(self, request: Request) -> None:
        kind, _, given = request.headers.get("authorization", "").partition(" ")
        sound = kind.lower() == "bearer" and hmac.compare_digest(
            given.strip().encode("utf-8", "replace"), self.token.encode()
        )
        if not sound:
            told = "The token is missing or wrong: send it as the API key (Authorization: Bearer …)."
            raise Refused(401, "invalid_api_key", told, [("www-authenticate", "Bearer")])

    def _cors(self, request: Request) -> tuple[tuple[str, str], ...]:
        """Return what a browser is told about a page that may ask."""
        origin = request.headers.get("origin")
        if origin not in self.origins:
            return ()
        return (
            ("access-control-allow-origin", origin),
            ("access-control-allow-headers", "authorization, content-type, idempotency-key"),
            ("access-control-allow-methods", "GET, POST"),
            ("access-control-max-age", "600"),
            ("vary", "origin"),
        )


def _path(head: h11.Request) -> str:
    target = head.target.decode("ascii", "replace")
    if not target.startswith("/"):
        raise Refused(400, "bad_request", "The path begins with a slash, and names no other host.")
    return target.partition("?")[0]


def _headers(head: h11.Request) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for raw_name, raw_value in head.headers:
        name = raw_name.decode("ascii", "replace").lower()
        if name in found and name in ("host", "origin", "authorization", "content-type", "idempotency-key"):
            raise Refused(400, "bad_request", f"The header {name} stands there twice.")
        found[name] = raw_value.decode("utf-8", "replace")
    if "content-length" in found and "transfer-encoding" in found:
        raise Refused(400, "bad_request", "The body has two lengths.")
    return found


def _check_body(request: Request) -> None:
    """Raise Refused for a body that would not be read."""
    if request.method != "POST":
        return
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length[:20]) > LONGEST_BODY:
        raise _too_large()
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if kind != "application/json" or request.headers.get("content-encoding", "identity") != "identity":
        told = "Send the body as JSON (Content-Type: application/json), not compressed."
        raise Refused(415, "unsupported", told)


def _too_large() -> Refused:
    return Refused(413, "too_large", f"A request has {LONGEST_BODY // 2**20} MB at most.")


_LONG_HEAD = "The head of the request is too long."


class _Exchange:
    """One request of a client, and what it is answered."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._h11 = h11.Connection(h11.SERVER, max_incomplete_event_size=LONGEST_HEAD)
        self._head_alone = False
        # What was written is on its way, and not in this program, once `drain` returns.
        writer.transport.set_write_buffer_limits(0)

    async def head(self) -> h11.Request:
        """Return the request's head; raises Refused."""
        event = await self._next()
        if isinstance(event, h11.Request):
            # One that comes in a single piece is whole before anything counts it.
            if sum(len(name) + len(value) for name, value in event.headers.raw_items()) > LONGEST_HEAD:
                raise Refused(431, "too_large", _LONG_HEAD)
            self._head_alone = event.method == b"HEAD"
            return event
        # It connected, said nothing and went away.
        raise ConnectionResetError

    async def body(self) -> bytes:
        """Return the request's body; raises Refused."""
        found = bytearray()
        if self._h11.they_are_waiting_for_100_continue:
            await self._send(h11.InformationalResponse(status_code=100, headers=[]))
        while isinstance(event := await self._next(), h11.Data):
            found += event.data
            if len(found) > LONGEST_BODY:
                raise _too_large()
        if not isinstance(event, h11.EndOfMessage):
            raise ConnectionResetError
        return bytes(found)

    async def _next(self) -> object:
        try:
            while (event := self._h11.next_event()) is h11.NEED_DATA:
                self._h11.receive_data(await self._reader.read(_READ_SIZE))
        except h11.RemoteProtocolError as error:
            status = error.error_status_hint
            told = _LONG_HEAD if status == 431 else "This is no sound request."
            raise Refused(status, "bad_request", told) from error
        return event

    async def while_there(self, work: Awaitable[None]) -> None:
        """Do something as long as the client has not gone away."""
        task, gone = asyncio.ensure_future(work), asyncio.ensure_future(self._gone())
        try:
            await asyncio.wait([task, gone], return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                task.result()
        finally:
            for one in (task, gone):
                one.cancel()
            await asyncio.gather(task, gone, return_exceptions=True)

    async def _gone(self) -> None:
        with contextlib.suppress(OSError):
            while await self._reader.read(_READ_SIZE):
                pass

    async def linger(self) -> None:
        """Read on for a moment, and keep nothing."""
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(_LINGER_SECONDS):
                if self._writer.can_write_eof():
                    self._writer.write_eof()
                await self._gone()

    async def send(self, status: int, value: JsonValue, headers: Sequence[tuple[str, str]] = ()) -> None:
        """Write a whole answer."""
        body = b"" if status == 204 else json.dumps(value).encode("ascii")
        kind = [] if status == 204 else [("content-type", "application/json")]
        await self.begin(status, [*kind, ("content-length", str(len(body))), *headers])
        if body and not self._head_alone:
            await self.write(body)
        await self.end()

    async def begin(self, status: int, headers: Sequence[tuple[str, str]]) -> None:
        """Write the head of an answer."""
        own = [("connection", "close"), ("cache-control", "no-store"), ("x-content-type-options", "nosniff")]
        reason = HTTPStatus(status).phrase
        await self._send(h11.Response(status_code=status, headers=[*headers, *own], reason=reason))

    async def write(self, piece: bytes) -> None:
        """Write a part of an answer."""
        await self._send(h11.Data(data=piece))

    async def end(self) -> None:
        """Write the end of an answer."""
        await self._send(h11.EndOfMessage())

    async def _send(self, event: h11.Event) -> None:
        data = self._h11.send(event)
        if not data:
            return
        self._writer.write(data)
        try:
            async with asyncio.timeout(_STALLED_SECONDS):
                await self._writer.drain()
        except TimeoutError:
            raise ConnectionResetError from None
