"""How the list of sessions paints its rows."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.ui.kit.chip import caption_font
from app.ui.kit.spinner import Turning
from app.ui.kit.states import StateLook
from app.ui.kit.tables import Index
from app.ui.kit.theme import colours
from app.ui.shell.rail_model import DATED_ROLE, LOOK_ROLE, PART_ROLE

_INSET, _ICON, _PROGRESS = 8, 16, 3


class RowDelegate(QStyledItemDelegate):
    """Paints a heading with its number, a session as icon, title, a quieter line and how far it has come."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._turning = Turning(view.viewport())
        self._font: QFont | None = None
        self._heading = self._session = self._moving = QSize()
        """The room of a heading, of a session, and of one that says how far it has come, in that font."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # Asked of each row of a list in one turn: of thousands, fonts must not be measured for each.
        if option.font != self._font:
            self._font = QFont(option.font)
            small, high = QFontMetrics(caption_font(option.font)).height(), option.fontMetrics.height()
            self._heading, self._session = QSize(100, small + 15), QSize(100, high + small + 14)
            self._moving = QSize(100, high + small + 14 + _PROGRESS + 4)
        if index.data(LOOK_ROLE) is None:
            return self._heading
        return self._moving if index.data(PART_ROLE) else self._session

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(LOOK_ROLE) is None:
            self._paint_heading(painter, option, index)
        else:
            self._paint_session(painter, option, index)
        painter.restore()

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        words, _, number = str(index.data()).rpartition(" ")
        font = caption_font(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(colours().muted))
        area = option.rect.adjusted(_INSET, 10, -_INSET, -4)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        at_end = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(area, at_end, number.strip("()"))

    def _paint_session(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, view = colours(), self.parent()
        assert isinstance(view, QListView)
        look: StateLook = index.data(LOOK_ROLE)
        box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
        chosen = view.currentIndex().row() == index.row()
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if chosen or hovered:
            ring = chosen and view.hasFocus()
            painter.setPen(QPen(QColor(c.accent), 1) if ring else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.selection if chosen else c.hover))
            painter.drawRoundedRect(box, 6, 6)
        small = caption_font(option.font)
        high, low = option.fontMetrics, QFontMetrics(small)
        inner = option.rect.adjusted(_INSET + _ICON + _INSET, 5, -_INSET, -5)
        line = high.height() + 3
        side = max(_ICON, round(high.height() * 0.95))
        top = inner.top() + (line - side) / 2
        sign = QRectF(option.rect.left() + _INSET, top, side, side)
        self._turning.paint(painter, sign, look.icon, look.tone)
        if self._turning.alone(sign, option.rect):
            return
        title, _, below = str(index.data()).partition("\n")
        elide = Qt.TextElideMode.ElideRight
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(option.font)
        painter.setPen(QColor(c.text))
        first = QRect(inner.left(), inner.top(), inner.width(), line)
        painter.drawText(first, left, high.elidedText(title, elide, inner.width()))
        painter.setFont(small)
        painter.setPen(QColor(c.muted))
        second = QRect(inner.left(), first.bottom() + 1, inner.width(), low.height() + 1)
        fitting = _whole_parts(below, low, inner.width(), keep_last=bool(index.data(DATED_ROLE)))
        painter.drawText(second, left, low.elidedText(fitting, elide, inner.width()))
        part = index.data(PART_ROLE)
        if part:
            track = QRectF(inner.left(), second.bottom() + 5, inner.width(), _PROGRESS)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.line))
            painter.drawRoundedRect(track, 1.5, 1.5)
            track.setWidth(track.width() * part)
            painter.setBrush(QColor(c.fill))
            painter.drawRoundedRect(track, 1.5, 1.5)


def _whole_parts(line: str, metrics: QFontMetrics, width: int, *, keep_last: bool) -> str:
    """Return as much of “finished · 2 rounds · $0.08 · 21 Sep” as fits; a half of a part says nothing."""
    parts = line.split(" · ")
    while len(parts) > 1 and metrics.horizontalAdvance(" · ".join(parts)) > width:
        del parts[-2 if keep_last and len(parts) > 2 else -1]
    return " · ".join(parts)
