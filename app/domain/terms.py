"""The terms of a text: its words, folded; scripts without spaces count by their characters. Pure."""

from __future__ import annotations

import re
from collections import Counter

_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff]")


def frequencies(text: str) -> Counter[str]:
    """Return how often each term occurs."""
    found: Counter[str] = Counter()
    for word in _WORD.findall(text.casefold()):
        if _UNSPACED.search(word):
            found.update(word)
        else:
            found[word] += 1
    return found
