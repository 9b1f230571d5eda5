"""Selecting text with the mouse in one pane of the diff."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtGui import QTextLayout

from app.ui.kit.diff.painting import selection
from app.ui.kit.diff.rows import Pane, Prepared, units
from app.ui.kit.theme import Colours


class Spot(NamedTuple):
    """A place in a text: the line, and the offset in UTF-16 units."""

    line: int
    offset: int


_START = Spot(0, 0)


@dataclass(slots=True)
class Selection:
    """What is selected on one side; `anchor` is where it began."""

    pane: Pane = "left"
    anchor: Spot = _START
    head: Spot = _START

    @property
    def start(self) -> Spot:
        return min(self.anchor, self.head)

    @property
    def end(self) -> Spot:
        return max(self.anchor, self.head)

    @property
    def empty(self) -> bool:
        return self.anchor == self.head

    def begin(self, pane: Pane, spot: Spot) -> None:
        self.pane, self.anchor, self.head = pane, spot, spot

    def all_of(self, prepared: Prepared, pane: Pane) -> None:
        """Select a whole side."""
        last = len(prepared.lines) - 1
        self.begin(pane, Spot(0, 0))
        if last >= 0:
            self.head = Spot(last, units(prepared.lines[last].text(pane)))

    def on(self, line: int, pane: Pane, length: int, c: Colours) -> QTextLayout.FormatRange | None:
        """Return what of a line is selected, for painting."""
        if pane != self.pane or self.empty or not self.start.line <= line <= self.end.line:
            return None
        first = self.start.offset if line == self.start.line else 0
        last = self.end.offset if line == self.end.line else length
        return selection(first, last - first, c) if last > first else None

    def text(self, prepared: Prepared) -> str:
        """Return the selected text, pieces parted as they are on that side."""
        if self.empty:
            return ""
        parts: list[str] = []
        for place in range(self.start.line, self.end.line + 1):
            line = prepared.lines[place]
            if not line.has(self.pane):
                continue
            text = line.text(self.pane)
            raw = text.encode("utf-16-le", "surrogatepass")
            first = self.start.offset if place == self.start.line else 0
            last = self.end.offset if place == self.end.line else len(raw) // 2
            parts.append(raw[2 * first : 2 * last].decode("utf-16-le", "replace"))
            if place < self.end.line:
                parts.append("" if line.goes_on else "\n" if line.close else "\n\n")
        return "".join(parts)
