"""A line of words with a drawn icon before it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent

from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import Tone, paint_icon
from app.ui.kit.spinner import LOADER, Turning
from app.ui.kit.texts import Said

_GAP = 5


class IconLabel(FontAware, Said):
    """Shows an icon as high as its letters; `about` is told to screen readers before the words."""

    def __init__(self, icon: str, about: str = "", tone: Tone = "muted") -> None:
        super().__init__(about)
        self._icon, self._tone = icon, tone
        self._turning = Turning(self) if icon == LOADER else None
        self._fit()

    def show_icon(self, icon: str, tone: Tone) -> None:
        """Show another icon."""
        self._icon, self._tone = icon, tone
        if icon == LOADER and self._turning is None:
            self._turning = Turning(self)
        self.update()

    def _side(self) -> int:
        return max(14, round(self.fontMetrics().height() * 0.9))

    def _fit(self) -> None:
        self.setContentsMargins(self._side() + _GAP, 0, 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the icon in the middle of the first line, and the words; what has no room is elided."""
        room, letters = self.contentsRect(), self.fontMetrics()
        cut = not self.wordWrap() and letters.horizontalAdvance(self.text()) > room.width() + 1
        if not cut:
            super().paintEvent(event)
        if not self.text():
            return
        side = self._side()
        line = min(self.height(), max(self.fontMetrics().height(), side))
        top = 0.0 if self.wordWrap() else (self.height() - line) / 2
        at_right = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = self.width() - side if at_right else 0
        painter = QPainter(self)
        if cut:
            painter.setPen(self.palette().color(self.foregroundRole()))
            words = letters.elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        box = QRectF(left, top + (line - side) / 2, side, side)
        if self._turning is not None:
            self._turning.paint(painter, box, self._icon, self._tone)
        else:
            paint_icon(painter, box, self._icon, self._tone)
