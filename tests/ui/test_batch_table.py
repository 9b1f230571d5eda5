"""The table of a batch as it is worked with: ticks for all, columns in sight, headings, figures and price."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu

from app.domain.ids import SessionId
from app.engine.session_rows import SessionRow
from app.projections.evaluation import Outcome
from app.services.batches.plan import Entry
from app.settings.folders import Folders
from app.ui.batches.bar import TITLES, kinds_of
from app.ui.batches.batch_run import WindowBatch
from app.ui.batches.cells import cost_left, deciding, minutes_left
from app.ui.batches.rows import Column
from tests.faults.debating import approve, panel
from tests.faults.ledger import Ledger
from tests.faults.server import FaultServer
from tests.support.batch_page import Batch
from tests.support.one_host import build_over
from tests.support.scenes.batches import PANEL
from tests.support.simulated import build_simulated
from tests.support.simulated.panel import Task
from tests.support.waiting import until

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),
    pytest.mark.loopback,
]


@pytest.fixture
def offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    core = build_simulated(Folders.of_this_machine())
    core.teams.save(PANEL)
    return core


def table_of(folder: Path, number: int) -> Path:
    tasks = [Task(str(each)) for each in range(number)]
    lines = [f'{task.name},"{task.question()}",{task.right},1' for task in tasks]
    path = folder / "questions.csv"
    path.write_text("\n".join(["id,question,expected,max_rounds", *lines]), encoding="utf-8")
    return path


def click_heading(batch: Batch, column: int, which: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    header = batch.page.table.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(column) + 10, header.height() // 2)
    QTest.mouseClick(header.viewport(), which, pos=at)


def in_the_line(d) -> list[str]:
    return [one.text() for one in d.window.status.findChildren(QLabel) if one.isVisible() and one.text()]


def open_menu(batch: Batch) -> QMenu:
    menus: list[QMenu] = [one for one in batch.page.findChildren(QMenu) if one.isVisible()]
    (menu,) = menus
    return menu


@pytest.mark.nightly
async def test_all_rows_are_ticked_by_the_box_of_the_heading_or_a_key_and_columns_stay_as_they_were_chosen(
    desk_on, tmp_path, offline
):
    async with desk_on(offline) as d:
        batch = Batch(d, offline)
        page = batch.page
        d.window.resize(1366, 768)
        await d.settle()
        rows = page.table.parentWidget()
        before = page.form.geometry().size(), rows.pos()
        assert rows.x() > page.width() // 3, "the rows stand beside the form"
        await batch.fill(table_of(tmp_path, 3), tmp_path / "Support questions, November")
        await batch.sound()
        await until(lambda: page.bar.title.text().startswith("3 sessions from 3 rows, free, "))
        assert (page.form.geometry().size(), rows.pos()) == before, "nothing has moved"
        assert page.bar.told.text().endswith(" calls")
        assert in_the_line(d) == [], "nothing of it has begun"
        await d.click("Start")
        await batch.ended()
        await until(lambda: batch.cells(Column.STATE) == ["finished"] * 3)
        # A name as people write them.
        assert page.title.text() == "Support questions, November"
        assert in_the_line(d)[0].startswith("Saved ")
        assert in_the_line(d)[1:] == ["free", "rules, no AI"]

        def box() -> tuple[str, int]:
            icon = page.model.headerData(
                Column.TICK, Qt.Orientation.Horizontal, Qt.ItemDataRole.DecorationRole
            )
            return icon.pixmap(16, 16).toImage().pixelColor(8, 2).name(), len(page.model.ticked)

        empty, _ = box()
        click_heading(batch, Column.NUMBER)
        by = page.table.horizontalHeader().sortIndicatorSection()
        click_heading(batch, Column.TICK)
        assert page.bar.title.text() == "3 rows chosen"
        full, ticked = box()
        assert full != empty
        assert ticked == 3
        assert page.table.horizontalHeader().sortIndicatorSection() == by, "no row is sorted by its tick"
        click_heading(batch, Column.TICK)
        assert box() == (empty, 0)
        page.table.setFocus()
        page.table.selectRow(0)
        QTest.keyClick(page.table, Qt.Key.Key_Space)
        some, ticked = box()
        assert some != empty
        assert ticked == 1
        QTest.keyClick(page.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        assert box() == (full, 3)
        page.bar.clear.click()

        # What is in sight is chosen by hand or by keys, and is so the next time.
        columns = page._rows.columns
        assert not page.table.isColumnHidden(Column.COST)
        assert page.table.isColumnHidden(Column.KEY)
        QTest.mouseClick(columns, Qt.MouseButton.LeftButton)
        await until(columns.choices.isVisible)
        offered = [one.text() for one in columns.choices.actions() if one.isVisible()]
        assert offered == ["Key", "Answer", "Right?", "Agreement", "Length", "Cost"]
        QTest.keyClick(columns.choices, Qt.Key.Key_Space)
        QTest.keyClick(columns.choices, Qt.Key.Key_Up)
        QTest.keyClick(columns.choices, Qt.Key.Key_Space)
        assert columns.choices.isVisible(), "several are chosen in one go"
        QTest.keyClick(columns.choices, Qt.Key.Key_Escape)
        assert columns.text() == "Columns"
        assert page.table.isColumnHidden(Column.COST)
        assert not page.table.isColumnHidden(Column.KEY)
        for width in (860, 1366):
            # Question and answer share what the others leave.
            d.window.resize(width, 600)
            await d.settle()
            wide = page.table.columnWidth
            assert wide(Column.QUESTION) == pytest.approx(1.15 * wide(Column.ANSWER), abs=3)
            assert wide(Column.QUESTION) > (140 if width == 860 else 300)
        page.back.click()
        assert in_the_line(d) != ["free", "rules, no AI"]
        again = Batch(d, offline).page
        await until(lambda: again.model.rowCount() == 3)
        assert again.table.isColumnHidden(Column.COST)
        assert not again.table.isColumnHidden(Column.KEY)
    await offline.close()


@pytest.mark.parametrize(
    "hand", ["mouse", *(pytest.param(hand, marks=pytest.mark.nightly) for hand in ("right mouse", "keys"))]
)
async def test_the_heading_of_question_and_key_says_which_column_of_the_table_it_is(
    desk_on, tmp_path, offline, hand
):
    table = tmp_path / "questions.csv"
    table.write_text("input,target,gold\nIs it so?,no,yes\nIs it not?,yes,no\n", encoding="utf-8")
    async with desk_on(offline) as d:
        batch = Batch(d, offline)
        page = batch.page
        await batch.fill(table, tmp_path / "survey")
        await batch.sound()
        assert batch.cells(Column.KEY) == ["no", "yes"]
        if hand == "keys":
            page.table.setFocus()
            page.table.setCurrentIndex(page.model.index(1, Column.QUESTION))
            QTest.keyClick(page.table, Qt.Key.Key_Right)
            QTest.keyClick(page.table, Qt.Key.Key_Space)
        else:
            which = Qt.MouseButton.RightButton if hand == "right mouse" else Qt.MouseButton.LeftButton
            click_heading(batch, Column.KEY, which)
            if hand == "right mouse":
                # The platform of the tests makes no such wish of a click.
                header = page.table.horizontalHeader()
                at = header.sectionViewportPosition(Column.KEY) + 10
                header.customContextMenuRequested.emit(QPoint(at, 5))
        menu = open_menu(batch)
        assert [(one.text(), one.isChecked()) for one in menu.actions()] == [
            ("input", False),
            ("target", True),
            ("gold", False),
        ]
        if hand == "keys":
            # The one that holds is the one from which the arrows go.
            QTest.keyClick(menu, Qt.Key.Key_Down)
            QTest.keyClick(menu, Qt.Key.Key_Return)
        else:
            spot = menu.actionGeometry(menu.actions()[2]).center()
            QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=spot)
        await until(lambda: batch.cells(Column.KEY) == ["yes", "no"])
        await batch.sound()
        assert page.form.columns.buttons["gold"].text() == "gold: the expected answer"
        assert page.form.columns.buttons["target"].text() == "target: carried along"
        # A column that stands for nothing of the table has no menu.
        click_heading(batch, Column.NUMBER)
        await d.settle()
        assert [one for one in page.findChildren(QMenu) if one.isVisible()] == []
    await offline.close()


@pytest.mark.nightly
async def test_chips_of_every_kind_have_room_in_a_narrow_window_and_say_their_words_where_there_is_more(
    desk_on, tmp_path, offline
):
    async with desk_on(offline) as d:
        batch = Batch(d, offline)
        chips = batch.page.chips
        await batch.fill(table_of(tmp_path, 1), tmp_path / "survey")
        await batch.sound()
        states = ("waiting", "running", "finished", "failed", "paused", "")
        every = [kinds_of(state, right) for state in states for right in (True, False)]
        for width, words in ((860, False), (1366, True)):
            d.window.resize(width, 600)
            await d.settle()
            chips.show()
            chips.show_counts(every)
            await d.settle()
            assert d.window.width() == width, "what is shown makes no window wider"
            shown = [one for one in chips.chips.values() if one.isVisible()]
            assert len(shown) == len(TITLES)
            ends = [one.mapTo(chips, one.rect().topRight()).x() for one in shown]
            assert max(ends) < chips.search.x()
            assert batch.page._rows.columns.geometry().right() <= chips.width()
            assert (chips.chips["failed"].text() == "Failed 2") is words
            assert chips.chips["failed"].accessibleName() == "Failed 2"
    await offline.close()


async def test_what_is_left_to_pay_and_to_wait_for_is_told_without_what_was_spent(qapp, offline):
    batch = WindowBatch(qapp, offline)
    entries = [Entry(session=SessionId(f"s{n}"), row=n, id=f"q{n}", team="panel", seed=0) for n in range(5)]
    states = ("finished", "finished", "waiting", "waiting", "")
    spent = (0.30, 0.50, 0.25, 0.10, 0.0)
    batch.entries = entries
    batch.rows = {
        one.session: SessionRow(one.session, "debate", "T", state, 1, 1, 0, 0, cost, known_cost=cost)
        for one, state, cost in zip(entries, states, spent, strict=True)
        if state
    }
    assert cost_left(batch, entries[2:]) == pytest.approx(0.15 + 0.30 + 0.40)
    assert cost_left(batch, entries[2:3]) == pytest.approx(0.15)
    dear = entries[0].model_copy(update={"team": "other", "session": SessionId("s9")})
    assert cost_left(batch, [dear]) is None, "nobody knows what another team costs"
    assert minutes_left(batch, 3, 1) is None
    told = Outcome("q0", "panel", 0, "s0", (), True, 0.3, 10, seconds=600.0)
    batch.came_to = {entries[0].session: told, entries[1].session: told}
    assert [minutes_left(batch, 5, jobs) for jobs in (1, 2, 4, 5, 9)] == [50, 30, 20, 10, 10]
    assert deciding(batch, entries[2:4], 1) == "Deciding all 2: about $0.45 · 20 min"
    await offline.close()


@pytest.mark.usefixtures("play_long")
async def test_price_time_and_calls_are_told_before_a_batch_begins_and_its_figures_stand_at_the_bottom(
    desk_on, host_client, tmp_path, monkeypatch
):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("TEST_KEY", "sk-0123456789abcdef")
    core = build_over(host_client)
    with FaultServer(Ledger(gap=0.0)) as server:
        approve(server)
        core.teams.save(panel(server, Ann="ann", Bob="bob").model_copy(update={"name": "panel"}))
        async with desk_on(core) as d:
            batch = Batch(d, core)
            page = batch.page
            table = tmp_path / "questions.csv"
            rows = [f"Is plan {n} better?,1,false" for n in range(4)]
            head = "question,max_rounds,interactive_clarifications"
            table.write_text("\n".join([head, *rows]), encoding="utf-8")
            await batch.fill(table, tmp_path / "survey")
            await batch.sound()
            await until(lambda: page.bar.title.text().startswith("4 sessions from 4 rows, about $0."))
            one = await core.estimates.before_start(
                core.plugins["debate"],
                {"question": "Is plan 1 better?", "max_rounds": 1, "interactive_clarifications": False},
                core.teams.load("panel").table(),
                "batch",
            )
            assert one is not None
            assert page._forecast.estimate is not None
            assert page._forecast.estimate.cost.high == pytest.approx(4 * one.cost.high, rel=0.01)
            least, most = one.seconds.low, 4 * one.seconds.high
            # One machine answers them all: four at once may take as long as one after the other.
            assert page._forecast.estimate.seconds.low == pytest.approx(least)
            assert page._forecast.estimate.seconds.high == pytest.approx(most, rel=0.01)
            assert page.bar.told.text() == f"{4 * one.calls.high:.0f} calls"
            assert "Prices come from a table" in page.bar.title.toolTip()
            page.form.jobs.setValue(1)
            await until(lambda: page._forecast.estimate.seconds.low == pytest.approx(4 * least, rel=0.01))
            page.form.limit.setValue(0.01)
            await until(lambda: "this may pass your limit of $0.01" in page.bar.told.text())
            page.form.limit.setValue(50)
            await until(lambda: page.bar.told.text().endswith("· your limit is $50.00"))
            page.form.jobs.setValue(4)
            await d.click("Start")
            await until(lambda: batch.cells(Column.STATE) == ["finished"] * 4)
            await batch.ended()
            used = sum(row.tokens for row in await core.library.rows())
            cost = page._batch.cost()
            assert in_the_line(d)[1:] == [f"{used:,} tokens", f"{cost} of $50.00", "1 provider"]
            assert page.progress.money.text() == f"{cost} of $50.00"
    await core.close()


async def test_before_a_table_is_chosen_rows_show_what_one_is_like_and_the_whole_form_is_in_sight(
    desk_on, tmp_path, offline
):
    async with desk_on(offline) as d:
        d.window.resize(860, 600)
        batch = Batch(d, offline)
        page, form = batch.page, batch.page.form
        await d.settle()
        assert batch.cells(Column.KEY) == ["no", "yes", "the seller"]
        assert not page.table.isEnabled(), "they are nobody's rows"
        hint = next(one for one in page.findChildren(QLabel) if one.text().startswith("A table with a"))
        assert hint.isVisible()
        fields = (form.table_file, form.folder, form.teams, form.decisions, form.jobs, form.tokens)
        for field in (*fields, *form.compared.values()):
            if field.isVisible():
                assert field.visibleRegion().boundingRect() == field.rect(), field.accessibleName()
        assert {field.height() for field in fields} == {32}
        (tmp_path / "questions-1").mkdir()
        form.table_file.setFocus()
        QTest.keyClicks(form.table_file, str(table_of(tmp_path, 1)))
        await batch.sound()
        assert batch.cells(Column.QUESTION) == [Task("0").question()]
        assert form.folder.text() == str(tmp_path / "questions-2"), "one that is not there yet"
        assert page.table.isEnabled()
        assert not hint.isVisible()
        form.folder.clear()
        form.propose_folder()
        assert form.folder.text() == "", "what the person cleared stays so"
    await offline.close()
