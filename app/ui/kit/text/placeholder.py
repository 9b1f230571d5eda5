"""A text that says something where its words would stand, as long as there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout
from PySide6.QtWidgets import QTextEdit

if TYPE_CHECKING:
    _TextEdit = QTextEdit
else:
    _TextEdit = object


def _paint_instead(view: QTextEdit, words: str, beside: float, above: float, step: float) -> None:
    """Paint what a view says instead of a text, all of its lines, `step` pixels apart; 0: as its letters are.

    WORKAROUND: Qt paints of it what has room in the height of one empty line, margins taken off.
    """
    layout, below = QTextLayout(words.replace("\n", "\u2028"), view.font()), 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(view.viewport().width() - 2 * beside)
        line.setPosition(QPointF(0, below))
        below += step or line.height()
    layout.endLayout()
    painter = QPainter(view.viewport())
    painter.setPen(view.palette().placeholderText().color())
    layout.draw(painter, QPointF(beside, above))
    painter.end()


class SaysInstead(_TextEdit):
    """Goes before the view's class: what is said while there is no text is painted whole."""

    _instead = ""

    def setPlaceholderText(self, placeholderText: str) -> None:  # noqa: N803  Qt's own name
        """Say this, in as many lines as it takes, while there is no text."""
        self._instead = placeholderText
        self.viewport().update()

    def placeholderText(self) -> str:
        """Return what is said while there is no text."""
        return self._instead

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        # What an input method still composes is no part of the text yet.
        composed = self.textCursor().block().layout().preeditAreaText()
        if self._instead and not composed and super().document().isEmpty():
            _paint_instead(self, self._instead, *self._instead_at())

    def _instead_at(self) -> tuple[float, float, float]:
        """Return the pixels beside and above it, and from line to line; 0: as its letters are."""
        raise NotImplementedError
