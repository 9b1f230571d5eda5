"""Make matched tokens readable: edits moved to natural borders, tiny equalities between them given up.

Everything works on whole tokens, so that no word is cut. Blocks come in order and leave in order; what is
left out of them is an edit.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from app.diffing.matching import Block
from app.diffing.tokens import tokenize

Region = tuple[int, int, int, int]
"""An edit in characters: start and end in the old text, start and end in the new one."""

SMALL = 4
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


def slid(blocks: Sequence[Block], a: list[int], b: list[int], woven: Woven) -> list[Block]:
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


def readable(blocks: Sequence[Block], woven: Woven) -> list[Block]:
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
    small = size <= SMALL or (size <= _ISLAND and 2 * size <= before and 2 * size <= behind)
    return size if small else 0


def _width(text: str) -> int:
    """Return visible characters; those beyond Latin, Greek and the like say more and count double."""
    text = text.strip()
    return len(text) if text.isascii() else len(text) + sum(char >= "\u0e00" for char in text)


def regions(blocks: Sequence[Block], woven: Woven) -> list[Region]:
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
