"""The vectors of some texts: `POST {base}/embeddings` and its answer, as OpenAI words them."""

from __future__ import annotations

import json
import math
from typing import Any

from app.domain.messages import ModelRequest
from app.gateway.host.dialects.stream_state import BadStream, StreamState
from app.gateway.host.wire import WireRequest
from app.gateway.providers import Provider


def wire_of(request: ModelRequest, provider: Provider, key: str | None) -> WireRequest:
    """Return the request as it goes out."""
    headers = {"content-type": "application/json"}
    if key:
        headers["authorization"] = f"Bearer {key}"
    body = {
        "model": request.model.partition("/")[2],
        "input": [message.text for message in request.messages],
    }
    return WireRequest("POST", address(provider, request.base_url), headers, json.dumps(body).encode("ascii"))


def address(provider: Provider, base_url: str | None) -> str:
    """Return where the embeddings of a provider are asked for."""
    base = (base_url or provider.base).rstrip("/")
    # Ollama speaks OpenAI's language under an address of its own.
    return f"{base}/v1/embeddings" if provider.dialect == "ollama" else f"{base}/embeddings"


class VectorReader:
    """Collects the one object that is the whole answer; `count` vectors are in it at the end."""

    def __init__(self, count: int) -> None:
        self.state = StreamState()
        self._count = count
        self._body = bytearray()

    def feed(self, data: bytes) -> None:
        """Take bytes."""
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
            state.vectors = _vectors(value["data"], self._count)
            state.tokens_in, state.tokens_out = _tokens(value.get("usage")), 0
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            raise BadStream("it does not hold one vector per text, all of one length") from None
        state.events, state.finishes, state.ended = 1, ["stop"], True


def _vectors(items: list[Any], count: int) -> list[list[float]]:
    """Return `count` finite vectors of one length in the order of their texts, or raise."""
    placed = {item.get("index", place): item["embedding"] for place, item in enumerate(items)}
    vectors = [[float(number) for number in placed[place]] for place in range(count)]
    if len(items) != count or len({len(vector) for vector in vectors}) != 1 or not vectors[0]:
        raise ValueError("not one vector per text")
    if not all(math.isfinite(number) for vector in vectors for number in vector):
        raise ValueError("not finite")
    return vectors


def _tokens(usage: Any) -> int | None:
    count = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    return count if isinstance(count, int) and not isinstance(count, bool) and count > 0 else None
