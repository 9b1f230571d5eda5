"""A curve as it is painted, small in its tile and large in the chart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.ui.insights.series import Series
from app.ui.kit.theme import colours, seat_colour

MOST_POINTS = 400
"""Points that are painted; of longer curves each stretch shows its lowest and highest one."""
_DOTS_UP_TO = 60
"""Points that are told apart by dots; a broad line of hundreds takes a quarter of a second to paint."""


def value_range(series: Series) -> tuple[float, float]:
    """Return the ends of a scale that holds all values and the limit."""
    known = [value for value in (*series.values, series.limit) if value is not None]
    high = max(known, default=1.0)
    if series.kind != "figure":
        return 0.0, high * 1.08 or 1.0
    low = min(known, default=0.0)
    room = max(5.0, (high - low) * 0.15)
    return max(0.0, low - room), high + room


def thinned(values: tuple[float | None, ...], most: int = MOST_POINTS) -> list[tuple[int, float]]:
    """Return (place, value) of what is painted: all points, or each stretch's lowest and highest."""
    known = [(at, value) for at, value in enumerate(values) if value is not None]
    if len(known) <= most:
        return known
    size = math.ceil(len(known) / (most / 2))
    found: list[tuple[int, float]] = []
    for start in range(0, len(known), size):
        part = known[start : start + size]
        ends = {min(part, key=lambda p: p[1]), max(part, key=lambda p: p[1])}
        found += sorted(ends)
    if found[-1] != known[-1]:
        found.append(known[-1])
    return found


@dataclass(frozen=True)
class Curve:
    """A series in an area: each round has an equal share of its width, the newest alone a dot where small."""

    series: Series
    area: QRectF
    large: bool

    @property
    def room(self) -> float:
        """Pixels for one round."""
        return self.area.width() / max(1, len(self.series.values))

    @cached_property
    def _range(self) -> tuple[float, float]:
        return value_range(self.series)

    def x(self, at: float) -> float:
        """Return where the middle of the n-th round lies."""
        return self.area.left() + self.room * (at + 0.5)

    def y(self, value: float) -> float:
        """Return how high a value lies."""
        low, high = self._range
        return self.area.bottom() - self.area.height() * (value - low) / (high - low or 1.0)

    def bars(self) -> list[tuple[int, QRectF]]:
        """Return (member, bar) of every share, each standing on those before it."""
        wide = min(80.0 if self.large else 26.0, self.room * 0.7)
        found = []
        for at, shares in enumerate(self.series.parts):
            under = 0.0
            for member, share in enumerate(shares):
                if share > 0:
                    top, bottom = self.y(under + share), self.y(under)
                    found.append((member, QRectF(self.x(at) - wide / 2, top, wide, bottom - top)))
                    under += share
        return found

    def paint(self, painter: QPainter) -> None:
        """Paint the limit, and a line with its points or, where members share, a bar for every round."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.series.limit is not None:
            painter.setPen(QPen(QColor(colours().muted), 1.0, Qt.PenStyle.DashLine))
            # In the middle of a row of pixels it is sharp.
            level = math.floor(self.y(self.series.limit)) + 0.5
            painter.drawLine(QPointF(self.area.left(), level), QPointF(self.area.right(), level))
        if self.series.parts and len(self.series.values) <= (MOST_POINTS if self.large else _DOTS_UP_TO):
            painter.setPen(QPen(QColor(colours().base if self.large else colours().window), 1.0))
            for member, bar in self.bars():
                painter.setBrush(seat_colour(member))
                painter.drawRect(bar)
        else:
            self._paint_line(painter)

    def _paint_line(self, painter: QPainter) -> None:
        accent, last = QColor(colours().accent), len(self.series.values) - 1
        # Small, it goes from one side to the other.
        wider = 1.0 if self.large or not last else (last + 1) / last
        middle = self.area.center().x()
        points = [
            QPointF(middle + (self.x(at) - middle) * wider, self.y(value))
            for at, value in thinned(self.series.values)
        ]
        few = len(points) <= _DOTS_UP_TO
        painter.setPen(QPen(accent, (2.0 if few else 1.0) if self.large else 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(points))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(accent)
        for point in points if self.large and few else points[-1:]:
            painter.drawEllipse(point, 3.0, 3.0)
