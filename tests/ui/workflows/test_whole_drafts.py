"""A whole draft with the mouse alone, and another with the keyboard alone, on the real services.

From the first start of the program to an exported file. Things are found as a person finds them: by what
they are called, by going there with Tab, by looking where they are.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.bootstrap import build
from app.settings.folders import Folders
from app.ui.kit.export import ExportDialog
from app.ui.kit.menu_button import MenuButton
from tests.support.git_reading import assert_sound, git, needs_git
from tests.support.person import Keyboard, Mouse, fill_in
from tests.support.waiting import until
from tests.support.worked import SALT
from tests.ui.conftest import Desk

pytestmark = [
    needs_git,
    pytest.mark.nightly,
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Writer:
    """A window on an empty library, and what a test sees of the draft that is written in it."""

    def __init__(self, desk: Desk) -> None:
        self.d = desk
        self.page: Any = desk.window.page
        self._seen: set[str] = set()

    @property
    def gate(self) -> Any:
        """The open gate's fact, None while nothing is asked."""
        view = self.page.view
        gate = view.gate() if view is not None else None
        return gate.fact if gate is not None else None

    async def asked(self, *kinds: str) -> str:
        """Wait for a new question of one of these kinds, and until its buttons can be pressed."""

        def there() -> bool:
            view = self.page.view
            gate = view.gate() if view is not None else None
            return gate is not None and gate.id not in self._seen and self.page.state == "waiting"

        try:
            await until(there)
        except AssertionError:
            at = f"{self.page.state}, {self.gate and self.gate.kind}, {self.page.bar.problem.text()!r}"
            raise AssertionError(f"none of {kinds} is asked: the page is {at}") from None
        self._seen.add(self.page.view.gate().id)
        await self.d.guard()
        assert self.gate.kind in kinds, self.gate.kind
        return str(self.gate.kind)

    def text(self) -> str:
        """Return what the Text tab shows."""
        return str(self.page.panel("draft_texts").detail.body.plain())

    @property
    def folder(self) -> Path:
        """Where the text lies."""
        return Path(self.page.view.fold.session.setup["project"])


async def pick(mouse: Mouse, d: Desk, button: str, words: str) -> None:
    """Open a menu and click a line of it."""
    found = await mouse.click(button)
    assert isinstance(found, MenuButton)
    menu = found.choices
    action = next(one for one in menu.actions() if one.text().replace("&", "") == words)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    await d.settle()


@pytest.mark.usefixtures("play_long")
async def test_a_whole_draft_is_written_with_the_mouse_alone(
    desk_on: Callable[[Any], Desk], tmp_path: Path
) -> None:
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        w, mouse = Writer(d), Mouse(d)
        page = w.page
        d.window.resize(1366, 768)
        await mouse.click("Ask a question")
        await mouse.click("Kind: Draft")
        await mouse.click("Try the rules…")
        folder = tmp_path / "the-salt-ledger"
        shutil.copytree(SALT, folder)
        fill_in(d, project=str(folder))
        await mouse.click("Start")

        # It begins where something is written; another level is chosen.
        await w.asked("draft_feedback")
        assert page.bar.about.text() == "Target: Prose"
        await pick(mouse, d, "What the line is about", "Work on Chapters")
        await w.asked("draft_feedback")
        await pick(mouse, d, "Ready-made words", "Make chapter 3 darker and add internal conflict")
        # A mouse writes no words of its own.
        page.bar.guidance.text.setPlainText("Replace Marit by Irma in chapter 3. Make it darker.")
        await mouse.click("Send")
        await w.asked("draft_downstream")
        await mouse.click("Keep all, mark out of date")
        assert await w.asked("draft_judge") == "draft_judge"
        assert "needs revision" in page.column.standing.cards[0].told
        await mouse.click("Try again")
        await w.asked("draft_judge")
        await mouse.click("Accept attempt 2 anyway")
        await w.asked("draft_acceptance")

        # Every view is looked into, and what the judge said.
        bar = page.tabs.tabBar()
        for at in range(page.tabs.count()):
            if bar.isTabVisible(at):
                await mouse.click_at(bar, bar.tabRect(at).center())
                assert page.tabs.currentIndex() == at
            for part in page.tabs.parts.buttons.values():
                await mouse.click_at(part, part.rect().center())
                assert part.isChecked()
        await mouse.click_at(bar, bar.tabRect(0).center())
        table = page.panel("draft_texts").table
        changes = [table.model().index(row, 1).data() for row in range(table.model().rowCount())]
        assert any(str(change).startswith("+") for change in changes)
        assert page.column.standing.headings[0].text() == "Judge"
        await mouse.click("What changed: show all of it")
        assert page.tabs.name() == "draft_explained"
        assert not (w.folder / ".git").exists(), "nothing in the folder changes before it is accepted"
        await mouse.click("Accept")

        # Accepted: what stands below is marked; then it is taken back where it is listed.
        await w.asked("draft_feedback")
        assert git(w.folder, "log", "-1", "--format=%s").startswith("[chapters] Replace Marit")
        assert "Prose · out of date" in [
            page.strip.rounds.index(row).data() for row in range(page.strip.rounds.rowCount())
        ]
        await mouse.click_at(bar, bar.tabRect(page.tabs.names().index("draft_history")).center())
        await mouse.click("Take back…")
        await w.asked("draft_undo")
        await mouse.click("Take it back")
        await w.asked("draft_feedback")
        assert git(w.folder, "status", "--porcelain") == ""
        assert git(w.folder, "log", "--format=%s").count("\n") >= 1
        assert_sound(w.folder)
        rows = page.panel("draft_history").table.model()
        assert "taken back" in rows.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    await core.close()


@pytest.mark.usefixtures("play_long")
async def test_a_whole_draft_is_written_with_the_keyboard_alone(
    desk_on: Callable[[Any], Desk], tmp_path: Path
) -> None:
    folder = tmp_path / "home" / "fog"
    folder.mkdir(parents=True)
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        w, keys = Writer(d), Keyboard(d)
        page = w.page
        d.window.activateWindow()
        assert keys.focused.accessibleName() == "Ask a question"
        await keys.press(Qt.Key.Key_Space)
        await keys.go_to("Kind: Draft")
        await keys.press(Qt.Key.Key_Space)
        await keys.go_to("Try the rules…")
        await keys.press(Qt.Key.Key_Space)
        await keys.go_to("Folder")
        assert keys.focused.accessibleName() == "Folder"
        await keys.type(str(folder))
        await keys.go_to("What it is to be")
        await keys.type("A fantasy. Ada keeps the light at Skerry Point and finds letters.")
        await keys.press(Qt.Key.Key_Return, CONTROL)

        # The first level, by a command that is offered while it is typed.
        await w.asked("draft_feedback")
        await keys.go_to("What should change?")
        await keys.type("/gen")
        await keys.press(Qt.Key.Key_Tab)
        assert page.bar.guidance.text.toPlainText() == "/generate premise"
        await keys.press(Qt.Key.Key_Return)
        await w.asked("draft_acceptance")
        assert "Ada" in w.text()
        await keys.press(Qt.Key.Key_Return, CONTROL)
        await w.asked("draft_feedback")

        # The next one by its button; then a change in words of one's own.
        await keys.go_to("Write Treatment")
        await keys.press(Qt.Key.Key_Return)
        await w.asked("draft_acceptance")
        await keys.press(Qt.Key.Key_Return, CONTROL)
        await w.asked("draft_feedback")
        await keys.go_to("What should change?")
        await keys.type("Replace Ada by Runa")
        await keys.press(Qt.Key.Key_Return)
        await w.asked("draft_acceptance")
        assert "Runa" in w.text()

        # Changes are gone through by their keys, one is kept as it was; then all is accepted.
        await keys.press(Qt.Key.Key_F8)
        assert page.tabs.name() == "draft_changes"
        await keys.press(Qt.Key.Key_Return, CONTROL)
        await w.asked("draft_feedback")
        assert "Runa" in (folder / "treatment/treatment.md").read_text(encoding="utf-8")

        # Rejected with a key, nothing is changed.
        await keys.go_to("What should change?")
        await keys.type("Replace Runa by Edda")
        await keys.press(Qt.Key.Key_Return)
        await w.asked("draft_acceptance")
        await keys.press(Qt.Key.Key_Return, CONTROL | SHIFT)
        await w.asked("draft_feedback")
        assert git(folder, "status", "--porcelain") == ""
        assert "Edda" not in (folder / "treatment/treatment.md").read_text(encoding="utf-8")

        # Out into a file.
        await keys.press(Qt.Key.Key_E, CONTROL | SHIFT)
        dialog = d.window.findChild(ExportDialog)
        assert dialog is not None
        await until(dialog.main.isEnabled)
        await keys.press(Qt.Key.Key_Return, CONTROL)
        files = d.window.findChild(QFileDialog)
        assert files is not None
        QTest.keyClick(files.focusWidget(), Qt.Key.Key_A, CONTROL)
        QTest.keyClicks(files.focusWidget(), str(tmp_path / "fog.md"))
        QTest.keyClick(files.focusWidget(), Qt.Key.Key_Return)
        written = tmp_path / "fog.md"
        await until(lambda: written.exists() and written.read_text(encoding="utf-8"))
        assert "Replace Ada by Runa" in written.read_text(encoding="utf-8")
        assert_sound(folder)
    await core.close()
