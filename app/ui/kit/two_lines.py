"""Rows of a list on two lines: what is claimed above, in small letters below it what belongs to the claim."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.ui.kit.chip import caption_font, chip_size, paint_chip
from app.ui.kit.icons import Tone, paint_icon
from app.ui.kit.states import StateLook
from app.ui.kit.tables import Index
from app.ui.kit.theme import colours

SIDE, TOP = 16, 6
"""Pixels between a row's edge and its words."""
_LOWER = 22
"""Pixels that the second line has at least."""
_ICON = 14
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


def two_line_height(font: QFont) -> int:
    """Return how high a row is at a size of the text."""
    small = QFontMetrics(caption_font(font))
    return 2 * TOP + QFontMetrics(font).height() + 4 + max(_LOWER, small.height() + 6)


class TwoLineRows(QStyledItemDelegate):
    """Draws the ground, the claim and the focus; the second line is for who derives from it."""

    weight = QFont.Weight.Normal
    """Of the claim."""
    indent = 0
    """Pixels before both lines, for an icon."""

    def __init__(self, owner: QAbstractItemView) -> None:
        super().__init__(owner)
        self._view = owner

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, two_line_height(self._view.font()))

    def is_hovered(self, option: QStyleOptionViewItem, row: int) -> bool:
        """Tell whether the pointer is on a row."""
        return bool(option.state & QStyle.StateFlag.State_MouseOver)

    def paint_below(self, painter: QPainter, box: QRect, row: int) -> None:
        """Draw the second line; the painter has the font of captions."""

    def paint_before(self, painter: QPainter, box: QRect, row: int) -> None:
        """Draw what stands in the room before the claim, where there is any."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, box, state = colours(), option.rect, option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        if chosen or self.is_hovered(option, index.row()):
            painter.fillRect(box, QColor(c.selection if chosen else c.hover))
        if chosen:
            painter.fillRect(QRect(box.left(), box.top(), 2, box.height()), QColor(c.accent))
        painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), QColor(c.hairline))
        font = QFont(self._view.font())
        font.setWeight(self.weight)
        metrics = QFontMetrics(font)
        left, wide = box.left() + SIDE, box.width() - 2 * SIDE
        line = QRect(left + self.indent, box.top() + TOP, wide - self.indent, metrics.height() + 4)
        painter.setFont(font)
        painter.setPen(QColor(c.text))
        claim = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, _ONE_LINE, claim)
        if self.indent:
            self.paint_before(painter, QRect(left, line.top(), self.indent, line.height()), index.row())
        painter.setFont(caption_font(self._view.font()))
        below = QRect(line.left(), line.bottom() + 1, line.width(), box.bottom() - line.bottom() - TOP)
        self.paint_below(painter, below, index.row())
        if state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(c.accent))
            painter.drawRect(box.adjusted(0, 0, -1, -2))
        painter.restore()


def paint_words(painter: QPainter, box: QRect, left: int, text: str, colour: str) -> int:
    """Draw words as far as there is room; return where they end."""
    metrics = painter.fontMetrics()
    text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, box.right() - left))
    painter.setPen(QColor(colour))
    painter.drawText(QRect(left, box.top(), box.right() - left, box.height()), _ONE_LINE, text)
    return left + metrics.horizontalAdvance(text)


def paint_pill(painter: QPainter, box: QRect, left: int, look: StateLook, word: str) -> int:
    """Draw a word on its ground where there is room for all of it; return where it ends, else `left`."""
    size = chip_size(painter.fontMetrics(), word)
    if left + size.width() > box.right():
        return left
    top = box.center().y() - size.height() // 2 + 1
    paint_chip(painter, QRect(QPoint(left, top), size), look, word)
    return left + size.width()


def paint_state(painter: QPainter, box: QRect, left: int, look: StateLook, text: str) -> int:
    """Draw an icon and words in its colour as far as there is room; return where they end."""
    if left + _ICON + 4 > box.right():
        return left
    paint_icon(painter, QRectF(left, box.center().y() - 6, _ICON, _ICON), look.icon, look.tone)
    return paint_words(painter, box, left + _ICON + 4, text, colours().tone(look.tone))


def paint_at_end(painter: QPainter, box: QRect, right: int, sign: str, tone: Tone, word: str) -> int:
    """Draw an icon and a word that end at `right`; return where they begin."""
    wide = painter.fontMetrics().horizontalAdvance(word)
    painter.setPen(QColor(colours().tone(tone)))
    painter.drawText(QRect(right - wide, box.top(), wide + 2, box.height()), _ONE_LINE, word)
    right -= wide + _ICON + 4
    paint_icon(painter, QRectF(right, box.center().y() - 6, _ICON, _ICON), sign, tone)
    return right
