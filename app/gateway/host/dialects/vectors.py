"""Vectors of texts as OpenAI words them, and others after it: `POST …/embeddings` and its answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from app.domain.whole_numbers import count_told
from app.gateway.host.dialects.writing import Body


class OpenAIEmbedding:
    """Keeps the Protocol `Embedding`; `path`: what stands behind the base address."""

    def __init__(self, path: str) -> None:
        self._path = path

    def address(self, base: str) -> str:
        """Return where vectors are asked for."""
        return f"{base}{self._path}"

    def body_of(self, model: str, texts: Sequence[str]) -> Body:
        return {"model": model, "input": [*texts]}

    def read(self, value: Any, count: int) -> tuple[list[list[float]], int | None]:
        """Return finite vectors of one length, in the order of their texts, and the tokens they took."""
        items = value["data"]
        by_index = {item.get("index", at): item["embedding"] for at, item in enumerate(items)}
        vectors = [[float(number) for number in by_index[at]] for at in range(count)]
        if len(items) != count or len({len(vector) for vector in vectors}) != 1 or not vectors[0]:
            raise ValueError("not one vector per text")
        if not all(math.isfinite(number) for vector in vectors for number in vector):
            raise ValueError("not finite")
        usage = value.get("usage")
        return vectors, count_told(usage.get("prompt_tokens")) if isinstance(usage, dict) else None
