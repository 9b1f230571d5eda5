"""What is typed into a form: a figure with what it counts, and a large text."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QLineEdit

from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.theme import text_scale
from app.ui.setup.file_list import pasted_picture

LINE = 512
"""Pixels of the longest line in a large field at 100 % text."""


class UnitLine(QLineEdit):
    """A line for a figure, with what it counts inside it: dollars before it in English, else behind it."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self._unit, self._before = unit, unit == "$" and QLocale().decimalPoint() == "."
        if self._before:
            self.textChanged.connect(self._on_text_changed)

    def _on_text_changed(self, text: str) -> None:
        self.setTextMargins(self.fontMetrics().horizontalAdvance(self._unit) if text else 0, 0, 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the unit."""
        super().paintEvent(event)
        if not self.text():
            return
        painter = QPainter(self)
        role = QPalette.ColorRole.Text if self._before else QPalette.ColorRole.PlaceholderText
        painter.setPen(self.palette().color(role))
        side = Qt.AlignmentFlag.AlignLeft if self._before else Qt.AlignmentFlag.AlignRight
        painter.drawText(self.rect().adjusted(9, 0, -9, 0), Qt.AlignmentFlag.AlignVCenter | side, self._unit)
        painter.end()


class QuestionText(PlainEditor):
    """A large field whose lines stay short enough to read, however wide it is."""

    picture_pasted = Signal(bytes)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take a picture too: it is listed among the files."""
        return source.hasImage() or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste words; a picture without any goes to whoever lists it."""
        content = b"" if source.hasText() else pasted_picture(source)
        if content:
            self.picture_pasted.emit(content)
        else:
            super().insertFromMimeData(source)

    def sizeHint(self) -> QSize:
        """Ask for the least: it takes what room there is, and nothing is pushed out of sight by it."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room at the right of long lines."""
        super().resizeEvent(event)
        most = round(LINE * max(1.0, text_scale(self)))
        self.setViewportMargins(0, 0, max(0, self.width() - most - 40), 0)
