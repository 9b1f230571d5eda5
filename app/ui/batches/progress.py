"""How far a batch has come: how many are finished and right, a line in the colours of their states, money."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.kit.layouts import in_row
from app.ui.kit.one_line import OneLine
from app.ui.kit.texts import label, tr
from app.ui.kit.theme import CAPTION, Colours, colours

_HIGH, _GAP, _LEAST = 6, 2, 4
_COLOURS: Mapping[str, Callable[[Colours], str]] = {
    "finished": lambda c: c.insert_line,
    "waiting": lambda c: c.warn_line,
    "running": lambda c: c.fill,
    "failed": lambda c: c.failed,
}
"""States that have a colour, from the left; all others are still to come."""


class StateLine(QWidget):
    """A thin line whose parts are as long as there are sessions of a state."""

    def __init__(self) -> None:
        super().__init__()
        self._counts: Mapping[str, int] = {}
        self._all = 0
        self.setMinimumWidth(80)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_counts(self, counts: Mapping[str, int], of: int) -> None:
        """Show how many of all sessions stand how."""
        self._counts, self._all = dict(counts), of
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, 18)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the parts, the rest in the colour of a line."""
        painter, c = QPainter(self), colours()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        top, left = (self.height() - _HIGH) / 2, 0.0
        parts = [(state, self._counts.get(state, 0)) for state in _COLOURS if self._counts.get(state)]
        for state, number in parts:
            wide = max(float(_LEAST), number / max(1, self._all) * (self.width() - _GAP * len(parts)))
            painter.setBrush(QColor(_COLOURS[state](c)))
            painter.drawRoundedRect(QRectF(left, top, wide, _HIGH), 2, 2)
            left += wide + _GAP
        if left < self.width() - _LEAST:
            painter.setBrush(QColor(c.line))
            painter.drawRoundedRect(QRectF(left, top, self.width() - left, _HIGH), 2, 2)
        painter.end()


class BatchProgress(QWidget):
    """The row above the table of a batch that has begun."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.finished = label("", bold=True)
        self.graded = label("", muted=True, scale=CAPTION, widget=OneLine())
        self.line = StateLine()
        self.money = label("", muted=True, scale=CAPTION)
        row = in_row(
            self.finished, self.graded, (self.line, 1), self.money, spacing=12, margins=(16, 0, 16, 0)
        )
        self.setLayout(row)
        self.setFixedHeight(40)

    def show_states(self, counts: Mapping[str, int], of: int, graded: str, money: str) -> None:
        """Show how all sessions stand, what was graded, and what it cost."""
        self.finished.setText(tr("{n} of {all} finished", n=counts.get("finished", 0), all=of))
        self.graded.setText(graded)
        self.graded.setVisible(bool(graded))
        self.line.show_counts(counts, of)
        self.line.setAccessibleName(self.finished.text())
        self.money.setText(money)
