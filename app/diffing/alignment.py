"""Pair the paragraphs of two texts, so that a side-by-side view never drifts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from app.diffing.matching import matching_blocks
from app.diffing.spans import Span, diff_texts

RowKind = Literal["unchanged", "changed", "inserted", "deleted"]

_BREAK = re.compile(r"(?:\r\n|\r|\n)(?:[^\S\r\n]*(?:\r\n|\r|\n))+")
_ALIKE = 0.3
"""Paragraphs that share less than this part of their characters are no pair."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: its text, the white space up to the next one, and where it starts (code points)."""

    start: int
    text: str
    gap: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a side-by-side view; `spans` lead from the old to the new text of a changed pair.

    `moved`: for a deleted paragraph the row where the same text was inserted, and the other way round.
    """

    kind: RowKind
    old: Paragraph | None
    new: Paragraph | None
    spans: tuple[Span, ...] = ()
    moved: int | None = None

    @property
    def spacing_changed(self) -> bool:
        """Whether an otherwise unchanged pair differs in the white space behind it."""
        return self.old is not None and self.new is not None and self.old.gap != self.new.gap


@dataclass(frozen=True, slots=True)
class Alignment:
    """All rows from the old to the new text, in order."""

    rows: tuple[Row, ...]

    @property
    def old(self) -> str:
        """The old text, rebuilt."""
        return "".join(row.old.text + row.old.gap for row in self.rows if row.old)

    @property
    def new(self) -> str:
        """The new text, rebuilt."""
        return "".join(row.new.text + row.new.gap for row in self.rows if row.new)


def paragraphs(text: str) -> list[Paragraph]:
    """Split at blank lines. A text of white space alone is one paragraph, an empty text has none."""
    found: list[Paragraph] = []
    start = 0
    for match in _BREAK.finditer(text):
        if not text[start : match.start()].strip():
            continue
        found.append(Paragraph(start, text[start : match.start()], match.group()))
        start = match.end()
    if start < len(text):
        rest = text[start:]
        body = rest.rstrip("\r\n")
        found.append(Paragraph(start, body, rest[len(body) :]))
    return found


def align(old: str, new: str) -> Alignment:
    """Pair equal paragraphs first, then those inside replaced runs that share most of their words."""
    left, right = paragraphs(old), paragraphs(new)
    rows: list[Row] = []
    i = j = 0
    blocks = matching_blocks([p.text for p in left], [p.text for p in right])
    for at, bt, length in (*blocks, (len(left), len(right), 0)):
        rows += _replaced(left[i:at], right[j:bt])
        rows += (Row("unchanged", left[at + k], right[bt + k]) for k in range(length))
        i, j = at + length, bt + length
    return Alignment(tuple(_with_moves(rows)))


def _replaced(left: list[Paragraph], right: list[Paragraph]) -> Iterator[Row]:
    i = j = 0
    for a, b in (*_pairs(left, right), (len(left), len(right))):
        yield from (Row("deleted", paragraph, None) for paragraph in left[i:a])
        yield from (Row("inserted", None, paragraph) for paragraph in right[j:b])
        if a < len(left):
            yield Row("changed", left[a], right[b], diff_texts(left[a].text, right[b].text).spans)
        i, j = a + 1, b + 1


def _pairs(left: list[Paragraph], right: list[Paragraph]) -> list[tuple[int, int]]:
    """Return the chain of pairs that shares most text, both indices increasing."""
    if not left or not right:
        return []
    best: list[tuple[float, int]] = [(0.0, -1)] * (len(right) + 1)
    chain: list[tuple[int, int, int]] = []
    by_row: dict[int, list[tuple[int, float]]] = {}
    for (a, b), common in _overlaps(left, right).items():
        alike = 2 * common / (len(left[a].text) + len(right[b].text))
        if alike >= _ALIKE:
            by_row.setdefault(a, []).append((b, common * alike))
    for a in sorted(by_row):
        scored = [(b, weight, *_best_before(best, b)) for b, weight in by_row[a]]
        for b, weight, before, link in scored:
            chain.append((a, b, link))
            _raise(best, b, before + weight, len(chain) - 1)
    link = _best_before(best, len(right))[1]
    pairs: list[tuple[int, int]] = []
    while link >= 0:
        a, b, link = chain[link]
        pairs.append((a, b))
    return pairs[::-1]


def _best_before(tree: list[tuple[float, int]], end: int) -> tuple[float, int]:
    """Return the heaviest chain that ends in a column below `end` (Fenwick tree of maxima)."""
    best = (0.0, -1)
    while end > 0:
        best = max(best, tree[end])
        end &= end - 1
    return best


def _raise(tree: list[tuple[float, int]], column: int, weight: float, link: int) -> None:
    place = column + 1
    while place < len(tree):
        tree[place] = max(tree[place], (weight, link))
        place += place & -place


def _overlaps(left: list[Paragraph], right: list[Paragraph]) -> dict[tuple[int, int], int]:
    """Count the characters that each pair shares in one diff of the whole run."""
    ends_left, ends_right = _ends(left), _ends(right)
    shared: dict[tuple[int, int], int] = {}
    spans = diff_texts("\n\n".join(p.text for p in left), "\n\n".join(p.text for p in right)).spans
    a = b = 0
    for span in spans:
        if span.kind != "equal":
            continue
        i, j = span.old, span.new
        end = i + len(span.text)
        while i < end:
            while i >= ends_left[a]:
                a += 1
            while j >= ends_right[b]:
                b += 1
            step = min(end - i, ends_left[a] - i, ends_right[b] - j)
            shared[a, b] = shared.get((a, b), 0) + step
            i, j = i + step, j + step
    return shared


def _ends(run: list[Paragraph]) -> list[int]:
    ends, end = [], 0
    for paragraph in run:
        end += len(paragraph.text) + 2
        ends.append(end)
    return ends


def _with_moves(rows: list[Row]) -> Iterator[Row]:
    gone = {row.old.text: place for place, row in enumerate(rows) if row.kind == "deleted" and row.old}
    come = {row.new.text: place for place, row in enumerate(rows) if row.kind == "inserted" and row.new}
    for row in rows:
        place: int | None = None
        if row.kind == "deleted" and row.old:
            place = come.get(row.old.text)
        elif row.kind == "inserted" and row.new:
            place = gone.get(row.new.text)
        yield row if place is None else Row(row.kind, row.old, row.new, row.spans, place)
