"""Tiles of the column: a figure, what it is to be seen against, its curve; a click opens the chart.

The curve is painted by hand: nothing has to be imported for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from app.ui.insights.series import CURVES, MOST_TILES, Series, series_of
from app.ui.kit.buttons import ToolButton
from app.ui.kit.chip import caption_font, sized_font
from app.ui.kit.layouts import in_column
from app.ui.kit.tasks import pause
from app.ui.kit.texts import tr
from app.ui.kit.theme import CAPTION, FIGURE, colours, seat_colour
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

_QUIET_MS = 250
"""Curves are counted anew at most this often while records pour in."""
_CURVE = QSize(58, 26)
_SIDE, _TOP, _GAP = 10, 8, 4
MOST_POINTS = 400
"""Points that are painted; of longer curves each stretch shows its lowest and highest one."""
DOTS_UP_TO = 60


class Sparkline(ToolButton):
    """One figure with its curve, to be pressed like a button."""

    def __init__(self) -> None:
        super().__init__()
        self.series: Series | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_series(self, series: Series) -> None:
        """Show a curve."""
        if series == self.series:
            return
        self.series = series
        self.setAccessibleName(series.headline)
        numbers = series.sentence() or tr("Nothing measured yet")
        self.setAccessibleDescription(tr("{numbers}. Enter opens chart and table.", numbers=numbers))
        self.setToolTip(tr("Open the chart and the table"))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        title = QFontMetrics(caption_font(self.font())).lineSpacing()
        value = QFontMetrics(self.figure_font()).lineSpacing()
        return QSize(200, max(62, title + len(self.figure_lines()) * value + 2 * _TOP + 2))

    def _value(self) -> str:
        series = self.series
        if series is None:
            return ""
        return series.said or (series.short_text(series.now) if series.now is not None else "–")

    def figure_font(self) -> QFont:
        """Return the figure's font: rather smaller in one line than large in two."""
        fonts = [sized_font(self.font(), scale, bold=True) for scale in (FIGURE, 1.0, CAPTION)]
        value, room = self._value(), self.width() - 2 * _SIDE
        return next((one for one in fonts if QFontMetrics(one).horizontalAdvance(value) <= room), fonts[1])

    def figure_lines(self) -> list[str]:
        """Return the figure in lines that are whole at the width there is."""
        value = self._value()
        metrics, room = QFontMetrics(self.figure_font()), self.width() - 2 * _SIDE
        lines = [""]
        for word in value.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and metrics.horizontalAdvance(longer) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for as many lines as the figure needs at the new width."""
        super().resizeEvent(event)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.series is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter)
        inner = QRectF(self.rect()).adjusted(_SIDE, _TOP, -_SIDE, -_TOP)
        room = self._words(painter, inner)
        series = _drawn(self.series)
        if series.share is not None and room >= _CURVE.width():
            _paint_share(painter, *series.share, inner)
        if series.newest is not None and len(series.values) > 1 and room >= _CURVE.width():
            area = QRectF(0, 0, _CURVE.width(), _CURVE.height())
            area.moveBottomRight(inner.bottomRight())
            _paint(painter, series, area.adjusted(4, 4, -4, -4))
        painter.end()

    def _ground(self, painter: QPainter) -> None:
        c, edge = colours(), QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setBrush(QColor(c.hover if self.underMouse() or self.isDown() else c.base))
        painter.setPen(QPen(QColor(c.line), 1))
        if self.hasFocus():
            painter.setPen(QPen(QColor(c.accent), 2))
            edge.adjust(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(edge, 8, 8)

    def _words(self, painter: QPainter, inner: QRectF) -> float:
        """Draw title, figure and what it is seen against; return the room that is left beside them."""
        series = self.series
        assert series is not None
        c, small, large = colours(), caption_font(self.font()), self.figure_font()
        cut = Qt.TextElideMode.ElideRight
        painter.setFont(small)
        painter.setPen(QColor(c.muted))
        metrics = QFontMetrics(small)
        title = metrics.elidedText(series.title, cut, round(inner.width()))
        painter.drawText(inner, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, title)
        lines, figure = self.figure_lines(), QFontMetrics(large)
        wide = figure.horizontalAdvance(lines[-1])
        base = inner.bottom() - figure.descent() + 2
        painter.setFont(large)
        painter.setPen(QColor(c.text))
        for above, line in enumerate(reversed(lines)):
            painter.drawText(round(inner.left()), round(base - above * figure.lineSpacing()), line)
        left = inner.width() - wide - _GAP
        # Half a sum would be another one.
        if series.aside and metrics.horizontalAdvance(series.aside) <= left:
            painter.setFont(small)
            painter.setPen(QColor(c.muted))
            painter.drawText(round(inner.left() + wide + _GAP), round(base), series.aside)
            left -= metrics.horizontalAdvance(series.aside) + _GAP
        return left


def _paint_share(painter: QPainter, shared: int, of_all: int, inner: QRectF) -> None:
    """Draw a bar for each point at the right, those that are shared first."""
    wide = min(6.0, _CURVE.width() / of_all - 2)
    if wide < 1:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    for at in range(of_all):
        painter.setBrush(QColor(colours().accent if at < shared else colours().edge))
        left = inner.right() - (of_all - at) * (wide + 2) + 2
        painter.drawRoundedRect(QRectF(left, inner.bottom() - 16, wide, 12), 2, 2)


def _drawn(series: Series) -> Series:
    """Return a curve as it is drawn small: what grows begins at nothing, and no limit squeezes it flat."""
    if series.kind == "figure":
        return series
    values = (0.0, *series.values) if series.kind == "cost" else series.values
    return replace(series, values=values, rounds=tuple(range(len(values))), limit=None)


class Curves(Panel):
    """The most telling curves of the session in sight."""

    opened = Signal(object)
    """The series to enlarge."""

    def __init__(self) -> None:
        super().__init__()
        self._view: SessionView | None = None
        self._stamp: tuple[object, ...] = ()
        self.all: tuple[Series, ...] = ()
        """Every curve there is."""
        self.elsewhere: frozenset[str] = frozenset()
        """Titles of what stands above in a tile of its own."""
        self.lines = {kind: Sparkline() for kind in CURVES}
        for line in self.lines.values():
            line.clicked.connect(lambda _on=False, line=line: self.opened.emit(line.series))
            line.hide()
        self.setLayout(in_column(*self.lines.values(), spacing=8))
        self._timer = pause(self, _QUIET_MS, self._count)

    def refresh(self, view: SessionView) -> None:
        """Show the session's numbers, at once when it is another one or nothing was shown lately."""
        other = self._view is not view
        self._view = view
        if other or not self._timer.isActive():
            self._count()
            self._timer.start()

    def _count(self) -> None:
        view = self._view
        if view is None:
            return
        stamp = (view.session_id, view.head, view.looking_at, self.elsewhere)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        self.all = series_of(view)
        shown = [series.kind for series in self.all if series.title not in self.elsewhere][:MOST_TILES]
        found = {series.kind: series for series in self.all}
        for kind, line in self.lines.items():
            if kind in found:
                line.show_series(found[kind])
            line.setVisible(kind in shown)


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


def _paint(painter: QPainter, series: Series, rect: QRectF) -> None:
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
