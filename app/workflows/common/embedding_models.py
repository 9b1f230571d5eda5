"""The name of an embedding model as a set-up takes it, and how alike two of its vectors are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

from app.domain.i18n import words


def named_model(text: str) -> str:
    """Return the name of a model without space around it; raise ValueError where it names no provider."""
    found = text.strip()
    provider, slash, name = found.partition("/")
    if found and not (provider and slash and name):
        raise ValueError(
            words("write <provider>/<model>, as openai/text-embedding-3-small, or leave it empty")
        )
    return found


def unit(vector: Sequence[float]) -> Sequence[float]:
    """Return a vector brought to length 1; the product of two very short ones would vanish.

    Raises ValueError where it is not finite.
    """
    length = math.hypot(*vector)
    if not math.isfinite(length):
        raise ValueError("not finite")
    return [number / length for number in vector] if length else vector


def likeness(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the cosine of a vector of length 1 and another one, 0 to 1.

    Raises ValueError where they are not of one length, or too large to be compared.
    """
    if len(one) != len(other):
        raise ValueError("not of one length")
    dot, size = sum(map(mul, one, other)), math.hypot(*other)
    if not math.isfinite(dot) or not math.isfinite(size):
        raise ValueError("not finite")
    # Vectors that point away from each other are as different as can be.
    return min(1.0, max(0.0, dot / size)) if size else 0.0
