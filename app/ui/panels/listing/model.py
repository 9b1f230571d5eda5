"""The rows of a described list: filtered, grouped into steps that open, and changed where they changed.

A list that only grows gets its new rows at the end; of another one the rows that stay are left alone. Only
another filter, or another session, makes it anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QIcon

from app.engine.tabs import Column, Steps
from app.ui.kit.icons import Tone, icon
from app.ui.kit.tables import Index, TitledModel
from app.ui.kit.tasks import pause
from app.ui.kit.texts import count, tr
from app.ui.kit.theme import colours
from app.ui.view.cells import cell_text
from app.ui.view.naming import Names

R = TypeVar("R")
TURN_S = 0.02
"""Rows are searched for this long, then the window lives."""
_AT_ONCE = 100
"""Rows that are looked at in one go."""
TONES: dict[str, Tone] = {
    "good": "finished",
    "doubtful": "waiting",
    "waits": "waiting",
    "stale": "waiting",
    "bad": "failed",
    "none": "muted",
}
"""The colour of words, by the look of their cell (`PartLook`)."""
DRAWN: dict[str, tuple[str, Tone]] = {"✕": ("x", "failed"), "✓": ("check", "finished")}
"""Signs of a row that are drawn here; others stand before its words."""

_BLANK = QColor(Qt.GlobalColor.transparent)
"""In the place of an icon: what stands in has its room."""


class ListModel(TitledModel[R], Generic[R]):
    """Rows of a source that pass a filter; those in closed steps are counted and not shown."""

    searched = Signal()
    """A slow search went on, or ended."""

    def __init__(
        self,
        columns: Sequence[Column[R]],
        key: Callable[[R], Hashable],
        steps: Steps[R] | None = None,
        told: Callable[[R], str] | None = None,
    ) -> None:
        """`told`: a row as a screen reader tells it, where it does so in one sentence."""
        super().__init__([column.title for column in columns], self._words_at)
        self.described, self.key, self._steps = tuple(columns), key, steps
        self.told = told
        self.names: Names | None = None
        """What seats are called now."""
        self.grouped = steps is not None
        """Whether there are steps at all; counts from the next `fill` that resets."""
        self.opened: set[Hashable] = set()
        """Keys of the heads whose steps are open."""
        self._met: set[Hashable] = set()
        """Keys of the heads that were open or closed at first as their steps say."""
        self.total = 0
        """Rows that pass, shown or not."""
        self._source: Sequence[R] = ()
        self._filled = False
        self._seen = 0
        self._filter: object = None
        self._passes: Callable[[R], bool] | None = None
        self._inside: dict[Hashable, list[R]] = {}
        self._head: R | None = None
        """The head that the next row may be inside of."""
        self._touched: R | None = None
        self._slow = False
        self._turn = pause(self, 0, self._look_on)

    @property
    def searching(self) -> bool:
        """Whether rows are still to be looked at."""
        return self._turn.isActive()

    @property
    def progress(self) -> float:
        """What part of the rows was looked at, 0 to 1."""
        return self._seen / len(self._source) if self._source else 1.0

    # --- filling --------------------------------------------------------------------------------

    def fill(
        self,
        source: Sequence[R],
        passes: Callable[[R], bool] | None = None,
        named: object = None,
        *,
        slow: bool = False,
    ) -> bool:
        """Show what passes; tell whether rows were kept. `named` names the filter: another one resets.

        `slow`: it takes long to ask whether a row passes; a list that only grows is then asked in turns.
        """
        same = self._filled and named == self._filter
        if same and source is self._source and len(source) >= self._seen:
            if self._slow:
                self._turn.start()
            else:
                fresh = self._passing(source[self._seen :])
                self._seen = len(source)
                self._show(fresh)
            return True
        self._turn.stop()
        self._source, self._filter, self._filled = source, named, True
        self._passes, self._slow = passes, slow
        self._seen = 0 if slow else len(source)
        if same and not self.grouped:
            rows = self._passing(source)
            self.total = len(rows)
            self._splice(rows)
            return True
        self.beginResetModel()
        self._inside.clear()
        self._head, self.total = None, 0
        self.items = self._admit(self._passing(source[: self._seen]))
        self._touched = None
        self.endResetModel()
        if slow:
            self._turn.start()
            self.searched.emit()
        return False

    def _look_on(self) -> None:
        began, found = time.monotonic(), list[R]()
        while self._seen < len(self._source) and time.monotonic() - began < TURN_S:
            part = self._source[self._seen : self._seen + _AT_ONCE]
            self._seen += len(part)
            found += self._passing(part)
        self._show(found)
        if self._seen < len(self._source):
            self._turn.start()
        self.searched.emit()

    def _show(self, found: list[R]) -> None:
        before = len(self.items)
        self.add(self._admit(found))
        touched, self._touched = self._touched, None
        if touched is not None:
            # It is the last head shown before: only the rows of its own step come after it.
            at = next((row for row in range(before - 1, -1, -1) if self.items[row] is touched), -1)
            if at >= 0:
                self._emit_changed(at)

    def _passing(self, rows: Sequence[R]) -> list[R]:
        passes = self._passes
        return list(rows) if passes is None else [row for row in rows if passes(row)]

    def _admit(self, fresh: list[R]) -> list[R]:
        """Return which of the new rows are shown: not those in closed steps."""
        self.total += sum(1 for row in fresh if not self.is_title(row))
        if not self.grouped or self._steps is None:
            return fresh
        shown: list[R] = []
        old = self._head
        for row in fresh:
            head = self._head
            if head is not None and self._steps.inside(row):
                self._inside.setdefault(self.key(head), []).append(row)
                if head is old:
                    self._touched = head
                if self.key(head) not in self.opened:
                    continue
            else:
                self._head = row if self._steps.head(row) else None
                self._meet()
            shown.append(row)
        return shown

    def _splice(self, rows: list[R]) -> None:
        """Put other rows in the place of those that changed; what stands before and after them stays."""
        old = self.items
        pairs = enumerate(zip(old, rows, strict=False))
        # Rows that stayed are the same ones mostly: to compare thousands takes long.
        first = next((at for at, (was, now) in pairs if was is not now and was != now), None)
        first = min(len(old), len(rows)) if first is None else first
        tail = 0
        most = min(len(old), len(rows)) - first
        while tail < most and (old[-1 - tail] is rows[-1 - tail] or old[-1 - tail] == rows[-1 - tail]):
            tail += 1
        end, new = len(old) - tail, rows[first : len(rows) - tail]
        if [self.key(row) for row in old[first:end]] == [self.key(row) for row in new]:
            old[first:end] = new
            if new:
                self.dataChanged.emit(self.index(first, 0), self.index(end - 1, self.columnCount() - 1))
            return
        if end > first:
            self.beginRemoveRows(QModelIndex(), first, end - 1)
            del old[first:end]
            self.endRemoveRows()
        if new:
            self.beginInsertRows(QModelIndex(), first, first + len(new) - 1)
            old[first:first] = new
            self.endInsertRows()

    # --- steps ----------------------------------------------------------------------------------

    def forget_steps(self) -> None:
        """Have all steps open or closed as at first."""
        self.opened.clear()
        self._met.clear()

    def _meet(self) -> None:
        """Open a head that is open at first, the first time it is there."""
        head, opens = self._head, self._steps.opens if self._steps is not None else None
        if head is None or opens is None or (key := self.key(head)) in self._met:
            return
        self._met.add(key)
        if opens(head):
            self.opened.add(key)

    def is_title(self, row: R) -> bool:
        """Tell whether a row is the title of those inside it, and none of its own."""
        return self._steps is not None and self._steps.titles and self._steps.head(row)

    def first(self, wanted: Callable[[R], bool] | None = None) -> int:
        """Return the first row that is no title, of those that are wanted where there are any; else -1."""
        rows = [at for at, item in enumerate(self.items) if not self.is_title(item)]
        best = (at for at in rows if wanted is not None and wanted(self.items[at]))
        return next(best, next(iter(rows), -1))

    def reach(self, key: Hashable) -> int:
        """Return the row of a key, whose step is opened where it is closed; else -1."""
        for head, rows in self._inside.items():
            if head not in self.opened and any(self.key(row) == key for row in rows):
                self.toggle(self.row_of(head))
        return self.row_of(key)

    def inside(self, row: int) -> int:
        """Return how many rows are in the step that begins at a row, 0 where none does."""
        if not self._inside or not 0 <= row < len(self.items):
            return 0
        return len(self._inside.get(self.key(self.items[row]), ()))

    def counted(self, row: int) -> int:
        """Return how much the step that begins at a row says it has."""
        counts = self._steps.counts if self._steps is not None else None
        inside = self._inside.get(self.key(self.items[row]), ())
        return len({counts(one) for one in inside}) if counts is not None else len(inside)

    def is_open(self, row: int) -> bool:
        """Tell whether the step that begins at a row is open."""
        return self.key(self.items[row]) in self.opened

    def toggle(self, row: int) -> None:
        """Open or close the step that begins at a row."""
        size = self.inside(row)
        if not size:
            return
        key, first = self.key(self.items[row]), row + 1
        if key in self.opened:
            self.beginRemoveRows(QModelIndex(), first, row + size)
            self.opened.discard(key)
            del self.items[first : first + size]
            self.endRemoveRows()
        else:
            self.beginInsertRows(QModelIndex(), first, row + size)
            self.opened.add(key)
            self.items[first:first] = self._inside[key]
            self.endInsertRows()
        self._emit_changed(row)

    def reveal(self, seq: int, record: Callable[[R], int]) -> int:
        """Open the step that a record's row is in; return that row, or the first after it, else -1."""
        row = self._row_from(seq, record)
        above = (len(self.items) if row < 0 else row) - 1
        closed = self.inside(above) and not self.is_open(above)
        if closed and record(self._inside[self.key(self.items[above])][-1]) >= seq:
            self.toggle(above)
            row = self._row_from(seq, record)
        return row

    def _row_from(self, seq: int, record: Callable[[R], int]) -> int:
        return next((at for at, item in enumerate(self.items) if record(item) >= seq), -1)

    def row_of(self, key: Hashable) -> int:
        """Return where the row of a key stands, else -1."""
        return next((at for at, item in enumerate(self.items) if self.key(item) == key), -1)

    def _emit_changed(self, row: int) -> None:
        at = self.index(row, self._steps.column if self._steps is not None else 0)
        self.dataChanged.emit(at, at)

    # --- cells ----------------------------------------------------------------------------------

    def claim(self, row: R) -> str:
        """Return the words of the column that takes what is left."""
        return self._words_at(row, next(at for at, one in enumerate(self.described) if not one.width))

    def _words_at(self, row: R, column: int) -> str:
        described = self.described[column]
        text = cell_text(described.cell(row), self.names)
        mark = described.mark(row) if described.mark is not None else None
        return f"{mark.sign} {text}" if mark is not None and mark.sign not in DRAWN else text

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell; the head of a step says how many rows are in it."""
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if self._steps is not None and column == self._steps.column and self.inside(row):
            return self._step_words(row, role)
        if role == Qt.ItemDataRole.AccessibleTextRole and self.told is not None:
            return self.told(self.items[row])
        if role == Qt.ItemDataRole.ForegroundRole:
            look = self.described[column].look
            tone = TONES.get(look(self.items[row]), "") if look is not None else ""
            return QColor(colours().tone(tone)) if tone else None
        if role == Qt.ItemDataRole.DecorationRole and column == 0 and self._stands_in(row):
            return _BLANK
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DecorationRole):
            described = self.described[column]
            mark = described.mark(self.items[row]) if described.mark is not None else None
            if role == Qt.ItemDataRole.DecorationRole:
                return icon(*DRAWN[mark.sign]) if mark is not None and mark.sign in DRAWN else None
            if mark is not None:
                return f"{tr(mark.spoken_text)}: {cell_text(described.cell(self.items[row]), self.names)}"
        return super().data(index, role)

    def _stands_in(self, row: int) -> bool:
        """Tell whether a row stands in from the title that it is inside of."""
        titles = self._steps is not None and self._steps.titles and bool(self._inside)
        return titles and not self.is_title(self.items[row])

    def _step_words(self, row: int, role: int) -> str | QIcon | None:
        assert self._steps is not None
        text, size = self._words_at(self.items[row], self._steps.column), self.inside(row)
        if role == Qt.ItemDataRole.AccessibleTextRole and self.told is not None:
            text = self.told(self.items[row])
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{text} {self.counted(row)}" if self._steps.titles else f"{text} +{size}"
        if role == Qt.ItemDataRole.DecorationRole:
            return icon("chevron-down" if self.is_open(row) else "chevron-right")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            lines = count(size, "{n} line", "{n} lines")
            if self.is_open(row):
                return tr("{type}, step with {lines}, open", type=text, lines=lines)
            return tr("{type}, step with {lines}, closed", type=text, lines=lines)
        return None
