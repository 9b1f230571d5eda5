"""The picture of an enlarged curve: axes, the curve, and a mark at one round."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.export.plots import round_steps
from app.ui.insights.curve import Curve, value_range
from app.ui.insights.series import Series
from app.ui.kit.texts import figure
from app.ui.kit.theme import colours

WORDS_WIDTH = 64
"""Pixels for the words below one round."""
_GAP = 8
"""Pixels between the curve and the words at an axis."""


class Plot(QWidget):
    """It is looked at, and points with the mouse; `Chart` takes keys."""

    pointed = Signal(int)
    """The mouse is at the n-th round."""

    def __init__(self, series: Series, at: int) -> None:
        super().__init__()
        self.series, self.at = series, at
        self.setMouseTracking(True)

    def draw(self, series: Series, at: int) -> None:
        """Show a curve with the mark at the n-th round."""
        self.series, self.at = series, at
        self.update()

    @property
    def values(self) -> list[tuple[float, str]]:
        """Round values that fit the height, with their words."""
        low, high = value_range(self.series)
        most = max(2, min(5, self.height() // (3 * self.fontMetrics().height())))
        steps = [step for step in round_steps(low, high, most) if low <= step <= high]
        return [(step, _axis_words(step, self.series)) for step in steps]

    @property
    def rounds(self) -> list[tuple[int, str]]:
        """As many rounds as have room for their words."""
        rounds = self.series.rounds
        every = max(1, -(-len(rounds) // max(1, self.width() // WORDS_WIDTH)))
        return [(at, self.series.round_label(rounds[at])) for at in range(0, len(rounds), every)]

    @property
    def curve(self) -> Curve:
        """The curve, right of the words of its values and above those of its rounds."""
        metrics = self.fontMetrics()
        words = max((metrics.horizontalAdvance(words) for _, words in self.values), default=0)
        room = QRectF(self.rect()).adjusted(words + 2 * _GAP, _GAP, -_GAP, -metrics.height() - 2 * _GAP)
        return Curve(self.series, room, large=True)

    def paintEvent(self, event: QPaintEvent) -> None:
        c, curve, painter = colours(), self.curve, QPainter(self)
        area, tall = curve.area, self.fontMetrics().height()
        across = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        for value, words in self.values:
            y = round(curve.y(value))
            painter.setPen(QColor(c.line))
            painter.drawLine(round(area.left()), y, round(area.right()), y)
            painter.setPen(QColor(c.muted))
            place = QRectF(0, y - tall / 2, area.left() - _GAP, tall)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
        for at, words in self.rounds:
            place = QRectF(curve.x(at) - WORDS_WIDTH / 2, area.bottom() + _GAP, WORDS_WIDTH, tall)
            painter.drawText(place, across, words)
        painter.setPen(QColor(c.edge))
        painter.drawLine(area.topLeft(), area.bottomLeft())
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        curve.paint(painter)
        if self.series.values:
            painter.setPen(QPen(QColor(c.text), 1, Qt.PenStyle.DotLine))
            mark = curve.x(self.at)
            painter.drawLine(QPointF(mark, area.top()), QPointF(mark, area.bottom()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        curve, position = self.curve, event.position()
        if self.series.values and curve.area.contains(position):
            at = int((position.x() - curve.area.left()) / curve.room)
            self.pointed.emit(min(len(self.series.values) - 1, at))


def _axis_words(value: float, series: Series) -> str:
    """Return a value as it stands at the axis: short."""
    if series.kind == "cost":
        return figure(f"${value:.2f}" if value >= 0.1 or value == 0 else f"${value:.3f}")
    return figure(f"{value / 1000:,.0f}") + " k" if value >= 10_000 else figure(f"{value:,.6g}")
