"""How much a new reflection repeats earlier ones: the cosine of two vectors. Advice only, never a stop.

Vectors are term frequencies counted here, or come from an embedding model; where that fails, they are ours.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from app.domain.vectors import frequencies
from app.workflows.common.embedding_models import likeness, unit
from app.workflows.experiment.facts import AdviceLevel

WINDOW = 50
"""Earlier reflections a new one is compared with (spec, Diversity)."""
MILD, STRONG = 0.7, 0.8

_Vector = Counter[str]


@lru_cache(maxsize=2 * WINDOW)
def vector(text: str) -> _Vector:
    """Return a text's term frequencies; they are shared, so nobody may change them."""
    return frequencies(text)


def cosine(a: _Vector, b: _Vector) -> float:
    """Return the cosine of two vectors, 0 to 1; 0 where one is empty."""
    if len(b) < len(a):
        a, b = b, a
    dot = sum(count * b[term] for term, count in a.items() if term in b)
    if not dot:
        return 0.0
    size = math.sqrt(sum(c * c for c in a.values()) * sum(c * c for c in b.values()))
    return min(1.0, dot / size)


def nearest(text: str, earlier: Sequence[str]) -> tuple[float, int] | None:
    """Return the highest similarity to one of the newest earlier texts, and its index; None: no text."""
    mine = vector(text)
    found = [(cosine(mine, vector(earlier[index])), index) for index in compared(earlier)]
    # Of equals the newest: it is the one the model has before its eyes.
    return max(found) if found and mine else None


def compared(earlier: Sequence[str]) -> list[int]:
    """Return the indexes of the earlier texts that a new one is compared with."""
    first = max(0, len(earlier) - WINDOW)
    return [index for index in range(first, len(earlier)) if earlier[index].strip()]


def nearest_vector(vectors: Sequence[Sequence[float]]) -> tuple[float, int]:
    """Return the first vector's highest similarity (0 to 1) to one of the others, and its index among them.

    Raises ValueError where they are not vectors of one length, or too large to be compared.
    """
    mine, *others = vectors
    one = unit(mine)
    return max((likeness(one, other), index) for index, other in enumerate(others))


def level(similarity: float) -> AdviceLevel:
    """Return how strongly the next prompt advises something new."""
    return "strong" if similarity > STRONG else "mild" if similarity > MILD else ""
