"""What the rows of large tables have in common: their ground, the line below, and the box to tick."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QTableView

from app.ui.kit.icons import paint_icon
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


def draw_tick(painter: QPainter, box: QRectF, on: bool) -> None:
    """Draw a box to tick."""
    c = colours()
    painter.setPen(QPen(QColor(c.fill if on else c.edge), 1))
    painter.setBrush(QColor(c.fill if on else c.base))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    if on:
        paint_icon(painter, box.adjusted(2, 2, -2, -2), "check", "on_fill")
