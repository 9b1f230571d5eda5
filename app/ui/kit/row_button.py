"""A button as wide as its row: a drawn icon, words, and what stands at the end."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyleOptionToolButton

from app.ui.kit.buttons import ToolButton
from app.ui.kit.icons import Tone, paint_icon
from app.ui.kit.theme import colours

_SIDE, _ICON, _GAP = 8, 16, 8


class RowButton(ToolButton):
    """Draws its own words: Qt puts them closer to the icon than one reads them well."""

    def __init__(self, icon: str, text: str, end: str = "", tone: Tone = "muted") -> None:
        super().__init__()
        self._icon, self._end, self._tone = icon, end, tone
        self.setText(text)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say_end(self, end: str) -> None:
        """Show something else at the end."""
        self._end = end
        self.updateGeometry()
        self.update()

    def wide(self, text: str) -> int:
        """Return how wide it is with these words."""
        letters = self.fontMetrics().horizontalAdvance
        return 2 * _SIDE + _ICON + _GAP + letters(text) + (letters(self._end) + 24 if self._end else 0)

    def sizeHint(self) -> QSize:
        return QSize(self.wide(self.text()), super().sizeHint().height())

    def initStyleOption(self, option: QStyleOptionToolButton) -> None:
        """Let Qt draw the ground and the edge alone."""
        super().initStyleOption(option)
        option.text, option.icon = "", QIcon()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the icon, the words, and the end."""
        super().paintEvent(event)
        painter = QPainter(self)
        paint_icon(painter, QRectF(_SIDE, (self.height() - _ICON) / 2, _ICON, _ICON), self._icon, "text2")
        painter.setPen(QColor(colours().tone(self._tone)))
        upright = Qt.AlignmentFlag.AlignVCenter
        area = self.rect().adjusted(_SIDE + _ICON + _GAP, 0, -_SIDE, 0)
        painter.drawText(area, upright | Qt.AlignmentFlag.AlignLeft, self.text())
        painter.drawText(area, upright | Qt.AlignmentFlag.AlignRight, self._end)
        painter.end()
