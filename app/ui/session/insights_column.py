"""Puts map, criteria and curves into the insights column of a page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.ui.insights.chart import ChartDialog
from app.ui.insights.criteria import CriteriaPanel
from app.ui.insights.run_map import RunMap
from app.ui.insights.series import Series
from app.ui.insights.sparkline import Curves
from app.ui.kit.texts import tr
from app.ui.session.column import InsightsColumn
from app.ui.view.session_view import SessionView


class Insights:
    """The three sections, and what opens from them."""

    def __init__(
        self, owner: QWidget, column: InsightsColumn, view: Callable[[], SessionView | None]
    ) -> None:
        self._owner, self._view = owner, view
        self.map, self.criteria, self.curves = RunMap(), CriteriaPanel(), Curves()
        column.add_section(tr("Run map"), self.map)
        column.add_section(tr("Criteria"), self.criteria)
        column.add_section(tr("Over time"), self.curves)
        self.curves.opened.connect(self._on_curve_opened)

    def _on_curve_opened(self, series: Series) -> None:
        view = self._view()
        names = {seat: view.names.of(seat) for seat in view.fold.session.seats} if view else {}
        ChartDialog(self._owner, series, names).show_once()
