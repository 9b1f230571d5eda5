"""What opens over a window until something else is pressed, all in one frame: lists, menus, texts."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath, QRegion, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QWidget

RADIUS = 8
"""Pixels of its corners."""
AWAY, BESIDE = 4, 8
"""Pixels between what was pressed and what it opens, and between that and the window's edge."""


def round_corners(popup: QWidget) -> None:
    """Cut the corners off a window of its own, which has square ones whatever is painted in it."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(popup.rect()), RADIUS, RADIUS)
    popup.setMask(QRegion(path.toFillPolygon().toPolygon()))


class Popup(QFrame):
    """A frame over the page; it goes when something else is pressed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.NoDropShadowWindowHint)
        self.setObjectName("popup")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the corners round."""
        super().resizeEvent(event)
        round_corners(self)


class Menu(QMenu):
    """A menu in the frame of the other lists."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the corners round."""
        super().resizeEvent(event)
        round_corners(self)
