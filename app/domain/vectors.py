"""Vectors of texts: an embedding model's as a journal keeps them, and how often each term occurs. Pure.

A journal keeps them of length 1, in half precision, as base64: a few kilobytes.
"""

from __future__ import annotations

import base64
import math
import re
import struct
from collections import Counter
from collections.abc import Mapping, Sequence


def packed(vectors: Sequence[Sequence[float]], count: int) -> tuple[str, ...]:
    """Return a text per vector; only directions are kept.

    Raises ValueError where they are not `count` finite vectors of one length.
    """
    if len(vectors) != count or len({len(vector) for vector in vectors}) != 1 or not vectors[0]:
        raise ValueError("there is not one vector per text, all of one length")
    return tuple(_packed(vector) for vector in vectors)


def _packed(vector: Sequence[float]) -> str:
    size = math.hypot(*vector)
    if not math.isfinite(size):
        raise ValueError("a vector is not finite")
    # Halves end at 65 504 and are coarse near 0; a direction fits well into them.
    unit = [number / size for number in vector] if size else vector
    return base64.b64encode(struct.pack(f"<{len(unit)}e", *unit)).decode("ascii")


def unpacked(text: str) -> tuple[float, ...]:
    """Return the vector of a text. Raises ValueError where it holds none."""
    data = base64.b64decode(text, validate=True)
    if len(data) % 2:
        raise ValueError("the text holds no vector")
    return struct.unpack(f"<{len(data) // 2}e", data)


_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff]")


def cosine(a: Mapping[str, int], b: Mapping[str, int]) -> float:
    """Return the cosine of two texts' term frequencies, 0 to 1; 0 where one has none."""
    if len(b) < len(a):
        a, b = b, a
    dot = sum(count * b[term] for term, count in a.items() if term in b)
    if not dot:
        return 0.0
    return min(1.0, dot / math.sqrt(sum(c * c for c in a.values()) * sum(c * c for c in b.values())))


def frequencies(text: str) -> Counter[str]:
    """Return how often each term occurs."""
    found: Counter[str] = Counter()
    for word in _WORD.findall(text.casefold()):
        if _UNSPACED.search(word):
            found.update(word)
        else:
            found[word] += 1
    return found
