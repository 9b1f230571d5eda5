"""The token diff: what is equal, deleted and inserted between two texts, exact and readable."""

from __future__ import annotations

import gc
import math
import re
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, combinations
from typing import Literal, NamedTuple

from app.diffing.cleanup import Region, Woven, readable, regions, slid
from app.diffing.matching import Block, match_numbers
from app.diffing.tokens import Ids, tokenize

Kind = Literal["equal", "delete", "insert"]


class Span(NamedTuple):
    """A run of text of one kind; `old` and `new` are the character offsets where it begins."""

    kind: Kind
    text: str
    old: int
    new: int


def diff_texts(old: str, new: str, granularity: str = "word") -> tuple[Span, ...]:
    """Return the spans from one text to another, in order, by word, sentence or line."""
    if old == new:
        return (Span("equal", old, 0, 0),) if old else ()
    return tuple(spans_of(edit_regions(old, new, granularity), old, new))


def edit_regions(old: str, new: str, granularity: str = "word", *, clean: bool = True) -> list[Region]:
    """Return the edits between two texts in characters; `clean` False keeps the smallest equalities."""
    with no_collections(len(old) + len(new)):
        left, right = tokenize(old, granularity), tokenize(new, granularity)
        ids = Ids()
        a, b = list(map(ids.__getitem__, left)), list(map(ids.__getitem__, right))
        woven = Woven(old, new, left, right, offsets(left), offsets(right))
        blocks = match_numbers(a, b) or _common_token(a, b, left)
        return clean_regions(blocks, a, b, woven, islands=clean and granularity == "word")


def clean_regions(
    blocks: Sequence[Block], a: list[int], b: list[int], woven: Woven, *, islands: bool = True
) -> list[Region]:
    """Make matched tokens readable and return the edits between them."""
    found = slid(blocks, a, b, woven)
    return regions(readable(found, woven) if islands else found, woven)


def offsets(tokens: Iterable[str]) -> list[int]:
    """Return where each token begins, and where the last one ends."""
    return list(accumulate(map(len, tokens), initial=0))


def _common_token(a: list[int], b: list[int], left: Sequence[str]) -> list[Block]:
    """Return one visible token that both sides have, if any: nothing in common must mean it."""
    there = set(b)
    for i, number in enumerate(a):
        if number in there and not left[i].isspace():
            return [(i, b.index(number), 1)]
    return []


def spans_of(edits: Iterable[Region], old: str, new: str) -> list[Span]:
    """Write edits out as spans, deletions before insertions."""
    spans: list[Span] = []
    i = j = 0
    for a0, a1, b0, b1 in edits:
        if a0 > i:
            spans.append(Span("equal", old[i:a0], i, j))
        if a1 > a0:
            spans.append(Span("delete", old[a0:a1], a0, b0))
        if b1 > b0:
            spans.append(Span("insert", new[b0:b1], a1, b0))
        i, j = a1, b1
    if i < len(old):
        spans.append(Span("equal", old[i:], i, j))
    return spans


_WORD = re.compile(r"\w+")
_LEAST = 1e-6
"""Ratio of texts that differ in something the token diff weighs as nothing: a change is never 0."""


def change_ratio(old: str, new: str) -> float:
    """Return 1 − (characters in common by the token diff) / (length of the longer text), 0 to 1."""
    if old == new:
        return 0.0
    common = sum(len(span.text) for span in diff_texts(old, new) if span.kind == "equal")
    return max(_LEAST, 1.0 - common / max(len(old), len(new)))


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


# --- the garbage collector meanwhile ------------------------------------------------------------

_LONG = 50_000
"""Characters of both texts together from which on it is worth while."""

_lock = threading.Lock()
_holding = {"runs": 0, "was_on": False}


@contextmanager
def no_collections(characters: int) -> Iterator[None]:
    """Switch the garbage collector off for a long diff; several at once switch it on once.

    A diff makes hundreds of thousands of small tuples and no cycle: collections that they set off find
    nothing, take half of the time, and stop every other thread meanwhile, the window's among them.
    """
    if characters < _LONG:
        yield
        return
    with _lock:
        if not _holding["runs"]:
            _holding["was_on"] = gc.isenabled()
            gc.disable()
        _holding["runs"] += 1
    try:
        yield
    finally:
        with _lock:
            _holding["runs"] -= 1
            if not _holding["runs"] and _holding["was_on"]:
                gc.enable()
