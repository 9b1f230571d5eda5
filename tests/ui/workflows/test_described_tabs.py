"""A list and a document that a workflow the window has never heard of describes, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QTableView

from app.bootstrap import build
from app.settings.folders import Folders
from app.ui.panels.file_text import FileDialog
from app.workflows.registry import SHIPPED
from tests.support.toy import ToyPlugin
from tests.support.waiting import until
from tests.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


class Toys:
    """The toy in a window, and a person who looks at its tabs."""

    def __init__(self, core: Any, desk: Desk, session: Any) -> None:
        self.core, self.desk, self.session = core, desk, session
        self.page: Any = desk.window.page

    async def turn(self, number: int) -> None:
        """Wait until a turn's question is asked."""
        await until(lambda: self.page.state == "waiting" and self.page.view.round == number)

    async def again(self) -> None:
        """Have another turn, as the bar offers it."""
        number = self.page.view.round
        await self.desk.guard()
        await self.desk.click("Once more")
        await self.turn(number + 1)

    async def click_tab(self, title: str) -> None:
        """Press a tab by its title."""
        bar = self.page.tabs.tabBar()
        at = [bar.tabText(n) for n in range(bar.count())].index(title)
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(at).center())
        await self.desk.settle()

    def cells(self, name: str) -> list[list[str]]:
        """Return what a table shows."""
        model = self.desk.named(name).model()
        places = range(model.rowCount())
        return [[str(model.index(row, at).data()) for at in range(model.columnCount())] for row in places]


@asynccontextmanager
async def toys(folder: Path, desk_on: Callable[[Any], Desk]) -> AsyncIterator[Toys]:
    core = build(
        Folders(folder / "data", folder / "config"), council_step=0.0, makers={**SHIPPED, "toy": ToyPlugin}
    )
    session = await core.sessions.create("toy", {"question": "What now?", "rounds": 9}, core.teams.default())
    try:
        async with desk_on(core) as d:
            await d.window._open(session)
            await core.sessions.start(session)
            toy = Toys(core, d, session)
            await toy.turn(1)
            await d.settle()
            yield toy
    finally:
        await core.close()


def press_row(table: QTableView, row: int) -> None:
    centre = table.visualRect(table.model().index(row, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=centre)


async def test_a_described_list_is_filtered_read_copied_and_grows_where_the_reader_is(
    desk_on: Callable[[Any], Desk], tmp_path: Path
) -> None:
    async with toys(tmp_path, desk_on) as toy:
        d, page = toy.desk, toy.page
        members = [page.view.names.of(name) for name in page.view.members()]
        await toy.click_tab("Written")
        table = d.named("Everything written")
        QAbstractItemModelTester(table.model(), QAbstractItemModelTester.FailureReportingMode.Fatal)
        assert table.model().headerData(2, Qt.Orientation.Horizontal) == "Says"
        assert toy.cells("Everything written") == [], "the first turn is left out until it is asked for"
        d.named("Show the first turn too").click()
        first = toy.cells("Everything written")
        assert [row[1] for row in first] == [f"★ {name}" for name in members]
        assert first[0][2].endswith(f"says: What now? round 1 {page.view.members()[0]}")
        aloud = table.model().index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole)
        assert aloud == f"First turn: {members[0]}"

        press_row(table, 1)
        assert d.named("The chosen answer").written == page.view.own.written[1].text
        d.named("Copy answer").click()
        assert QGuiApplication.clipboard().text() == page.view.own.written[1].text

        # What comes is added below; who reads a row goes on reading it.
        resets: list[int] = []
        table.model().modelReset.connect(lambda: resets.append(1))
        await toy.again()
        assert len(toy.cells("Everything written")) == 2 * len(members)
        assert (resets, table.currentIndex().row()) == ([], 1)
        assert page.panel("written").tally.text() == f"{2 * len(members)} answers"

        turns = d.named("Show only this turn")
        turns.setFocus()
        QTest.keyClick(turns, Qt.Key.Key_End)
        assert {row[0] for row in toy.cells("Everything written")} == {"2"}
        second = page.view.own.written[len(members)].text
        assert d.named("The chosen answer").written == second, "the first row is, in place of one not listed"
        QTest.keyClick(turns, Qt.Key.Key_Home)
        QTest.keyClicks(d.named("Search the answers"), "ROUND 2")
        assert len(toy.cells("Everything written")) == len(members)
        QTest.keyClicks(d.named("Search the answers"), " of nothing")
        assert toy.cells("Everything written") == []
        assert page.panel("written").detail.head.text() == "Nothing passes the filters."


async def test_what_a_row_points_at_is_opened_a_text_a_record_a_line_of_a_file_and_a_row_of_another_list(
    desk_on: Callable[[Any], Desk], tmp_path: Path
) -> None:
    async with toys(tmp_path, desk_on) as toy:
        d, page = toy.desk, toy.page
        await toy.click_tab("Written")
        d.named("Show the first turn too").click()
        table = d.named("Everything written")
        table.setFocus()
        press_row(table, 1)
        await d.settle()

        d.named("In the notes: notes.txt:2").click()
        (opened,) = d.window.findChildren(FileDialog)
        assert opened.isVisible()
        assert opened.text.textCursor().block().text() == page.view.own.written[1].text
        assert "Line 2 of " in opened.where.text()
        opened.main.click()

        seat = page.view.members()[1]
        d.named(f"Stands as: {page.view.names.of(seat)}").click()
        assert page.tabs.name() == "members"
        assert d.named("Who wrote how often").currentIndex().data() == page.view.names.of(seat)

        await toy.click_tab("Written")
        d.named(f"Written: record {page.view.own.written[1].seq}").click()
        assert page.tabs.name() == "log"
        log = d.named("Log")
        assert log.currentIndex().siblingAtColumn(0).data() == str(page.view.own.written[1].seq)

        await toy.click_tab("Written")
        table.setFocus()
        QTest.keyClick(table, Qt.Key.Key_Return)
        assert page.tabs.name() == "answers"
        assert page.panel("answers").focused_seat() == seat


async def test_rows_that_change_change_in_their_place(desk_on: Callable[[Any], Desk], tmp_path: Path) -> None:
    async with toys(tmp_path, desk_on) as toy:
        await toy.click_tab("Members")
        table = toy.desk.named("Who wrote how often")
        QAbstractItemModelTester(table.model(), QAbstractItemModelTester.FailureReportingMode.Fatal)
        assert table.currentIndex().row() == 0, "the first row is chosen where none is"
        press_row(table, 1)
        resets: list[int] = []
        table.model().modelReset.connect(lambda: resets.append(1))
        await toy.again()
        assert {row[1] for row in toy.cells("Who wrote how often")} == {"2"}
        assert (resets, table.currentIndex().row()) == ([], 1)
        panel = toy.page.panel("members")
        assert panel.detail.head.text() == "Wrote 2 times"


async def test_a_described_document_keeps_the_readers_place_while_it_grows_and_its_headings_are_gone_to(
    desk_on: Callable[[Any], Desk], tmp_path: Path
) -> None:
    async with toys(tmp_path, desk_on) as toy:
        d, page = toy.desk, toy.page
        members = len(page.view.members())
        await toy.click_tab("Notes")
        body, contents = d.named("Notes"), d.named("Go to a section")
        await until(lambda: not body.busy)
        assert body.toPlainText().startswith("Answer 1\n")
        assert [contents.itemText(n) for n in range(contents.count())] == [
            "Sections", *(f"Answer {n}" for n in range(1, members + 1)),
        ]  # fmt: skip
        await toy.again()
        await until(lambda: not body.busy)
        assert contents.count() == 1 + 2 * members
        contents.setFocus()
        QTest.keyClick(contents, Qt.Key.Key_End)
        QTest.keyClick(contents, Qt.Key.Key_Return)
        assert body.textCursor().block().text() == f"Answer {2 * members}"
        d.named("Copy text").click()
        assert QGuiApplication.clipboard().text() == body.written
