"""A veil over a window while something stands in front of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.ui.kit.theme import colours

RADIUS = 10
"""Pixels of the corners of a window without a frame: a dialog in front of which another one stands."""


class Scrim(QWidget):
    """Lies over a whole window, as large as that is; says when it was moved or took another size."""

    def __init__(
        self, window: QWidget, front: QWidget | None = None, moved: Callable[[], object] | None = None
    ) -> None:
        """`front`: what stands before the window; the veil goes when that does, however it goes."""
        super().__init__(window)
        self._moved = moved
        if front is not None:
            front.destroyed.connect(self._lift)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setGeometry(window.rect())
        window.installEventFilter(self)
        self.show()
        self.raise_()

    def _lift(self) -> None:
        self._moved = None
        self.hide()
        self.deleteLater()

    def eventFilter(self, window: QObject, event: QEvent) -> bool:
        """Follow the window."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            if isinstance(window, QWidget):
                self.setGeometry(window.rect())
            if self._moved is not None:
                self._moved()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours().scrim))
        round_ = RADIUS if self.window().windowFlags() & Qt.WindowType.FramelessWindowHint else 0
        painter.drawRoundedRect(self.rect(), round_, round_)
