"""Selecting text with the mouse in one pane of the diff."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from app.ui.kit.diff.rows import Pane, Prepared, utf16_length, utf16_part


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

    def select(self, pane: Pane, anchor: Spot, head: Spot | None = None) -> None:
        """Select from one place to another; with one alone, begin there."""
        self.pane, self.anchor, self.head = pane, anchor, anchor if head is None else head

    def all_of(self, prepared: Prepared, pane: Pane) -> None:
        """Select a whole side."""
        last = len(prepared.lines) - 1
        end = Spot(last, utf16_length(prepared.lines[last].text(pane))) if last >= 0 else _START
        self.select(pane, _START, end)

    def part(self, line: int, pane: Pane, length: int) -> tuple[int, int]:
        """Return from where to where a side of a line, which is so long, is selected."""
        if pane != self.pane or not self.start.line <= line <= self.end.line:
            return 0, 0
        first = self.start.offset if line == self.start.line else 0
        return first, self.end.offset if line == self.end.line else length

    def text(self, prepared: Prepared) -> str:
        """Return the selected text, pieces parted as they are on that side."""
        if self.empty:
            return ""
        parts: list[str] = []
        for index in range(self.start.line, self.end.line + 1):
            line = prepared.lines[index]
            if not line.has(self.pane):
                continue
            text = line.text(self.pane)
            parts.append(utf16_part(text, *self.part(index, self.pane, utf16_length(text))))
            if index < self.end.line:
                parts.append("" if line.goes_on else "\n" if line.close else "\n\n")
        return "".join(parts)
