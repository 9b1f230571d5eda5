"""Which unchanged lines are folded away, opened in steps, and folded again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
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
            first = start + (AROUND if start else 0)
            last = end - (AROUND if end < self._count else 0)
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
