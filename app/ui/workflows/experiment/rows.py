"""A table over a list that only grows: what is new is added, so that the place is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from app.ui.texts import tr

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex


class GrowingModel(QAbstractTableModel, Generic[T]):
    """Items of a source that pass a filter."""

    def __init__(self, titles: Sequence[str], cell: Callable[[T, int], str]) -> None:
        super().__init__()
        self._titles, self._cell = tuple(titles), cell
        self._source: Sequence[T] = ()
        self._seen = 0
        self._key: object = None
        self._passes: Callable[[T], bool] = lambda _item: True
        self.items: list[T] = []

    def fill(
        self, source: Sequence[T], passes: Callable[[T], bool] | None = None, key: object = None
    ) -> bool:
        """Show what passes; tell whether rows were only added. `key` names the filter: another one resets."""
        grown = source is self._source and key == self._key and len(source) >= self._seen
        if not grown:
            self.beginResetModel()
            self._source, self._key = source, key
            self._passes = passes or (lambda _item: True)
            self._restart()
            self.items = self._admit([item for item in source if self._passes(item)])
            self._seen = len(source)
            self.endResetModel()
            return False
        fresh = self._admit([item for item in source[self._seen :] if self._passes(item)])
        self._seen = len(source)
        if fresh:
            at = len(self.items)
            self.beginInsertRows(QModelIndex(), at, at + len(fresh) - 1)
            self.items += fresh
            self.endInsertRows()
        return True

    def _restart(self) -> None:
        """Forget what was learnt of earlier items; the rows are made anew."""

    def _admit(self, fresh: list[T]) -> list[T]:
        """Return which of the new items get a row."""
        return fresh

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of items."""
        return 0 if parent.isValid() else len(self.items)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return a column's title."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(self._titles[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell."""
        if not index.isValid() or role != Qt.ItemDataRole.DisplayRole:
            return None
        return self._cell(self.items[index.row()], index.column())


def growing_table(model: QAbstractTableModel, name: str, widths: Sequence[int]) -> QTableView:
    """Return a table of one-line rows whose last column takes the rest."""
    made = QTableView()
    made.setAccessibleName(name)
    made.setModel(model)
    made.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    made.setTabKeyNavigation(False)
    made.setShowGrid(False)
    made.setWordWrap(False)
    rows = made.verticalHeader()
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setDefaultSectionSize(made.fontMetrics().height() + 6)
    header = made.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setHighlightSections(False)
    for at, width in enumerate(widths):
        made.setColumnWidth(at, width)
    header.setStretchLastSection(True)
    return made
