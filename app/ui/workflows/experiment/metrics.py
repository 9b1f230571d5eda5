"""Metrics: a curve for each figure of the cycles, one of them large, and the table with the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QSplitter, QVBoxLayout, QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.insights.chart import Chart
from app.ui.insights.series import Kind, Series
from app.ui.insights.sparkline import Sparkline
from app.ui.tables import RowsModel, row_table
from app.ui.texts import label, percent, tr
from app.ui.view import SessionView
from app.ui.workflows.experiment.book import book_of
from app.ui.workflows.experiment.cycles import cycle_number
from app.workflows.experiment.diversity import MILD, STRONG
from app.workflows.experiment.state import Cycle, ExperimentState

FIGURES: tuple[tuple[str, str], ...] = (
    ("similarity", QT_TRANSLATE_NOOP("ui", "Similarity")),
    ("calls", QT_TRANSLATE_NOOP("ui", "Tool calls")),
    ("memory_ops_total", QT_TRANSLATE_NOOP("ui", "Memory operations")),
    ("memory_write_chars", QT_TRANSLATE_NOOP("ui", "Characters stored")),
    ("response_chars", QT_TRANSLATE_NOOP("ui", "Characters said")),
    ("messages_to_operator", QT_TRANSLATE_NOOP("ui", "Messages to you")),
)
TITLES = (QT_TRANSLATE_NOOP("ui", "Cycle"), *(title for _, title in FIGURES))


def value_of(cycle: Cycle, name: str) -> float | None:
    """Return a finished cycle's figure, None where it has none."""
    ended = cycle.ended
    if ended is None:
        return None
    if name == "similarity":
        return None if ended.similarity is None else round(ended.similarity * 100, 1)
    return float(cycle.calls) if name == "calls" else float(getattr(ended.metrics, name))


def series_of(state: ExperimentState) -> list[Series]:
    """Return the curves, in the order of the table."""
    done = state.finished
    rounds = tuple(cycle.number for cycle in done)
    found = []
    for name, title in FIGURES:
        values = tuple(value_of(cycle, name) for cycle in done)
        limit = STRONG * 100 if name == "similarity" else None
        kind: Kind = "figure" if limit else "tokens"
        found.append(Series(kind, tr(title), rounds, values, limit, word="Cycle"))
    return found


class _Curve(Sparkline):
    """A small curve that is pressed to be seen large."""

    def __init__(self, chosen: Callable[[], None]) -> None:
        super().__init__()
        self.opened.connect(chosen)


class _Figures(RowsModel):
    """Rows below titles on two lines: all seven columns are to be seen at once."""

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return a column's title."""
        title = super().headerData(section, orientation, role)
        return title.replace(" ", "\n", 1) if isinstance(title, str) else title


class MetricsPanel(QWidget):
    """Small curves at the left, the chosen one large, and the table below it."""

    def __init__(self) -> None:
        super().__init__()
        self._known: tuple[object, ...] = ()
        self._series: list[Series] = []
        self.chosen = 0
        self.curves = [_Curve(lambda at=at: self.choose(at)) for at in range(len(FIGURES))]  # type: ignore[misc]  # bound by its default
        column = QWidget()
        stack = QVBoxLayout(column)
        stack.setContentsMargins(0, 0, 6, 0)
        for curve in self.curves:
            stack.addWidget(curve)
        stack.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(column)
        self.chart = Chart(Series("tokens", "", (), ()), {})
        self.model = _Figures(TITLES)
        self.table = row_table(
            self.model, tr("Figures of every cycle"), widths=(50, 72, 58, 80, 80, 80), striped=False
        )
        self.title = label("", bold=True)
        picture = QWidget()
        above = QVBoxLayout(picture)
        above.setContentsMargins(0, 0, 0, 0)
        above.addWidget(self.title)
        above.addWidget(self.chart, 1)
        right = QSplitter(Qt.Orientation.Vertical)
        right.addWidget(picture)
        right.addWidget(self.table)
        right.setSizes([260, 160])
        right.setChildrenCollapsible(False)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(scroll)
        split.addWidget(right)
        split.setSizes([200, 640])
        split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.addWidget(split)

    def refresh(self, view: SessionView) -> None:
        """Show the figures of all finished cycles."""
        book = book_of(view)
        if book is None:
            return
        done = book.state.finished
        known = (id(view), tuple((cycle.number, cycle.attempt) for cycle in done[-2:]), len(done))
        if known == self._known:
            return
        self._known = known
        self._series = series_of(book.state)
        for curve, series in zip(self.curves, self._series, strict=True):
            curve.show_series(series)
        self.choose(self.chosen)
        self.model.fill([_row(cycle, self._series) for cycle in done])

    def choose(self, at: int) -> None:
        """Show a curve large."""
        self.chosen = at
        if self._series:
            self.chart.show_series(self._series[at])
            self.title.setText(_title(self._series[at]))


def _title(series: Series) -> str:
    """Return the large curve's title, with what its dashed line stands for."""
    if series.limit is None:
        return series.title
    advice = tr(
        "(advice above {mild} and {strong})",
        mild=percent(round(100 * MILD)),
        strong=percent(round(100 * STRONG)),
    )
    return f"{series.title} {advice}"


def _row(cycle: Cycle, series: list[Series]) -> tuple[str, ...]:
    values = []
    for (name, _), one in zip(FIGURES, series, strict=True):
        value = value_of(cycle, name)
        values.append("–" if value is None else one.told(value))
    return (cycle_number(cycle.number, cycle.attempt), *values)
