"""A state in one glance: a rounded patch with an icon and a word, both in its colour."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.kit.chip import caption_font
from app.ui.kit.font_aware import FontAware
from app.ui.kit.spinner import Turning
from app.ui.kit.states import StateLook, state_look
from app.ui.kit.theme import colours

_HIGH, _SIDE, _ICON, _GAP = 22, 8, 14, 5


class Pill(FontAware, QWidget):
    """Shows one state; told to screen readers by its words. Heights grow with the text."""

    def __init__(self) -> None:
        super().__init__()
        self._look = state_look("stopped")
        self._text = ""
        self._turning = Turning(self)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_state(self, look: StateLook, text: str) -> None:
        """Show an icon and a word in the colours of a state."""
        self._look, self._text = look, text
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    @property
    def look(self) -> StateLook:
        """The look it has now."""
        return self._look

    def text(self) -> str:
        """Return the words on it."""
        return self._text

    def sizeHint(self) -> QSize:
        metrics = self._caption()[1]
        wide = _SIDE * 2 + _ICON + _GAP + metrics.horizontalAdvance(self._text)
        return QSize(wide, max(_HIGH, metrics.height() + 4))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the patch, the icon and the word."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = colours()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.tone(self._look.ground)))
        box = QRectF(self.rect())
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        icon_box = QRectF(_SIDE, (box.height() - _ICON) / 2, _ICON, _ICON)
        self._turning.paint(painter, icon_box, self._look.icon, self._look.tone)
        if self._turning.alone(icon_box, self.rect()):
            painter.end()
            return
        painter.setFont(self._caption()[0])
        painter.setPen(QColor(c.tone(self._look.tone)))
        words = box.adjusted(_SIDE + _ICON + _GAP, 0, -_SIDE, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, self._text)
        painter.end()

    def _fit(self) -> None:
        self.updateGeometry()

    def _caption(self) -> tuple[QFont, QFontMetrics]:
        font = caption_font(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font, QFontMetrics(font)
