"""One call on the wire: send the composed bytes, read the raw stream, keep to the limits, name the end.

Rules: redirects are never followed; the connection serves this call alone; `sent` is said before the first
byte of the body is written; no wait is longer than its limit.
"""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
import sys
import time
import urllib.request
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterator,
    Mapping,
)
from contextlib import aclosing, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urlsplit

import httpx

from app.domain import fault_hints, fault_messages
from app.domain.errors import ProviderErrorKind
from app.domain.i18n import Message
from app.gateway.host.dialects.stream_state import BadStream, Reader, decoded
from app.gateway.host.errors import Fault, fault_of_end, fault_of_no_events, fault_of_status, with_what_came
from app.gateway.host.packing import BadPacking, Unpacker
from app.gateway.host.wire import ANSWERED, WireRequest
from app.gateway.protocol import Limits

HEAD = 4096
"""Bytes kept of a body's beginning, to say what came instead of an answer."""
_ERROR_BODY = 64 * 2**10
CONNECT_SECONDS = 15.0
_SETTLE_SECONDS = 0.5
"""How long the rest may take of an answer whose finish was told, where no other end is named."""
_ABANDON_SECONDS = 0.5
"""How long a connection may take to close once its call is over."""


@dataclass(slots=True)
class HttpCall:
    """A call under way, and what came of it."""

    limits: Limits
    max_output: int
    reader: Reader
    turn: Callable[[], Awaitable[object] | None] = lambda: None
    """What is waited for before more is read, if anything."""
    started: float = field(default_factory=time.monotonic)
    """When the call began: a request that is asked once more has the first one's limit."""
    sent: bool = False
    fault: Fault | None = None
    refusal: tuple[int, str] | None = None
    """Status and words of an answer that is none."""
    _byte_at: float = 0.0
    """When the last byte came, whatever it was."""
    _news: tuple[int, bool] = (0, False)
    """The content that was told, and whether there was an event."""
    _bytes: int = 0
    _head: bytes = b""
    _response: httpx.Response | None = None

    def live(self) -> None:
        """Take note that bytes came, whatever they were."""
        self._byte_at = time.monotonic()

    @property
    def received(self) -> bool:
        """Tell whether any content came."""
        return self.reader.state.content > 0

    async def run(
        self,
        client: httpx.AsyncClient,
        request: WireRequest,
        on_sent: Callable[[], Awaitable[None]],
        on_news: Callable[[], None],
        held: asyncio.Event | None = None,
    ) -> Fault | None:
        """Talk until the end or a limit; return the fault, None where the answer is whole.

        `on_news`: called at the first event and wherever content came; `held`: what is waited for between the
        connection and the first byte.
        """
        fault = await self._within_limits(self._talk(client, request, on_sent, on_news, held))
        return with_what_came(fault, self.reader.state) if fault is not None else None

    async def _within_limits(self, talk: Coroutine[Any, Any, Fault | None]) -> Fault | None:
        work = asyncio.ensure_future(talk)
        try:
            while not work.done():
                at, fault = self._deadline()
                left = at - time.monotonic()
                if left <= 0:
                    # Told to its end, once, by a server that then keeps the connection open.
                    return self._end(clean=True) if self.reader.state.stops == 1 else fault
                # Not only at the end of a limit: the first byte begins another, shorter one.
                await asyncio.wait({work}, timeout=min(left, self.limits.idle))
            return work.result()
        finally:
            if not work.done():
                work.cancel()
                await asyncio.wait({work}, timeout=_ABANDON_SECONDS)

    def _deadline(self) -> tuple[float, Fault]:
        limits = self.limits
        total = self.started + limits.total
        if not self.received:
            part = max(self.started, self._byte_at) + limits.first_byte
            why = fault_messages.NOTHING_FOR.filled(n=fault_messages.few_figures(limits.first_byte))
        else:
            part = self._byte_at + limits.idle
            why = fault_messages.STOOD_STILL.filled(n=fault_messages.few_figures(limits.idle))
        if part < total:
            return part, Fault("timeout", why)
        return total, Fault(
            "timeout", fault_messages.NOT_COMPLETE.filled(n=fault_messages.few_figures(limits.total))
        )

    async def _talk(
        self,
        client: httpx.AsyncClient,
        request: WireRequest,
        on_sent: Callable[[], Awaitable[None]],
        on_news: Callable[[], None],
        held: asyncio.Event | None,
    ) -> Fault | None:
        async def body() -> AsyncIterator[bytes]:
            self.sent = True
            await on_sent()
            yield request.body

        headers = {name: value for name, value in request.headers.items() if name.lower() not in _OWN_HEADERS}
        headers["content-length"] = str(len(request.body))
        headers["accept-encoding"] = "identity"
        built = client.build_request(request.method, request.url, headers=headers, content=body())
        if held is not None and not held.is_set():
            built.extensions = {**built.extensions, "trace": _holding(held)}
        try:
            response = self._response = await client.send(built, stream=True)
            return await self._read(response, on_news)
        except httpx.HTTPError as error:
            return self._broken(error)

    async def close(self) -> None:
        """Close the connection. Whoever waits for the answer need not wait for this too."""
        if self._response is not None:
            with suppress(httpx.HTTPError, TimeoutError):
                async with asyncio.timeout(_ABANDON_SECONDS):
                    await self._response.aclose()

    async def _read(self, response: httpx.Response, on_news: Callable[[], None]) -> Fault | None:
        charset = self.reader.state.charset = response.charset_encoding or ""
        if response.status_code not in ANSWERED:
            text = decoded(await _error_body(response), charset).encode("utf-8", "replace")
            self.refusal = response.status_code, text[:4000].decode("utf-8", "replace")
            return fault_of_status(response.status_code, headers_of(response), text, str(response.url))
        self._byte_at = time.monotonic()
        _read_in_turns(response, self.turn)
        try:
            unpacker = Unpacker(response.headers.get("content-encoding", ""))
            # The bytes as they come: what lies between only counts and parts them once more.
            stream = cast("AsyncIterable[bytes]", response.stream)
            async with aclosing(cast("AsyncGenerator[bytes, None]", aiter(stream))) as pieces:
                while (packed := await self._piece(pieces)) is not None:
                    for piece in unpacker.feed(packed):
                        self._bytes += len(piece)
                        if self._bytes > self.limits.bytes:
                            most = self.limits.bytes // 2**20
                            return Fault("bad_reply", fault_messages.TOO_LARGE.filled(n=most))
                        self._take(piece, on_news)
                    if self.reader.state.error is not None or self.reader.state.ended:
                        # The answer is told to its end: some servers keep the connection open for minutes.
                        break
            if not (unpacker.over or self.reader.state.ended or self.reader.state.settling):
                return self._end(clean=False)
            self.reader.close()
        except BadStream as error:
            if self.reader.state.events == 0 and self._head.lstrip().startswith(b"<"):
                return fault_of_no_events(self._head, clean=True)
            return Fault("bad_reply", fault_messages.UNREADABLE.filled(why=error.why))
        except BadPacking:
            return Fault("bad_reply", fault_messages.UNREADABLE.filled(why=fault_messages.BAD_PACKING))
        except httpx.HTTPError:
            return self._end(clean=False)
        # Where a body ends with its connection, nothing tells an empty one from a break.
        return self._end(clean=self._bytes > 0 or not _FRAMES.isdisjoint(response.headers))

    def _take(self, piece: bytes, on_news: Callable[[], None]) -> None:
        if len(self._head) < HEAD:
            self._head += piece[:HEAD]
        self._byte_at = time.monotonic()
        self.reader.feed(piece)
        state = self.reader.state
        news = (state.content, state.events > 0)
        if news != self._news:
            self._news = news
            on_news()

    async def _piece(self, pieces: AsyncIterator[bytes]) -> bytes | None:
        """Return the next bytes of the answer, None at its end."""
        if not self.reader.state.settling:
            return await anext(pieces, None)
        try:
            async with asyncio.timeout(_SETTLE_SECONDS):
                return await anext(pieces, None)
        except TimeoutError:
            # The answer is over but for the end of its connection.
            return None

    def _end(self, *, clean: bool) -> Fault | None:
        return fault_of_end(self.reader.state, clean=clean, limit=self.max_output, head=self._head)

    def _broken(self, error: httpx.HTTPError) -> Fault:
        if not self.sent:
            reason, hint = unreached(error)
            # What has a hint of its own lasts until somebody does what it says.
            passing = False if hint is not None else None
            told = fault_messages.UNREACHED.filled(why=reason)
            return Fault("connection", told, own_hint=hint, passing=passing)
        return Fault("connection", fault_messages.BROKE_EARLY.filled(why=_reason(error)))


def _read_in_turns(response: httpx.Response, turn: Callable[[], Awaitable[object] | None]) -> None:
    """Have a connection wait for its turn before it reads; a piece that came with others waits for none."""
    line: Any = response.extensions["network_stream"]
    read = line.read

    async def patient(*arguments: Any, **options: Any) -> bytes:
        if (mine := turn()) is not None:
            await mine
        found: bytes = await read(*arguments, **options)
        return found

    line.read = patient


def _holding(held: asyncio.Event) -> Callable[[str, Mapping[str, object]], Awaitable[None]]:
    """Return what lets the library connect and send nothing before its time."""

    async def trace(event: str, _info: Mapping[str, object]) -> None:
        if event == _BEFORE_FIRST_BYTE:
            await held.wait()

    return trace


_BEFORE_FIRST_BYTE = "http11.send_request_headers.started"
_FRAMES = frozenset({"content-length", "transfer-encoding"})
"""Headers that say where a body ends."""
_OWN_HEADERS = frozenset({"content-length", "accept-encoding", "connection", "transfer-encoding", "host"})


def _reason(error: httpx.HTTPError) -> Message | str:
    return {
        "ConnectError": fault_messages.NO_CONNECTION,
        "ConnectTimeout": fault_messages.NO_CONNECTION_IN_TIME,
        "ReadError": fault_messages.READING_FAILED,
        "WriteError": fault_messages.WRITING_FAILED,
        "RemoteProtocolError": fault_messages.CLOSED_SILENTLY
        if "disconnected" in str(error)
        else fault_messages.NO_HTTP,
    }.get(type(error).__name__, type(error).__name__)


def unreached(error: httpx.HTTPError) -> tuple[Message | str, Message | None]:
    """Return why no connection came about, and what helps; None where nothing particular does."""
    cause: BaseException | None = error
    while cause is not None:
        match cause:
            case ssl.SSLCertVerificationError():
                why = fault_messages.UNTRUSTED.filled(why=cause.verify_message)
                return why, fault_hints.CHECK_CERTIFICATE
            case ssl.SSLError():
                return fault_messages.NOT_ENCRYPTED, fault_hints.CHECK_SCHEME
            case socket.gaierror():
                return fault_messages.UNKNOWN_NAME, None
        cause = cause.__cause__ or cause.__context__
    return _reason(error), None


async def _error_body(response: httpx.Response) -> bytes:
    body = b""
    try:
        async with aclosing(unpacked(response)) as pieces:
            async for piece in pieces:
                body += piece
                if len(body) > _ERROR_BODY:
                    break
    except (httpx.HTTPError, BadPacking):
        # The status has said what matters.
        return body
    return body


def headers_of(response: httpx.Response) -> Mapping[str, str]:
    """Return an answer's headers, with where it leads."""
    return {**response.headers, "location": str(response.extensions.get("location", ""))}


async def unpacked(response: httpx.Response) -> AsyncGenerator[bytes, None]:
    """Yield a body in small pieces; raises BadPacking and what httpx raises."""
    unpacker = Unpacker(response.headers.get("content-encoding", ""))
    async with aclosing(cast("AsyncGenerator[bytes, None]", response.aiter_raw())) as pieces:
        async for packed in pieces:
            for piece in unpacker.feed(packed):
                yield piece


_CALLING: ContextVar[bool] = ContextVar("calling", default=False)
"""Set within a client of ours; everything else in the host may open no connection."""


@contextmanager
def connecting() -> Iterator[None]:
    """Let what runs within connect: a library that carries a call, with clients of its own besides ours."""
    token = _CALLING.set(True)
    try:
        yield
    finally:
        with suppress(ValueError):
            # Closed from another task, a generator ends in a context of its own.
            _CALLING.reset(token)


def only_our_clients_connect() -> None:
    """Refuse every connection of this process but those of `Clients`, for good."""

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event in _REACHING and isinstance(arguments[1], tuple) and not _CALLING.get():
            raise ConnectionRefusedError(f"the library reached for the network ({event})")

    sys.addaudithook(hook)


_REACHING = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})


_TRUSTED = ("SSL_CERT_FILE", "SSL_CERT_DIR")


class NoWayOut(Exception):
    """This machine's settings let no connection begin."""

    def __init__(self, message: Message, hint: Message, kind: ProviderErrorKind = "connection") -> None:
        super().__init__(str(message))
        self.fault = Fault(kind, message, own_hint=hint)


class _Client(httpx.AsyncClient):
    """May connect. One serves all calls, so it leaves nothing of one to the next: no cookie, no redirect."""

    def __init__(self, way: httpx.AsyncHTTPTransport) -> None:
        super().__init__(
            transport=way,
            follow_redirects=False,
            trust_env=False,
            timeout=httpx.Timeout(None, connect=CONNECT_SECONDS),
        )
        self._way = way

    async def send(self, request: httpx.Request, *, stream: bool = False, **options: Any) -> httpx.Response:
        """Send a request as it is, past everything that would remember or follow an answer."""
        with connecting():
            response = await self._way.handle_async_request(request)
        response.request = request
        _keep_location(response)
        if not stream:
            try:
                await response.aread()
            finally:
                await response.aclose()
        return response


def _keep_location(response: httpx.Response) -> None:
    """Keep where a redirect leads from the client, which reads it also where it follows none."""
    if (location := response.headers.pop("location", None)) is not None:
        response.extensions["location"] = location


class Clients:
    """The ways out: certificates are read once, and a client is made once for a proxy.

    No connection is kept: each serves one call.
    """

    def __init__(self) -> None:
        self._clients: dict[tuple[bool, str | None], _Client] = {}

    def make(self, url: str) -> httpx.AsyncClient:
        """Return a client that follows no redirect and keeps no connection; nobody closes it.

        Raises NoWayOut.
        """
        parts = urlsplit(url)
        safe = parts.scheme == "https"
        proxy = _proxy(parts.scheme, parts.hostname or "")
        if (safe, proxy) not in self._clients:
            # In the clear no certificate is needed, and to read them takes long.
            tls = _certificates() if safe else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            self._clients[safe, proxy] = _Client(_way(tls, proxy, parts.scheme))
        return self._clients[safe, proxy]


def _way(tls: ssl.SSLContext, proxy: str | None, scheme: str) -> httpx.AsyncHTTPTransport:
    try:
        return httpx.AsyncHTTPTransport(
            verify=tls,
            trust_env=False,
            proxy=proxy,
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
        )
    except (ValueError, ImportError, httpx.InvalidURL):
        name = f"{scheme.upper()}_PROXY"
        raise NoWayOut(
            fault_messages.BAD_PROXY.filled(name=name, proxy=_plain(proxy or "")),
            fault_hints.CORRECT_PROXY.filled(name=name),
        ) from None


def _certificates() -> ssl.SSLContext:
    try:
        return httpx.create_ssl_context()
    except OSError as error:
        # Both name what is trusted; a path that is no longer there is told as any other.
        named = " and ".join(f"{n}={os.environ[n]}" for n in _TRUSTED if n in os.environ)
        raise NoWayOut(
            fault_messages.BAD_CERTIFICATES.filled(why=named or error.strerror),
            fault_hints.CORRECT_CERTIFICATES,
        ) from None


def _plain(address: str) -> str:
    """Return an address without the name and the password that may stand in it."""
    scheme, mark, rest = address.partition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}"[:100]


def _proxy(scheme: str, host: str) -> str | None:
    """Return the proxy that the person's environment names for a host, as other programs would use it."""
    if host in ("localhost", "::1") or host.startswith("127.") or urllib.request.proxy_bypass(host):
        return None
    return urllib.request.getproxies().get(scheme)
