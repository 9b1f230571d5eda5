"""Figures as a workflow describes them: a small curve for each, one of them large, and the table of all."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from app.engine.tabs import ChartTab, Figure
from app.ui.insights.chart import Chart
from app.ui.insights.series import Kind, Series
from app.ui.insights.sparkline import Sparkline
from app.ui.kit.layouts import SPACE, boxed, in_column, scrolled, split
from app.ui.kit.tables import RowsModel, row_table
from app.ui.kit.texts import label, tr
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

KINDS: dict[str, Kind] = {"%": "figure", "$": "cost", "": "tokens"}
_FIRST_WIDTH, _AROUND = 50, 20
"""Of the first column at least, and around the words of the others' titles, in pixels."""


class _LowTitles(RowsModel):
    """Rows below titles on two lines: all columns are to be seen at once."""

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        title = super().headerData(section, orientation, role)
        return title.replace(" ", "\n", 1) if isinstance(title, str) else title


class FiguresPanel(Panel):
    """Small curves at the left, the chosen one large, and the table below it."""

    def __init__(self, described: ChartTab[Any, Any]) -> None:
        super().__init__()
        self.described = described
        self._known: tuple[object, ...] = ()
        self._series: list[Series] = []
        self.chosen = 0
        figures = described.figures
        self.curves = [Sparkline() for _ in figures]
        for at, curve in enumerate(self.curves):
            curve.clicked.connect(lambda _on=False, at=at: self.choose(at))
        left = scrolled(boxed(in_column(*self.curves, SPACE, margins=(12, 10, 10, 10))))
        self.chart = Chart(Series("tokens", "", (), ()), {})
        self.model = _LowTitles([described.word, *(figure.title for figure in figures)])
        self.table = row_table(self.model, tr(described.name), widths=self._widths())
        self.title = label("", bold=True)
        picture = boxed(in_column(self.title, (self.chart, 1), margins=(12, 10, 12, 0)))
        right = split(picture, self.table, sizes=(260, 160), upright=True)
        self.setLayout(in_column(split(left, right, sizes=(216, 640))))

    def _widths(self) -> list[int]:
        """Return how wide all columns but the last are, by their titles."""
        measure = self.fontMetrics().horizontalAdvance
        titles = [tr(figure.title).split(" ", 1) for figure in self.described.figures[:-1]]
        first = max(_FIRST_WIDTH, _AROUND + measure(tr(self.described.word)))
        return [first, *(_AROUND + max(map(measure, lines)) for lines in titles)]

    def refresh(self, view: SessionView) -> None:
        """Show the figures there are."""
        if view.own is None:
            return
        known = (id(view), self.described.stamp(view.own))
        if known == self._known:
            return
        self._known = known
        rows = list(self.described.rows(view.own))
        self._series = [self._of(figure, rows) for figure in self.described.figures]
        for curve, series in zip(self.curves, self._series, strict=True):
            curve.show_series(series)
        self.choose(self.chosen)
        columns = [
            ["–" if value is None else series.value_text(value) for value in series.values]
            for series in self._series
        ]
        self.model.fill([*zip(map(self.described.label, rows), *columns, strict=True)])

    def _of(self, figure: Figure[Any], rows: list[Any]) -> Series:
        numbers = tuple(self.described.number(row) for row in rows)
        values = tuple(figure.value(row) for row in rows)
        kind: Kind = "open" if figure.stands else KINDS[figure.unit]
        return Series(kind, tr(figure.title), numbers, values, figure.limit, word=self.described.word)

    def choose(self, at: int) -> None:
        """Show a curve large, and say what its dashed line stands for."""
        self.chosen = at
        if self._series:
            series, remark = self._series[at], self.described.figures[at].remark
            self.chart.show_series(series)
            self.title.setText(series.title if remark is None else f"{series.title} {tr(remark)}")
