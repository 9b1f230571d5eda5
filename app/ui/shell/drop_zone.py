"""Files dropped on the window: what will happen with them is said while they hover."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.ui.kit.files import dropped_files
from app.ui.kit.icons import paint_icon
from app.ui.kit.texts import tr
from app.ui.kit.theme import colours

_HIGH, _WIDE, _EDGE = 132, 380, 10


class DropZone(QWidget):
    """Lies over its window while files are dragged over it; the window tells it of them.

    It does not look at all that happens to the window for them: that is two hundred events at the start.
    """

    dropped = Signal(list)
    """The paths of files."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(tr("Drop files here"))
        self._window = window
        self.hide()
        window.setAcceptDrops(True)

    def enter(self, event: QDragEnterEvent) -> None:
        """Take what is dragged over the window and is a file."""
        if dropped_files(event.mimeData()):
            event.acceptProposedAction()
            self.setGeometry(self._window.rect())
            self.show()
            self.raise_()

    def drop(self, event: QDropEvent) -> None:
        """Take the files that are let go."""
        if self.isVisible():
            self.hide()
            event.acceptProposedAction()
            self.dropped.emit(list(map(Path, dropped_files(event.mimeData()))))

    def paintEvent(self, event: QPaintEvent) -> None:
        c = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scrim = QColor(c.window)
        scrim.setAlphaF(0.8)
        painter.fillRect(self.rect(), scrim)
        grown = max(1.0, self.fontMetrics().height() / 16)
        box = QRectF(0, 0, min(_WIDE * grown, self.width() - 40), _HIGH * grown)
        box.moveCenter(QRectF(self.rect()).center())
        painter.setPen(QPen(QColor(c.accent), 2, Qt.PenStyle.DashLine))
        painter.setBrush(QColor(c.accent_row))
        painter.drawRoundedRect(box, _EDGE, _EDGE)
        drawn = QRectF(0, 0, 28, 28)
        drawn.moveCenter(box.center())
        drawn.moveTop(box.top() + box.height() * 0.2)
        paint_icon(painter, drawn, "paperclip", "accent")
        painter.setPen(QColor(c.text))
        words = tr("Drop to begin with these files") + "\n" + tr("A session exported as JSON is imported")
        lines = QRectF(box).adjusted(12, box.height() * 0.42, -12, -8)
        painter.drawText(lines, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)
