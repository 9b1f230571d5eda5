"""A whole research with the mouse alone, and another with the keyboard alone, on the real services.

From the first start of the program to an exported report. Things are found as a person finds them: by what
they are called, by going there with Tab, by looking where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton, QTableView

from app.bootstrap import build
from app.settings.folders import Folders
from app.settings.options import EXPORTS
from app.settings.settings import Settings
from app.ui.kit.export import ExportDialog
from tests.support.person import Keyboard, Mouse, fill_in, in_front
from tests.support.waiting import until
from tests.support.worked import FERRY
from tests.ui.conftest import Desk

pytestmark = [pytest.mark.nightly, pytest.mark.qt_log_ignore("This plugin does not support")]
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
DISPUTED = ("There were 12 late departures in April.", "There were 14 late departures in April.")


class Study:
    """A window on an empty library, and what a test sees of the research that is led in it."""

    def __init__(self, desk: Desk) -> None:
        self.d = desk
        self.page: Any = desk.window.page
        self._seen: set[str] = set()

    async def asked(self, kind: str) -> None:
        """Wait for a new question of this kind, and until its buttons can be pressed."""

        def there() -> bool:
            view = self.page.view
            if view is None or self.page.state != "waiting" or view.gate() is None:
                return False
            return view.gate().id not in self._seen and bool(view.gate().fact.kind == kind)

        await until(there)
        self._seen.add(self.page.view.gate().id)
        await self.d.guard()

    @property
    def tab(self) -> str:
        """The tab in sight."""
        return str(self.page.tabs.name())

    async def turn_to(self, mouse: Mouse, tab: str) -> None:
        """Click the title a view stands under, and the view itself where several share the title."""
        tabs = self.page.tabs
        at = tabs.names().index(tab)
        titled = next(one for one in tabs.titles.together(at) or (at,) if tabs.titles.isTabVisible(one))
        await mouse.click_at(tabs.titles, tabs.titles.tabRect(titled).center())
        if tab in tabs.parts.buttons:
            part = tabs.parts.buttons[tab]
            await mouse.click_at(part, part.rect().center())
        assert self.tab == tab

    def list_of(self, tab: str) -> QTableView:
        """Return the list of a tab."""
        table: QTableView = self.page.panel(tab).table
        return table

    def offered(self) -> list[str]:
        """Return what the foot of the list in sight offers."""
        return [one.text() for one in self.page.panel(self.tab).detail.foot.buttons if one.isVisible()]


def saved(folder: Path) -> str:
    """Return the export that was written, empty where there is none yet."""
    return "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.md"))


@pytest.mark.usefixtures("play_long")
async def test_a_whole_research_is_led_with_the_mouse_alone(
    desk_on: Callable[[Any], Desk], tmp_path: Path
) -> None:
    exports = tmp_path / "exports"
    exports.mkdir()
    core = build(Folders.of_this_machine(), council_step=0.0)
    Settings(Folders.of_this_machine().config).set(EXPORTS, str(exports))
    async with desk_on(core) as d:
        study, mouse = Study(d), Mouse(d)
        page = study.page
        d.window.resize(1366, 768)
        await mouse.click("Ask a question")
        await mouse.click("Kind: Research")
        await mouse.click("Try the rules…")
        fill_in(d, **FERRY)
        await mouse.click("Start")

        # The plan lies before the person, and what leaves this machine is said.
        await study.asked("scope")
        assert study.tab == "plan"
        assert page.bar.details.text().startswith("Nothing leaves this machine")
        await mouse.click("Confirm")

        # The findings lie before the person when they are there.
        await study.asked("iteration")
        assert study.tab == "research_findings"
        bar = page.tabs.tabBar()
        for at in range(page.tabs.count()):
            if bar.isTabVisible(at):
                await mouse.click_at(bar, bar.tabRect(at).center())
                assert page.tabs.currentIndex() == at
            for part in page.tabs.parts.buttons.values():
                await mouse.click_at(part, part.rect().center())
                assert part.isChecked()

        # Two papers contradict each other: the lines of both are looked at, and one stands.
        await study.turn_to(mouse, "conflicts")
        detail = page.panel("conflicts").detail
        quoted = []
        for chip in detail.cited.chips:
            await mouse.click_at(chip, chip.rect().center())
            quoted.append(detail.cited.code.marked_text())
        assert set(quoted) == set(DISPUTED)
        assert study.offered() == ["First stands", "Second stands", "Both stand"]
        await mouse.click("Second stands")
        await study.asked("iteration")
        assert detail.foot.note.text().startswith("settled by you: ")
        assert study.tab == "conflicts", "who turned to a tab stays there"

        # A finding is confirmed; another is dismissed, for a reason.
        await study.turn_to(mouse, "research_findings")
        table = study.list_of("research_findings")
        for row, name in ((0, "Confirm"), (3, "Dismiss…")):
            box = table.visualRect(table.model().index(row, 0))
            await mouse.click_at(table.viewport(), box.center())
            await mouse.click(name)
            if name == "Dismiss…":
                QTest.keyClicks(in_front().focusWidget(), "Of no use here.")
                await mouse.click("Save")
            await study.asked("iteration")
        states = [one.decided for one in page.view.own.findings]
        assert sorted(filter(None, states)) == ["confirm", "dismiss"]

        # A word is searched for among the findings.
        await mouse.click("Search the findings")
        words = page.panel("research_findings").filters.searches[0][1]
        assert d.window.focusWidget() is words
        QTest.keyClicks(words, "ramp")
        await d.settle()
        told = [table.model().index(row, 0).data() for row in range(table.model().rowCount())]
        assert told
        assert all("ramp" in one.lower() for one in told)

        await mouse.click("Finish")
        await until(lambda: page.state == "finished")
        await d.guard()
        await mouse.click("Export…")
        dialog = d.window.findChild(ExportDialog)
        assert dialog is not None
        await until(dialog.main.isEnabled)
        await mouse.click("Save as…")
        files = d.window.findChild(QFileDialog)
        assert files is not None
        save = next(b for b in files.findChildren(QPushButton) if b.text().replace("&", "") == "Save")
        QTest.mouseClick(save, Qt.MouseButton.LeftButton)
        await until(lambda: saved(exports))
        for part in ("late departures", "minutes/may.md"):
            assert part in saved(exports)
    await core.close()


@pytest.mark.usefixtures("play_long")
async def test_a_whole_research_is_led_with_the_keyboard_alone(
    desk_on: Callable[[Any], Desk], tmp_path: Path
) -> None:
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        study, keys = Study(d), Keyboard(d)
        page = study.page
        d.window.activateWindow()
        await keys.press(Qt.Key.Key_Space)
        await keys.go_to("Kind: Research")
        await keys.press(Qt.Key.Key_Space)
        await keys.go_to("Try the rules…")
        await keys.press(Qt.Key.Key_Space)
        fill_in(d, **FERRY)
        await keys.go_to("Iterations at most")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("2")
        await keys.press(Qt.Key.Key_Return, CONTROL)

        await study.asked("scope")
        await keys.press(Qt.Key.Key_Return, CONTROL)
        await study.asked("iteration")
        assert study.tab == "research_findings"

        # Down the list, letter by letter: one confirmed, taken back, the next one dismissed.
        await keys.go_to("Findings")
        await keys.press(Qt.Key.Key_Home)
        first = page.view.own.findings[0].id
        await keys.press(Qt.Key.Key_C)
        await study.asked("iteration")
        assert page.view.own.known.finding(first).decided == "confirm"
        await keys.press(Qt.Key.Key_U)
        await study.asked("iteration")
        assert not page.view.own.known.finding(first).decided
        await keys.press(Qt.Key.Key_Down)
        await keys.press(Qt.Key.Key_D)
        await keys.type("Said by nobody who was there.")
        await keys.press(Qt.Key.Key_Return, CONTROL)
        await study.asked("iteration")
        assert [one.dismissed for one in page.view.own.findings if one.decided == "dismiss"] == [
            "Said by nobody who was there."
        ]

        # Its page, and the file at these lines.
        panel = page.panel("research_findings")
        cited = panel.detail.cited
        await keys.go_to(cited.page.text.accessibleName())
        assert cited.code.marked_text().split()[0] in cited.page.text.plain()
        await keys.go_to("Open the file at these lines")
        await keys.press(Qt.Key.Key_Return)
        assert in_front().isVisible()
        await keys.press(Qt.Key.Key_Escape)

        # Guidance goes into the next iteration: lines that are pasted are one note.
        await keys.go_to("Add guidance")
        await keys.press(Qt.Key.Key_Return)
        QGuiApplication.clipboard().setText("Look at the letters again.\nThen at the minutes.")
        await keys.press(Qt.Key.Key_V, CONTROL)
        await keys.press(Qt.Key.Key_Return, CONTROL)
        await study.asked("iteration")
        assert page.view.own.iteration == 2

        await keys.press(Qt.Key.Key_K, CONTROL)
        await keys.type("finish")
        await keys.press(Qt.Key.Key_Return)
        await until(lambda: page.state == "finished")
        await keys.press(Qt.Key.Key_E, CONTROL | SHIFT)
        dialog = d.window.findChild(ExportDialog)
        assert dialog is not None
        await until(dialog.main.isEnabled)
        await keys.press(Qt.Key.Key_Return, CONTROL)
        files = d.window.findChild(QFileDialog)
        assert files is not None
        written = tmp_path / "ferry.md"
        QTest.keyClick(files.focusWidget(), Qt.Key.Key_A, CONTROL)
        QTest.keyClicks(files.focusWidget(), str(written))
        QTest.keyClick(files.focusWidget(), Qt.Key.Key_Return)
        await until(lambda: written.exists() and written.read_text(encoding="utf-8"))
        given = [record.body() for record in page.view.log if record.type == "gate_answered"]
        notes = [one["data"].get("note") for one in given]
        assert "Look at the letters again.\nThen at the minutes." in notes
        assert "Look at the letters again." in written.read_text(encoding="utf-8")
    await core.close()
