"""What rules can see of two texts: whether they have the same telling words, and other figures."""

from __future__ import annotations

import re
from collections.abc import Collection

from app.domain.numbers import mark_of, normal, pieces
from app.workflows.common.offline.language import key_of, telling
from app.workflows.common.prose import words_of

FEWEST, NEARLY_ALL = 2, 0.8
"""Words that two texts share before they speak of the same, and the share of all their words."""


def differ(a: str, b: str) -> bool:
    """Tell whether two texts have nearly the same words, and other figures."""
    (mine, ours), (theirs, yours) = _parts(a), _parts(b)
    shared = ours & yours
    return (
        bool(mine and theirs)
        and not mine & theirs
        and len(shared) >= FEWEST
        and len(shared) >= NEARLY_ALL * len(ours | yours)
    )


def same_words(claim: str, lines: str) -> bool:
    """Tell whether lines have all the telling words and figures of a claim."""
    (figures, words), (shown, said) = _parts(claim), _parts(lines)
    return len(words) >= FEWEST and words <= said and figures <= shown


def words_held(text: str, keys: Collection[str]) -> list[str]:
    """Return the telling words of a text, as it writes them, that are among these keys."""
    held = telling(text).intersection(keys)
    first: dict[str, str] = {}
    for word in words_of(text):
        if key_of(word) in held:
            first.setdefault(key_of(word), word)
    return list(first.values())


def numbers_in(text: str) -> frozenset[str]:
    """Return the numbers of a text, in figures or in words, each in one spelling without its unit."""
    return _parts(text)[0]


def _parts(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the numbers of a text, and its telling words without them."""
    plain, mark = normal(text), mark_of(text)
    found = [(piece, piece.number) for piece in pieces(plain, mark)]
    rest = " ".join(
        re.sub(r"^\S*\d\S*|^\w+", "", piece.text) if number is not None else piece.text
        for piece, number in found
    )
    words = (key for key in telling(rest) if not any(sign.isdigit() for sign in key))
    return frozenset(str(number).split()[0] for _, number in found if number is not None), frozenset(words)
