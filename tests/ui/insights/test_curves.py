"""Curves, chart, table and criteria carry the same numbers, in words too."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QGuiApplication
from PySide6.QtTest import QTest

from app.domain.facts import CriterionMeasured, RoundOpened
from app.ui.insights import sparkline
from app.ui.insights.chart import ChartDialog
from app.ui.insights.criteria import CriteriaPanel, criteria_of
from app.ui.insights.curve import MOST_POINTS, thinned
from app.ui.insights.plot import WORDS_WIDTH, Plot
from app.ui.insights.series import Series, csv_text, series_of
from app.ui.insights.sparkline import Curves
from app.ui.kit.texts import money
from app.ui.kit.theme import apply_theme, colours, seat_colour
from app.ui.session.column import LEAST_WIDTH
from app.ui.view.labels import cost_text, spent_so_far
from app.ui.view.session_view import SessionView
from tests.support.counting import calls_of
from tests.support.long import records
from tests.support.scenes.replaying import cut, recorded
from tests.support.scenes.states import FIRST_ROUND
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


async def view_of(core, rounds: int = 2) -> SessionView:
    session = await core.replay(cut(recorded("debate"), FIRST_ROUND._replace(nth=rounds)))
    view = SessionView(core.catalogue, "agreement")
    view.apply_all(await core.records(session))
    return view


async def test_the_curves_are_figure_cost_disputes_and_tokens(core) -> None:
    view = await view_of(core)
    found: tuple[Series, ...] = series_of(view)
    figure, cost, still, tokens = found
    assert list(figure.values) == [67, 78]
    assert str(figure.limit) == "80.0"
    assert figure.headline == "Agreement 78 %, needed 80 %"
    assert list(still.values) == [4, 1]
    assert (still.headline, still.aside) == ("Open disagreements 1", "was 4")
    assert str(cost.limit) == "2.0"
    assert cost.newest == pytest.approx(view.fold.spend.total.cost)
    assert sum(value or 0 for value in tokens.values) == view.fold.spend.total.tokens
    assert [sum(shares) for shares in tokens.parts] == list(tokens.values)


async def test_a_figure_of_an_earlier_round_is_not_shown_as_that_of_the_newest(core) -> None:
    view = await view_of(core)
    (number, row) = list(view.fold.timeline.rounds.items())[-1]
    row.current.figure = None
    figure = series_of(view)[0]
    assert (number, figure.aside) == (2, "in round 1")
    assert figure.headline == "Agreement 67 %, in round 1, needed 80 %"


async def test_beside_an_earlier_round_the_newest_figure_says_its_round(core) -> None:
    view = await view_of(core)
    for looking_at, aside in ((1, "in round 2"), (2, "needed 80 %"), (0, "needed 80 %")):
        view.looking_at = looking_at
        assert series_of(view)[0].aside == aside


async def test_cost_is_nothing_before_the_first_call_and_a_least_sum_where_prices_are_unknown(core) -> None:
    view = SessionView(core.catalogue, "agreement")
    session = await core.begin()
    view.apply_all(await core.records(session))
    assert [s.headline for s in series_of(view) if s.kind == "cost"] == ["Cost $0.00 of $2.00"]
    view = await view_of(core, 1)
    view.fold.spend.total.assume(None)
    cost = next(s for s in series_of(view) if s.kind == "cost")
    known = money(view.fold.spend.total.cost)
    assert cost.headline == f"Cost: at least {known} of $2.00"
    assert cost_text(view) == f"at least {known} of $2.00"


async def test_of_a_cost_that_nobody_knows_no_part_of_a_limit_is_told(core) -> None:
    view = await view_of(core, 1)
    total = view.fold.spend.total
    total.cost = 0.0
    total.assume(None)
    cost = next(s for s in series_of(view) if s.kind == "cost")
    assert (cost.headline, cost_text(view)) == ("Cost unknown", "cost unknown")
    assert spent_so_far(view) == "", "it stands there and below the bar already"


@pytest.mark.parametrize("width", [240, LEAST_WIDTH - 24, 120])
async def test_a_cost_that_is_not_known_to_the_cent_stands_whole_in_its_tile(core, qtbot, width: int) -> None:
    view = await view_of(core, 1)
    view.fold.spend.total.uncertain = 0.034
    curves = Curves()
    qtbot.addWidget(curves)
    curves.resize(width, 400)
    curves.show()
    curves.refresh(view)
    line = curves.lines["cost"]
    await until(lambda: line.height() == line.sizeHint().height())
    lines = line.figure_lines()
    (cost,) = (series for series in curves.all if series.kind == "cost")
    assert " ".join(lines) == cost.said
    assert ", at most $" in cost.said
    assert (len(lines) > 1) is (width == 120), "in smaller letters before it takes a second line"
    figure = QFontMetrics(line.figure_font())
    assert max(map(figure.horizontalAdvance, lines)) <= line.width()
    assert line.height() >= (len(lines) + 1) * figure.height()
    before = line.height()
    curves.resize(600, 400)
    await until(lambda: len(line.figure_lines()) == 1)
    await until(lambda: line.height() <= before - (len(lines) > 1))


async def test_a_curve_tells_its_numbers_and_opens_by_key_and_mouse(core, qtbot) -> None:
    curves = Curves()
    qtbot.addWidget(curves)
    curves.resize(230, 300)
    curves.show()
    curves.refresh(await view_of(core))
    line = curves.lines["figure"]
    assert line.accessibleName() == "Agreement 78 %, needed 80 %"
    assert "Round 1: 67 %; Round 2: 78 %" in line.accessibleDescription()
    interface = QAccessible.queryAccessibleInterface(line)
    assert interface is not None
    assert interface.role() == QAccessible.Role.Button
    opened: list[Series] = []
    curves.opened.connect(opened.append)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.mouseClick(curves.lines["cost"], Qt.MouseButton.LeftButton)
    assert [series.kind for series in opened] == ["figure", "cost"]
    assert not curves.grab().isNull()


async def test_chart_and_table_show_one_round_together(core, qtbot) -> None:
    tokens = series_of(await view_of(core))[-1]
    dialog = ChartDialog(None, tokens, {"Ada": "=Ada"})
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.page.model.items[0][0] == "1"
    qtbot.keyClick(dialog.page.chart, Qt.Key.Key_Home)
    assert dialog.page.chart.readout().startswith("Round 1: ")
    assert dialog.page.chart.accessibleDescription() == dialog.page.chart.readout()
    assert dialog.page.table.currentIndex().row() == 0
    dialog.page.table.selectRow(1)
    assert dialog.page.chart.readout().startswith("Round 2: ")
    plot = dialog.page.chart.plot
    assert [words for _, words in plot.rounds] == ["R1", "R2"]
    values = [words for _, words in plot.values]
    assert values[0] == "0"
    assert len(values) > 2
    dialog.copy.click()
    copied = QGuiApplication.clipboard().text()
    assert copied == csv_text(tokens, {"Ada": "=Ada"})
    # A spreadsheet must not take a name for a formula.
    assert '"\'=Ada"' in copied


def test_a_copied_table_has_every_digit_of_a_large_sum() -> None:
    series = Series(
        "tokens", "Tokens", (1,), (1_234_567.0,), members=("Ada",), parts=((1_234_567.0,),), word="Round"
    )
    assert csv_text(series, {}).splitlines()[1] == "1,1234567,1234567"


async def test_the_mouse_reads_out_the_round_it_is_at(core, qtbot) -> None:
    figure = series_of(await view_of(core))[0]
    dialog = ChartDialog(None, figure, {})
    qtbot.addWidget(dialog)
    dialog.show()
    view = dialog.page.chart.plot
    for share, readout in ((0.3, "Round 1: 67 %"), (0.8, "Round 2: 78 %")):

        def read(share=share, readout=readout, steps=count()) -> bool:  # noqa: B008  one for each place
            # A hand that is not quite still: a place that is left again is not told of twice.
            across = round(view.width() * share) + next(steps) % 2
            QTest.mouseMove(view, QPoint(across, view.height() // 2))
            return bool(dialog.page.chart.readout() == readout)

        await until(read)


async def test_a_chart_takes_the_colours_of_another_theme_at_once(core, app, qtbot) -> None:
    dialog = ChartDialog(None, series_of(await view_of(core))[0], {})
    qtbot.addWidget(dialog)
    dialog.show()
    view = dialog.page.chart
    seen = {}
    for theme in ("dark", "light"):
        apply_theme(app, theme)
        await asyncio.sleep(0)
        corner = view.grab().toImage().pixelColor(2, 2)
        seen[theme] = corner.name()
        assert corner.name() == QColor(colours().base).name()
    assert seen["dark"] != seen["light"]


def test_a_long_curve_keeps_its_peaks_when_it_is_thinned() -> None:
    values = tuple(1000.0 if at == 777 else float(at % 7) for at in range(10_000))
    points = thinned(values)
    assert len(points) <= 402
    assert (777, 1000.0) in points
    assert points == sorted(points)


@pytest.mark.nightly
async def test_of_two_thousand_rounds_a_few_hundred_points_are_drawn(core, qtbot, monkeypatch) -> None:
    view = SessionView(core.catalogue, "agreement")
    view.apply_all(records(2_000, members=1, words=""))
    counted = calls_of(monkeypatch, sparkline, "series_of", series_of)
    curves = Curves()
    qtbot.addWidget(curves)
    for _ in range(5):
        curves.refresh(view)
    # While records pour in, the whole session is not gone through for each of them.
    assert counted == [(view,)]
    for series in series_of(view):
        dialog = ChartDialog(None, series, {})
        qtbot.addWidget(dialog)
        dialog.show()
        plot = dialog.page.chart.plot
        assert len(thinned(series.values)) <= MOST_POINTS + 2
        assert len(plot.rounds) <= plot.width() // WORDS_WIDTH + 1
        dialog.close()


async def test_the_criteria_of_a_round_say_what_is_reached_and_how_it_moved(core, qtbot) -> None:
    view = await view_of(core)
    panel = CriteriaPanel()
    qtbot.addWidget(panel)
    panel.refresh(view)
    assert panel.text.text().splitlines() == [
        "Round 2: stop rule not met",
        "Agreement 78 %, needed 80 %: not yet · up 11",
        "Quality 70 %",
        "Similarity 23 % · up 3",
        "Answers changed 67 % · up 67",
    ]
    view.looking_at = int("1")
    panel.refresh(view)
    assert "Round 1" in panel.text.text()
    assert "Agreement 67 %, needed 80 %: not yet" in panel.text.text()


async def test_a_figure_that_was_not_given_is_unknown_and_says_why(core) -> None:
    session = await core.begin()
    note = "The judge gave no readable figure."
    await core.write(
        session, RoundOpened(number=1), CriterionMeasured(name="agreement", value=None, note=note)
    )
    view = SessionView(core.catalogue, "agreement")
    view.apply_all(await core.records(session))
    (only,) = criteria_of(view)
    assert only.words == "Agreement unknown"
    assert only.note == note
    assert series_of(view)[0].newest is None


async def test_tokens_are_stacked_by_member_and_limits_are_lines(core, qtbot) -> None:
    figure, cost, _, tokens = series_of(await view_of(core))
    plot = Plot(tokens, 0)
    qtbot.addWidget(plot)
    plot.resize(600, 300)
    found = plot.curve.bars()
    assert [member for member, _ in found] == [*range(len(tokens.members))] * 2
    (_, first), (_, second) = found[:2]
    assert first.bottom() == pytest.approx(plot.curve.y(0))
    assert second.bottom() == pytest.approx(first.top())
    assert plot.grab().toImage().pixelColor(second.center().toPoint()) == seat_colour(1)
    for series in (figure, cost, tokens):
        plot.draw(series, 0)
        image, area = plot.grab().toImage(), plot.curve.area
        level = int(plot.curve.y(series.limit or 0))
        row = {image.pixelColor(x, level).name() for x in range(round(area.left()) + 1, round(area.right()))}
        assert (QColor(colours().muted).name() in row) is (series.limit is not None)
