"""The log's lines with each step in a capsule: an answer of the model, and the tool calls it led to.

A closed capsule shows the answer alone and how many lines are in it; opening one adds rows below it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, Qt

from app.domain.fact_base import Record
from app.ui.tables import Index
from app.ui.texts import count, tr
from app.ui.workflows.experiment.rows import GrowingModel

HEAD, INSIDE = "call_completed", "tool_called"
MARKED = 3
"""The column that says whether a capsule is open."""


class CapsuleModel(GrowingModel[Record]):
    """Records in order; those in closed capsules are counted and not shown."""

    def __init__(self, titles: Sequence[str], cell: Callable[[Record, int], str]) -> None:
        super().__init__(titles, cell)
        self.grouped = True
        """Whether there are capsules at all; counts from the next `fill` that resets."""
        self.opened: set[int] = set()
        """Seqs of the answers whose capsules are open."""
        self.total = 0
        """Lines that pass, shown or not."""
        self._inside: dict[int, list[Record]] = {}
        self._last: Record | None = None
        self._touched: Record | None = None

    def fill(
        self, source: Sequence[Record], passes: Callable[[Record], bool] | None = None, key: object = None
    ) -> bool:
        """Show what passes, and count anew what is in the capsule that grew."""
        before = len(self.items)
        grown = super().fill(source, passes, key)
        touched, self._touched = self._touched, None
        if grown and touched is not None:
            # It is the last answer shown before: only the lines of its own capsule come after it.
            at = next((row for row in range(before - 1, -1, -1) if self.items[row] is touched), -1)
            if at >= 0:
                self._told(at)
        return grown

    def _restart(self) -> None:
        self._inside.clear()
        self._last, self.total = None, 0

    def _admit(self, fresh: list[Record]) -> list[Record]:
        self.total += len(fresh)
        if not self.grouped:
            return fresh
        shown: list[Record] = []
        old = self._last
        for record in fresh:
            head = self._last
            if record.type == INSIDE and head is not None:
                self._inside.setdefault(head.seq, []).append(record)
                if head is old:
                    self._touched = head
                if head.seq not in self.opened:
                    continue
            elif record.type == HEAD:
                self._last = record
            else:
                self._last = None
            shown.append(record)
        return shown

    def inside(self, row: int) -> int:
        """Return how many lines are in the capsule that begins at a row, 0 where none does."""
        return len(self._inside.get(self.items[row].seq, ())) if 0 <= row < len(self.items) else 0

    def is_open(self, row: int) -> bool:
        """Tell whether the capsule that begins at a row is open."""
        return self.items[row].seq in self.opened

    def toggle(self, row: int) -> None:
        """Open or close the capsule that begins at a row."""
        size = self.inside(row)
        if not size:
            return
        seq, first = self.items[row].seq, row + 1
        if seq in self.opened:
            self.beginRemoveRows(QModelIndex(), first, row + size)
            self.opened.discard(seq)
            del self.items[first : first + size]
            self.endRemoveRows()
        else:
            self.beginInsertRows(QModelIndex(), first, row + size)
            self.opened.add(seq)
            self.items[first:first] = self._inside[seq]
            self.endInsertRows()
        self._told(row)

    def reveal(self, seq: int) -> int:
        """Open the capsule that a record is in; return the row of it or of the first after it, else -1."""
        row = self._row(seq)
        above = (len(self.items) if row < 0 else row) - 1
        closed = self.inside(above) and not self.is_open(above)
        if closed and self._inside[self.items[above].seq][-1].seq >= seq:
            self.toggle(above)
            row = self._row(seq)
        return row

    def _row(self, seq: int) -> int:
        return next((at for at, record in enumerate(self.items) if record.seq >= seq), -1)

    def _told(self, row: int) -> None:
        self.dataChanged.emit(self.index(row, MARKED), self.index(row, MARKED))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell; the first line of a capsule says how many are in it."""
        if not index.isValid() or index.column() != MARKED:
            return super().data(index, role)
        size = self.inside(index.row())
        text = self._cell(self.items[index.row()], MARKED)
        if role == Qt.ItemDataRole.DisplayRole and size:
            return f"{'▾' if self.is_open(index.row()) else '▸'} {text} +{size}"
        if role == Qt.ItemDataRole.AccessibleTextRole and size:
            lines = count(size, "{n} line", "{n} lines")
            if self.is_open(index.row()):
                return tr("{type}, step with {lines}, open", type=text, lines=lines)
            return tr("{type}, step with {lines}, closed", type=text, lines=lines)
        return super().data(index, role)
