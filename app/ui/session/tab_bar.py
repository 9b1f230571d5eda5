"""The row of tabs: a title, how much there is, a line under the one in sight."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QTabBar

from app.ui.kit.chip import caption_font
from app.ui.kit.theme import CAPTION, colours

HEIGHT = 32
_SIDE, _TIGHT, _LEAST = 9, 5, 2
"""Pixels beside a title, where all titles would not be in sight, and where even so they would not."""
_EDGE = 6
"""Pixels before the first title: it begins where the session's title and texts do."""
_GAP = 6
_LINE = 2


class TabBar(QTabBar):
    """Paints its tabs itself: rules know one font for a title, and a count is smaller and paler than that."""

    def __init__(self) -> None:
        super().__init__()
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setUsesScrollButtons(True)
        self._side, self._counts, self._small = _SIDE, True, False
        self._groups: dict[int, str] = {}
        """The title of each tab that shares one with others."""

    def share(self, groups: Mapping[int, str]) -> None:
        """Let tabs share titles: the first of each is in sight until another is turned to."""
        self._groups = dict(groups)
        for index, title in groups.items():
            self.setTabVisible(index, list(groups.values()).index(title) == list(groups).index(index))

    def together(self, index: int) -> list[int]:
        """Return the tabs that share a title with this one, itself among them."""
        title = self._groups.get(index)
        return [index] if title is None else [one for one, shared in self._groups.items() if shared == title]

    def whole_width(self) -> int:
        """Return how wide all tabs are, each with room around it and its count."""
        return sum(self._wide(index, _SIDE, counts=True, small=False) for index in self._seen())

    def _seen(self) -> list[int]:
        return [index for index in range(self.count()) if self.isTabVisible(index)]

    def _first(self) -> int:
        return next(iter(self._seen()), 0)

    def fit(self, room: int) -> None:
        """Bring all titles into sight where that can be: closer, then without their counts, then smaller."""
        before = self._side, self._counts, self._small
        forms = ((_SIDE, True, False), (_TIGHT, True, False), (_TIGHT, False, False), (_LEAST, False, True))
        for self._side, self._counts, self._small in forms:
            if sum(self.tabSizeHint(index).width() for index in self._seen()) <= room:
                break
        if (self._side, self._counts, self._small) != before:
            # Qt measures its tabs anew when this is said.
            self.setElideMode(Qt.TextElideMode.ElideNone)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Bring all titles into sight where what stands beside them took room."""
        super().resizeEvent(event)
        # Before its window is laid out it has no width, and nobody tells it later that there was room.
        if 0 < self.width() < sum(self.tabSizeHint(index).width() for index in self._seen()):
            self.fit(self.width())

    def show_count(self, index: int, title: str, number: int) -> None:
        """Show how much there is behind a tab; nothing where there is nothing."""
        if self.tabText(index) != (text := f"{title} {number}" if number else title):
            self.setTabData(index, str(number) if number else "")
            self.setTabText(index, text)

    def tabSizeHint(self, index: int) -> QSize:
        """As wide as its heavier title: it does not move when it is turned to."""
        wide = self._wide(index, self._side, counts=self._counts, small=self._small)
        return QSize(wide, max(HEIGHT, self.fontMetrics().height() + 12))

    def _wide(self, index: int, side: int, *, counts: bool, small: bool) -> int:
        title, count = self._words(index)
        wide = 2 * side + QFontMetrics(self._title_font(True, small)).horizontalAdvance(title)
        wide += _EDGE if index == self._first() else 0
        if count and counts:
            wide += _GAP + QFontMetrics(caption_font(self.font())).horizontalAdvance(count)
        return wide + 2

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index in self._seen():
            self._paint_tab(painter, index, self.tabRect(index))
        painter.end()

    def _paint_tab(self, painter: QPainter, index: int, rect: QRect) -> None:
        c, chosen = colours(), index == self.currentIndex()
        title, count = self._words(index)
        hovered = rect.contains(self.mapFromGlobal(self.cursor().pos())) and self.underMouse()
        painter.setFont(self._title_font(chosen, self._small))
        painter.setPen(QColor(c.text if chosen or hovered else c.text2))
        rect = rect.adjusted(_EDGE if index == self._first() else 0, 0, 0, 0)
        room = rect.adjusted(self._side, 0, 0, 0)
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(room, left, title)
        if count and self._counts:
            beside = QFontMetrics(self._title_font(chosen, self._small)).horizontalAdvance(title) + _GAP
            painter.setFont(caption_font(self.font()))
            painter.setPen(QColor(c.muted))
            painter.drawText(room.adjusted(beside, 0, 0, 0), left, count)
        if chosen or hovered:
            line = QRect(rect.left(), rect.bottom() - _LINE + 1, rect.width(), _LINE)
            painter.fillRect(line, QColor(c.accent if chosen else c.edge))
        if chosen and self.hasFocus():
            painter.setPen(QPen(QColor(c.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(2, 4, -2, -5), 4, 4)

    def _words(self, index: int) -> tuple[str, str]:
        """Return a tab's title and its count; of such that share a title, that and the count of all."""
        if index in self._groups:
            number = sum(int(self.tabData(one) or 0) for one in self.together(index))
            return self._groups[index], str(number) if number else ""
        text, count = self.tabText(index), str(self.tabData(index) or "")
        title = text.removesuffix(f" {count}") if count else text
        return title.replace("&&", "&"), count

    def _title_font(self, chosen: bool, small: bool) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold if chosen else QFont.Weight.Normal)
        if small:
            font.setPointSizeF(font.pointSizeF() * CAPTION)
        return font
