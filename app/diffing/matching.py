"""Match two token sequences: anchors by patience, a shortest edit script in the gaps.

Rule: the result depends on the sequences alone. No time limit is used, because a limit makes the same
texts differ from run to run; very long gaps without an anchor are cut in proportion instead.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

import fast_diff_match_patch

Block = tuple[int, int, int]
"""Start in old, start in new, length: `length` tokens are the same from there on."""

_LONGEST_GAP = 6000
"""Tokens of both sides together that the edit script may see at once (its time grows with the square)."""


def matching_blocks(old: Sequence[str], new: Sequence[str]) -> list[Block]:
    """Return the runs of equal tokens, in order, none adjacent to the next on both sides."""
    ids: dict[str, int] = {}
    a = [ids.setdefault(token, len(ids)) for token in old]
    b = [ids.setdefault(token, len(ids)) for token in new]
    blocks: list[Block] = []
    for i, j, length in _match(a, 0, len(a), b, 0, len(b), 3):
        if blocks:
            i0, j0, n0 = blocks[-1]
            if i0 + n0 == i and j0 + n0 == j:
                blocks[-1] = (i0, j0, n0 + length)
                continue
        blocks.append((i, j, length))
    return blocks


def _match(a: list[int], a0: int, a1: int, b: list[int], b0: int, b1: int, size: int) -> Iterator[Block]:
    start = 0
    while a0 + start < a1 and b0 + start < b1 and a[a0 + start] == b[b0 + start]:
        start += 1
    if start:
        yield a0, b0, start
    a0, b0 = a0 + start, b0 + start
    end = 0
    while a0 < a1 - end and b0 < b1 - end and a[a1 - end - 1] == b[b1 - end - 1]:
        end += 1
    a1, b1 = a1 - end, b1 - end
    if a0 < a1 and b0 < b1:
        if size and (size == 3 or a1 - a0 + b1 - b0 > _LONGEST_GAP):
            yield from _anchored(a, a0, a1, b, b0, b1, size)
        else:
            yield from _shortest(a, a0, a1, b, b0, b1)
    if end:
        yield a1, b1, end


def _anchored(a: list[int], a0: int, a1: int, b: list[int], b0: int, b1: int, size: int) -> Iterator[Block]:
    anchors = _anchors(a, a0, a1, b, b0, b1, size)
    i, j = a0, b0
    for at, bt in anchors:
        if at < i or bt < j:
            if at - i == bt - j and at + size > i:
                yield i, j, at + size - i
                i, j = at + size, bt + size
            continue
        yield from _match(a, i, at, b, j, bt, size - 1)
        yield at, bt, size
        i, j = at + size, bt + size
    yield from _match(a, i, a1, b, j, b1, size - 1)


def _anchors(
    a: list[int], a0: int, a1: int, b: list[int], b0: int, b1: int, size: int
) -> list[tuple[int, int]]:
    """Return the longest increasing run of n-grams that are unique in both."""
    in_a, in_b = _unique(a, a0, a1, size), _unique(b, b0, b1, size)
    pairs = [(i, in_b[gram]) for gram, i in in_a.items() if i >= 0 and in_b.get(gram, -1) >= 0]
    pairs.sort()
    tails: list[int] = []
    tops: list[int] = []
    back: list[int] = []
    for place, (_, j) in enumerate(pairs):
        pile = bisect_left(tails, j)
        back.append(tops[pile - 1] if pile else -1)
        if pile == len(tails):
            tails.append(j)
            tops.append(place)
        else:
            tails[pile], tops[pile] = j, place
    run: list[tuple[int, int]] = []
    place = tops[-1] if tops else -1
    while place >= 0:
        run.append(pairs[place])
        place = back[place]
    return run[::-1]


def _unique(ids: list[int], start: int, end: int, size: int) -> dict[tuple[int, ...], int]:
    """Return the place of every n-gram, -1 for those that come twice."""
    places: dict[tuple[int, ...], int] = {}
    shifted = [ids[start + offset : end] for offset in range(size)]
    for place, gram in enumerate(zip(*shifted, strict=False), start):
        places[gram] = -1 if gram in places else place
    return places


def _shortest(a: list[int], a0: int, a1: int, b: list[int], b0: int, b1: int) -> Iterator[Block]:
    pieces = -(-(a1 - a0 + b1 - b0) // _LONGEST_GAP)
    for piece in range(pieces):
        i, i1 = (a0 + (a1 - a0) * step // pieces for step in (piece, piece + 1))
        j, j1 = (b0 + (b1 - b0) * step // pieces for step in (piece, piece + 1))
        local: dict[int, str] = {}
        left, right = _encode(a[i:i1], local), _encode(b[j:j1], local)
        if not left or not right:
            continue
        found = fast_diff_match_patch.diff(
            left, right, timelimit=0, checklines=False, cleanup="No", counts_only=True
        )
        for op, length in found:
            if op == "=":
                yield i, j, length
            if op != "+":
                i += length
            if op != "-":
                j += length


def _encode(ids: list[int], local: dict[int, str]) -> str:
    """Write ids as one character each, by order of appearance, past the surrogates (not text to C++)."""
    letters = []
    for number in ids:
        letter = local.get(number)
        if letter is None:
            place = len(local) + 32
            letter = local[number] = chr(place if place < 0xD800 else place + 0x800)
        letters.append(letter)
    return "".join(letters)
