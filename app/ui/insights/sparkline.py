"""Tiles of the column: a figure, what it is to be seen against, its curve; a click opens the chart."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from app.ui.insights.curve import Curve
from app.ui.insights.series import CURVES, MOST_TILES, Series, series_of
from app.ui.kit.buttons import ToolButton
from app.ui.kit.chip import caption_font, sized_font
from app.ui.kit.layouts import in_column
from app.ui.kit.tasks import pause
from app.ui.kit.texts import tr
from app.ui.kit.theme import CAPTION, FIGURE, colours
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

_QUIET_MS = 250
"""Curves are counted anew at most this often while records pour in."""
_CURVE = QSize(58, 26)
_SIDE, _TOP, _GAP = 10, 8, 4


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
            Curve(series, area.adjusted(4, 4, -4, -4), large=False).paint(painter)

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
