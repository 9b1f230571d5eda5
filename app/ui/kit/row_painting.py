"""What the rows of large tables have in common: their ground, the line below, and the box to tick."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QTableView

from app.ui.kit.icons import Drawn, paint_icon
from app.ui.kit.theme import colours


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
        """Draw it."""
        del mode, state
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sign = "minus" if self._ticked == Qt.CheckState.PartiallyChecked else "check"
        draw_tick(painter, QRectF(rect), self._ticked != Qt.CheckState.Unchecked, sign)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return it as it looks now."""
        picture = QPixmap(size)
        if picture.isNull():
            return picture
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.paint(painter, picture.rect(), mode, state)
        painter.end()
        return picture
