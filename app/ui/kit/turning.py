"""The sign of what runs turns while it is seen, and stands still where the person wants no motion."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QRectF, QTimer
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.kit.icons import Tone, paint_icon

LOADER = "loader-circle"
ROUND_MS, _STEP_MS = 1200, 50
"""Milliseconds of one turn, and between two pictures of it."""
_still = "roundtableStill"


def keep_still(app: QApplication, still: bool) -> None:
    """Let nothing move, or let it again."""
    app.setProperty(_still, still)
    for window in app.topLevelWidgets():
        window.update()


def is_still() -> bool:
    """Tell whether nothing is to move."""
    app = QApplication.instance()
    return app is None or bool(app.property(_still))


class Turning(QObject):
    """Paints icons on one widget, and paints its loaders anew for as long as they are painted at all.

    What scrolls away, is hidden or has ended is painted no more, and so needs no word to stop.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._places = QRegion()
        self._next = QTimer(self, interval=_STEP_MS, singleShot=True)
        self._next.timeout.connect(self._on_next)

    @property
    def turns(self) -> bool:
        """Tell whether something is about to be painted further turned."""
        return self._next.isActive()

    def paint(self, painter: QPainter, box: QRectF, name: str, tone: Tone) -> None:
        """Draw an icon in a box; a loader as far turned as it is now."""
        if name != LOADER or is_still():
            paint_icon(painter, box, name, tone)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(box.center())
        # By the clock, so that all loaders of the window stand alike.
        painter.rotate(360 * (time.monotonic() * 1000 % ROUND_MS) / ROUND_MS)
        paint_icon(painter, box.translated(-box.center()), name, tone)
        painter.restore()
        self._places += box.toAlignedRect().adjusted(-1, -1, 1, 1)
        if not self._next.isActive():
            self._next.start()

    def _on_next(self) -> None:
        places, self._places = self._places, QRegion()
        self._widget.update(places)
