"""Paints a small curve; by hand, for nothing has to be imported for it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.ui.insights.series import Series
from app.ui.kit.theme import colours, seat_colour

MOST_POINTS = 400
"""Points that are painted; of longer curves each stretch shows its lowest and highest one."""
DOTS_UP_TO = 60


@dataclass(frozen=True, slots=True)
class Scale:
    """Where values lie in a rectangle: `low` at its bottom, `high` at its top."""

    rect: QRectF
    low: float
    high: float
    count: int

    def x(self, at: int) -> float:
        """Return where the n-th round stands."""
        if self.count <= 1:
            return self.rect.center().x()
        return self.rect.left() + self.rect.width() * at / (self.count - 1)

    def y(self, value: float) -> float:
        """Return the height of a value."""
        span = self.high - self.low or 1.0
        return self.rect.bottom() - self.rect.height() * (value - self.low) / span


def scale_of(series: Series, rect: QRectF) -> Scale:
    """Return a scale that holds all values and the limit."""
    known = [value for value in series.values if value is not None]
    limit = [series.limit] if series.limit is not None else []
    high = max([*known, *limit], default=1.0)
    low = min([*known, *limit], default=0.0) if series.kind == "figure" else 0.0
    if series.kind == "figure":
        room = max(5.0, (high - low) * 0.15)
        low, high = max(0.0, low - room), high + room
    else:
        high = high * 1.08 or 1.0
    return Scale(rect, low, high, len(series.values))


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


def paint(painter: QPainter, series: Series, rect: QRectF) -> None:
    """Paint a curve into a rectangle."""
    c = colours()
    scale = scale_of(series, rect)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if series.limit is not None:
        painter.setPen(QPen(QColor(c.muted), 1.0, Qt.PenStyle.DashLine))
        height = scale.y(series.limit)
        painter.drawLine(QPointF(rect.left(), height), QPointF(rect.right(), height))
    if series.members and len(series.values) <= DOTS_UP_TO:
        _paint_bars(painter, series, scale)
    else:
        _paint_line(painter, series, scale)


def _paint_line(painter: QPainter, series: Series, scale: Scale) -> None:
    accent = QColor(colours().accent)
    points = [QPointF(scale.x(at), scale.y(value)) for at, value in thinned(series.values)]
    painter.setPen(QPen(accent, 1.8))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(points))
    if len(points) <= DOTS_UP_TO:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(accent)
        for point in points:
            painter.drawEllipse(point, 3.0, 3.0)


def _paint_bars(painter: QPainter, series: Series, scale: Scale) -> None:
    """Paint a bar per round, made of the members' shares, each with a border of its own."""
    room = scale.rect.width() / max(1, len(series.values))
    width = min(26.0, room * 0.7)
    ground = QColor(colours().window)
    for at, shares in enumerate(series.parts):
        left = scale.rect.left() + room * (at + 0.5) - width / 2
        top = scale.rect.bottom()
        for member, share in enumerate(shares):
            if share <= 0:
                continue
            height = scale.rect.bottom() - scale.y(share)
            top -= height
            painter.setPen(QPen(ground, 1.0))
            painter.setBrush(seat_colour(member))
            painter.drawRect(QRectF(left, top, width, height))


def x_words(series: Series) -> tuple[str, str]:
    """Return the words below the first and the last round."""
    if not series.rounds:
        return "", ""
    first, last = (series.place(number) for number in (series.rounds[0], series.rounds[-1]))
    return (first, last) if len(series.rounds) > 1 else (first, "")
