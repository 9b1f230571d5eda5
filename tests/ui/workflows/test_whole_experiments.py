"""A whole experiment with the mouse alone, and another with the keyboard alone, on the real services.

From the first start of the program to an exported file. Things are found as a person finds them: by what
they are called, by going there with Tab, by looking where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QTableView, QWidget

from app.bootstrap import build
from app.settings.folders import Folders
from app.settings.options import EXPORTS
from app.settings.settings import Settings
from app.ui.kit.export import ExportDialog
from tests.support.person import Keyboard, Mouse, fill_in, top
from tests.support.waiting import until
from tests.support.worked import WORKED
from tests.ui.conftest import Desk

pytestmark = [pytest.mark.nightly, pytest.mark.qt_log_ignore("This plugin does not support")]
CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


class Lab:
    """A window on an empty library, and what a test sees of the experiment that is run in it."""

    def __init__(self, desk: Desk) -> None:
        self.d = desk
        self.page: Any = desk.window.page
        self._seen: set[str] = set()

    async def asked(self, kind: str, cycle: int, attempt: int = 1) -> None:
        """Wait for a new question of this kind, and until its buttons can be pressed."""

        def there() -> bool:
            view = self.page.view
            if self.page.state != "waiting" or view.gate() is None or view.gate().id in self._seen:
                return False
            return bool(view.gate().fact.kind == kind and (view.round, view.attempt) == (cycle, attempt))

        try:
            await until(there)
        except AssertionError:
            view = self.page.view
            at = f"{self.page.state}, {view and view.gate()}, {self.page.bar.problem.text()!r}"
            raise AssertionError(f"no {kind} of cycle {cycle}: the page is {at}") from None
        self._seen.add(self.page.view.gate().id)
        await self.d.guard()

    def buttons(self) -> list[str]:
        """Return what is offered, the filled button first."""
        return [words for _, words in self.page.bar.offered()]

    def names(self) -> list[str]:
        """Return what the controls in sight are called."""
        return [w.accessibleName() for w in top(self.d).findChildren(QWidget) if w.isVisible()]


async def click_row(mouse: Mouse, table: QTableView, row: int) -> None:
    """Click the row of a list."""
    await mouse.click_at(table.viewport(), table.visualRect(table.model().index(row, 0)).center())


def saved(folder: Path) -> str:
    """Return the export that was written, empty where there is none yet."""
    return "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.md"))


@pytest.mark.usefixtures("play_long")
async def test_a_whole_experiment_is_run_with_the_mouse_alone(
    desk_on: Callable[[Any], Desk], tmp_path: Path
) -> None:
    exports = tmp_path / "exports"
    exports.mkdir()
    core = build(Folders.of_this_machine(), council_step=0.0)
    Settings(Folders.of_this_machine().config).set(EXPORTS, str(exports))
    async with desk_on(core) as d:
        lab, mouse = Lab(d), Mouse(d)
        page = lab.page
        d.window.resize(1366, 768)
        await mouse.click("Ask a question")
        await mouse.click("Kind: Experiment")
        await mouse.click("Try the rules…")
        fill_in(d, prompt=(WORKED / "tide-pools-prompt.md").read_text("utf-8"))
        await mouse.choose("Ask me", "Every cycle")
        await mouse.click("Start")

        # Each view is looked into.
        await lab.asked("cycle", 1)
        assert lab.buttons() == ["Next cycle", "Finish", "Redo this cycle…"]
        bar = page.tabs.tabBar()
        for at in range(page.tabs.count()):
            await mouse.click_at(bar, bar.tabRect(at).center())
            assert page.tabs.currentIndex() == at
        await mouse.click_at(bar, bar.tabRect(0).center())
        table = page.panel("messages").table
        await click_row(mouse, table, table.model().rowCount() - 1)
        await until(lambda: "Cycle 1: rules, no AI" in page.panel("messages").detail.body.plain())

        # Once more, then on.
        await mouse.click("Redo this cycle…")
        await mouse.click("Redo this cycle")
        await lab.asked("cycle", 1, attempt=2)
        await mouse.click("Next cycle")
        await lab.asked("cycle", 2)
        await mouse.click_at(bar, bar.tabRect(page.tabs.names().index("reflections")).center())
        await mouse.choose("Older reflection", "Cycle 1, attempt 1 (redone)")
        await mouse.click_at(bar, bar.tabRect(page.tabs.names().index("log")).center())
        await mouse.choose("Show only this cycle", "Cycle 2")

        await mouse.click_at(bar, bar.tabRect(page.tabs.names().index("summary")).center())
        assert "Question" not in [label.text() for label in page.findChildren(QLabel) if label.isVisible()]

        # Two cycles without being asked, and what the agent asks is asked all the same.
        await mouse.click("Go on by itself…")
        await mouse.click("Go on without asking me")
        await mouse.click("Next cycle, with these limits")
        await lab.asked("operator", 3)
        page.tabs.show_tab("messages")
        last = table.model().index(table.model().rowCount() - 1, 2).data()
        assert last.startswith("“This agent is made of rules"), "the list says what the agent asks"
        assert set(lab.buttons()) == {"Reply…", "No answer", "Take back control"}
        await mouse.click("No answer")
        await lab.asked("cycle", 10)
        told = [entry[1] for entry in d.window.notices.kept]
        assert any(words.endswith("Cycle 9 was approved for you.") for words in told), told
        assert lab.buttons()[0] == "Finish"
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
        text = saved(exports)
        for words in ("Tide pools after a winter storm", "Cycle 10: rules, no AI"):
            assert words in text, text
    await core.close()


@pytest.mark.usefixtures("play_long")
async def test_a_whole_experiment_is_run_with_the_keyboard_alone(
    desk_on: Callable[[Any], Desk], tmp_path: Path
) -> None:
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        lab, keys = Lab(d), Keyboard(d)
        page = lab.page
        d.window.activateWindow()
        assert keys.focused.accessibleName() == "Ask a question"
        await keys.press(Qt.Key.Key_Space)
        await keys.go_to("Kind: Experiment")
        await keys.press(Qt.Key.Key_Space)
        await keys.go_to("Try the rules…")
        await keys.press(Qt.Key.Key_Space)
        await keys.go_to("Starting prompt")
        assert keys.focused.accessibleName() == "Starting prompt"
        await keys.type("Find out which moss grows where on an old wall, and why.")
        await keys.go_to("Cycles")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("4")
        await keys.press(Qt.Key.Key_Return, CONTROL)

        # Reading: the last message, the other tabs, the measures.
        await lab.asked("cycle", 1)
        seen = [page.tabs.name()]
        for _ in range(page.tabs.count() - 1):
            await keys.press(Qt.Key.Key_Tab, CONTROL)
            seen.append(page.tabs.name())
        assert sorted(seen) == sorted(page.tabs.names())
        await keys.press(Qt.Key.Key_Tab, CONTROL)
        await keys.go_to("Messages")
        await keys.press(Qt.Key.Key_End)
        await until(lambda: "Cycle 1: rules, no AI" in page.panel("messages").detail.body.plain())

        # Sending it back.
        await keys.press(Qt.Key.Key_Return, CONTROL | SHIFT)
        assert keys.focused.accessibleName() == "Note for the next prompt"
        await keys.type("Name the side of the wall.")
        await keys.press(Qt.Key.Key_Return, CONTROL)
        await lab.asked("cycle", 1, attempt=2)

        # With guidance, into the second cycle; the first is looked at again.
        await keys.go_to("Add guidance")
        await keys.press(Qt.Key.Key_Return)
        await keys.type("Mind the mortar.")
        await keys.press(Qt.Key.Key_Return, CONTROL)
        await lab.asked("cycle", 2)
        await keys.press(Qt.Key.Key_Left, ALT)
        assert page.view.looking_at == 1
        await keys.press(Qt.Key.Key_Right, ALT)
        await keys.press(Qt.Key.Key_Return, CONTROL)

        # The agent asks, and is answered.
        await lab.asked("operator", 3)
        await keys.press(Qt.Key.Key_Return, CONTROL)
        await until(lambda: keys.focused.accessibleName() == "Your answer")
        await keys.type("Yes, keep to the north side.")
        await keys.press(Qt.Key.Key_Return, CONTROL)
        await lab.asked("cycle", 3)

        # Ending it, by the palette.
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
        QTest.keyClick(files.focusWidget(), Qt.Key.Key_A, CONTROL)
        QTest.keyClicks(files.focusWidget(), str(tmp_path / "moss.md"))
        QTest.keyClick(files.focusWidget(), Qt.Key.Key_Return)
        written = tmp_path / "moss.md"
        await until(lambda: written.exists() and written.read_text(encoding="utf-8"))
        text = written.read_text(encoding="utf-8")
        asked = (
            "which moss grows where",
            "Name the side of the wall.",
            "Mind the mortar.",
            "the north side",
        )
        for words in asked:
            assert words in text, text
    await core.close()
