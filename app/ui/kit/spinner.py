"""The sign of what runs turns while it is seen, and stands still where the person wants no motion."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.ui.kit.icons import Tone, paint_icon

LOADER = "loader-circle"
ROUND_MS, STEP_MS = 1200, 80
"""Milliseconds of one turn, and between two pictures of it: fifteen to a turn."""
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


class _Beat(QObject):
    """The one beat of a program's loaders: painted apart, each would have the window put together anew."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.waiting: list[Turning] = []
        self._timer = QTimer(self, interval=STEP_MS, singleShot=True)
        self._timer.timeout.connect(self._on_due)

    def wait(self, turning: Turning) -> None:
        """Paint its loaders at the next beat."""
        self.waiting.append(turning)
        if not self._timer.isActive():
            self._timer.start()

    def come_along(self) -> None:
        """Paint what is due within half a beat now: the window is put together anyway."""
        if self._timer.isActive() and self._timer.remainingTime() <= STEP_MS // 2:
            self._on_due()

    def _on_due(self) -> None:
        self._timer.stop()
        due, self.waiting = self.waiting, []
        for turning in due:
            if isValid(turning):
                turning.paint_anew()


def _beat() -> _Beat:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    found = app.findChild(_Beat, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if isinstance(found, _Beat) else _Beat(app)


def turn_along() -> None:
    """Paint the loaders together with what is about to be painted, where they are due soon."""
    _beat().come_along()


class Turning(QObject):
    """Paints icons on one widget, and paints its loaders anew for as long as they are painted at all.

    What scrolls away, is hidden or has ended is painted no more, and so needs no word to stop.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._places, self._due = QRegion(), QRegion()
        self._beat: _Beat | None = None
        widget.installEventFilter(self)
        self.turns = False
        """Whether something is about to be painted further turned."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note what is painted."""
        if isinstance(event, QPaintEvent):
            self._due = event.region()
        return False

    def alone(self, box: QRectF, around: QRect) -> bool:
        """Tell whether of what lies in `around` nothing is painted now but a loader in this box."""
        return self._due.intersected(around).subtracted(QRegion(_reach(box))).isEmpty()

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
        self._places += _reach(box)
        if not self.turns:
            self.turns = True
            if self._beat is None:
                self._beat = _beat()
            self._beat.wait(self)

    def paint_anew(self) -> None:
        """Have the places painted again where loaders were."""
        self.turns = False
        places, self._places = self._places, QRegion()
        self._widget.update(places)


def _reach(box: QRectF) -> QRect:
    """Return where a loader in a box is painted."""
    return box.toAlignedRect().adjusted(-1, -1, 1, 1)
