"""A choice of a few ways as cards beside each other: what each does, for what it is good, and its price."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextLayout,
)
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QWidget

from app.domain.i18n import Message
from app.engine.plugin import Card
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import paint_icon
from app.ui.kit.layouts import in_row
from app.ui.kit.texts import tr
from app.ui.kit.theme import CAPTION, colours, text_scale

UNKNOWN = "–"
"""In place of a price that is being worked out, or cannot be."""
NARROW = 280
"""Pixels of a card, at 100 % text, below which its sentence is smaller and its price stands at its end."""
_LEAST_USE = 100
"""Pixels below which nothing is said of what a card is good for: of fewer, its price would lie over it."""
_SIDE, _TOP, _BETWEEN, _RADIO, _ICON, _GAP = 12, 12, 6, 16, 14, 8
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class _Card(QRadioButton):
    """One way, all of it a button."""

    def __init__(self, name: str, card: Card) -> None:
        super().__init__(name)
        self._about, self._use, self._icon = tr(card.about), tr(card.use), card.icon
        self.price, self._by_key = UNKNOWN, False
        self.price_below = False
        """Whether there is no room for a price beside the name, here or on another card."""
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.say_price(UNKNOWN)

    def say_price(self, price: str) -> None:
        """Show what it costs; nothing moves."""
        self.price = price
        told = [self._about, self._use] if price == UNKNOWN else [price, self._about, self._use]
        self.setAccessibleDescription(" · ".join(told))
        self.update()

    def fits_beside(self) -> bool:
        """Tell whether name and price have room in one line."""
        bold, small, _ = self._fonts()
        name = QFontMetrics(bold).horizontalAdvance(self.text())
        price = QFontMetrics(small).horizontalAdvance(self.price)
        return _RADIO + _GAP + name + 2 * _GAP + price <= self._room()

    def says_use(self) -> bool:
        """Tell whether there is room for what it is good for, beside the price where that is below."""
        return not self._is_narrow() and self._room() - self._taken() >= _LEAST_USE * text_scale(self)

    def _taken(self) -> int:
        """Return the pixels of its last line that the price takes."""
        if not self.price_below:
            return 0
        return QFontMetrics(self._fonts()[1]).horizontalAdvance(self.price) + _GAP

    def _room(self) -> int:
        return self.width() - 2 * _SIDE

    def _is_narrow(self) -> bool:
        return self.width() < NARROW * max(1.0, text_scale(self))

    def _fonts(self) -> tuple[QFont, QFont, QFont]:
        """Return those of the name, of what is small, and of the sentence."""
        bold, small = QFont(self.font()), QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        small.setPointSizeF(small.pointSizeF() * CAPTION)
        return bold, small, small if self._is_narrow() else QFont(self.font())

    def _step(self) -> int:
        """Return the pixels from one line of the sentence to the next."""
        return round((18 if self._is_narrow() else 20) * max(1.0, text_scale(self)))

    def _lines(self) -> list[str]:
        """Return the sentence as it is broken at this width."""
        layout = QTextLayout(self._about, self._fonts()[2])
        layout.beginLayout()
        found = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1, self._room()))
            found.append(self._about[line.textStart() : line.textStart() + line.textLength()].strip())
        layout.endLayout()
        return found

    def _parts(self) -> tuple[QRect, QRect, QRect]:
        """Return where name, sentence and last line stand."""
        bold, small = map(QFontMetrics, self._fonts()[:2])
        beside = QRect(0, 0, self._room() - _RADIO - _GAP, 10_000)
        name = bold.boundingRect(beside, _WRAP.value, self.text()).height()
        head = QRect(_SIDE, _TOP, self._room(), max(20, name))
        high = len(self._lines()) * self._step()
        about = QRect(_SIDE, head.bottom() + 1 + _BETWEEN, self._room(), high)
        end = QRect(_SIDE, about.bottom() + 1 + _BETWEEN, self._room(), max(16, small.height()))
        return head, about, end

    def needed(self) -> int:
        """Return the pixels of its height at its width."""
        return self._parts()[2].bottom() + 1 + _TOP

    def sizeHint(self) -> QSize:
        return QSize(200, self.needed())

    def minimumSizeHint(self) -> QSize:
        """Return the least in which its name can be read."""
        return QSize(_RADIO + _GAP + 2 * _SIDE + self.fontMetrics().horizontalAdvance(self.text()), 0)

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the card beside it; a space chooses."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        by = step.get(Qt.Key(event.key()))
        owner = self.parentWidget()
        if by is None or owner is None:
            super().keyPressEvent(event)
            return
        cards = [card for card in owner.children() if isinstance(card, _Card)]
        cards[(cards.index(self) + by) % len(cards)].setFocus(Qt.FocusReason.TabFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that it has the focus, unless it was pressed."""
        self._by_key = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter, c, on = QPainter(self), colours(), self.isChecked()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(c.accent if on else c.line), 2 if on else 1))
        ground = c.accent_row if on else c.hover if self.underMouse() else c.raised
        painter.setBrush(QColor(ground))
        edge = 1.0 if on else 0.5
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(edge, edge, -edge, -edge), 8, 8)
        if self.hasFocus() and self._by_key:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(c.accent), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(4.5, 4.5, -4.5, -4.5), 5, 5)
        bold, small, plain = self._fonts()
        head, about, end = self._parts()
        if self.price_below or self._is_narrow():
            end.moveBottom(self.height() - 1 - _TOP)
        self._paint_radio(painter, head)
        painter.setFont(bold)
        painter.setPen(QColor(c.text))
        wraps = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(head.adjusted(_RADIO + _GAP, 0, 0, 0), wraps.value, self.text())
        painter.setFont(plain)
        painter.setPen(QColor(c.text2))
        for at, words in enumerate(self._lines()):
            line = QRect(about.left(), about.top() + at * self._step(), about.width(), self._step())
            painter.drawText(line, _LINE, words)
        painter.setFont(small)
        painter.setPen(QColor(c.text2))
        price = end if self.price_below or self._is_narrow() else head
        side = Qt.AlignmentFlag.AlignRight if self.says_use() or price is head else Qt.AlignmentFlag.AlignLeft
        cut = painter.fontMetrics().elidedText(self.price, Qt.TextElideMode.ElideRight, price.width())
        painter.drawText(price, _LINE | side, cut)
        if self.says_use():
            self._paint_use(painter, end.adjusted(0, 0, -self._taken(), 0))

    def _paint_radio(self, painter: QPainter, head: QRect) -> None:
        c, on = colours(), self.isChecked()
        box = QRectF(head.left(), head.center().y() - _RADIO / 2 + 0.5, _RADIO, _RADIO)
        wide = 5 if on else 1
        painter.setPen(QPen(QColor(c.accent if on else c.edge), wide))
        painter.setBrush(QColor(c.base))
        inner = wide / 2
        painter.drawEllipse(box.adjusted(inner, inner, -inner, -inner))

    def _paint_use(self, painter: QPainter, end: QRect) -> None:
        middle = end.center().y() - _ICON // 2 + 1
        paint_icon(painter, QRectF(end.left(), middle, _ICON, _ICON), self._icon, "muted")
        painter.setPen(QColor(colours().muted))
        room = end.adjusted(_ICON + _BETWEEN, 0, 0, 0)
        cut = painter.fontMetrics().elidedText(self._use, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, _LINE, cut)


class ChoiceCards(FontAware, QWidget):
    """A card for each value, one of them chosen: arrows go from one to the next, a space chooses."""

    changed = Signal()

    def __init__(self, title: str, cards: Mapping[str, tuple[Message, Card]]) -> None:
        """`cards`: what each value is called, and what stands on its card."""
        super().__init__()
        self.setAccessibleName(title)
        self.cards = {value: _Card(tr(called), card) for value, (called, card) in cards.items()}
        for value, card in self.cards.items():
            card.toggled.connect(lambda on, value=value: self.changed.emit() if on else None)
        self.setLayout(in_row(*((card, 1) for card in self.cards.values()), spacing=8))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        first = next(iter(self.cards.values()))
        first.setChecked(True)
        self.setFocusProxy(first)

    def chosen(self) -> str:
        return next(value for value, card in self.cards.items() if card.isChecked())

    def choose(self, value: str) -> None:
        """Choose a value, where there is a card for it."""
        if value in self.cards:
            self.cards[value].setChecked(True)
            self.setFocusProxy(self.cards[value])

    def say_prices(self, prices: Mapping[str, str]) -> None:
        """Show what each costs; of one that is not among them that is not known."""
        for value, card in self.cards.items():
            card.say_price(prices.get(value, UNKNOWN))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the highest needs at its width."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()

    def _fit(self) -> None:
        layout = self.layout()
        if layout is not None:
            layout.activate()
        below = not all(card.fits_beside() for card in self.cards.values())
        high = max(card.needed() for card in self.cards.values())
        for card in self.cards.values():
            card.price_below = below
            card.setFixedHeight(high)
            card.update()
        self.setFixedHeight(high)
