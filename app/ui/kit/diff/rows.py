"""What the diff view shows, made of a comparison in a worker thread: plain values, no Qt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal, NamedTuple

from app.diffing import Comparison, compare
from app.diffing.alignment import Row
from app.diffing.hunks import Figures, figures
from app.diffing.spans import no_collections
from app.diffing.units import breaks

Kind = Literal["equal", "delete", "insert", "left", "right"]
"""`left` and `right`: text that stands on one side alone and is not marked, as that of a moved paragraph."""
Pane = Literal["left", "right", "inline"]
Part = tuple[Kind, str]

LONGEST = 5000
"""Characters of a paragraph from which on it is laid out in several parts: one part is laid out at once."""
_HIDES: dict[Pane, tuple[Kind, ...]] = {
    "left": ("insert", "right"),
    "right": ("delete", "left"),
    "inline": (),
}


class Mark(NamedTuple):
    """A stretch of one kind; Qt counts in UTF-16 units."""

    start: int
    length: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the view: a piece of text, or a part of a very long one.

    `change`: index of the change it belongs to, or -1; `first`: it is the first line of that change;
    `partner`: the line a moved piece went to or came from, or -1; `goes_on`: more of the piece follows;
    `close`: the next line stands right below, as in code or a list; `code`: it lies in a fence.
    """

    kind: Literal["unchanged", "changed", "inserted", "deleted", "moved"]
    parts: tuple[Part, ...]
    change: int = -1
    first: bool = False
    partner: int = -1
    goes_on: bool = False
    close: bool = False
    code: bool = False

    def has(self, pane: Pane) -> bool:
        """Tell whether anything stands on a side."""
        return any(kind not in _HIDES[pane] for kind, _ in self.parts)

    def text(self, pane: Pane) -> str:
        """Return the text of a side as it is, without marks."""
        return "".join(text for kind, text in self.parts if kind not in _HIDES[pane])

    def shown(self, pane: Pane) -> tuple[str, tuple[Mark, ...]]:
        """Return a side with line breaks as Qt lays them out, and its marks; lengths stay the same."""
        text = self.text(pane)
        marks: list[Mark] = []
        at = 0
        for kind, piece in self.parts:
            if kind in _HIDES[pane]:
                continue
            length = utf16_length(piece)
            if kind in ("delete", "insert"):
                marks.append(Mark(at, length, kind))
            at += length
        if "\n" in text or "\r" in text:
            text = text.replace("\r\n", " \u2028").replace("\n", "\u2028").replace("\r", "\u2028")
        return text, tuple(marks)


def utf16_length(text: str) -> int:
    """Return the length in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf16_part(text: str, start: int, end: int) -> str:
    """Return the part between two places, which are counted in UTF-16 units."""
    if text.isascii():
        return text[start:end]
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "replace")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A comparison ready to be shown; `first_lines` gives each change's first line."""

    old: str
    new: str
    comparison: Comparison
    lines: tuple[Line, ...]
    first_lines: tuple[int, ...]
    figures: Figures
    granularity: str
    sizes: tuple[int, ...]
    """Characters of the longer side of each line, for estimating heights."""

    @property
    def changes(self) -> int:
        return len(self.first_lines)


def prepare(old: str, new: str, granularity: str = "word") -> Prepared:
    """Compare two texts for the view."""
    with no_collections(len(old) + len(new)):
        found = compare(old, new, granularity)
        fenced = _fenced(found.rows)
        pieces = [list(_lines(found, row_index, fenced[row_index])) for row_index in range(len(found.rows))]
        starts = list(accumulate(map(len, pieces), initial=0))
        lines: list[Line] = []
        first_lines: list[int] = [-1] * len(found.hunks)
        for row, some in zip(found.rows, pieces, strict=True):
            for part, line in enumerate(some):
                first = line.change >= 0 and first_lines[line.change] < 0
                if first:
                    first_lines[line.change] = len(lines)
                if row.moved is not None:
                    first = first or (line.change >= 0 and part == 0)
                    line = replace(line, partner=starts[row.moved])
                lines.append(replace(line, first=True) if first else line)
        sizes = tuple(max(len(line.text("left")), len(line.text("right"))) for line in lines)
        return Prepared(old, new, found, tuple(lines), tuple(first_lines), figures(found), granularity, sizes)


def _fenced(rows: tuple[Row, ...]) -> list[bool]:
    """Tell of each row whether it lies in a fence, or is the border of one, on either side."""
    inside = {"old": False, "new": False}
    found: list[bool] = []
    for row in rows:
        code = False
        for side, unit in (("old", row.old), ("new", row.new)):
            if unit is None:
                continue
            border = unit.text.lstrip().startswith(("```", "~~~"))
            code = code or border or inside[side]
            inside[side] ^= border
        found.append(code)
    return found


def _lines(found: Comparison, row_index: int, code: bool) -> Iterator[Line]:
    row, change = found.rows[row_index], found.of_row[row_index]
    kind = "moved" if row.moved is not None else row.kind
    gap = row.new or row.old or found.rows[0].new
    close = gap is not None and breaks(gap.gap) == 1
    parts = _parts(row)
    if kind == "unchanged" and change >= 0:
        kind = "changed"
        parts += _spacing(row)
    cut = _cut(parts) if sum(len(text) for _, text in parts) > LONGEST else [parts]
    for index, some in enumerate(cut):
        last = index == len(cut) - 1
        yield Line(kind, tuple(some), change, goes_on=not last, close=close and last, code=code)


def _parts(row: Row) -> list[Part]:
    if row.kind == "unchanged" and row.old:
        return [("equal", row.old.text)]
    if row.moved is not None:
        unit = row.old or row.new
        side: Kind = "left" if row.kind == "deleted" else "right"
        if not row.spans:
            return [] if unit is None else [(side, unit.text)]
        hidden = "insert" if row.kind == "deleted" else "delete"
        return [
            (side if span.kind == "equal" else span.kind, span.text)
            for span in row.spans
            if span.kind != hidden
        ]
    if row.kind == "changed":
        return [(span.kind, span.text) for span in row.spans]
    if row.old:
        return [("delete", row.old.text)]
    return [("insert", row.new.text)] if row.new else []


def _spacing(row: Row) -> list[Part]:
    """Show white space that alone has changed."""
    if row.old is None or row.new is None:
        return []
    old, new = (" " + "⏎" * breaks(unit.gap) for unit in (row.old, row.new))
    if old == new:
        old, new = old + "·", new + "··"
    return [("delete", old), ("insert", new)]


def _cut(parts: list[Part]) -> list[list[Part]]:
    """Cut a very long paragraph into parts that begin at the same words on both sides."""
    cut: list[list[Part]] = [[]]
    size = 0
    for kind, text in parts:
        while size + len(text) > LONGEST:
            room = max(LONGEST - size, 1)
            end = max(text.rfind(" ", 0, room), text.rfind("\n", 0, room)) + 1
            if end <= 0:
                # No blank: at the next one, or hard where there is none for long.
                ahead = text.find(" ", room, room + LONGEST)
                end = ahead + 1 if ahead >= 0 else min(room + LONGEST, len(text))
                if size and ahead < 0:
                    end = 0
            if end:
                cut[-1].append((kind, text[:end]))
                text = text[end:]
            cut.append([])
            size = 0
            if not text:
                break
        if text:
            cut[-1].append((kind, text))
            size += len(text)
    return [some for some in cut if some]
