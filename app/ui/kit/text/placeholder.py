"""A text that says something where its words would stand, as long as there are none."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QTextBrowser


class InsteadBrowser(QTextBrowser):
    """A text with a placeholder that is painted whole.

    WORKAROUND: Qt paints of it what has room in the height of one empty line, margins taken off.
    """

    def __init__(self) -> None:
        super().__init__()
        self._margins = (6, 6)
        """Pixels beside and above the text."""
        self._instead = ""

    def setPlaceholderText(self, placeholderText: str) -> None:  # noqa: N803  Qt's own name
        """Say this while there is no text."""
        self._instead = placeholderText
        self.viewport().update()

    def placeholderText(self) -> str:
        """Return what is said while there is no text."""
        return self._instead

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, or what is said instead."""
        super().paintEvent(event)
        if not self._instead or not super().document().isEmpty():
            return
        painter, (beside, above) = QPainter(self.viewport()), self._margins
        painter.setPen(self.palette().placeholderText().color())
        painter.setFont(self.font())
        flags = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
        painter.drawText(
            self.viewport().rect().adjusted(beside, above, -beside, -above), flags, self._instead
        )
        painter.end()
