"""The vectors of some texts: one request, and an answer that is read at its end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.domain import fault_messages
from app.gateway.host.dialects.stream_state import BadStream, StreamState
from app.gateway.host.errors import Fault
from app.gateway.host.wire import Unsendable, WireRequest
from app.gateway.providers import Provider

if TYPE_CHECKING:
    from app.domain.messages import ModelRequest
    from app.gateway.host.dialects.dialect import Embedding


def embedding_of(provider: Provider) -> Embedding:
    """Return how a provider is asked for vectors; raises Unsendable."""
    if provider.dialect.EMBEDDING is None:
        raise Unsendable(Fault("not_found", fault_messages.NO_EMBEDDINGS.filled(server=provider.title)))
    return provider.dialect.EMBEDDING


def wire_of(request: ModelRequest, provider: Provider, key: str | None) -> WireRequest:
    """Return the request as it goes out; raises Unsendable."""
    embedding = embedding_of(provider)
    headers = {"content-type": "application/json", **provider.dialect.headers(key)}
    texts = [message.text for message in request.messages]
    body = embedding.body_of(request.model.partition("/")[2], texts)
    url = embedding.address((request.base_url or provider.base).rstrip("/"))
    return WireRequest("POST", url, headers, json.dumps(body).encode("ascii"))


class VectorReader:
    """Collects the one object that is the whole answer; `count` vectors are in it at the end."""

    def __init__(self, embedding: Embedding, count: int) -> None:
        self.state = StreamState()
        self._embedding, self._count = embedding, count
        self._body = bytearray()

    def feed(self, data: bytes) -> None:
        self._body += data
        self.state.whole += len(data)

    def close(self) -> None:
        """Read the answer; raises BadStream."""
        state = self.state
        try:
            value = json.loads(self._body)
            error = value.get("error")
            if error:
                state.error = error if isinstance(error, dict) else {"message": str(error)}
                return
            state.vectors, state.tokens_in = self._embedding.read(value, self._count)
            state.tokens_out = 0
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            raise BadStream(fault_messages.BAD_VECTORS) from None
        state.events, state.finishes, state.ended = 1, ["stop"], True
