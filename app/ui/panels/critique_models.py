"""Models of the critique ledger: the list and the matrix who → whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.kit.tables import Index, TitledModel
from app.ui.kit.texts import count, shown, tr
from app.ui.panels.critique_rows import (
    ANSWERS,
    SEVERITY,
    VERDICTS,
    Cell,
    LedgerFilter,
    LedgerRow,
    ledger,
    matrix,
)
from app.ui.view.session_view import SessionView

COLUMNS = (
    QT_TRANSLATE_NOOP("ui", "Round"),
    QT_TRANSLATE_NOOP("ui", "From → to"),
    QT_TRANSLATE_NOOP("ui", "Severity"),
    QT_TRANSLATE_NOOP("ui", "Category"),
    QT_TRANSLATE_NOOP("ui", "Claim"),
    QT_TRANSLATE_NOOP("ui", "Answer"),
    QT_TRANSLATE_NOOP("ui", "Your word"),
)
CATEGORY, CLAIM, ANSWER, WORD = 3, 4, 5, 6


def _cell(row: LedgerRow, column: int) -> str:
    return (
        str(row.round),
        f"{shown(row.critic_name, 24)} → {shown(row.target_name, 24)}",
        tr(SEVERITY[row.severity]),
        shown(row.category, 30) or "–",
        shown(row.claim, 300),
        tr(ANSWERS[row.answer]) if row.answer else "–",
        tr(VERDICTS[row.verdict]) if row.verdict else "–",
    )[column]


class CritiqueModel(TitledModel[LedgerRow]):
    """Rows are the points that pass the filters; `known` holds those of the round whatever the filters."""

    def __init__(self) -> None:
        super().__init__(COLUMNS, _cell)
        self.known: tuple[LedgerRow, ...] = ()
        self.filter = LedgerFilter()
        self._stamp: tuple[object, ...] = ()

    def fill(self, view: SessionView) -> bool:
        """Take the points of a session; return whether anything changed."""
        stamp = (view.session_id, view.head, self.filter.round, view.fold.session.names_hidden)
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        rows = ledger(view, self.filter.round)
        if rows == self.known:
            return False
        self.known = rows
        self._apply()
        return True

    def set_filter(self, wanted: LedgerFilter) -> None:
        """Show what passes; another round needs `fill` again."""
        if wanted != self.filter:
            self.filter = wanted
            self._apply()

    def _apply(self) -> None:
        items = [row for row in self.known if self.filter.passes(row)]
        if items and [row.id for row in items] == [row.id for row in self.items]:
            self.items = items
            self.dataChanged.emit(self.index(0, 0), self.index(len(items) - 1, len(COLUMNS) - 1))
            return
        self.replace(items)


class MatrixModel(QAbstractTableModel):
    """Critics down, the criticised across; a cell counts points and names the gravest."""

    def __init__(self) -> None:
        super().__init__()
        self.seats: list[str] = []
        self.names: list[str] = []
        self.cells: dict[tuple[str, str], Cell] = {}

    def fill(self, seats: Sequence[str], names: Sequence[str], rows: Sequence[LedgerRow]) -> None:
        cells = matrix(rows)
        if (list(seats), list(names), cells) == (self.seats, self.names, self.cells):
            return
        same = list(seats) == self.seats
        if same:
            self.names, self.cells = list(names), cells
            if seats:
                last = self.index(len(seats) - 1, len(seats) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self.seats, self.names, self.cells = list(seats), list(names), cells
        self.endResetModel()

    def pair(self, index: Index) -> tuple[str, str]:
        """Return critic and target of a cell."""
        return self.seats[index.row()], self.seats[index.column()]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Nobody criticises himself: there is nothing to choose in those cells."""
        found = super().flags(index)
        if index.isValid() and index.row() == index.column():
            return found & ~(Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled)
        return found

    def told(self, index: Index) -> str:
        """Return a cell in words."""
        cell = self.cells.get(self.pair(index), Cell())
        words = f"{self.names[index.row()]} → {self.names[index.column()]}: "
        if not cell.count:
            return words + tr("nothing")
        points = count(cell.count, "{n} point", "{n} points")
        return words + tr(
            "{points}, gravest {worst}, {open} open", points=points, worst=cell.worst, open=cell.open
        )

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.seats)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.seats)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return a member's name, by whom or about whom."""
        if role != Qt.ItemDataRole.DisplayRole or section >= len(self.names):
            return None
        name = shown(self.names[section], 14)
        across = orientation == Qt.Orientation.Horizontal
        return tr("→ {name}", name=name) if across else tr("{name} →", name=name)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell: a sign for the gravest point, and how many there are."""
        if not index.isValid():
            return None
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.StatusTipRole):
            return self.told(index)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        cell = self.cells.get(self.pair(index))
        if cell is None:
            return "" if index.row() == index.column() else "·"
        return f"{tr(SEVERITY[cell.worst]).split()[0]} {cell.count}"
