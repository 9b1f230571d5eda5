"""A server reached over HTTP: its own address and no other, no redirect elsewhere, answers with an end.

Rules: no variable of the environment names a proxy or a key here; a request to another host than the
configured one is refused before anything is sent. Bytes are counted as they come; packed ones are not taken.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping
from typing import Any

import httpx2
from mcp.client.streamable_http import streamable_http_client

from app.gateway.tools.stdio import LONGEST_MESSAGE, Hearing


class _Counted(httpx2.AsyncByteStream):
    """An answer's bytes, ended when there are too many."""

    def __init__(self, stream: httpx2.AsyncByteStream, hearing: Hearing) -> None:
        self._stream, self._hearing = stream, hearing

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            self._hearing.took(len(chunk))
            self._hearing.messages += chunk.count(b"\n\n")
            self._hearing.messages -= 1
            if not self._hearing.heard():
                raise httpx2.ReadError(self._hearing.broken)
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


class _OwnHost(httpx2.AsyncHTTPTransport):
    """Reaches one address alone."""

    def __init__(self, address: httpx2.URL, hearing: Hearing) -> None:
        super().__init__(trust_env=False)
        self._own, self._hearing = (address.scheme, address.host, address.port), hearing

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if (request.url.scheme, request.url.host, request.url.port) != self._own:
            raise httpx2.ConnectError("it sends elsewhere, which is refused")
        response = await super().handle_async_request(request)
        if response.headers.get("content-encoding", "identity").strip().lower() != "identity":
            # What is counted are the bytes that come: packed ones could be any number.
            await response.aclose()
            raise httpx2.ReadError("it sends packed bytes, which are not taken")
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Counted(response.stream, self._hearing)
        return response


@contextlib.asynccontextmanager
async def limited_http(
    address: str, headers: Mapping[str, str], seconds: float, hearing: Hearing
) -> AsyncIterator[Any]:
    """Exchange messages with a server at an address."""
    client = httpx2.AsyncClient(
        headers={**headers, "Accept-Encoding": "identity"},
        timeout=httpx2.Timeout(seconds, connect=min(30.0, seconds)),
        transport=_OwnHost(httpx2.URL(address), hearing),
        trust_env=False,
        follow_redirects=False,
    )
    async with (
        client,
        streamable_http_client(address, http_client=client, max_sse_event_size=LONGEST_MESSAGE) as streams,
    ):
        yield streams
