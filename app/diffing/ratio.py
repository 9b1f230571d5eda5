"""How much two texts differ, and how alike several are: figures computed from the texts alone."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from app.diffing.spans import diff_texts

_WORD = re.compile(r"\w+")
LEAST = 1e-6
"""Ratio of texts that differ in something the token diff weighs as nothing: a change is never 0."""


def change_ratio(old: str, new: str) -> float:
    """Return 1 − (characters in common by the token diff) / (length of the longer text), 0 to 1."""
    if old == new:
        return 0.0
    common = sum(len(span.text) for span in diff_texts(old, new).spans if span.kind == "equal")
    return max(LEAST, 1.0 - common / max(len(old), len(new)))


def similarity(texts: Sequence[str]) -> float:
    """Return the mean pairwise cosine of the texts' word frequencies, 0 to 1; 1.0 for one text."""
    vectors = [Counter(word.casefold() for word in _WORD.findall(text)) for text in texts]
    pairs = [_cosine(a, b) for a, b in combinations(vectors, 2)]
    return sum(pairs) / len(pairs) if pairs else 1.0


def _cosine(a: Counter[str], b: Counter[str]) -> float:
    if not a or not b:
        return 1.0 if a == b else 0.0
    dot = sum(count * b[word] for word, count in a.items())
    norms = math.sqrt(sum(c * c for c in a.values())) * math.sqrt(sum(c * c for c in b.values()))
    return min(1.0, dot / norms)
