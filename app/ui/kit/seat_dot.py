"""A member's colour, beside a name that says who it is."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.ui.kit.icons import Drawn, drawn
from app.ui.kit.theme import seat_colour


def paint_dot(painter: QPainter, box: QRect | QRectF, index: int) -> None:
    """Draw the dot of the n-th member into a box."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(seat_colour(index))
    painter.drawEllipse(box)


class _Dot(Drawn):
    """The dot of a member by itself."""

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self._index = index

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        del mode, state
        paint_dot(painter, rect.adjusted(0, 0, -1, -1), self._index)


def dot_icon(index: int) -> QIcon:
    """Return the dot of the n-th member as an icon of a list."""
    return drawn(_Dot, index)


class SeatDot(QWidget):
    """The dot of the n-th member."""

    def __init__(self, index: int) -> None:
        super().__init__()
        self._index = index
        self.setFixedSize(12, 12)

    def set_index(self, index: int) -> None:
        """Show the dot of another member."""
        self._index = index
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_dot(painter, QRect(1, 1, 10, 10), self._index)
