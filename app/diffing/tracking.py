"""The changes between two texts in one line of passages, as a document with tracked changes holds them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.diffing.hunks import Comparison
from app.diffing.spans import Kind


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of text that stays, goes or comes; `change`: the index of its change, -1 where it stays."""

    kind: Kind
    text: str
    change: int = -1


def passages(compared: Comparison) -> list[Passage]:
    """Return both texts as one: without what comes it is the old one, without what goes the new one."""
    found: list[Passage] = []
    for piece in _pieces(compared):
        if found and (found[-1].kind, found[-1].change) == (piece.kind, piece.change):
            piece = Passage(piece.kind, found.pop().text + piece.text, piece.change)
        if piece.text:
            found.append(piece)
    return found


def _pieces(compared: Comparison) -> Iterator[Passage]:
    rows = compared.rows
    for index, (row, change) in enumerate(zip(rows, compared.of_row, strict=True)):
        old, new = row.old, row.new
        after = rows[index + 1] if index + 1 < len(rows) else None
        alone = after is not None and (after.old is None or after.new is None)
        if old is not None and new is not None:
            if row.kind == "changed":
                for span in row.spans:
                    yield Passage(span.kind, span.text, -1 if span.kind == "equal" else change)
            else:
                yield Passage("equal", old.text)
            # Beside a piece that comes or goes the white space goes with that.
            yield from _gap(old.gap, new.gap, compared.of_row[index + 1] if alone else change)
        elif old is not None:
            yield Passage("delete", old.text + old.gap, change)
        elif new is not None:
            yield Passage("insert", new.text + new.gap, change)


def _gap(old: str, new: str, change: int) -> Iterator[Passage]:
    """Yield white space that stays as far as it begins alike, and what of the rest goes and comes."""
    same = next(
        (at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    yield Passage("equal", old[:same])
    yield Passage("delete", old[same:], change)
    yield Passage("insert", new[same:], change)
