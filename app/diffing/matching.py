"""Match two token sequences: anchors by patience, a longest common subsequence in the gaps.

Anchors are n-grams that occur once on each side; runs of them on one diagonal are weighed by their length
and the heaviest rising chain holds. Rule: the result depends on the sequences alone. No time limit is used,
because a limit makes the same texts differ from run to run; very long gaps without an anchor are cut in
proportion instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

Block = tuple[int, int, int]
"""Start in old, start in new, length: `length` tokens are the same from there on."""

_LONGEST_GAP = 4000
"""Tokens of both sides together that are matched at once in a gap (the time grows with the square)."""
_SHORT_GAP = 400
"""Tokens of both sides together up to which a gap is matched without looking for more anchors."""
_SIZES = (3, 2, 1, 8, 24)
"""Sizes of the n-grams, in the order tried; the long ones serve texts that repeat themselves."""
_PIECE = 20_000


def matching_blocks(old: Sequence[str], new: Sequence[str]) -> list[Block]:
    """Return the runs of equal items, in order, none adjacent to the next on both sides."""
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(item, len(numbers)) for item in old]
    b = [numbers.setdefault(item, len(numbers)) for item in new]
    return match_numbers(a, b)


def match_numbers(a: list[int], b: list[int]) -> list[Block]:
    """Match two sequences of numbers that are the same where the items are."""
    found = _Match(a, b)
    found.between(0, len(a), 0, len(b), 0)
    return found.blocks


class _Match:
    """One matching at work; `blocks` are appended in order."""

    def __init__(self, a: list[int], b: list[int]) -> None:
        self.a, self.b = a, b
        self.blocks: list[Block] = []

    def add(self, i: int, j: int, length: int) -> None:
        """Append a block, joined to the last one where they touch."""
        if self.blocks:
            i0, j0, n0 = self.blocks[-1]
            if i0 + n0 == i and j0 + n0 == j:
                self.blocks[-1] = (i0, j0, n0 + length)
                return
        self.blocks.append((i, j, length))

    def between(self, a0: int, a1: int, b0: int, b1: int, level: int) -> None:
        """Match a range of both sides."""
        a, b = self.a, self.b
        start = a0
        while a0 < a1 and b0 < b1 and a[a0] == b[b0]:
            a0, b0 = a0 + 1, b0 + 1
        if a0 > start:
            self.add(start, b0 - (a0 - start), a0 - start)
        end = a1
        while a0 < a1 and b0 < b1 and a[a1 - 1] == b[b1 - 1]:
            a1, b1 = a1 - 1, b1 - 1
        if a0 < a1 and b0 < b1:
            if a1 - a0 == 1 == b1 - b0:
                pass
            elif level == len(_SIZES) or (level and a1 - a0 + b1 - b0 <= _SHORT_GAP):
                self.longest(a0, a1, b0, b1)
            else:
                self.anchored(a0, a1, b0, b1, level)
        if end > a1:
            self.add(a1, b1, end - a1)

    def anchored(self, a0: int, a1: int, b0: int, b1: int, level: int) -> None:
        """Hold the anchors of this level and match the gaps between them."""
        i, j = a0, b0
        for at, bt, length in self.chain(a0, a1, b0, b1, _SIZES[level]):
            over = max(i - at, j - bt, 0)
            if over >= length:
                continue
            at, bt, length = at + over, bt + over, length - over
            if at > i and bt > j:
                self.between(i, at, j, bt, level + 1)
            self.add(at, bt, length)
            i, j = at + length, bt + length
        if i < a1 and j < b1:
            self.between(i, a1, j, b1, level + 1)

    def chain(self, a0: int, a1: int, b0: int, b1: int, size: int) -> list[Block]:
        """Return the heaviest rising chain of runs of n-grams that are unique in both ranges."""
        left, right = self.once(self.a, a0, a1, size), self.once(self.b, b0, b1, size)
        if len(right) < len(left):
            pairs = [(left[gram], j) for gram, j in right.items() if gram in left]
            pairs.sort()
        else:
            pairs = [(i, right[gram]) for gram, i in left.items() if gram in right]
        runs: list[Block] = []
        start_i = start_j = next_i = next_j = -1
        for i, j in pairs:
            if i != next_i or j != next_j:
                if next_i >= 0:
                    runs.append((start_i, start_j, next_i - start_i + size - 1))
                start_i, start_j = i, j
            next_i, next_j = i + 1, j + 1
        if next_i >= 0:
            runs.append((start_i, start_j, next_i - start_i + size - 1))
        return _heaviest(runs)

    def once(self, numbers: list[int], start: int, end: int, size: int) -> dict[tuple[int, ...], int]:
        """Return the position of every n-gram that occurs once, in order of position."""
        grams: list[tuple[int, ...]] = []
        positions: dict[tuple[int, ...], int] = {}
        # In pieces: one call over a long text would hold all other threads up.
        for at in range(start, end - size + 1, _PIECE):
            last = min(at + _PIECE, end - size + 1)
            part = list(zip(*(numbers[at + o : last + o] for o in range(size)), strict=True))
            positions.update(zip(part, range(at, last), strict=True))
            grams += part
        if len(positions) < len(grams):
            # Each gram has its last position by now: one that stands elsewhere too comes twice.
            for gram in {gram for position, gram in enumerate(grams, start) if positions[gram] != position}:
                del positions[gram]
        return positions

    def longest(self, a0: int, a1: int, b0: int, b1: int) -> None:
        """Match by a longest common subsequence, in pieces where the ranges are long."""
        pieces = -(-(a1 - a0 + b1 - b0) // _LONGEST_GAP)
        for piece in range(pieces):
            i, i1 = (a0 + (a1 - a0) * step // pieces for step in (piece, piece + 1))
            j, j1 = (b0 + (b1 - b0) * step // pieces for step in (piece, piece + 1))
            for at, bt, length in common_subsequence(self.a[i:i1], self.b[j:j1]):
                self.add(i + at, j + bt, length)


def common_subsequence(left: Sequence[int], right: Sequence[int]) -> list[Block]:
    """Return a longest common subsequence as blocks, in order.

    Bit-parallel (Hyyrö 2004): a row of the table is one integer, whose bit k is 0 where the length grows from
    `left[:k]` to `left[:k + 1]`. Memory is a bit for each pair of items.
    """
    places: dict[int, int] = {}
    bit = 1
    for item in left:
        places[item] = places.get(item, 0) | bit
        bit <<= 1
    nothing = row = bit - 1
    rows: list[int] = []
    for item in right:
        if item in places:
            grows = row & places[item]
            row = ((row + grows) | (row - grows)) & nothing
        rows.append(row)
    found: list[Block] = []
    i, j = len(left), len(right) if row != nothing else 0
    while i and j:
        # Two equal items at the end are always part of one: taken first, the runs are long.
        end = i
        while i and j and left[i - 1] == right[j - 1]:
            i, j = i - 1, j - 1
        if i < end:
            found.append((i, j, end - i))
        elif rows[j - 1] >> (i - 1) & 1:
            i -= 1
        else:
            j -= 1
    return found[::-1]


def _heaviest(runs: list[Block]) -> list[Block]:
    """Return the chain of runs, both starts rising, whose lengths sum to most; `runs` come by start in old.

    A run that begins behind all earlier ones and before all later ones on the other side, too, is in every
    such chain; what lies between two of them is decided on its own.
    """
    starts = [run[1] for run in runs]
    least_behind = list(accumulate(reversed(starts), min))[::-1]
    chain: list[Block] = []
    crossing: list[Block] = []
    most = -1
    for run, start, least in zip(runs, starts, least_behind, strict=True):
        if most < start == least:
            if crossing:
                chain += _heaviest_of_few(crossing)
                crossing = []
            chain.append(run)
        else:
            crossing.append(run)
        most = max(most, start)
    return chain + _heaviest_of_few(crossing) if crossing else chain


def _heaviest_of_few(runs: list[Block]) -> list[Block]:
    ranks = {j: rank for rank, j in enumerate(sorted(run[1] for run in runs))}
    # A Fenwick tree of maxima over the start in new: (weight, index of the run that ends the chain).
    tree = [(0, -1)] * (len(runs) + 1)
    back: list[int] = []
    for index, (_, j, length) in enumerate(runs):
        rank = ranks[j]
        best, at = (0, -1), rank
        while at > 0:
            best = max(best, tree[at])
            at &= at - 1
        back.append(best[1])
        entry = (best[0] + length, index)
        at = rank + 1
        while at < len(tree):
            if tree[at] < entry:
                tree[at] = entry
            at += at & -at
    chain: list[Block] = []
    index = max(tree)[1]
    while index >= 0:
        chain.append(runs[index])
        index = back[index]
    return chain[::-1]
