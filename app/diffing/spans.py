"""The token diff: what is equal, deleted and inserted between two texts, exact and readable.

Also how alike two texts are, by their words alone.
"""

from __future__ import annotations

import gc
import math
import re
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, combinations, pairwise
from typing import Literal, NamedTuple

from app.diffing.matching import Block, match_numbers
from app.diffing.tokens import Ids, tokenize

Kind = Literal["equal", "delete", "insert"]
Region = tuple[int, int, int, int]
"""An edit in characters: start and end in the old text, start and end in the new one."""


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
    found = _slid(blocks, a, b, woven)
    return _regions(_readable(found, woven) if islands else found, woven)


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


# --- matched tokens made readable: edits at natural borders, tiny equalities between them given up ---------
# All of it works on whole tokens, so that no word is cut. Blocks come in order and leave in order; what is
# left out of them is an edit.

_SMALL = 4
"""Visible characters of an equality between two edits up to which it is always given up: islands of one short
word make a diff unreadable."""
_ISLAND = 24
"""Visible characters of an equality up to which it is given up between two edits that are each longer."""
_FARTHEST = 200
"""Tokens that an edit is moved at most."""
_CLOSERS = "\"'”’)]»」』"


class Woven:
    """Two token sequences with the character offsets of their tokens (one more offset than tokens)."""

    def __init__(
        self, old: str, new: str, left: list[str], right: list[str], at_old: list[int], at_new: list[int]
    ) -> None:
        self.old, self.new, self.left, self.right = old, new, left, right
        self.at_old, self.at_new = at_old, at_new


def _slid(blocks: Sequence[Block], a: list[int], b: list[int], woven: Woven) -> list[Block]:
    """Move insertions and deletions along equal tokens to where a line, sentence or clause begins."""
    moved = [list(block) for block in blocks]
    for p, q in pairwise(moved):
        i, j = p[0] + p[2], p[1] + p[2]
        if i == q[0]:
            numbers, tokens, start, end = b, woven.right, j, q[1]
        elif j == q[1]:
            numbers, tokens, start, end = a, woven.left, i, q[0]
        else:
            continue
        # The block before keeps a token, unless the text begins with it; so does the one behind.
        most = min(p[2] - (p[0] > 0 or p[1] > 0), _FARTHEST)
        back = 0
        while back < most and numbers[start - 1 - back] == numbers[end - 1 - back]:
            back += 1
        most = min(q[2] - (q[0] + q[2] < len(a) or q[1] + q[2] < len(b)), _FARTHEST)
        on = 0
        while on < most and numbers[start + on] == numbers[end + on]:
            on += 1
        if not back and not on:
            continue
        step = max(
            range(-back, on + 1),
            key=lambda d: (_border(tokens, start + d) + _border(tokens, end + d), d),
        )
        p[2] += step
        q[0], q[1], q[2] = q[0] + step, q[1] + step, q[2] - step
    return [(i, j, n) for i, j, n in moved if n]


def _border(tokens: Sequence[str], index: int) -> int:
    """Return how natural it is to begin something new at a token: 6 the text's edge, 0 inside a clause."""
    if index in (0, len(tokens)):
        return 6
    before = tokens[index - 1]
    if before[-1] in "\r\n":
        return 5 if index > 1 and tokens[index - 2][-1] in "\r\n" else 4
    if tokens[index][0] in "\r\n" or not before[-1].isspace():
        return 0
    word = before.rstrip().rstrip(_CLOSERS) or (tokens[index - 2] if index > 1 else "")
    if word[-1:] in ".!?…。！？":
        return 3
    return 2 if word[-1:] in ",;:—–" else 1


def _readable(blocks: Sequence[Block], woven: Woven) -> list[Block]:
    """Give up small equalities between edits; one always stays where there was one."""
    # What stays, each with the visible characters of both sides of the edit before it.
    kept: list[tuple[Block, int, int]] = []
    old, new, at_old, at_new = woven.old, woven.new, woven.at_old, woven.at_new
    i = j = 0
    for block in (*blocks, (len(woven.left), len(woven.right), 0)):
        gone = _width(old[at_old[i] : at_old[block[0]]]) if block[0] > i else 0
        come = _width(new[at_new[j] : at_new[block[1]]]) if block[1] > j else 0
        # An edit that has grown may now outweigh the equality before it.
        while kept and (gone or come) and (width := _island(kept[-1], max(gone, come), woven)):
            _, gone_before, come_before = kept.pop()
            gone, come = gone + gone_before + width, come + come_before + width
        kept.append((block, gone, come))
        i, j = block[0] + block[2], block[1] + block[2]
    found = [block for block, _, _ in kept if block[2]]
    if blocks and not found:
        found.append(
            max(blocks, key=lambda block: woven.at_old[block[0] + block[2]] - woven.at_old[block[0]])
        )
    return found


def _island(entry: tuple[Block, int, int], behind: int, woven: Woven) -> int:
    """Return the visible characters of an equality to be given up, 0 where it stays."""
    (i, _, n), gone, come = entry
    before = max(come, gone)
    if not before or n > _ISLAND:
        # No edit before it, or one of white space alone.
        return 0
    start, end = woven.at_old[i], woven.at_old[i + n]
    if end - start > 2 * _ISLAND:
        return 0
    text = woven.old[start:end]
    if "\n" in text or "\r" in text:
        return 0
    size = _width(text)
    small = size <= _SMALL or (size <= _ISLAND and 2 * size <= before and 2 * size <= behind)
    return size if small else 0


def _width(text: str) -> int:
    """Return visible characters; those beyond Latin, Greek and the like say more and count double."""
    text = text.strip()
    return len(text) if text.isascii() else len(text) + sum(char >= "\u0e00" for char in text)


def _regions(blocks: Sequence[Block], woven: Woven) -> list[Region]:
    """Return the edits in characters: what lies between blocks, and white space that differs inside them."""
    found: list[Region] = []
    old, new, at_old, at_new = woven.old, woven.new, woven.at_old, woven.at_new
    i = j = 0
    for bi, bj, n in (*blocks, (len(woven.left), len(woven.right), 0)):
        if bi > i or bj > j:
            _push(found, (at_old[i], at_old[bi], at_new[j], at_new[bj]))
        i, j = bi + n, bj + n
        a0, a1, b0, b1 = at_old[bi], at_old[i], at_new[bj], at_new[j]
        if a1 - a0 == b1 - b0 and old[a0:a1] == new[b0:b1]:
            continue
        for k in range(n):
            gone, come = woven.left[bi + k], woven.right[bj + k]
            if gone != come:
                core = len(gone.rstrip(" \t"))
                start_old, start_new = at_old[bi + k], at_new[bj + k]
                _push(
                    found, (start_old + core, start_old + len(gone), start_new + core, start_new + len(come))
                )
    return [trimmed for region in found if (trimmed := _trimmed(region, old, new))]


def _push(found: list[Region], region: Region) -> None:
    if found and found[-1][1] == region[0] and found[-1][3] == region[2]:
        last = found.pop()
        region = (last[0], region[1], last[2], region[3])
    found.append(region)


def _trimmed(region: Region, old: str, new: str) -> Region | None:
    """Take words and white space that both sides begin or end with out of an edit."""
    a0, a1, b0, b1 = region
    # Nearly always one space is all there is.
    while a0 < a1 and b0 < b1 and old[a1 - 1] == " " == new[b1 - 1]:
        a1, b1 = a1 - 1, b1 - 1
    if a0 == a1 or b0 == b1:
        return (a0, a1, b0, b1) if a0 < a1 or b0 < b1 else None
    head, tail = old[a0] == new[b0], old[a1 - 1] == new[b1 - 1]
    if not head and not tail:
        return (a0, a1, b0, b1)
    left, right = old[a0:a1], new[b0:b1]
    if left.isalnum() and right.isalnum() and left != right and left.isascii() and right.isascii():
        return (a0, a1, b0, b1)
    gone, come = tokenize(left, "fine"), tokenize(right, "fine")
    most = min(len(gone), len(come))
    at = 0
    while tail and at < most and gone[-1 - at] == come[-1 - at]:
        a1, b1 = a1 - len(gone[-1 - at]), b1 - len(gone[-1 - at])
        at += 1
    most -= at
    at = 0
    while head and at < most and gone[at] == come[at]:
        a0, b0 = a0 + len(gone[at]), b0 + len(gone[at])
        at += 1
    return (a0, a1, b0, b1) if a0 < a1 or b0 < b1 else None


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
