"""Watching what litellm sends and gets: when a request leaves, what refuses it, whether the answer ended.

litellm calls a stream complete that just ends, and makes up its count of tokens. So its word counts only as
far as the bytes bear it out: the end that a known form names, and a count that stands in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass, field

import httpx

from app.gateway.host.http_call import Clients
from app.gateway.host.wire import ANSWERED

_ENDS = re.compile(
    rb"^data: *\[DONE\]|\"(?:finish_reason|finishReason|stop_reason|stopReason)\" *: *\""
    rb"|\"is_finished\" *: *true"
    rb"|\"type\" *: *\"message[-_](?:stop|end)\"|:event-type\x07\x00.messageStop",
    re.MULTILINE | re.DOTALL,
)
"""What ends an answer: of OpenAI's, Gemini's, watsonx's, Cohere's and Anthropic's events, and of Amazon's."""
_KNOWN = re.compile(
    rb"\"(?:choices|candidates|is_finished)\" *:|\"type\" *: *\"(?:message|content)|:event-type"
)
"""What stands in the forms whose ends are known."""
_INTO = re.compile(
    rb"\"(?:prompt_tokens|inputTokens|input_tokens|promptTokenCount|input_token_count)\" *: *(\d+)"
)
_OUT = re.compile(
    rb"\"(?:completion_tokens|outputTokens|output_tokens|candidatesTokenCount|generated_token_count)\""
    rb" *: *(\d+)"
)
"""The counts of tokens, by what the same forms call them."""
_ERROR_BODY, _TAIL = 64 * 2**10, 512


@dataclass(slots=True)
class Watch:
    """What was seen of one call."""

    on_sending: Callable[[], Awaitable[None]]
    on_bytes: Callable[[], None]
    bare: bool = False
    """Its events are given as lines of JSON."""
    asked: bool = False
    """A request of it went out by our client."""
    refusal: httpx.Response | None = None
    """An answer that is none, with its body."""
    problem: httpx.HTTPError | None = None
    """Why no answer came, or why it broke off."""
    known: bool = False
    ended: bool = False
    tokens_in: int | None = None
    """As the server counted them last."""
    tokens_out: int | None = None
    _tail: bytes = b""
    _open: list[httpx.Response] = field(default_factory=list)

    def take(self, piece: bytes) -> None:
        """Take note of bytes of the answer."""
        self.on_bytes()
        seen = self._tail + piece
        self.known = self.known or _KNOWN.search(seen) is not None
        self.ended = self.ended or _ENDS.search(seen) is not None
        for found in _INTO.finditer(seen):
            self.tokens_in = int(found[1])
        for found in _OUT.finditer(seen):
            self.tokens_out = int(found[1])
        self._tail = seen[-_TAIL:]

    def opened(self, response: httpx.Response) -> None:
        """Take note of an answer that is to be closed."""
        self._open.append(response)

    async def close(self) -> None:
        """Close every answer that is open."""
        while self._open:
            await self._open.pop().aclose()


CURRENT: ContextVar[Watch | None] = ContextVar("watch", default=None)
"""Of the call that the task at work is about: litellm hands nothing of ours on to its clients."""


class WatchedTransport(httpx.AsyncBaseTransport):
    """The way out of all of litellm's clients; no redirect is told, so none is followed."""

    def __init__(self, clients: Clients) -> None:
        self._clients = clients

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request, and watch its answer."""
        watch = CURRENT.get()
        if watch is None:
            raise httpx.ConnectError("no call is under way", request=request)
        # What is packed cannot be watched.
        request.headers["accept-encoding"] = "identity"
        body = await request.aread()

        async def sending() -> AsyncIterator[bytes]:
            await watch.on_sending()
            yield body

        request.stream = _Sent(sending())
        watch.asked, watch.refusal = True, None
        try:
            response = await self._clients.make(str(request.url)).send(request, stream=True)
            watch.opened(response)
            if response.status_code not in ANSWERED:
                watch.refusal = await _refused(response)
                return httpx.Response(
                    response.status_code, headers=_plain(response), content=watch.refusal.content
                )
        except httpx.HTTPError as error:
            watch.problem = error
            raise
        return httpx.Response(200, headers=_plain(response), stream=_Received(response, watch))


def _plain(response: httpx.Response) -> list[tuple[str, str]]:
    framing = ("content-length", "transfer-encoding", "content-encoding")
    return [(name, value) for name, value in response.headers.multi_items() if name.lower() not in framing]


async def _refused(response: httpx.Response) -> httpx.Response:
    """Return an answer that is none with the beginning of its body."""
    body = b""
    async for piece in response.aiter_raw():
        body += piece
        if len(body) > _ERROR_BODY:
            break
    return httpx.Response(response.status_code, headers=_plain(response), content=body)


class _BareLines:
    """Makes lines of JSON of Cohere's events.

    WORKAROUND for litellm 1.106 (llms/cohere/common_utils.py, CohereV2ModelResponseIterator): it reads each
    line as JSON, also those that name an event, and looks for the counts a member deeper than they stand.
    """

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, piece: bytes) -> bytes:
        """Take bytes; return the lines that are whole."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        return b"".join(map(self._bare, lines))

    @staticmethod
    def _bare(line: bytes) -> bytes:
        line = line.strip()
        if line.startswith((b"event:", b":")) or not line:
            return b""
        data = line.removeprefix(b"data:").strip()
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            return data + b"\n"
        return json.dumps({**value, "data": value} if isinstance(value, dict) else value).encode() + b"\n"


class _Sent(httpx.AsyncByteStream):
    def __init__(self, pieces: AsyncIterator[bytes]) -> None:
        self._pieces = pieces

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._pieces


class _Received(httpx.AsyncByteStream):
    def __init__(self, response: httpx.Response, watch: Watch) -> None:
        self._response, self._watch = response, watch

    async def __aiter__(self) -> AsyncIterator[bytes]:
        lines = _BareLines() if self._watch.bare else None
        try:
            async for piece in self._response.aiter_raw():
                self._watch.take(piece)
                yield piece if lines is None else lines.feed(piece)
        except httpx.HTTPError as error:
            self._watch.problem = error
            raise

    async def aclose(self) -> None:
        await self._response.aclose()
