"""Word-level differences as spans from which both texts can be rebuilt exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from app.diffing.matching import matching_blocks
from app.diffing.tokens import Granularity, core, tokens

Op = Literal["equal", "delete", "insert"]

_TINY = 4
"""Equal text of up to this many characters between two edits is read as part of the edit."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text that is in both (`equal`), in the old one only (`delete`) or the new one only.

    Offsets count code points. For a deletion `new_at` is the place where it would lie, and the like.
    """

    op: Op
    text: str
    old_at: int
    new_at: int


@dataclass(frozen=True, slots=True)
class TextDiff:
    """All spans between two texts, in order; within a change the deletion stands first."""

    spans: tuple[Span, ...]

    @property
    def old(self) -> str:
        """The old text, rebuilt."""
        return "".join(span.text for span in self.spans if span.op != "insert")

    @property
    def new(self) -> str:
        """The new text, rebuilt."""
        return "".join(span.text for span in self.spans if span.op != "delete")

    @property
    def same(self) -> bool:
        """Whether nothing changed."""
        return all(span.op == "equal" for span in self.spans)

    @property
    def changes(self) -> int:
        """How many places changed (a deletion with the insertion behind it is one)."""
        count, inside = 0, False
        for span in self.spans:
            count += span.op != "equal" and not inside
            inside = span.op != "equal"
        return count


def diff_texts(old: str, new: str, granularity: Granularity = "word") -> TextDiff:
    """Compare two texts token by token; equalities of up to 4 characters between edits are merged."""
    return TextDiff(tuple(_placed(_merged(raw_pieces(old, new, granularity)))))


Piece = tuple[str, str, str]
"""Equal text, then what was deleted and inserted behind it; any may be empty."""


def raw_pieces(old: str, new: str, granularity: Granularity = "word") -> Iterator[Piece]:
    """Compare by words and keep the white space behind them exact: a new line break changes no word."""
    if old == new:
        yield old, "", ""
        return
    left, right = tokens(old, granularity), tokens(new, granularity)
    i = j = 0
    for at, bt, length in matching_blocks([core(t) for t in left], [core(t) for t in right]):
        if at > i or bt > j:
            yield "", "".join(left[i:at]), "".join(right[j:bt])
        equal: list[str] = []
        for a, b in zip(left[at : at + length], right[bt : bt + length], strict=True):
            if a == b:
                equal.append(a)
                continue
            word = core(a)
            yield "".join((*equal, word)), a[len(word) :], b[len(word) :]
            equal = []
        if equal:
            yield "".join(equal), "", ""
        i, j = at + length, bt + length
    if i < len(left) or j < len(right):
        yield "", "".join(left[i:]), "".join(right[j:])


def _merged(pieces: Iterable[Piece]) -> Iterator[Piece]:
    equal: list[str] = []
    deleted: list[str] = []
    inserted: list[str] = []
    waiting = ""
    started = False
    for same, gone, come in pieces:
        waiting += same
        if not gone and not come:
            continue
        if (deleted or inserted) and len(waiting) <= _TINY:
            deleted += (waiting, gone)
            inserted += (waiting, come)
        else:
            if started:
                yield "".join(equal), "".join(deleted), "".join(inserted)
            equal, deleted, inserted = [waiting], [gone], [come]
            started = True
        waiting = ""
    if started:
        yield "".join(equal), "".join(deleted), "".join(inserted)
    if waiting:
        yield waiting, "", ""


def _placed(pieces: Iterable[Piece]) -> Iterator[Span]:
    i = j = 0
    for same, gone, come in pieces:
        if same:
            yield Span("equal", same, i, j)
            i, j = i + len(same), j + len(same)
        if gone:
            yield Span("delete", gone, i, j)
            i += len(gone)
        if come:
            yield Span("insert", come, i, j)
            j += len(come)
