"""The tabs of an experiment, filled from the records of a real run and by nothing else."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.domain.canonical import dumps
from app.domain.fact_base import FactCatalogue, PlainBodies, Record
from app.domain.facts import CallCancelled
from app.domain.messages import ToolCall
from app.engine.tabs import TabState
from app.ui.insights.chart import ChartDialog
from app.ui.insights.series import csv_text, series_of
from app.ui.panels.listing.panel import ListPanel
from app.ui.session.tabs import make_panel
from app.ui.view.session_view import SessionView
from app.workflows.experiment.plugin import ExperimentPlugin
from app.workflows.experiment.tabs import CALLED, call_words, values_words
from app.workflows.experiment.transcript import READ, Transcript
from tests.support.experiment_tabs import (
    box,
    compared,
    control,
    listed,
    panel,
    settled,
    shown,
    table_of,
)
from tests.support.lab import Turns, lab, log_of, read_lines
from tests.support.scenes.experiment import STATES as EXPERIMENT
from tests.support.scenes.stage import Stage
from tests.ui.conftest import Play

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")

SCRIPT = Turns(
    {
        1: [[("write", {"key": "plan", "value": "count limpets"}), ("write", {"key": "b", "value": "x"})]],
        2: [[("write", {"key": "plan", "value": "count snails"}), ("delete", {"key": "b"}), ("fly", {})]],
        3: [[("read", {"key": "plan"})], ["# Found\n\nSnails *and* limpets."][0]],
    }
)

Ran = tuple[FactCatalogue, Sequence[Record], Path]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """Run three cycles, the second of them twice."""
    folder = tmp_path_factory.mktemp("ran")

    async def run() -> tuple[FactCatalogue, Sequence[Record]]:
        async with lab(folder, SCRIPT) as it:
            await it.open(cycle_count=3)
            await it.answer("continue")
            await it.answer("redo", note="Once more.")
            await it.answer("continue")
            records = await it.desk.sessions.records(it.id)
            # Bodies are read from the file, which is closed afterwards.
            kept = [loaded(record) for record in records]
            return it.desk.parts.catalogue, kept

    catalogue, records = asyncio.run(run())
    return catalogue, records, folder


def loaded(record: Record) -> Record:
    """Return a record that carries its body itself."""
    return dataclasses.replace(record, packed=dumps(record.body()), bodies=PlainBodies())


@pytest.fixture
def view(ran: Ran) -> SessionView:
    session_view = SessionView(ran[0], "similarity", TabState(Transcript, READ))
    session_view.apply_all(ran[1])
    return session_view


Read = Callable[[str, Callable[[Any], None]], None]


@pytest.fixture
def read(play: Play, qtbot: QtBot, view: SessionView) -> Read:
    """Return what shows a tab, has it looked at, and waits for what was begun."""

    def read_tab(tab: str, look: Callable[[Any], None]) -> None:
        async def story() -> None:
            shown_panel: Any = panel(tab, QWidget)
            shown(qtbot, shown_panel)
            if isinstance(shown_panel, ListPanel):
                mode = QAbstractItemModelTester.FailureReportingMode.Fatal
                QAbstractItemModelTester(shown_panel.model, mode)
            shown_panel.refresh(view)
            look(shown_panel)
            await settled()

        play(story)

    return read_tab


async def test_every_tab_is_described_and_shown_by_a_stock_panel(qtbot: QtBot) -> None:
    for tab in ExperimentPlugin().tabs:
        assert tab.source is not None
        qtbot.addWidget(make_panel(tab.panel, tab))
    await settled()


def test_messages_are_listed_in_order_those_of_the_redone_attempt_too(read: Read) -> None:
    def look(list_panel: Any) -> None:
        assert table_of(list_panel, 1) == [
            "System prompt", "Instructions", "Agent", "write", "write", "Reflection",
            "Instructions", "Agent", "write", "delete", "fly", "Reflection",
            "Instructions", "Agent", "write", "delete", "fly", "Reflection",
            "Instructions", "Agent", "read", "Reflection",
        ]  # fmt: skip
        assert table_of(list_panel, 0)[12] == "2.2"
        assert table_of(list_panel, 2)[10].startswith("error: there is no tool “fly”")
        failed = list_panel.model.index(10, 2)
        assert failed.data(Qt.ItemDataRole.DecorationRole) is not None
        assert failed.data(Qt.ItemDataRole.AccessibleTextRole).startswith("Failed: ")
        assert list_panel.tally.text() == "22 messages"
        assert list_panel.detail.head.text() == "Cycle 3 · Reflection", "the newest is followed"
        assert list_panel.detail.body.written == "# Found\n\nSnails *and* limpets."

    read("messages", look)


def test_one_cycle_may_be_chosen_and_its_messages_read_in_full(read: Read) -> None:
    def look(list_panel: Any) -> None:
        cycles = box(list_panel, "Show only this cycle")
        assert [cycles.itemText(n) for n in range(cycles.count())] == [
            "All cycles", "Cycle 1", "Cycle 2, attempt 1 (redone)", "Cycle 2, attempt 2", "Cycle 3",
        ]  # fmt: skip
        box(list_panel, "Show only this cycle").setCurrentIndex(3)
        assert list_panel.model.rowCount() == 6
        list_panel.table.selectRow(0)
        assert list_panel.detail.head.text() == "Cycle 2, attempt 2 · Instructions"
        assert "Once more." in list_panel.detail.body.written
        box(list_panel, "Show only this cycle").setCurrentIndex(1)
        list_panel.table.selectRow(0)
        assert list_panel.detail.body.written.startswith("You work on one task over many cycles.")

    read("messages", look)


def test_what_a_tool_was_given_stands_in_lines_as_it_was_written() -> None:
    assert values_words({"key": "plan", "value": "1. Count\n2. Write", "n": 3}) == (
        "key: plan\nvalue: 1. Count\n2. Write\nn: 3"
    )
    assert values_words({}) == values_words(None) == ""
    assert call_words(ToolCall(id="a", name="read", arguments='{"key": "plan"}')) == "→ read\nkey: plan"
    assert call_words(ToolCall(id="a", name="read", arguments="{broken")) == "→ read\n{broken"
    assert call_words(ToolCall(id="a", name="list", arguments="{}")) == "→ list"


async def test_beside_a_cycle_without_a_reflection_nothing_looks_removed(qtbot: QtBot, core: Stage) -> None:
    session = await EXPERIMENT["experiment-capped"](core)
    view = SessionView(core.catalogue, "similarity", TabState(Transcript, READ))
    view.apply_all(await core.records(session))
    compare_panel = compared()
    shown(qtbot, compare_panel)
    compare_panel.refresh(view)
    assert compare_panel.old.currentText() == "Cycle 3"
    assert compare_panel.new.currentText() == "Cycle 4"
    assert compare_panel.note.text().startswith("Cycle 4 wrote no reflection")
    assert compare_panel.note.text().endswith("Cycle 3 is shown.")
    assert compare_panel.text.written.startswith("There are two people")
    assert not compare_panel.diff.isVisible()
    assert not compare_panel.next.isEnabled()
    await settled()


def test_the_cycle_looked_at_in_the_strip_is_shown(read: Read, view: SessionView) -> None:
    def look(list_panel: Any) -> None:
        assert set(table_of(list_panel, 0)) == {"1"}

    view.looking_at = 1
    read("messages", look)


async def test_new_messages_are_added_and_the_chosen_one_stays(qtbot: QtBot, ran: Ran) -> None:
    view = SessionView(ran[0], "similarity", TabState(Transcript, READ))
    list_panel = listed("messages")
    shown(qtbot, list_panel)
    QAbstractItemModelTester(list_panel.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for record in ran[1]:
        view.apply(record)
        list_panel.refresh(view)
        if list_panel.model.rowCount() == 5:
            list_panel.follow.setChecked(False)
            list_panel.table.selectRow(2)
    assert list_panel.model.rowCount() == 22
    assert list_panel.table.currentIndex().row() == 2
    await settled()


async def test_an_answer_that_is_being_written_is_shown_as_it_comes(qtbot: QtBot, ran: Ran) -> None:
    view = SessionView(ran[0], "similarity", TabState(Transcript, READ))
    asked = next(record for record in ran[1] if record.type == "call_asked")
    view.apply_all(ran[1][: asked.seq])
    view.stream(asked.seq, "The **first** words")
    list_panel = listed("messages")
    shown(qtbot, list_panel)
    list_panel.refresh(view)
    assert list_panel.detail.head.text() == "Cycle 1 · the agent is writing…"
    assert list_panel.detail.body.written == "The **first** words"
    list_panel.follow.setChecked(False)
    view.stream(asked.seq, " and more")
    list_panel.refresh(view)
    assert list_panel.detail.body.written == "The **first** words", (
        "who reads another message is not disturbed"
    )
    await settled()


async def test_an_answer_that_broke_off_is_told_apart_from_one_that_is_being_written(
    qtbot: QtBot, ran: Ran
) -> None:
    view = SessionView(ran[0], "similarity", TabState(Transcript, READ))
    records = ran[1]
    asked = next(record for record in records if record.type == "call_asked")
    view.apply_all(records[: asked.seq])
    view.stream(asked.seq, "The first")
    list_panel = listed("messages")
    shown(qtbot, list_panel)
    list_panel.refresh(view)
    body = CallCancelled(asked=asked.seq, sent=True, partial="The first words").body()
    end = records[asked.seq]
    view.apply_all([dataclasses.replace(end, type="call_cancelled", schema=1, packed=dumps(body))])
    list_panel.refresh(view)
    assert list_panel.detail.head.text() == "Cycle 1 · the answer broke off"
    assert list_panel.detail.body.written == "The first words"
    # Asked again, and nothing has come yet: the newest message is shown.
    view.apply_all([dataclasses.replace(asked, seq=end.seq + 1)])
    list_panel.refresh(view)
    assert list_panel.detail.head.text() == "Cycle 1 · Instructions"
    await settled()


async def test_a_reflection_is_there_before_it_is_compared(qtbot: QtBot, ran: Ran) -> None:
    view = SessionView(ran[0], "similarity", TabState(Transcript, READ))
    proposed = next(record for record in ran[1] if record.type == "text_proposed")
    view.apply_all(ran[1][: proposed.seq])
    list_panel = listed("messages")
    shown(qtbot, list_panel)
    list_panel.refresh(view)
    assert table_of(list_panel, 1)[-1] == "Reflection"
    assert list_panel.detail.body.written.startswith("Reflection 1")
    view.apply_all(ran[1][proposed.seq :])
    list_panel.refresh(view)
    assert table_of(list_panel, 1).count("Reflection") == 4, "each stands there once"
    await settled()


def test_any_two_reflections_are_compared_and_one_is_read(read: Read) -> None:
    def look(compare_panel: Any) -> None:
        assert (compare_panel.old.currentText(), compare_panel.new.currentText()) == (
            "Cycle 2, attempt 2",
            "Cycle 3",
        )
        assert compare_panel.diff.isVisible()
        assert compare_panel.diff.changes > 0
        compare_panel.go(1)
        assert compare_panel.counter.text().startswith("1 of ")
        compare_panel.old.setCurrentIndex(0)
        compare_panel.new.setCurrentIndex(1)
        assert compare_panel.diff.prepared.old.startswith("Reflection 1")
        assert compare_panel.diff.prepared.new.startswith("Reflection 2")
        compare_panel.old.setCurrentIndex(1)
        assert compare_panel.text.isVisible()
        assert compare_panel.text.written.startswith("Reflection 2: ")
        assert not compare_panel.next.isEnabled()

    read("reflections", look)


async def test_a_new_reflection_is_turned_to_unless_the_person_has_chosen(qtbot: QtBot, ran: Ran) -> None:
    ends = [record.seq for record in ran[1] if record.type == "cycle_ended"]
    view = SessionView(ran[0], "similarity", TabState(Transcript, READ))
    compare_panel = compared()
    shown(qtbot, compare_panel)
    compare_panel.refresh(view)
    assert compare_panel.text.isVisible()
    assert compare_panel.text.written == ""
    view.apply_all(ran[1][: ends[1]])
    compare_panel.refresh(view)
    assert (compare_panel.old.currentText(), compare_panel.new.currentText()) == ("Cycle 1", "Cycle 2")
    compare_panel.old.setCurrentIndex(0)
    compare_panel.new.setCurrentIndex(0)
    view.apply_all(ran[1][ends[1] :])
    compare_panel.refresh(view)
    assert compare_panel.new.currentText() == "Cycle 1"
    await settled()


def test_the_memory_shows_notes_with_their_history_deleted_ones_on_demand(read: Read) -> None:
    def look(list_panel: Any) -> None:
        rows = [
            list_panel.model.data(list_panel.model.index(row, 0))
            for row in range(list_panel.model.rowCount())
        ]
        assert rows == ["plan"]
        assert list_panel.detail.body.written == "count snails"
        assert [change.value for change in list_panel.detail.rows.items] == [
            "count snails",
            "count snails",
            "count limpets",
        ]
        list_panel.detail.table.selectRow(2)
        assert list_panel.detail.head.text() == "plan · as of cycle 1"
        assert list_panel.detail.body.written == "count limpets"
        control(list_panel, "Show deleted notes too", QCheckBox).setChecked(True)
        assert [note.key for note in list_panel.model.items] == ["b", "plan"]
        control(list_panel, "Search the memory", QLineEdit).setText("snails")
        assert [note.key for note in list_panel.model.items] == ["plan"]
        control(list_panel, "Search the memory", QLineEdit).setText("nothing of the kind")
        assert list_panel.detail.head.text() == "No note contains that."

    read("memory", look)


def test_the_figures_of_every_finished_cycle_are_drawn_and_listed(read: Read, qtbot: QtBot) -> None:
    def look(curves_panel: Any) -> None:
        rows = curves_panel.model.items
        assert [row[0] for row in rows] == ["1", "2.2", "3"]
        assert rows[0][1] == "–"
        assert [row[2] for row in rows] == ["2", "3", "1"]
        assert [row[4] for row in rows] == ["14", "12", "0"]
        assert curves_panel.title.text()[:10] == "Similarity"
        qtbot.mouseClick(curves_panel.curves[1], Qt.MouseButton.LeftButton)
        assert (curves_panel.title.text(), curves_panel.chart.series.values) == ("Tool calls", (2, 3, 1))
        assert curves_panel.chart.readout() == "Cycle 3: 1", "a cycle is no round"

    read("metrics", look)


def test_the_log_shows_the_lines_as_they_stand_in_the_file(
    read: Read, ran: Ran, qtbot: QtBot, view: SessionView
) -> None:
    def look(list_panel: Any) -> None:
        list_panel.steps.setChecked(False)
        written = read_lines(log_of(ran[2]))
        book: Any = view.own
        assert [book.line(record) for record in list_panel.model.items] == written
        assert table_of(list_panel, 3) == [str(CALLED[line["event_type"]]) for line in written]
        list_panel.table.selectRow(3)
        assert json.loads(list_panel.detail.body.written) == written[3]
        qtbot.mouseClick(list_panel.copy, Qt.MouseButton.LeftButton)
        assert json.loads(QGuiApplication.clipboard().text()) == written[3]

    read("log", look)


def test_a_step_of_the_log_is_opened_and_closed_where_it_stands(read: Read, qtbot: QtBot) -> None:
    def look(list_panel: Any) -> None:
        closed = list_panel.model.rowCount()
        row = next(at for at in range(closed) if list_panel.model.inside(at))
        list_panel.table.selectRow(row)
        assert (list_panel.step.isEnabled(), list_panel.step.text()) == (True, "Open step")
        qtbot.mouseClick(list_panel.step, Qt.MouseButton.LeftButton)
        assert list_panel.model.rowCount() == closed + list_panel.model.inside(row)
        assert (list_panel.step.text(), list_panel.follow.isChecked()) == ("Close step", False)
        list_panel.table.setFocus()
        qtbot.keyClick(list_panel.table, Qt.Key.Key_Return)
        assert list_panel.model.rowCount() == closed
        assert list_panel.table.currentIndex().row() == row
        list_panel.table.selectRow(0)
        assert not list_panel.step.isEnabled()

    read("log", look)


def test_the_log_is_filtered_by_type_and_cycle_and_a_record_is_gone_to(read: Read) -> None:
    def look(list_panel: Any) -> None:
        box(list_panel, "Show only this type").setCurrentIndex(
            box(list_panel, "Show only this type").findText("Tool called")
        )
        assert list_panel.tally.text() == "9 lines"
        box(list_panel, "Show only this cycle").setCurrentIndex(3)
        assert table_of(list_panel, 2) == ["2.2"] * 3
        assert [text.partition(":")[0] for text in table_of(list_panel, 4)] == ["write", "delete", "fly"]
        list_panel.go_to(list_panel.model.items[0].seq)
        assert list_panel.tally.text() == "25 lines"
        assert list_panel.model.items[list_panel.table.currentIndex().row()].type == "tool_called"
        assert list_panel.model.items[list_panel.table.currentIndex().row()].round == 2

    read("log", look)


@pytest.mark.parametrize("tab", ["messages", "reflections", "memory", "metrics", "log"])
def test_every_control_says_its_name_and_the_panel_fits_a_small_window(read: Read, tab: str) -> None:
    def look(tab_panel: QWidget) -> None:
        for widget in tab_panel.findChildren(QWidget):
            own = not widget.objectName().startswith("qt_")
            if own and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
                assert widget.accessibleName(), widget
        assert tab_panel.minimumSizeHint().width() <= 836
        assert tab_panel.minimumSizeHint().height() <= 300

    read(tab, look)


def test_a_step_after_the_last_line_leads_to_that_and_another_run_shows_no_line_of_this(
    view: SessionView, ran: Ran, qtbot: QtBot
) -> None:
    list_panel = listed("log")
    qtbot.addWidget(list_panel)
    list_panel.refresh(view)
    list_panel.go_to(view.head + 1)
    assert list_panel.table.currentIndex().row() == len(list_panel.model.items) - 1
    assert list_panel.detail.body.plain()
    other = SessionView(ran[0], "similarity", TabState(Transcript, READ))
    other.apply_all(ran[1][:6])
    list_panel.refresh(other)
    assert not list_panel.detail.body.plain()


def test_the_curves_of_an_experiment_count_cycles(view: SessionView, qtbot: QtBot) -> None:
    view.vocabulary = ExperimentPlugin.vocabulary
    (first, *_) = series_of(view)
    dialog = ChartDialog(None, first, {})
    qtbot.addWidget(dialog)
    assert dialog.page.model.headerData(0, Qt.Orientation.Horizontal) == "Cycle"
    assert csv_text(first, {}).startswith('"Cycle",')
    assert first.round_label(2) == "C2"


def test_another_run_and_another_cycle_show_no_message_of_the_one_before(read: Read, ran: Ran) -> None:
    def look(list_panel: Any) -> None:
        list_panel.follow.setChecked(False)
        assert list_panel.detail.body.written
        box(list_panel, "Show only this cycle").setCurrentIndex(1)
        assert (list_panel.detail.head.text(), list_panel.detail.body.written) == ("", "")
        list_panel.table.selectRow(0)
        assert list_panel.detail.body.written
        other = SessionView(ran[0], "similarity", TabState(Transcript, READ))
        other.apply_all(ran[1][:6])
        list_panel.refresh(other)
        assert (list_panel.detail.head.text(), list_panel.detail.body.written) == ("Nothing yet.", "")

    read("messages", look)


def test_a_line_that_a_filter_took_away_is_neither_shown_nor_copied(view: SessionView, qtbot: QtBot) -> None:
    list_panel = listed("log")
    qtbot.addWidget(list_panel)
    list_panel.refresh(view)
    list_panel.go_to(view.head)
    assert list_panel.copy.isEnabled()
    box(list_panel, "Show only this type").setCurrentIndex(1)
    assert not list_panel.detail.body.written
    assert not list_panel.copy.isEnabled()
    assert not list_panel.step.isEnabled()


async def test_thoughts_are_listed_before_their_answer_which_says_how_it_was_read(
    qtbot: QtBot, tmp_path: Path
) -> None:
    thought = "<think>Snails were **here** before.</think>"
    script = Turns({1: [f"{thought}<tool_call>{{'name': 'list'}}</tool_call>", f"{thought}Limpets graze."]})
    async with lab(tmp_path, script) as it:
        await it.open(cycle_count=1, gate_policy="never_ask")
        view = SessionView(it.desk.parts.catalogue, "similarity", TabState(Transcript, READ))
        view.apply_all(await it.desk.sessions.records(it.id))
        list_panel = listed("messages")
        shown(qtbot, list_panel)
        list_panel.refresh(view)
        assert table_of(list_panel, 1) == [
            "System prompt", "Instructions", "Thoughts", "Agent", "list", "Thoughts", "Reflection",
        ]  # fmt: skip
        assert table_of(list_panel, 2)[2] == "Snails were here before."
        list_panel.follow.setChecked(False)
        list_panel.table.selectRow(2)
        assert list_panel.detail.head.text() == "Cycle 1 · Thoughts"
        assert list_panel.detail.body.toPlainText() == "Snails were **here** before."
        list_panel.table.selectRow(3)
        assert list_panel.detail.head.text().startswith(
            "Cycle 1 · Agent · Its thoughts were left out; its tool calls"
        )
        list_panel.table.selectRow(6)
        assert list_panel.detail.head.text() == "Cycle 1 · Reflection · Its thoughts were left out"
        await settled()
        assert list_panel.detail.body.toPlainText() == "Limpets graze."
