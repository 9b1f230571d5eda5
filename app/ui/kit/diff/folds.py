"""Which unchanged lines are folded away, opened in steps, and folded again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.ui.kit.diff.rows import Line

AROUND = 1
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


class Folds:
    """The folds of one diff."""

    def __init__(self, lines: Sequence[Line], *, folded: bool = True) -> None:
        self.all: list[Fold] = []
        self._count = len(lines)
        start: int | None = None
        if any(line.change >= 0 for line in lines):
            for place in range(len(lines) + 1):
                if place < len(lines) and lines[place].change < 0:
                    start = place if start is None else start
                elif start is not None:
                    self._add(start, place)
                    start = None
        if not folded:
            self.open_all()

    def _add(self, start: int, end: int) -> None:
        first = start + (AROUND if start else 0)
        last = end - (AROUND if end < self._count else 0)
        if last - first >= _LEAST:
            self.all.append(Fold(first, last))

    def open_step(self, index: int, *, below: bool) -> None:
        """Open a few lines more: at the lower border, or at the upper one."""
        fold = self.all[index]
        if fold.hidden <= STEP:
            self.open(index)
        elif below:
            fold.below += STEP
        else:
            fold.above += STEP

    def open(self, index: int) -> None:
        fold = self.all[index]
        fold.above, fold.below = fold.size, 0

    def close(self, index: int) -> None:
        fold = self.all[index]
        fold.above = fold.below = 0

    def open_all(self) -> None:
        """Show everything."""
        for index in range(len(self.all)):
            self.open(index)

    def close_all(self) -> None:
        """Fold everything that can be."""
        for index in range(len(self.all)):
            self.close(index)

    def open_to(self, line: int) -> None:
        """Make a line visible."""
        for index, fold in enumerate(self.all):
            if fold.start + fold.above <= line < fold.end - fold.below:
                self.open(index)

    @property
    def any_hidden(self) -> bool:
        return any(fold.hidden for fold in self.all)

    def items(self) -> list[Item]:
        """Return what stands in the view, from above; an open fold keeps a bar to fold it again."""
        found: list[Item] = []
        at = 0
        for index, fold in enumerate(self.all):
            gap = fold.start + fold.above
            if not fold.hidden:
                gap = fold.start
            found += (Item(line) for line in range(at, gap))
            found.append(Item(gap, index))
            at = gap if not fold.hidden else fold.end - fold.below
        found += (Item(line) for line in range(at, self._count))
        return found
