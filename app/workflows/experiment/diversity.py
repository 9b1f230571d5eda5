"""How much a new reflection repeats earlier ones: cosine over term frequencies. Advice only, never a stop."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from app.workflows.experiment.facts import AdviceLevel

WINDOW = 50
"""Earlier reflections a new one is compared with (spec, Diversity)."""
MILD, STRONG = 0.7, 0.8
_WORD = re.compile(r"[^\W_]+")
# Scripts without spaces between words are counted by their characters.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff]")

Vector = Counter[str]


@lru_cache(maxsize=2 * WINDOW)
def vector(text: str) -> Vector:
    """Return a text's term frequencies; they are shared, so nobody may change them."""
    terms: Counter[str] = Counter()
    for word in _WORD.findall(text.casefold()):
        if _UNSPACED.search(word):
            terms.update(word)
        else:
            terms[word] += 1
    return terms


def cosine(a: Vector, b: Vector) -> float:
    """Return the cosine of two vectors, 0 to 1; 0 where one is empty."""
    if len(b) < len(a):
        a, b = b, a
    dot = sum(count * b[term] for term, count in a.items() if term in b)
    if not dot:
        return 0.0
    size = math.sqrt(sum(c * c for c in a.values()) * sum(c * c for c in b.values()))
    return min(1.0, dot / size)


def nearest(text: str, earlier: Sequence[str]) -> tuple[float, int] | None:
    """Return the highest similarity to one of the newest earlier texts, and its place; None: no text."""
    mine = vector(text)
    first = max(0, len(earlier) - WINDOW)
    found = [
        (cosine(mine, vector(earlier[place])), place)
        for place in range(first, len(earlier))
        if earlier[place].strip()
    ]
    # Of equals the newest: it is the one the model has before its eyes.
    return max(found) if found and mine else None


def level(similarity: float) -> AdviceLevel:
    """Return how strongly the next prompt advises something new."""
    return "strong" if similarity > STRONG else "mild" if similarity > MILD else ""
