"""Recognise pieces that were moved: deleted in one place, inserted in another, alike or nearly so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from app.diffing.units import heading_of

_WORD = re.compile(r"\w+")
_LEAST_WORDS = 4
_LEAST_CHARACTERS = 16
_ALIKE = 0.6
"""Part of the word triples of the longer text that a moved piece keeps at least."""


def moves(gone: Mapping[int, str], come: Mapping[int, str]) -> dict[int, int]:
    """Return where each deleted piece (by its index) was inserted again: one index for one index."""
    gone = {index: text for index, text in gone.items() if _telling(text) or heading_of(text)}
    come = {index: text for index, text in come.items() if _telling(text) or heading_of(text)}
    found: dict[int, int] = {}
    indices_by_text: dict[str, list[int]] = {}
    for j, text in come.items():
        indices_by_text.setdefault(text.strip(), []).append(j)
    for i, text in gone.items():
        if same := indices_by_text.get(text.strip()):
            found[i] = same.pop(0)
    taken = set(found.values())
    left = {i: _triples(text) for i, text in gone.items() if i not in found}
    right = {j: _triples(text) for j, text in come.items() if j not in taken}
    for alike, i, j in sorted(_likenesses(left, right), key=lambda entry: (-entry[0], entry[1:])):
        if alike >= _ALIKE and i not in found and j not in taken:
            found[i] = j
            taken.add(j)
    return found


Triple = tuple[str, ...]


def _likenesses(
    left: Mapping[int, set[Triple]], right: Mapping[int, set[Triple]]
) -> Iterator[tuple[float, int, int]]:
    """Yield (part of the longer text's triples that both have, index, index) where there is any."""
    having: dict[Triple, list[int]] = {}
    for j, triples in right.items():
        for triple in triples:
            having.setdefault(triple, []).append(j)
    for i, triples in left.items():
        shared = Counter(j for triple in triples for j in having.get(triple, ()))
        yield from ((n / max(len(triples), len(right[j])), i, j) for j, n in shared.items())


def _telling(text: str) -> bool:
    """Tell whether a text is long enough to be known again."""
    return len(text) >= _LEAST_CHARACTERS and len(_WORD.findall(text)) >= _LEAST_WORDS


def _triples(text: str) -> set[Triple]:
    words = _WORD.findall(text)
    return set(zip(words, words[1:], words[2:], strict=False))
