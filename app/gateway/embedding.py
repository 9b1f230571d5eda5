"""The offline embedding model `offline/terms`: hashed term frequencies, the same on every machine."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from app.domain import fault_hints, fault_messages
from app.domain.messages import ModelRequest
from app.domain.vectors import frequencies
from app.engine.ports import Failed

OFFLINE_MODEL = "offline/terms"
SIZE = 2048
"""Numbers of one vector; so many that the terms of a reflection rarely share one."""


def hashed(texts: Sequence[str]) -> list[list[float]]:
    """Return a vector per text: each term counts at the place its checksum names."""
    vectors = []
    for text in texts:
        vector = [0.0] * SIZE
        for term, count in frequencies(text).items():
            vector[zlib.crc32(term.encode("utf-8", "surrogatepass")) % SIZE] += count
        vectors.append(vector)
    return vectors


def texts_of(request: ModelRequest) -> list[str]:
    """Return the texts that a request wants vectors of."""
    return [message.text for message in request.messages]


def no_such_model(model: str) -> Failed:
    """Say that a model embeds nothing."""
    return Failed(
        "not_found",
        fault_messages.NO_EMBEDDING_MODEL.filled(model=model),
        sent=False,
        hint=fault_hints.NAME_EMBEDDING.filled(model=OFFLINE_MODEL),
    )
