"""What tables of rows have in common: a model over a list, their look, the box that ticks a row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from app.domain.i18n import Message
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import Drawn, paint_icon
from app.ui.kit.texts import tr
from app.ui.kit.theme import colours

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex
Cells = tuple[str, ...]


class TitledModel(QAbstractTableModel, Generic[T]):
    """A row for each of `items` under titles; `cell(item, column)` says what stands where."""

    def __init__(
        self, titles: Sequence[str | Message], cell: Callable[[T, int], str], figures: Collection[int] = ()
    ) -> None:
        """`figures`: columns whose figures stand below each other, at the right."""
        super().__init__()
        self._titles, self._cell, self._figures = tuple(titles), cell, figures
        self.items: list[T] = []

    def replace(self, items: list[T]) -> None:
        self.beginResetModel()
        self.items = items
        self.endResetModel()

    def add(self, items: Sequence[T]) -> None:
        """Show further items at the end; the place in the table is kept."""
        if items:
            self.beginInsertRows(QModelIndex(), len(self.items), len(self.items) + len(items) - 1)
            self.items.extend(items)
            self.endInsertRows()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.items)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(self._titles[section])
        return self._side(section, role) if orientation == Qt.Orientation.Horizontal else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if index.isValid() and role == Qt.ItemDataRole.DisplayRole:
            return self._cell(self.items[index.row()], index.column())
        return self._side(index.column(), role) if index.isValid() else None

    def _side(self, column: int, role: int) -> Any:
        right = role == Qt.ItemDataRole.TextAlignmentRole and column in self._figures
        return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter if right else None


class RowsModel(TitledModel[Cells]):
    """Rows of words under titles."""

    def __init__(self, titles: Sequence[str | Message]) -> None:
        super().__init__(titles, lambda row, column: row[column])

    def fill(self, rows: list[Cells]) -> None:
        """Show these rows; those that only follow known ones are added, so that the place is kept."""
        known = len(self.items)
        if known and rows[:known] == self.items:
            self.add(rows[known:])
        elif rows != self.items:
            self.replace(list(rows))


def one_line_height(font: QFont) -> int:
    """Return how high a row of one line is."""
    return QFontMetrics(font).height() + 8


class EvenTable(FontAware, QTableView):
    """A table whose rows are all of one height, by the size of its text."""

    def __init__(self, row_height: Callable[[QFont], int] = one_line_height) -> None:
        """`row_height`: of a row, by the font."""
        super().__init__()
        self._row_height = row_height
        self._fit()

    def _fit(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._row_height(self.font()))


INSET = 11
"""Pixels by which the first column of a list from edge to edge stands in: its filters stand there, too."""


class Inset(QStyledItemDelegate):
    """Stands in from the edge, where the ground of its row still reaches to."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Leave room where an icon would stand, unless there is one."""
        super().initStyleOption(option, index)
        if not option.icon.isNull():
            return
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
        option.decorationSize = QSize(INSET - 6, 1)


TITLE_ROOM = 16
"""Pixels around a column's title."""


def row_table(
    model: QAbstractItemModel,
    name: str,
    *,
    widths: Sequence[int] = (),
    wide: int | None = None,
    striped: bool = False,
    row_height: Callable[[QFont], int] = one_line_height,
) -> QTableView:
    """Return a table of whole rows, all of one height.

    `widths`: of the first columns, in pixels; `wide`: the column that takes the rest (None: the last).
    """
    table = EvenTable(row_height)
    table.setAccessibleName(name)
    table.setModel(model)
    if model.parent() is None:
        # It goes with its table: what its signals call holds all that is around them, and Qt holds that.
        model.setParent(table)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    # Tab leaves the table: its cells are reached with the arrows.
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setAlternatingRowColors(striped)
    rows = table.verticalHeader()
    rows.hide()
    # Rows of one height: a hundred thousand of them need no measuring.
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setHighlightSections(False)
    letters = QFontMetrics(header.font())
    for column, width in enumerate(widths):
        # A title is whole, whatever the language.
        title = str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        table.setColumnWidth(
            column, max(width, letters.horizontalAdvance(title) + TITLE_ROOM if width else 0)
        )
    if wide is None:
        header.setStretchLastSection(True)
    else:
        header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
    return table


def word_table(model: RowsModel, name: str, wide: int) -> QTableView:
    """Return a table beside a picture: columns as wide as their words, and `wide` takes the rest."""
    table = row_table(model, name, wide=wide, striped=True)
    header = table.horizontalHeader()
    # Measured by some rows: thousands of them would be measured at every change.
    header.setResizeContentsPrecision(50)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
    return table


def paint_row_ground(painter: QPainter, table: QTableView, rect: QRect, row: int) -> None:
    """Fill the row that is looked at, and frame it while the keys are there."""
    c = colours()
    if table.currentIndex().row() == row:
        painter.fillRect(rect, QColor(c.selection))
        if table.hasFocus():
            painter.setPen(QPen(QColor(c.accent), 1))
            painter.drawLine(rect.topLeft(), rect.topRight())
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
            return
    painter.setPen(QPen(QColor(c.hairline), 1))
    painter.drawLine(rect.bottomLeft(), rect.bottomRight())


def draw_cell(painter: QPainter, rect: QRect, index: Index, text: str) -> None:
    """Draw a cell's words at the side of its column, cut where there is no room for them."""
    side = index.data(Qt.ItemDataRole.TextAlignmentRole)
    where = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter if side is None else side
    cut = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, int(where), cut)


def draw_tick(painter: QPainter, box: QRectF, on: bool, sign: str = "check") -> None:
    """Draw a box to tick; `sign`: what stands in it where it is on."""
    c = colours()
    painter.setPen(QPen(QColor(c.fill if on else c.edge), 1))
    painter.setBrush(QColor(c.fill if on else c.base))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    if on:
        paint_icon(painter, box.adjusted(2, 2, -2, -2), sign, "on_fill")


class TickIcon(Drawn):
    """The box of a heading that ticks all rows: empty, ticked, or a dash where some are."""

    def __init__(self, ticked: Qt.CheckState) -> None:
        super().__init__(ticked)
        self._ticked = ticked

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        del mode, state
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sign = "minus" if self._ticked == Qt.CheckState.PartiallyChecked else "check"
        draw_tick(painter, QRectF(rect), self._ticked != Qt.CheckState.Unchecked, sign)
