"""Paints a small curve; by hand, for nothing has to be imported for it."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.ui.insights.series import Series
from app.ui.kit.theme import colours, seat_colour

MOST_POINTS = 400
"""Points that are painted; of longer curves each stretch shows its lowest and highest one."""
DOTS_UP_TO = 60


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


def paint(painter: QPainter, series: Series, rect: QRectF) -> None:
    """Paint a curve into a rectangle: a line with its newest point, or bars where members share."""
    low, high = value_range(series)

    def height(value: float) -> float:
        return rect.bottom() - rect.height() * (value - low) / (high - low or 1.0)

    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if series.limit is not None:
        painter.setPen(QPen(QColor(colours().muted), 1.0, Qt.PenStyle.DashLine))
        level = height(series.limit)
        painter.drawLine(QPointF(rect.left(), level), QPointF(rect.right(), level))
    paint_shape = _paint_bars if series.members and len(series.values) <= DOTS_UP_TO else _paint_line
    paint_shape(painter, series, rect, height)


def _paint_line(painter: QPainter, series: Series, rect: QRectF, height: Callable[[float], float]) -> None:
    accent, last = QColor(colours().accent), len(series.values) - 1
    points = [
        QPointF(rect.left() + rect.width() * at / last if last else rect.center().x(), height(value))
        for at, value in thinned(series.values)
    ]
    painter.setPen(QPen(accent, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(points))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(accent)
    for point in points[-1:]:
        painter.drawEllipse(point, 3.0, 3.0)


def _paint_bars(painter: QPainter, series: Series, rect: QRectF, height: Callable[[float], float]) -> None:
    """Paint a bar per round, made of the members' shares, each with a border of its own."""
    room = rect.width() / max(1, len(series.values))
    width = min(26.0, room * 0.7)
    painter.setPen(QPen(QColor(colours().window), 1.0))
    for at, shares in enumerate(series.parts):
        left = rect.left() + room * (at + 0.5) - width / 2
        top = rect.bottom()
        for member, share in enumerate(shares):
            if share > 0:
                tall = rect.bottom() - height(share)
                top -= tall
                painter.setBrush(seat_colour(member))
                painter.drawRect(QRectF(left, top, width, tall))
