"""Where every line of the diff lies: laid out where it is seen, estimated elsewhere; what is folded away.

Rule: both sides of a line begin at one height, and the next line begins below the taller of them. So nothing
drifts, whatever the width.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QTextLayout, QTextOption

from app.ui.kit.diff.inline_markup import Dressed, dressed
from app.ui.kit.diff.rows import Line, Pane, Prepared, prepare

_STAY = 1
"""Unchanged lines that stay in sight on each side of a change."""
STEP = 3
"""Lines opened by one step."""
_LEAST = 3
"""Lines that are worth folding."""


class Item(NamedTuple):
    """What stands at one place of the view: a line, or (`fold` >= 0) a fold in its place."""

    line: int
    fold: int = -1


@dataclass(slots=True)
class Fold:
    """A run of unchanged lines, `end` exclusive; `above` and `below` of them are in sight at its borders."""

    start: int
    end: int
    above: int = 0
    below: int = 0

    @property
    def hidden(self) -> int:
        return max(0, self.end - self.start - self.above - self.below)

    @property
    def size(self) -> int:
        return self.end - self.start

    def open(self) -> None:
        self.above, self.below = self.size, 0

    def close(self) -> None:
        self.above = self.below = 0

    def open_step(self, *, below: bool) -> None:
        """Open a few lines more: at the lower border, or at the upper one."""
        if self.hidden <= STEP:
            self.open()
        elif below:
            self.below += STEP
        else:
            self.above += STEP


class Folds:
    """The folds of one diff; without a change there is none."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.all: list[Fold] = []
        self._count = len(lines)
        end = 0
        for unchanged, run in groupby(lines, lambda line: line.change < 0):
            start, end = end, end + len(list(run))
            first = start + (_STAY if start else 0)
            last = end - (_STAY if end < self._count else 0)
            if unchanged and last - first >= _LEAST and end - start < self._count:
                self.all.append(Fold(first, last))

    def fold_all(self, folded: bool) -> None:
        """Fold everything that can be, or show everything."""
        for fold in self.all:
            (fold.close if folded else fold.open)()

    def open_to(self, line: int) -> None:
        """Make a line visible."""
        for fold in self.all:
            if fold.start + fold.above <= line < fold.end - fold.below:
                fold.open()

    @property
    def any_hidden(self) -> bool:
        return any(fold.hidden for fold in self.all)

    def items(self) -> list[Item]:
        """Return what stands in the view, from above; an open fold keeps a bar to fold it again."""
        found: list[Item] = []
        at = 0
        for index, fold in enumerate(self.all):
            gap = fold.start + fold.above if fold.hidden else fold.start
            found += (Item(line) for line in range(at, gap))
            found.append(Item(gap, index))
            at = fold.end - fold.below if fold.hidden else gap
        found += (Item(line) for line in range(at, self._count))
        return found


PAD = 14.0
"""Space between a text and its pane's borders."""
GUTTER = 100.0
"""Width of the column in which is decided, where its buttons need no more."""
BARELY = 25.0
"""Its width where nothing is decided: that of an arrow."""
GAP = 12.0
"""Space between two paragraphs: each has a third of it as ground on either side."""
AROUND = 4.0
"""Ground above and below a text."""
LIST_GAP, CODE_GAP = 6.0, 2.0
"""Space between lines that stand together."""
_LEADING = 20 / 13
"""Height of a row of text, as a part of the letters' size."""
_KEPT = 400
"""Laid out lines that are kept for painting them again."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """Widths in pixels; in one column `right` is unused."""

    width: float
    one_column: bool
    between: float = GUTTER
    """Width of the column in which is decided."""

    @property
    def pane(self) -> float:
        """Width of a pane with its padding."""
        return self.width - self.between if self.one_column else (self.width - self.between) / 2

    @property
    def panes(self) -> tuple[Pane, ...]:
        return ("inline",) if self.one_column else ("left", "right")

    @property
    def text(self) -> float:
        """Width that a text may take."""
        return max(60.0, self.pane - 2 * PAD)

    @property
    def gutter(self) -> float:
        """Where the column in which is decided begins."""
        return 0.0 if self.one_column else self.pane

    def x(self, pane: Pane) -> float:
        """Return where a pane begins."""
        if pane == "inline":
            return self.between
        return 0.0 if pane == "left" else self.pane + self.between


def gap_below(line: Line) -> float:
    """Return the room between a line and the next: code stands close, a list a little less so."""
    if line.goes_on:
        return 0.0
    return (CODE_GAP if line.code else LIST_GAP) if line.close else GAP


class Laid(NamedTuple):
    """A line laid out: its sides, and the height it takes without the gap behind it."""

    sides: dict[Pane, QTextLayout]
    height: float


class Sheet:
    """The lines of one diff under one width and font."""

    def __init__(self) -> None:
        self.geometry, self.font = Geometry(600.0, one_column=False), QFont()
        self._laid: OrderedDict[int, Laid] = OrderedDict()
        self.version = 0
        """Counts how often the tops have changed."""
        self.show(prepare("", ""))

    def show(self, prepared: Prepared) -> None:
        """Take another diff."""
        self.prepared, self.folds = prepared, Folds(prepared.lines)
        self.refit(self.geometry, self.font)

    def refit(self, geometry: Geometry, font: QFont) -> None:
        """Take another width or font: every height is an estimate again."""
        self.geometry, self.font = geometry, font
        metrics = QFontMetricsF(font)
        self.line_height = max(metrics.lineSpacing(), round(pixels(font) * _LEADING))
        self.fold_height = self.line_height + AROUND + GAP
        self._laid.clear()
        per_line = max(1.0, geometry.text / max(1.0, metrics.averageCharWidth()))
        self._heights = [-self.line_height * max(1, ceil(size / per_line)) for size in self.prepared.sizes]
        """By line; negative while it is an estimate."""
        self._unknown = 0
        self.arrange()

    def arrange(self) -> None:
        """Lay the items under each other again, after a fold or a measured height has changed."""
        self.items = self.folds.items()
        self.stack()

    def stack(self) -> None:
        """Add the heights up."""
        lines, heights, fold = self.prepared.lines, self._heights, self.fold_height
        taken = [
            fold if item.fold >= 0 else abs(heights[item.line]) + gap_below(lines[item.line])
            for item in self.items
        ]
        self.tops = list(accumulate(taken, initial=PAD))
        """Top of every item, and the end."""
        self.version += 1

    @property
    def height(self) -> float:
        return self.tops[-1] + PAD

    def at(self, y: float) -> int:
        """Return the item at a height."""
        return max(0, min(len(self.items) - 1, bisect_right(self.tops, y) - 1))

    def item_of(self, line: int) -> int:
        """Return the item that shows a line, or the fold it lies in."""
        index = bisect_right(self.items, (line, 1 << 30)) - 1
        return max(0, index)

    def laid(self, line: int) -> Laid:
        """Return a line laid out; its height is then known."""
        found = self._laid.get(line)
        if found is not None:
            self._laid.move_to_end(line)
            return found
        sides: dict[Pane, QTextLayout] = {}
        row = self.prepared.lines[line]
        height = self.line_height
        for pane in self.geometry.panes:
            if row.has(pane):
                sides[pane] = layout = self._layout(dressed(row, pane, self.font))
                last = layout.lineAt(layout.lineCount() - 1)
                height = max(height, last.y() - layout.lineAt(0).y() + self.line_height)
        found = Laid(sides, height)
        self._laid[line] = found
        if len(self._laid) > _KEPT:
            self._laid.popitem(last=False)
        self._heights[line] = height
        return found

    def _layout(self, words: Dressed) -> QTextLayout:
        layout = QTextLayout(words.text, self.font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setCacheEnabled(True)
        if words.formats:
            layout.setFormats(words.formats)
        layout.beginLayout()
        x = y = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(self.geometry.text - x)
            row = max(self.line_height, line.height())
            # In the middle of its row, as a browser sets it.
            line.setPosition(QPointF(x, y + (row - line.height()) / 2))
            x, y = min(words.indent, self.geometry.text / 2), y + row
        layout.endLayout()
        return layout

    def known(self, line: int) -> bool:
        return self._heights[line] >= 0

    def measure_some(self, until: float) -> bool:
        """Measure lines in order until a time of the performance counter; return whether any is left."""
        while self._unknown < len(self._heights):
            if self._heights[self._unknown] < 0:
                if time.perf_counter() >= until:
                    return True
                self.laid(self._unknown)
            self._unknown += 1
        return False


def pixels(font: QFont) -> float:
    """Return the size of letters in pixels."""
    return float(QFontInfo(font).pixelSize())
