"""The library's dialog: everything is found, looked into, compared, exported and put away, and comes back."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from app.domain.errors import InputError
from app.domain.ids import SessionId
from app.engine.session_rows import ARCHIVED, SessionRow
from app.ui.kit.dialog import NameDialog
from app.ui.kit.export import ExportDialog
from app.ui.library.filters import DAY, SessionFilter, converged, fits
from app.ui.library.page import LibraryPage
from app.ui.library.rows import PAGE, LibraryModel, led_to, longest_costs, parts, short_cost
from app.ui.panels.compare import CompareDialog
from app.workflows.registry import Registry
from tests.support.scenes.debate_story import FINAL, TEAM
from tests.support.scenes.states import bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Open:
    """The library over a window with sessions in several states."""

    def __init__(self, d, core) -> None:
        self.d, self.core = d, core

    async def __aenter__(self) -> Open:
        await bring_to(self.core, "library")
        await self.d.__aenter__()
        self.d.window.resize(1280, 800)
        self.d.window.activateWindow()
        self.d.window.actions_by_id["library"].trigger()
        self.dialog = self.d.window.findChild(LibraryPage)
        await until(self.dialog.rows.rowCount)
        return self

    async def __aexit__(self, *error: object) -> None:
        left = self.d.window.findChild(LibraryPage)
        if left is not None:
            left.closed.emit()
            await self.d.settle()
        await self.core.sessions.shutdown()
        await self.d.__aexit__()

    @property
    def titles(self) -> list[str]:
        return [row.title for row in self.dialog.rows.rows]

    def choose(self, *titles: str) -> None:
        model = self.dialog.table.selectionModel()
        model.clearSelection()
        for title in titles:
            at = self.dialog.rows.index(self.titles.index(title), 0)
            flags = QItemSelectionModel.SelectionFlag
            model.select(at, flags.Select | flags.Rows)

    async def press(self, name: str) -> None:
        control = self.d.named(name, self.dialog)
        assert control.isEnabled(), name
        control.click()
        await self.d.settle()


def row(**changes: Any) -> SessionRow:
    values: dict[str, Any] = {
        "session": SessionId("a"),
        "workflow": "debate",
        "title": "T",
        "state": "finished",
        "created_at": 0,
        "changed_at": 100 * DAY,
        "rounds": 1,
        "tokens": 0,
        "cost": 0.05,
        "models": ("a/x", "b/y"),
    }
    return SessionRow(**{**values, **changes})


def test_a_column_has_room_for_the_longest_cost_though_few_are_written_out(app):
    sums = (0.0, 0.00042, 0.031, 0.2, 7.5, 12.25)
    rows = [row(cost=cost) for cost in sums] + [row(cost=None, known_cost=one) for one in sums]
    rows += [row(cost=cost, uncertain_cost=0.08) for cost in sums] * 50
    written = longest_costs(rows)
    assert max(map(len, written)) == max(len(short_cost(one)) for one in rows)
    assert len(written) <= 6


@pytest.mark.parametrize(
    ("wanted", "changes", "there"),
    [
        (SessionFilter(), {}, True),
        (SessionFilter(), {"tags": (ARCHIVED,)}, False),
        (SessionFilter(state="archived"), {"tags": (ARCHIVED,)}, True),
        (SessionFilter(state="archived"), {}, False),
        (SessionFilter(kind="debate"), {}, True),
        (SessionFilter(kind="experiment"), {}, False),
        (SessionFilter(state="needs"), {"state": "interrupted"}, True),
        (SessionFilter(state="halted"), {"state": "paused"}, True),
        (SessionFilter(state="running"), {}, False),
        (SessionFilter(model="b/y"), {}, True),
        (SessionFilter(model="b"), {}, False),
        (SessionFilter(model="written by hand"), {"models": ("sample/ada", "sample/blaise")}, True),
        (SessionFilter(date="7"), {"changed_at": 94 * DAY}, True),
        (SessionFilter(date="7"), {"changed_at": 92 * DAY}, False),
        (SessionFilter(cost="0-0"), {"cost": 0.0}, True),
        (SessionFilter(cost="0-0"), {}, False),
        (SessionFilter(cost="0-0.1"), {}, True),
        (SessionFilter(cost="1-"), {"cost": 3.0}, True),
        (SessionFilter(cost="1-"), {"cost": None}, False),
        (SessionFilter(cost="?"), {"cost": None}, True),
        (SessionFilter(cost="?"), {}, False),
    ],
)
def test_filters_tell_the_sessions_that_are_asked_for(wanted, changes, there):
    assert fits(row(**changes), wanted, 100 * DAY) is there


def test_hits_are_marked_in_a_line_whatever_their_case():
    assert list(parts("A pilot, the Pilot", "PILOT")) == [
        ("A ", False),
        ("pilot", True),
        (", the ", False),
        ("Pilot", True),
    ]
    # A fold that is longer than its letter would shift every place behind it.
    each = [("Red", True), (" are the ", False), ("sails", True)]
    assert list(parts("Red are the sails", "sails as red")) == each
    assert list(parts("İ pilot", "pilot")) == [("İ pilot", False)]


def many() -> LibraryModel:
    model = LibraryModel({"debate": "Question"}, {}, ())
    model.fill([row(session=SessionId(str(n)), title=f"T {n}") for n in range(PAGE + 50)])
    return model


def test_an_experiment_counts_cycles_and_claims_no_agreement(app):
    kinds = {"debate": "Question", "experiment": "Experiment"}
    model = LibraryModel(kinds, {"debate": "Round", "experiment": "Cycle"}, {"debate"})
    model.fill([row(rounds=2, figure=80.0), row(workflow="experiment", rounds=12, figure=77.0)])
    cells = [[model.index(at, column).data() for column in (2, 3)] for at in (0, 1)]
    assert cells == [["2 rounds", "80 %"], ["12 cycles", "–"]]


def test_who_is_no_model_is_named_once_for_all_of_them(app):
    model = LibraryModel({"debate": "Question"}, {}, ())
    model.fill([row(models=("sample/ada", "sample/blaise", "a/x"))])
    assert model.index(0, 0).data() == "T\nQuestion · written by hand, x"


def test_model_is_a_sound_one(app, qtmodeltester):
    qtmodeltester.check(many())


def test_model_shows_a_page_at_a_time(app):
    model, shown = many(), list[int]()
    assert model.rowCount() == PAGE
    model.page_shown.connect(lambda sessions: shown.append(len(sessions)))
    model.fetchMore(QModelIndex())
    assert model.rowCount() == PAGE + 50
    assert not model.canFetchMore(QModelIndex())
    assert shown == [50]


async def test_words_find_sessions_with_the_passage_and_enter_opens_one(desk, core):
    async with Open(desk(), core) as o:
        assert o.dialog.focusWidget() is o.dialog.search
        QTest.keyClicks(o.dialog.search, "staged start")
        await until(lambda: o.titles == ["Open on Sundays?", "Which name for the new product?"])
        first = o.dialog.rows.index(0, 0)
        await until(lambda: "accept a staged start" in str(first.data()))
        await until(lambda: o.dialog.preview.text.textCursor().selectedText() == "staged start")
        QTest.keyClick(o.dialog.search, Qt.Key.Key_Down)
        QTest.keyClick(o.dialog.table, Qt.Key.Key_Down)
        QTest.keyClick(o.dialog.table, Qt.Key.Key_Return)
        await until(lambda: o.d.window.page.view.fold.session.title == "Which name for the new product?")
        assert o.d.window.findChild(LibraryPage) is None


def test_of_one_workflow_the_share_that_converged_is_told_where_it_says_what_that_is() -> None:
    reasons = Registry().plugins["research"].vocabulary.converged
    ends = ["full_convergence", "early_convergence", "partial_convergence", "user_stopped"]
    rows = [row(termination_reason=reason) for reason in ends]
    assert converged([*rows, row(state="running"), row(state="stopped")], reasons) == (2, 4)
    assert converged([row(state="running")], reasons) is None
    assert converged(rows, Registry().plugins["debate"].vocabulary.converged) is None


async def test_filters_narrow_the_table_say_how_many_are_left_and_that_nothing_fits(desk, core):
    async with Open(desk(), core) as o:
        state = o.d.named("State", o.dialog)
        state.setCurrentIndex(state.findData("halted"))
        assert o.titles == ["Pricing for small teams"]
        assert o.dialog.number.text() == "1 of 6 sessions"
        assert not o.d.named("Compare finals…", o.dialog).isEnabled()
        models = o.d.named("Model", o.dialog)
        assert "anthropic/claude-sonnet-4-5" in [models.itemText(at) for at in range(models.count())]
        state.setCurrentIndex(0)
        QTest.keyClicks(o.dialog.search, "xyzzy")
        await until(lambda: not o.titles)
        assert "No session fits" in o.dialog.preview.text.placeholderText()
        o.dialog.search.clear()
        await until(lambda: o.titles)
        assert "Choose a session" in o.dialog.preview.text.placeholderText()
        o.dialog.resize(o.dialog.minimumSizeHint().expandedTo(QSize(820, 540)))
        await o.d.settle()
        search = o.dialog.search
        needs = search.fontMetrics().horizontalAdvance(search.placeholderText())
        assert search.width() > needs + 40


@pytest.mark.nightly
async def test_final_answers_of_two_sessions_are_compared_and_unfinished_ones_with_each_other_first(
    desk, core
):
    async with Open(desk(), core) as o:
        o.choose("Open on Sundays?", "Which name for the new product?")
        await o.press("Compare finals…")
        compare = o.dialog.findChild(CompareDialog)
        assert compare.left.currentText() == "Open on Sundays?"
        assert compare.right.currentText() == "Which name for the new product?"
        assert compare.diff.prepared.old == FINAL
        compare.accept()
        await o.d.settle()
        unfinished = [row.title for row in o.dialog.rows.rows if row.state != "finished" and row.rounds]
        o.choose(*unfinished[:2])
        await o.press("Compare finals…")
        (compare,) = [one for one in o.dialog.findChildren(CompareDialog) if one.isVisible()]
        named = [box.currentText().partition(":")[0] for box in (compare.left, compare.right)]
        assert sorted(named) == sorted(unfinished[:2])
        compare.accept()
        await o.d.settle()


@pytest.mark.nightly
async def test_words_of_the_setup_are_found_and_shown_without_what_was_chosen_from_lists(desk, core):
    setup = {"question": "Where to put the well?", "context_text": "The ground is chalk."}
    await core.sessions.create("debate", {**setup, "gate_policy": "every_round"}, TEAM)
    async with Open(desk(), core) as o:
        QTest.keyClicks(o.dialog.search, "ground is chalk")
        await until(lambda: o.titles == ["Where to put the well?"])
        await until(lambda: o.dialog.preview.what.text() == "1 hit")
        text = o.dialog.preview.text.toPlainText()
        assert text.split() == ["Question", "The", "ground", "is", "chalk."]
        o.dialog.search.setText("chalk ground")
        await until(lambda: len(o.dialog.preview.text.extraSelections()) == 2)
        assert o.dialog.preview.what.text() == "1 hit"
        o.dialog.search.setText("every_round")
        await until(lambda: not o.titles)


async def test_archived_sessions_are_left_out_until_asked_for_and_taken_out_again(desk, core):
    async with Open(desk(), core) as o:
        o.choose("Open on Sundays?")
        await o.press("Archive")
        await until(lambda: "Open on Sundays?" not in o.titles)
        await o.d.window._load_rows()
        rail = [item.title for item in o.d.window.rail.model.items if isinstance(item, SessionRow)]
        assert "Open on Sundays?" not in rail
        o.dialog.state.setCurrentIndex(o.dialog.state.findData("archived"))
        assert o.titles == ["Open on Sundays?"]
        o.choose("Open on Sundays?")
        await o.press("Take out")
        await until(lambda: o.titles == [])
        o.dialog.state.setCurrentIndex(0)
        assert "Open on Sundays?" in o.titles


@pytest.mark.nightly
async def test_where_a_session_goes_from_the_list_the_next_one_is_chosen(desk, core):
    async with Open(desk(), core) as o:
        before = o.titles
        o.dialog.table.setCurrentIndex(o.dialog.rows.index(2, 0))
        await o.press("Archive")
        await until(lambda: len(o.titles) == len(before) - 1)
        assert [row.title for row in o.dialog.selected()] == [before[3]]
        o.dialog.table.setCurrentIndex(o.dialog.rows.index(len(before) - 2, 0))
        await o.press("Archive")
        await until(lambda: len(o.titles) == len(before) - 2)
        assert [row.title for row in o.dialog.selected()] == [before[-2]]
        # Other rows are looked through from the first.
        o.dialog.state.setCurrentIndex(o.dialog.state.findData("archived"))
        assert [row.title for row in o.dialog.selected()] == o.titles[:1]


async def test_deleted_sessions_come_back_by_undo_chosen_also_the_one_in_sight(desk, core):
    async with Open(desk(), core) as o:
        in_sight = o.d.window.page.session
        title = o.d.window.page.view.fold.session.title
        before = sorted(o.titles)
        o.choose(title, "Pricing for small teams")
        o.dialog.table.setFocus()
        QTest.keyClick(o.dialog.table, Qt.Key.Key_Delete)
        await until(lambda: len(o.titles) == len(before) - 2)
        await until(lambda: o.d.window.page.session not in (None, in_sight))
        assert o.dialog.undo_line.words.text() == "2 sessions moved to the trash"
        # It counts down.
        assert re.fullmatch(r"Undo \((30|[12]?\d) s\)", o.dialog.undo_line.undo.text())
        await o.press("Undo")
        await until(lambda: sorted(o.titles) == before)
        title = o.titles[2]
        o.choose(title)
        # By the menu of its row.
        table = o.dialog.table
        table.customContextMenuRequested.emit(table.visualRect(table.currentIndex()).center())
        (menu,) = [one for one in o.dialog.findChildren(QMenu) if one.isVisible()]
        said = {entry.text(): entry.isEnabled() for entry in menu.actions()}
        assert said == {
            "Open": True,
            "Compare finals…": False,
            "Rename…": True,
            "Archive": True,
            "Delete": True,
        }
        next(entry for entry in menu.actions() if entry.text() == "Delete").trigger()
        await until(lambda: title not in o.titles)
        o.dialog.undo_line.undo.setFocus()
        o.dialog.undo_line.undo.click()
        await until(lambda: title in o.titles)
        assert o.dialog.focusWidget() is o.dialog.table
        assert [row.title for row in o.dialog.selected()] == [title]


async def test_what_cannot_be_deleted_is_named_with_the_next_step(desk, core, monkeypatch):
    async with Open(desk(), core) as o:

        async def refuse(session: SessionId) -> None:
            raise InputError("This session is running.", "Stop it first, then delete it.")

        monkeypatch.setattr(core.admin, "delete", refuse)
        o.choose("Open on Sundays?")
        await o.press("Delete")
        words = "Open on Sundays?: This session is running. Stop it first, then delete it."
        assert o.dialog.problem.text() == words
        assert "Open on Sundays?" in o.titles


@pytest.mark.nightly
async def test_what_fails_amid_several_stays_said_beside_what_was_done(desk, core):
    async with Open(desk(), core) as o:
        before, (first, second) = sorted(o.titles), o.titles[-2:]
        kept = {row.title: core.parts.store.path(row.session) for row in o.dialog.rows.rows}
        held = await core.parts.store.open(SessionId(kept[second].stem))
        o.choose(first, second)
        await o.press("Delete")
        await until(lambda: first not in o.titles)
        assert o.dialog.undo_line.words.text() == "1 session moved to the trash"
        problem = o.dialog.problem.text()
        assert problem.startswith(f"{second}: The session {kept[second].stem} is open in another")
        assert problem.endswith("1 other was done before.")
        assert o.dialog.problem.isVisible()
        await held.close()
        # Something else stands where it comes back to.
        kept[first].write_bytes(b"x")
        o.dialog.undo_line.undo.click()
        await until(lambda: "exists already" in o.dialog.problem.text())
        assert o.dialog.undo_line.words.text() != "Taken back."
        assert sorted(o.titles) != before


@pytest.mark.nightly
async def test_of_several_sessions_one_that_cannot_be_read_keeps_no_other_from_being_exported(
    desk, core, tmp_path
):
    async with Open(desk(), core) as o:
        titles = ["Open on Sundays?", "Pricing for small teams"]
        o.choose(*titles)
        first, second = o.dialog.selected()
        o.d.named("Export", o.dialog).choices.actions()[0].trigger()
        chosen = o.dialog.findChild(ExportDialog)
        await until(chosen.main.isEnabled)
        chosen.main.click()
        asked = o.dialog.findChild(QFileDialog)
        core.parts.store.path(first.session).write_bytes(b"no session")
        asked.fileSelected.emit(str(tmp_path))
        asked.reject()
        await until(lambda: "1 session exported to" in o.dialog.undo_line.words.text())
        assert [path.stem for path in tmp_path.glob("*.md")] == [second.title.rstrip("?")]
        assert o.dialog.problem.text().startswith(f"{first.title}: The session file")
        assert o.dialog.problem.isVisible()


@pytest.mark.nightly
async def test_several_sessions_are_exported_to_files_of_their_own(desk, core, tmp_path):
    async with Open(desk(), core) as o:
        (tmp_path / "Open on Sundays.md").write_text("mine", encoding="utf-8")
        o.choose("Open on Sundays?", "Pricing for small teams")
        offered = o.d.named("Export", o.dialog).choices.actions()
        assert offered[0].text() == "Markdown – to read and to hand on", "as where one session is exported"
        offered[0].trigger()
        chosen = o.dialog.findChild(ExportDialog)
        assert chosen.looked_at.count() == 2
        await until(chosen.main.isEnabled)
        chosen.parts.ticks["costs"].click()
        await until(lambda: chosen.main.isEnabled() and "took part" not in chosen.preview.toPlainText())
        chosen.main.click()
        asked = o.dialog.findChild(QFileDialog)
        asked.fileSelected.emit(str(tmp_path))
        asked.reject()
        await until(lambda: "2 sessions exported" in o.dialog.undo_line.words.text())
        names = sorted(path.name for path in tmp_path.glob("*.md"))
        assert names == ["Open on Sundays (2).md", "Open on Sundays.md", "Pricing for small teams.md"]
        assert (tmp_path / "Open on Sundays.md").read_text(encoding="utf-8") == "mine"
        written = [
            (tmp_path / name).read_text(encoding="utf-8") for name in names if "(2)" in name or "P" in name
        ]
        assert all("## The question" in text and "took part" not in text for text in written)
        assert not o.dialog.undo_line.undo.isVisible()


@pytest.mark.nightly
async def test_in_large_text_titles_keep_their_room_and_figures_and_words_of_icons_give_way(desk, core):
    async with Open(desk(), core) as o:
        library, table = o.dialog, o.dialog.table
        o.d.window.resize(860, 600)
        await o.d.settle()
        o.d.window.set_zoom(150)
        await o.d.settle()
        assert table.isColumnHidden(2)
        assert table.columnWidth(0) >= 250
        assert library.rename.text() == ""
        assert library.rename.accessibleName().startswith("Rename")
        foot = library.main.parentWidget()
        assert foot.sizeHint().width() <= foot.width()
        o.d.window.actions_by_id["zoom_reset"].trigger()
        await o.d.settle()
        assert not any(table.isColumnHidden(column) for column in range(6))
        assert library.rename.text() == "Rename…"
        # What was out of sight while the window became small does not come back side by side.
        library.closed.emit()
        assert not o.d.window.page.column.isVisible()


def test_a_row_is_led_to_its_first_hit_where_there_is_little_room():
    line = "a beginning that is long enough to fill the line before the river comes, and more"
    shown = led_to(line, "river", 30, len)
    assert shown.startswith("…")
    assert "river" in shown[:30]
    assert shown.endswith(line[line.index("river") :])
    assert led_to("the river", "river", 30, len) == "the river"
    assert led_to(line, "", 30, len) == line


async def test_a_session_is_renamed_from_the_list_and_the_old_title_comes_back_with_undo(desk, core):
    async with Open(desk(), core) as o:
        o.choose("Open on Sundays?")
        o.dialog.table.setFocus()
        QTest.keyClick(o.dialog.table, Qt.Key.Key_F2)
        asked = o.dialog.findChild(NameDialog)
        assert asked.field.selectedText() == "Open on Sundays?"
        asked.field.setText("Sundays, once more")
        asked.main.click()
        await until(lambda: "Sundays, once more" in o.titles)
        # Without a desktop nobody gives the focus back to the window below.
        o.dialog.activateWindow()
        o.dialog.table.setFocus()
        await until(lambda: QApplication.focusWidget() is o.dialog.table)
        QTest.keySequence(o.dialog.table, QKeySequence("Ctrl+Z"))
        await until(lambda: "Open on Sundays?" in o.titles)
        assert o.dialog.focusWidget() is o.dialog.table


async def test_before_the_rows_are_there_nothing_can_be_done_with_any(desk, core):
    async with desk() as d:
        dialog = LibraryPage(core, d.window.preferences)
        d.window.show_page(dialog)
        assert dialog.rows.rowCount() == 0
        acting = [dialog.main, dialog.rename, dialog.compare, dialog.export]
        acting += [dialog.archive, dialog.delete]
        assert [control.accessibleName() for control in acting if control.isEnabled()] == []
        for key in (Qt.Key.Key_F2, Qt.Key.Key_Delete, Qt.Key.Key_Return):
            QTest.keyClick(dialog.table, key)
        assert dialog.isVisible()
        assert dialog.findChild(NameDialog) is None
        await dialog.aclose()
        d.window.show_session()


async def test_the_library_is_a_page_over_all_columns_and_esc_leads_back(desk, core):
    async with Open(desk(), core) as o:
        window = o.d.window
        assert o.dialog.window() is window
        assert not window.panes.isVisible()
        assert o.dialog.width() == window.centralWidget().width()
        assert o.dialog.preview.width() == 360
        # Of the table titles of sessions get most.
        assert o.dialog.table.columnWidth(0) > 0.4 * o.dialog.table.width()
        # What nobody sees cannot be decided meanwhile.
        assert not window.actions_by_id["approve"].isEnabled()
        names = []
        for _ in range(30):
            QTest.keyClick(QApplication.focusWidget() or o.dialog, Qt.Key.Key_Tab)
            names.append(window.focusWidget().accessibleName())
            assert not window.panes.isAncestorOf(window.focusWidget()), names
        assert {"Back", "Sessions", "Open"} <= set(names)
        # Also where Tab left the page.
        window.search_button.setFocus()
        QTest.keyClick(window.search_button, Qt.Key.Key_Escape)
        await o.d.settle()
        assert window.panes.isVisible()
        assert window.findChild(LibraryPage) is None
        await o.d.guard()
        assert window.actions_by_id["approve"].isEnabled()
        # Its key shows it and puts it away.
        for shown in (True, False):
            window.actions_by_id["library"].trigger()
            assert (window.over is not None) is shown
        # From another page it leads to the library as well.
        window.actions_by_id["track_record"].trigger()
        window.actions_by_id["library"].trigger()
        assert isinstance(window.over, LibraryPage)


async def test_rows_are_ticked_by_their_box_and_the_row_in_sight_is_looked_into(desk, core):
    async with Open(desk(), core) as o:
        table = o.dialog.table
        at = table.visualRect(o.dialog.rows.index(2, 0))
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at.topLeft() + QPoint(20, 20))
        # The row that was in sight by itself nobody ticked: nothing is done to it unseen.
        assert [row.title for row in o.dialog.selected()] == o.titles[2:3]
        at = table.visualRect(o.dialog.rows.index(0, 0))
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at.topLeft() + QPoint(20, 20))
        titles = [o.titles[0], o.titles[2]]
        assert [row.title for row in o.dialog.selected()] == titles
        assert o.dialog.selected_number.text() == "2 selected"
        await until(lambda: o.dialog.preview.title.text() == titles[0])
        for workflow, said in (("experiment", "cycle 2"), ("research", "iteration 2"), ("debate", "round 2")):
            o.dialog.preview.show_session(None)
            o.dialog.preview.show_session(replace(o.dialog.rows.rows[0], workflow=workflow, round=2))
            assert o.dialog.preview.kind.text() == said
        assert o.dialog.compare.isEnabled()
        assert not o.dialog.every.isChecked()
        # What somebody else begins meanwhile comes into the list, and what is ticked stays ticked.
        await core.begin("Begun meanwhile?")
        o.d.window.look_again.timeout.emit()
        await until(lambda: "Begun meanwhile?" in o.titles)
        assert [row.title for row in o.dialog.selected()] == titles
        assert o.dialog.table.currentIndex().row() == o.titles.index(titles[0])
        o.dialog.every.click()
        assert len(o.dialog.selected()) == len(o.titles)
        assert o.dialog.every.isChecked()
        o.dialog.every.click()
        assert [row.title for row in o.dialog.selected()] == titles[:1]
        # Nor did anybody choose the one that stays when all are unticked, by whatever way the next is.
        at, ctrl = table.visualRect(o.dialog.rows.index(2, 0)), Qt.KeyboardModifier.ControlModifier
        press = partial(QTest.mouseClick, table.viewport(), Qt.MouseButton.LeftButton)
        press(ctrl, at.topLeft() + QPoint(200, 20))
        assert [row.title for row in o.dialog.selected()] == o.titles[2:3]
        press(ctrl, table.visualRect(o.dialog.rows.index(1, 0)).topLeft() + QPoint(200, 20))
        assert [row.title for row in o.dialog.selected()] == o.titles[1:3]


async def test_a_hidden_session_tells_no_model_and_no_name_in_the_library(desk, core):
    core.setup["hide_names"] = True
    session = await core.begin("Who is meant?")
    await core.play_round(session, 1)
    core.setup.pop("hide_names")
    async with Open(desk(), core) as o:
        at = o.titles.index("Who is meant?")
        row = o.dialog.rows.rows[at]
        said = [str(o.dialog.rows.index(at, column).data(role)) for column in range(6) for role in (0, 3, 11)]
        assert row.models == ()
        # A key that a test before held down would turn the choice into its opposite.
        flag = QItemSelectionModel.SelectionFlag.NoUpdate
        o.dialog.table.selectionModel().setCurrentIndex(o.dialog.rows.index(at, 0), flag)
        o.choose("Who is meant?")
        preview = o.dialog.preview
        await until(lambda: preview.title.text() == "Who is meant?" and preview.what.text())
        said += [preview.about.text(), preview.kind.text(), preview.text.toPlainText()]
        for seat in TEAM.members:
            assert not [text for text in said if seat.name in text or seat.model in text]
        o.dialog.search.setText("the")
        await until(lambda: " hit" in preview.what.text())
        for seat in TEAM.members:
            assert seat.name not in preview.text.toPlainText()

        def below() -> str:
            here = o.titles.index("Who is meant?")
            return str(o.dialog.rows.index(here, 0).data()).partition("\n")[2]

        # What was said is told in the row, and not by whom.
        await until(lambda: below() != "Question")
        assert "the" in below().lower()
        assert not [seat for seat in TEAM.members if seat.name in below() or seat.model in below()]
