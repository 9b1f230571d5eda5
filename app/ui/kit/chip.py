"""An icon and a word on a ground: chips for severities, counts and degrees, pills for states."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import paint_icon
from app.ui.kit.spinner import Turning
from app.ui.kit.states import StateLook, state_look
from app.ui.kit.theme import CAPTION, colours

_SIDE, _ICON, _GAP, _LEAST = 7, 12, 4, 18


def sized_font(font: QFont, scale: float = 1.0, *, bold: bool = False) -> QFont:
    """Return a text's font in another size, or in bold."""
    other = QFont(font)
    other.setPointSizeF(font.pointSizeF() * scale)
    if bold:
        other.setWeight(QFont.Weight.DemiBold)
    return other


def caption_font(font: QFont, *, bold: bool = False) -> QFont:
    """Return a text's font in the size of captions."""
    return sized_font(font, CAPTION, bold=bold)


def chip_size(metrics: QFontMetrics, text: str) -> QSize:
    """Return how much room a chip takes in a caption's font."""
    wide = _SIDE * 2 + _ICON + _GAP + metrics.horizontalAdvance(text)
    return QSize(wide, max(_LEAST, metrics.height() + 3))


def paint_chip(painter: QPainter, box: QRect, look: StateLook, text: str) -> None:
    """Draw a chip; the painter has the caption's font."""
    c = colours()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(c.tone(look.ground)))
    painter.drawRoundedRect(box, 4, 4)
    at = QRectF(box.left() + _SIDE, box.top() + (box.height() - _ICON) / 2, _ICON, _ICON)
    paint_icon(painter, at, look.icon, look.tone)
    painter.setPen(QColor(c.tone(look.tone)))
    words = box.adjusted(_SIDE + _ICON + _GAP, 0, -_SIDE // 2, 0)
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)


class Chip(FontAware, QWidget):
    """One chip; told to screen readers by its word."""

    def __init__(self) -> None:
        super().__init__()
        self._look: StateLook | None = None
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_look(self, look: StateLook, text: str) -> None:
        """Show an icon and a word."""
        self._look, self._text = look, text
        self.setAccessibleName(text)
        self._fit()
        self.update()

    def sizeHint(self) -> QSize:
        return chip_size(QFontMetrics(caption_font(self.font())), self._text)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setFont(caption_font(self.font()))
        paint_chip(painter, self.rect(), self._look, self._text)

    def _fit(self) -> None:
        self.updateGeometry()


_PILL_HIGH, _PILL_SIDE, _PILL_ICON, _PILL_GAP = 22, 8, 14, 5


class Pill(FontAware, QWidget):
    """Shows one state; told to screen readers by its words. Heights grow with the text."""

    def __init__(self) -> None:
        super().__init__()
        self.look = state_look("stopped")
        self._text = ""
        self._turning = Turning(self)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_state(self, look: StateLook, text: str) -> None:
        """Show an icon and a word in the colours of a state."""
        self.look, self._text = look, text
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def text(self) -> str:
        """Return the words on it."""
        return self._text

    def sizeHint(self) -> QSize:
        metrics = self._caption()[1]
        wide = _PILL_SIDE * 2 + _PILL_ICON + _PILL_GAP + metrics.horizontalAdvance(self._text)
        return QSize(wide, max(_PILL_HIGH, metrics.height() + 4))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = colours()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.tone(self.look.ground)))
        box = QRectF(self.rect())
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        icon_box = QRectF(_PILL_SIDE, (box.height() - _PILL_ICON) / 2, _PILL_ICON, _PILL_ICON)
        self._turning.paint(painter, icon_box, self.look.icon, self.look.tone)
        if self._turning.alone(icon_box, self.rect()):
            return
        painter.setFont(self._caption()[0])
        painter.setPen(QColor(c.tone(self.look.tone)))
        words = box.adjusted(_PILL_SIDE + _PILL_ICON + _PILL_GAP, 0, -_PILL_SIDE, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, self._text)

    def _fit(self) -> None:
        self.updateGeometry()

    def _caption(self) -> tuple[QFont, QFontMetrics]:
        font = caption_font(self.font(), bold=True)
        return font, QFontMetrics(font)
