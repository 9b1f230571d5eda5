"""The table in which the places of a team stand: its columns, lines and heads, and how a row is dragged."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import IntEnum

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from app.ui.kit.chip import caption_font
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import paint_icon
from app.ui.kit.layouts import in_column
from app.ui.kit.scroll_area import ScrollArea
from app.ui.kit.texts import tr
from app.ui.kit.theme import colours

ROW, HEADS = 44, 32
"""Pixels of a row, and of the heads above them."""
BEFORE, _NAME = 52, 120
"""Pixels of grip, dot and letter, and of a member's name."""
_GAP = 8


class Column(IntEnum):
    """What stands in a row, from left to right."""

    LEAD = 0
    NAME = 1
    MODEL = 2
    ROLE = 3
    SEARCH = 4
    STATE = 5
    REMOVE = 6


class Grip(QWidget):
    """Six dots that a row is dragged by."""

    dragged = Signal(int)
    """The pointer is so many pixels above (negative) or below the row that was taken hold of."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(tr("Drag, or press Alt with ↑ or ↓, to change the order"))
        self.setCursor(Qt.CursorShape.SizeVerCursor)
        self.setFixedSize(12, 24)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell how far the pointer is from the row."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.dragged.emit(round(event.position().y()) - self.height() // 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        paint_icon(painter, QRectF(-2, (self.height() - 16) / 2, 16, 16), "grip-vertical", "muted")


class TeamGrid(FontAware, QWidget):
    """Rows with a line between two, which scroll below heads that stay."""

    def __init__(self, name: str) -> None:
        """`name`: what a screen reader tells of the rows."""
        super().__init__()
        self._inner = _Lined()
        self.grid = QGridLayout(self._inner)
        self.grid.setContentsMargins(0, 0, 2, 0)
        self.grid.setHorizontalSpacing(_GAP)
        self.grid.setVerticalSpacing(0)
        self.grid.setColumnMinimumWidth(Column.LEAD, BEFORE)
        # Of a model there is more to read than of a role.
        self.grid.setColumnStretch(Column.MODEL, 8)
        self.area = ScrollArea()
        self.area.setAccessibleName(name)
        self.area.setWidget(self._inner)
        self._heads = _Heads(self.grid)
        self._inner.installEventFilter(self)
        self.setLayout(in_column(self._heads, (self.area, 1), spacing=0))
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the lines between the rows, and the heads above their columns."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._inner.update()
        if event.type() == QEvent.Type.Paint:
            self._heads.update()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        scale = max(1.0, self.fontMetrics().height() / 16)
        self.grid.setColumnMinimumWidth(Column.NAME, round(_NAME * scale))
        # A sign alone stands below it: in large text its words ran into those of the next column.
        self.grid.setColumnMinimumWidth(Column.SEARCH, self._heads.needed(Column.SEARCH))

    def put_rows(self, lines: Sequence[int], lower: Collection[int], *, narrow: bool) -> None:
        """Give rows their height; `lines`: of each the upper row in the grid; `lower`: those with one below.

        The grid is not asked what stands in it: the object that PySide makes for that outlives it.
        """
        high = max(ROW, self.fontMetrics().height() + 24)
        for row in range(self.grid.rowCount()):
            self.grid.setRowMinimumHeight(row, 0)
        for row in lines:
            self.grid.setRowMinimumHeight(row, high)
            if row in lower:
                self.grid.setRowMinimumHeight(row + 1, high - 8)
        self._inner.lines = lines
        self._heads.narrow = narrow
        self.grid.setColumnStretch(Column.ROLE, 0 if narrow else 5)
        # Where the lines are is read of the grid, which else takes its time.
        self.grid.invalidate()
        self.grid.activate()
        self._inner.update()

    def height_of(self, row: int) -> int:
        """Return the pixels of a place whose upper row in the grid this is."""
        return sum(self.grid.cellRect(at, Column.NAME).height() for at in (row, row + 1))


class _Lined(QWidget):
    """Draws a line above each row."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: Sequence[int] = ()

    def paintEvent(self, event: QPaintEvent) -> None:
        grid = self.layout()
        painter = QPainter(self)
        painter.setPen(QColor(colours().line))
        for row in self.lines:
            top = grid.cellRect(row, Column.NAME).top() if isinstance(grid, QGridLayout) else 0
            painter.drawLine(0, top, self.width(), top)


class _Heads(QWidget):
    """Says what stands in the columns."""

    def __init__(self, grid: QGridLayout) -> None:
        super().__init__()
        self._grid = grid
        self.narrow = False
        words = (tr("Member"), tr("Model"), tr("Role"), tr("Web"), tr("State"))
        self._words = dict(zip(list(Column)[1:6], words, strict=True))

    def needed(self, column: Column) -> int:
        """Return the pixels of a column's words."""
        return QFontMetrics(self._bold()).horizontalAdvance(self._words[column])

    def _bold(self) -> QFont:
        font = caption_font(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def sizeHint(self) -> QSize:
        return QSize(100, max(HEADS, self.fontMetrics().height() + 12))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setFont(self._bold())
        painter.setPen(QColor(colours().muted))
        for column, words in self._words.items():
            if self.narrow and column is Column.ROLE:
                continue
            cell = self._grid.cellRect(0, column)
            told = tr("Model and role") if self.narrow and column is Column.MODEL else words
            wide = max(cell.width(), painter.fontMetrics().horizontalAdvance(told))
            room = QRect(cell.left(), 0, wide, self.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, told)
