"""Words that lead somewhere else: behind a heading with an arrow, or a place in a member's text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton

from app.engine.tabs import TextPlace
from app.ui.kit.buttons import PushButton
from app.ui.kit.icons import icon
from app.ui.kit.seat_dot import paint_dot
from app.ui.kit.texts import link_button, rescale, tr
from app.ui.kit.theme import CAPTION
from app.ui.panels.rendered import Spot


def link(text: str, name: str, tip: str = "", sign: str = "arrow-right") -> QPushButton:
    """Return words that lead somewhere else, with an arrow behind them, or that do what their sign says."""
    press = link_button(text, name=name, tip=tip, small=True)
    press.setIcon(icon(sign, "accent"))
    press.setIconSize(QSize(14, 14))
    if sign == "arrow-right":
        press.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    press.setCursor(Qt.CursorShape.PointingHandCursor)
    return press


class PlaceLink(PushButton):
    """A place in a member's text: its dot, its letter and the paragraph."""

    def __init__(self, spot: Spot, go: Callable[[TextPlace], object]) -> None:
        super().__init__(spot.label)
        self._colour = spot.who.colour
        self.setObjectName("place")
        rescale(self, CAPTION)
        where = tr("paragraph {n}", n=spot.paragraph) if spot.paragraph else tr("its answer")
        self.setAccessibleName(tr("{name}, {where}", name=spot.who.called, where=where))
        self.setToolTip(tr("Show this in the answer of {name}", name=spot.who.called))
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda _=False: go(spot.place))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        paint_dot(painter, QRect(2, self.height() // 2 - 3, 7, 7), self._colour)
