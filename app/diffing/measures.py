"""Two figures about texts: how much one changed into another, and how alike several are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import fsum, sqrt

from app.diffing.spans import raw_pieces
from app.diffing.tokens import terms


def change_ratio(old: str, new: str) -> float:
    """Return 1 − characters in common by the token diff / length of the longer text.

    0.0 for equal texts (two empty ones too), above 0 and at most 1 whenever they differ.
    """
    if old == new:
        return 0.0
    common = sum(len(same) for same, _, _ in raw_pieces(old, new))
    longer = max(len(old), len(new))
    return (longer - common) / longer


def similarity(texts: Sequence[str]) -> float:
    """Return the mean pairwise cosine of term-frequency vectors over case-folded words, 0 to 1.

    1.0 for fewer than two texts. Two texts without a word are alike, one without is unlike any other.
    """
    if len(texts) < 2:
        return 1.0
    vectors = [Counter(terms(text)) for text in texts]
    norms = [sqrt(sum(count * count for count in vector.values())) for vector in vectors]
    pairs = list(combinations(range(len(texts)), 2))
    return fsum(_cosine(vectors[i], vectors[j], norms[i] * norms[j]) for i, j in pairs) / len(pairs)


def _cosine(a: Counter[str], b: Counter[str], norms: float) -> float:
    if a == b:
        return 1.0
    if not norms:
        return 0.0
    if len(b) < len(a):
        a, b = b, a
    return min(1.0, sum(count * b[term] for term, count in a.items()) / norms)
