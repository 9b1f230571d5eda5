"""The members beside the tabs of a session, as chips: those in sight are filled, a press brings another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QTabBar

from app.ui.kit.icons import Tone, paint_icon
from app.ui.kit.seat_dot import paint_dot
from app.ui.kit.texts import escaped, tr
from app.ui.kit.theme import colours

_WIDE, _HIGH, _RADIUS, _DOT, _SIGN, _BETWEEN = 36, 26, 4, 8, 12, 4
"""Pixels at the usual size of text."""


class MemberTabs(QTabBar):
    """A chip for each member with its dot and letter, behind one for all of them."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("members")
        self.setAccessibleName(tr("Members"))
        self.setDocumentMode(True)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setUsesScrollButtons(False)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._in_sight: AbstractSet[str] = frozenset()
        self._signs: Mapping[str, tuple[str, Tone]] = {}

    def fill(self, members: Sequence[tuple[str, str, str]]) -> None:
        """Show these: the seat, its letter, and what it is called whole."""
        while self.count():
            self.removeTab(0)
        self.setTabData(self.addTab(tr("All")), "")
        for seat, letter, title in members:
            at = self.addTab(letter.replace("&", "&&"))
            self.setTabData(at, seat)
            self.setTabToolTip(at, escaped(title))
            self.setAccessibleTabName(at, title)

    def show_in_sight(self, seats: AbstractSet[str]) -> None:
        """Fill the chips of these."""
        if seats != self._in_sight:
            self._in_sight = seats
            self.update()

    def show_signs(self, signs: Mapping[str, tuple[str, Tone]]) -> None:
        """Show these icons in place of the dots of members that failed or are waited for."""
        if signs != self._signs:
            self._signs = signs
            self.update()

    def tabSizeHint(self, index: int) -> QSize:
        """Return the size of a chip; the words for all of them take what they need."""
        letters = self.fontMetrics()
        words = letters.horizontalAdvance(self.tabText(index).replace("&&", "&"))
        beside = 20 if not self.tabData(index) else _DOT + _BETWEEN + 9
        # Large letters take what they need: the row of the tabs is no higher, and their words come first.
        least = _WIDE if letters.height() <= 16 else 0
        return QSize(max(least, words + beside), letters.height() + _HIGH - 16)

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def sizeHint(self) -> QSize:
        sizes = [self.tabSizeHint(at) for at in range(self.count()) if self.isTabVisible(at)]
        return QSize(sum(s.width() for s in sizes), max((s.height() for s in sizes), default=_HIGH))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, c = QPainter(self), colours()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for at in filter(self.isTabVisible, range(self.count())):
            box, seat = QRectF(self.tabRect(at)).adjusted(1, 0, -1, 0), str(self.tabData(at) or "")
            painter.setPen(Qt.PenStyle.NoPen)
            if seat in self._in_sight:
                painter.setBrush(QColor(c.accent_row))
                painter.drawRoundedRect(box, _RADIUS, _RADIUS)
            if self.hasFocus() and at == self.currentIndex():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(c.accent), 2))
                painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), _RADIUS, _RADIUS)
            self._words(painter, box, at, seat)

    def _words(self, painter: QPainter, box: QRectF, at: int, seat: str) -> None:
        c, words = colours(), self.tabText(at).replace("&&", "&")
        sign = self._signs.get(seat)
        before = 0 if not seat else (_SIGN if sign else _DOT) + _BETWEEN
        left = box.center().x() - (before + self.fontMetrics().horizontalAdvance(words)) / 2
        middle = box.center().y()
        if sign is not None:
            paint_icon(painter, QRectF(left, middle - _SIGN / 2, _SIGN, _SIGN), *sign)
        elif seat:
            paint_dot(painter, QRectF(left, middle - _DOT / 2, _DOT, _DOT), at - 1)
        painter.setPen(QColor(c.accent if seat in self._in_sight else c.text2))
        room = QRectF(left + before, box.top(), box.width(), box.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
