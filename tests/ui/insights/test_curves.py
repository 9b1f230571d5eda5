"""Curves, chart, table and criteria carry the same numbers, in words too."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.domain.facts import CriterionMeasured, RoundOpened
from app.ui.collector import keep_loaded
from app.ui.insights.chart import ChartDialog
from app.ui.insights.criteria import CriteriaPanel, criteria_of
from app.ui.insights.curve import thinned
from app.ui.insights.series import Series, csv_text, series_of
from app.ui.insights.sparkline import Curves
from app.ui.view import SessionView
from tests.support.long import records
from tests.support.steps import longest_step

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


async def view_of(core, rounds: int = 2) -> SessionView:
    session = await core.begin()
    for number in range(1, rounds + 1):
        core.sessions.play_round(session, number)
    view = SessionView(core.catalogue, "agreement")
    view.apply_all(core.sessions.journals[session])
    return view


def test_the_curves_are_figure_cost_and_tokens(play, core) -> None:
    async def story() -> None:
        view = await view_of(core)
        found: tuple[Series, ...] = series_of(view)
        figure, cost, tokens = found
        assert list(figure.values) == [67, 78]
        assert str(figure.limit) == "80.0"
        assert figure.headline == "Agreement 78 · needed 80"
        assert str(cost.limit) == "2.0"
        assert cost.newest == pytest.approx(view.cost)
        assert sum(value or 0 for value in tokens.values) == view.tokens
        assert [sum(shares) for shares in tokens.parts] == list(tokens.values)

    play(story)


def test_a_curve_tells_its_numbers_and_opens_by_key_and_mouse(play, core, qtbot) -> None:
    async def story() -> None:
        curves = Curves()
        qtbot.addWidget(curves)
        curves.resize(230, 300)
        curves.show()
        curves.refresh(await view_of(core))
        line = curves.lines["figure"]
        assert line.accessibleName() == "Agreement 78 · needed 80"
        assert "R1: 67; R2: 78" in line.accessibleDescription()
        opened: list[Series] = []
        curves.opened.connect(opened.append)
        qtbot.keyClick(line, Qt.Key.Key_Return)
        qtbot.mouseClick(curves.lines["cost"], Qt.MouseButton.LeftButton)
        assert [series.kind for series in opened] == ["figure", "cost"]
        assert not curves.grab().isNull()

    play(story)


def test_chart_and_table_show_one_round_together(play, core, qtbot) -> None:
    async def story() -> None:
        tokens = series_of(await view_of(core))[2]
        dialog = ChartDialog(None, tokens, {"Ada": "=Ada"})
        qtbot.addWidget(dialog)
        dialog.show()
        assert dialog.model.items[0][0] == "1"
        qtbot.keyClick(dialog.chart, Qt.Key.Key_Home)
        assert dialog.chart.readout().startswith("R1: ")
        assert dialog.table.currentIndex().row() == 0
        dialog.table.selectRow(1)
        assert dialog.chart.readout().startswith("R2: ")
        dialog.copy.click()
        copied = QGuiApplication.clipboard().text()
        assert copied == csv_text(tokens, {"Ada": "=Ada"})
        # A spreadsheet must not take a name for a formula.
        assert '"\'=Ada"' in copied
        assert not dialog.grab().isNull()

    play(story)


def test_a_long_curve_keeps_its_peaks_when_it_is_thinned() -> None:
    values = tuple(1000.0 if at == 777 else float(at % 7) for at in range(10_000))
    points = thinned(values)
    assert len(points) <= 402
    assert (777, 1000.0) in points
    assert points == sorted(points)


def test_ten_thousand_rounds_are_drawn_without_a_step_over_100_ms(play, core, qtbot) -> None:
    async def story() -> None:
        view = SessionView(core.catalogue, "agreement")
        view.apply_all(records(10_000, members=1, words=""))
        keep_loaded()
        curves = Curves()
        qtbot.addWidget(curves)
        curves.resize(230, 300)
        curves.show()
        assert await longest_step(lambda: curves.refresh(view)) < 100
        assert await longest_step(curves.grab) < 100

    play(story)


def test_the_criteria_of_a_round_say_what_is_reached_and_how_it_moved(play, core, qtbot) -> None:
    async def story() -> None:
        view = await view_of(core)
        panel = CriteriaPanel()
        qtbot.addWidget(panel)
        panel.refresh(view)
        assert panel.text.text() == "Round 2: 0 of 1 reached\nAgreement 78 of 80 · ✕ not yet · ▲ 11"
        view.looking_at = int("1")
        panel.refresh(view)
        assert "Round 1" in panel.text.text()
        assert "Agreement 67 of 80 · ✕ not yet" in panel.text.text()

    play(story)


def test_a_figure_that_was_not_given_is_unknown_and_says_why(play, core) -> None:
    async def story() -> None:
        session = await core.begin()
        note = "The judge gave no readable figure."
        core.sessions.add(
            session, RoundOpened(number=1), CriterionMeasured(name="agreement", value=None, note=note)
        )
        view = SessionView(core.catalogue, "agreement")
        view.apply_all(core.sessions.journals[session])
        (only,) = criteria_of(view)
        assert only.words == "Agreement unknown"
        assert only.note == note
        assert series_of(view)[0].newest is None

    play(story)
