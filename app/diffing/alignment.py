"""Pair the pieces of two texts, so that a side-by-side view never drifts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from app.diffing.matching import Block, match_numbers, matching_blocks
from app.diffing.spans import Span, Woven, clean_regions, diff_texts, offsets, spans_of
from app.diffing.tokens import Ids, tokenize
from app.diffing.units import Unit, heading_of, units

_RowKind = Literal["unchanged", "changed", "inserted", "deleted"]

_ALIKE = 0.3
"""Pieces that share less than this part of their characters are no pair."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a side-by-side view; `spans` lead from the old to the new text of a changed pair.

    `moved`: for a deleted piece the row where the text was inserted, and the other way round; `spans` then
    lead from the one text to the other where they differ.
    """

    kind: _RowKind
    old: Unit | None
    new: Unit | None
    spans: tuple[Span, ...] = ()
    moved: int | None = None

    @property
    def spacing_changed(self) -> bool:
        """Whether an otherwise unchanged pair differs in the white space behind it."""
        return self.old is not None and self.new is not None and self.old.gap != self.new.gap


def align(old: str, new: str, granularity: str = "word") -> tuple[Row, ...]:
    """Return all rows from the old to the new text, in order.

    Equal pieces are paired first, then those inside replaced runs that share most of their words.

    `granularity` is that of the spans; with `line` every line is a piece.
    """
    by_line = granularity == "line"
    left, right = units(old, by_line=by_line), units(new, by_line=by_line)
    rows: list[Row] = []
    i = j = 0
    blocks = matching_blocks([p.text for p in left], [p.text for p in right])
    for at, bt, length in (*blocks, (len(left), len(right), 0)):
        rows += _replaced(left[i:at], right[j:bt], granularity, alone=len(blocks) == 0)
        rows += (Row("unchanged", left[at + k], right[bt + k]) for k in range(length))
        i, j = at + length, bt + length
    return tuple(_moved_and_rewritten(rows, granularity))


def _replaced(left: list[Unit], right: list[Unit], granularity: str, *, alone: bool) -> Iterator[Row]:
    """Pair the pieces of a replaced run; one that is `alone`, the whole text, has a pair if it can."""
    run = _Run(left, right) if left and right else None
    pairs = run.pairs() if run else []
    if run and alone and not pairs:
        # All deleted and all inserted is to mean that nothing is common.
        pairs = run.any_pair()
    i = j = 0
    for a, b in (*pairs, (len(left), len(right))):
        # One for one: should it be a pair after all, its words are matched already.
        spans = run.spans(i, j, granularity) if run and a - i == 1 == b - j else ()
        yield from (Row("deleted", unit, None, spans) for unit in left[i:a])
        yield from (Row("inserted", None, unit) for unit in right[j:b])
        if run and a < len(left):
            yield Row("changed", left[a], right[b], run.spans(a, b, granularity))
        i, j = a + 1, b + 1


class _Run:
    """A replaced run: its words matched once, for pairing and for the spans inside the pairs."""

    def __init__(self, left: list[Unit], right: list[Unit]) -> None:
        self.left, self.right = left, right
        ids = Ids()
        self.words = [[tokenize(unit.text) for unit in side] for side in (left, right)]
        self.a, self.b = ([list(map(ids.__getitem__, words)) for words in side] for side in self.words)
        self.at = [[offsets(words) for words in side] for side in self.words]
        between = [ids["\n"]]
        blocks = match_numbers(_joined(self.a, between), _joined(self.b, between))
        self.cuts: dict[tuple[int, int], list[Block]] = {}
        """The blocks inside each pair of pieces, counted from the pieces' first words."""
        self._held = (Counter[int](), Counter[int]())
        self._cut(blocks)
        for (x, y), found in self.cuts.items():
            words = sum(n for _, _, n in found)
            self._held[0][x] += words
            self._held[1][y] += words

    def _cut(self, blocks: list[Block]) -> None:
        starts_a, starts_b = _starts(self.a), _starts(self.b)
        x = y = 0
        for i, j, length in blocks:
            end = i + length
            while i < end:
                while i >= starts_a[x + 1]:
                    x += 1
                while j >= starts_b[y + 1]:
                    y += 1
                step = min(end - i, starts_a[x + 1] - i, starts_b[y + 1] - j)
                # The break behind a piece belongs to none.
                inside = min(step, starts_a[x + 1] - 1 - i, starts_b[y + 1] - 1 - j)
                if inside > 0:
                    self.cuts.setdefault((x, y), []).append((i - starts_a[x], j - starts_b[y], inside))
                i, j = i + step, j + step

    def pairs(self) -> list[tuple[int, int]]:
        """Return the chain of pairs that shares most text, both indices increasing."""
        weights: list[tuple[int, int, float]] = []
        for (x, y), blocks in self.cuts.items():
            at = self.at[0][x]
            common = sum(at[i + n] - at[i] for i, _, n in blocks)
            alike = 2 * common / (len(self.left[x].text) + len(self.right[y].text))
            if alike >= _ALIKE:
                weights.append((x, y, common * alike))
        return _heaviest_pairs(weights, len(self.right))

    def any_pair(self) -> list[tuple[int, int]]:
        """Return the pair that has most words in common, however few, or none."""
        if self.cuts:
            return [max(self.cuts, key=lambda pair: sum(n for _, _, n in self.cuts[pair]))]
        where = {
            number: x
            for x in reversed(range(len(self.a)))
            for word, number in zip(self.words[0][x], self.a[x], strict=True)
            if not word.isspace()
        }
        found = ((where[number], y) for y, side in enumerate(self.b) for number in side if number in where)
        return [pair for pair in (next(found, None),) if pair]

    def spans(self, x: int, y: int, granularity: str) -> tuple[Span, ...]:
        """Return the spans from one piece to another."""
        old, new = self.left[x].text, self.right[y].text
        a, b = self.a[x], self.b[y]
        blocks = self.cuts.get((x, y), [])
        held = sum(n for _, _, n in blocks)
        astray = self._held[0][x] + self._held[1][y] - 2 * held
        if _inside(granularity) != "word" or not held or astray > held:
            return diff_texts(old, new, _inside(granularity))
        woven = Woven(old, new, self.words[0][x], self.words[1][y], self.at[0][x], self.at[1][y])
        return tuple(spans_of(clean_regions(blocks, a, b, woven), old, new))


def _joined(sides: Sequence[list[int]], between: list[int]) -> list[int]:
    return [number for side in sides for numbers in (side, between) for number in numbers]


def _starts(sides: Sequence[list[int]]) -> list[int]:
    return list(accumulate((len(side) + 1 for side in sides), initial=0))


def _moved_and_rewritten(rows: list[Row], granularity: str) -> Iterator[Row]:
    """Link what was moved; make a pair of a single deletion and a single insertion side by side.

    Such a pair a person reads as rewritten, however little is left of the old text.
    """
    gone = {index: row.old.text for index, row in enumerate(rows) if row.kind == "deleted" and row.old}
    come = {index: row.new.text for index, row in enumerate(rows) if row.kind == "inserted" and row.new}
    links = _moves(gone, come)
    moved = links.keys() | set(links.values())
    single = (gone.keys() | come.keys()) - moved
    paired = {
        index
        for index in gone.keys() - moved
        if index + 1 in come
        and index + 1 not in moved
        and index - 1 not in single
        and index + 2 not in single
    }
    shift = list(accumulate((index in paired for index in range(len(rows))), initial=0))
    links |= {j: i for i, j in links.items()}
    for index, row in enumerate(rows):
        after = rows[index + 1].new if index in paired else None
        if index - 1 in paired:
            continue
        if row.old and after:
            spans = row.spans or diff_texts(row.old.text, after.text, _inside(granularity))
            yield Row("changed", row.old, after, spans)
        elif index in links:
            other = links[index]
            old, new = (gone[index], come[other]) if index in gone else (gone[other], come[index])
            spans = () if old == new else diff_texts(old, new, _inside(granularity))
            yield Row(row.kind, row.old, row.new, spans, other - shift[other])
        else:
            yield Row("deleted", row.old, None) if row.kind == "deleted" else row


def _inside(granularity: str) -> str:
    """Return the granularity of the spans: inside a line they go by word."""
    return "word" if granularity == "line" else granularity


def _heaviest_pairs(weighed: Iterable[tuple[int, int, float]], columns: int) -> list[tuple[int, int]]:
    """Return the pairs (row, column), both increasing, whose weights sum to most; columns below `columns`."""
    # A Fenwick tree of maxima over the column: (weight, index of the pair that ends the chain).
    tree: list[tuple[float, int]] = [(0.0, -1)] * (columns + 1)
    chain: list[tuple[int, int, int]] = []
    by_row: dict[int, list[tuple[int, float]]] = {}
    for row, column, weight in weighed:
        by_row.setdefault(row, []).append((column, weight))
    for row in sorted(by_row):
        scored = [(column, weight, *_best_before(tree, column)) for column, weight in by_row[row]]
        for column, weight, before, link in scored:
            chain.append((row, column, link))
            _raise(tree, column, before + weight, len(chain) - 1)
    link = _best_before(tree, columns)[1]
    pairs: list[tuple[int, int]] = []
    while link >= 0:
        row, column, link = chain[link]
        pairs.append((row, column))
    return pairs[::-1]


def _best_before(tree: list[tuple[float, int]], end: int) -> tuple[float, int]:
    best = (0.0, -1)
    while end > 0:
        best = max(best, tree[end])
        end &= end - 1
    return best


def _raise(tree: list[tuple[float, int]], column: int, weight: float, link: int) -> None:
    index = column + 1
    while index < len(tree):
        tree[index] = max(tree[index], (weight, link))
        index += index & -index


_WORD = re.compile(r"\w+")
_LEAST_WORDS = 4
_LEAST_CHARACTERS = 16
_MOVED = 0.6
"""Part of the word triples of the longer text that a moved piece keeps at least."""


def _moves(gone: Mapping[int, str], come: Mapping[int, str]) -> dict[int, int]:
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
        if alike >= _MOVED and i not in found and j not in taken:
            found[i] = j
            taken.add(j)
    return found


_Triple = tuple[str, ...]


def _likenesses(
    left: Mapping[int, set[_Triple]], right: Mapping[int, set[_Triple]]
) -> Iterator[tuple[float, int, int]]:
    """Yield (part of the longer text's triples that both have, index, index) where there is any."""
    having: dict[_Triple, list[int]] = {}
    for j, triples in right.items():
        for triple in triples:
            having.setdefault(triple, []).append(j)
    for i, triples in left.items():
        shared = Counter(j for triple in triples for j in having.get(triple, ()))
        yield from ((n / max(len(triples), len(right[j])), i, j) for j, n in shared.items())


def _telling(text: str) -> bool:
    return len(text) >= _LEAST_CHARACTERS and len(_WORD.findall(text)) >= _LEAST_WORDS


def _triples(text: str) -> set[_Triple]:
    words = _WORD.findall(text)
    return set(zip(words, words[1:], words[2:], strict=False))
