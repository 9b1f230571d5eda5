"""The picture of an enlarged curve, drawn by pyqtgraph, whose import takes half a second.

Rule: this module is imported when a chart is shown, and in a worker thread.
"""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from app.ui.insights.series import Series
from app.ui.insights.sparkline import DOTS_UP_TO, thinned, value_range
from app.ui.kit.texts import figure
from app.ui.kit.theme import colours, seat_colour

_MOST_BARS = 400
"""Rounds whose shares are told apart; of more only the sum is drawn."""
WORDS_WIDTH = 64
"""Pixels for the words below one round."""

# Left on, it walks over all objects there are when the program ends.
pg.setConfigOptions(antialias=True, exitCleanup=False)


class Plot(pg.PlotWidget):  # type: ignore[misc]  # pyqtgraph carries no types
    """Axes, curve or bars, the limit, and a mark; it is looked at, and `Chart` takes keys."""

    pointed = Signal(int)
    """The mouse is at the n-th round."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._item: Any = self.getPlotItem()
        self._item.setMenuEnabled(False)
        # Nobody opens it, and without an owner it would outlive the chart.
        menu = self._item.ctrlMenu
        menu.setParent(self, menu.windowFlags())
        self._item.setMouseEnabled(False, False)
        self._item.hideButtons()
        self._item.showGrid(x=False, y=True, alpha=0.3)
        self._left: Any = self._item.getAxis("left")
        self._bottom: Any = self._item.getAxis("bottom")
        self._mark: Any = pg.InfiniteLine(angle=90)
        self._limit: Any = pg.InfiniteLine(angle=0)
        self._drawn: list[Any] = []
        self._series = Series("tokens", "", (), ())
        self.scene().sigMouseMoved.connect(self._on_mouse_moved)
        self.sigDeviceRangeChanged.connect(self._say_axes)

    @property
    def ticks(self) -> tuple[list[str], list[str]]:
        """Words at the axis of values and at that of rounds."""
        return [words for _, words in self._values()], [words for _, words in self._rounds()]

    def draw(self, series: Series, at: int) -> None:
        """Draw a curve with the mark at the n-th round, in the colours now in force."""
        self._series = series
        c = colours()
        self.setBackground(QColor(c.base))
        for axis in (self._left, self._bottom):
            axis.setPen(pg.mkPen(c.edge))
            axis.setTextPen(pg.mkPen(c.muted))
            axis.setStyle(tickFont=self.font())
        self._item.clear()
        self._drawn = self._bars() if series.parts and len(series.rounds) <= _MOST_BARS else [self._line()]
        for one in self._drawn:
            self._item.addItem(one)
        self._limit.setPen(pg.mkPen(c.muted, width=1.5, style=Qt.PenStyle.DashLine))
        if series.limit is not None:
            self._limit.setValue(series.limit)
            self._item.addItem(self._limit)
        self._mark.setPen(pg.mkPen(c.text, width=1, style=Qt.PenStyle.DotLine))
        if series.values:
            self._item.addItem(self._mark)
        low, high = value_range(series)
        self._item.setXRange(-0.5, max(0.5, len(series.values) - 0.5), padding=0.01)
        self._item.setYRange(low, high, padding=0)
        self._say_axes()
        self.mark(at)

    def mark(self, at: int) -> None:
        """Put the mark at the n-th round."""
        self._mark.setValue(at)

    def _line(self) -> Any:
        c, points = colours(), thinned(self._series.values)
        # A broad line of hundreds of points takes a quarter of a second to paint.
        dots = len(points) <= DOTS_UP_TO
        return pg.PlotDataItem(
            [at for at, _ in points],
            [value for _, value in points],
            pen=pg.mkPen(c.accent, width=2 if dots else 1),
            symbol="o" if dots else None,
            symbolSize=7,
            symbolBrush=pg.mkBrush(c.accent),
            symbolPen=None,
        )

    def _bars(self) -> list[Any]:
        """Return the members' shares, each standing on those before it."""
        positions = list(range(len(self._series.parts)))
        base = [0.0] * len(positions)
        bars = []
        for member in range(len(self._series.members)):
            shares = [shares[member] for shares in self._series.parts]
            bars.append(
                pg.BarGraphItem(
                    x=positions,
                    y0=list(base),
                    height=shares,
                    width=0.7,
                    brush=pg.mkBrush(seat_colour(member)),
                    pen=pg.mkPen(colours().base),
                )
            )
            base = [under + share for under, share in zip(base, shares, strict=True)]
        return bars

    # --- axes -----------------------------------------------------------------------------------

    def _say_axes(self) -> None:
        self._left.setTicks([self._values()])
        self._bottom.setTicks([self._rounds()])

    def _values(self) -> list[tuple[float, str]]:
        """Return round values that fit the height, with their words."""
        height = max(40.0, float(self.height()))
        levels = self._left.tickValues(*value_range(self._series), height)
        # The coarse level has the roundest values; where it has too few, the next one.
        coarse = list(levels[0][1]) if levels else []
        values = coarse if len(coarse) > 2 or len(levels) < 2 else sorted([*coarse, *levels[1][1]])
        return [(float(value), _axis_words(float(value), self._series)) for value in values]

    def _rounds(self) -> list[tuple[int, str]]:
        """Return as many rounds as have room for their words."""
        rounds = self._series.rounds
        room = max(1, self.width() // WORDS_WIDTH)
        every = max(1, -(-len(rounds) // room))
        return [(at, self._series.round_label(rounds[at])) for at in range(0, len(rounds), every)]

    # --- the mouse ------------------------------------------------------------------------------

    def _on_mouse_moved(self, position: QPointF) -> None:
        count = len(self._series.values)
        if count and self._item.sceneBoundingRect().contains(position):
            at = round(self._item.getViewBox().mapSceneToView(position).x())
            self.pointed.emit(max(0, min(count - 1, at)))


def _axis_words(value: float, series: Series) -> str:
    """Return a value as it stands at the axis: short."""
    if series.kind == "cost":
        return figure(f"${value:.2f}" if value >= 0.1 or value == 0 else f"${value:.3f}")
    return figure(f"{value / 1000:,.0f}") + " k" if value >= 10_000 else figure(f"{value:,.6g}")
