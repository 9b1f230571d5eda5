"""A whole debate with the keyboard alone, and another with the mouse alone, on the real services.

Things are found as a person finds them: by what they are called, by going there with Tab, by looking where
they are. Nothing is called that a key or a click would not call.
"""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from app.bootstrap import build
from app.settings.folders import Folders
from app.settings.options import EXPORTS
from app.settings.settings import Settings
from app.ui.kit.export import ExportDialog
from tests.support.person import Keyboard, Mouse, top
from tests.support.waiting import until

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def gate_of(page: Any) -> str:
    """Return the id of the open gate, empty while none is open."""
    gate = page.view.gate() if page.view else None
    return gate.id if gate else ""


async def asked(page: Any) -> str:
    """Wait until the person is asked something; return what kind of thing."""
    await until(lambda: page.state == "waiting" and gate_of(page))
    return str(page.view.gate().fact.kind)


def test_a_whole_debate_is_reviewed_with_the_keyboard_alone(play_long, desk_on, tmp_path):
    async def story():
        core = build(Folders.of_this_machine(), council_step=0.0)
        async with desk_on(core) as d:
            keys, page = Keyboard(d), d.window.page
            d.window.activateWindow()
            assert keys.focused.accessibleName() == "Ask a question"
            await keys.press(Qt.Key.Key_Space)
            assert keys.focused.accessibleName() == "Question"
            await keys.go_to("Try the rules…")
            await keys.press(Qt.Key.Key_Space)
            await keys.go_to("Question")
            await keys.type("Should our team of twelve move to a four-day week? It must keep customer cover.")
            await keys.go_to("Advanced")
            await keys.press(Qt.Key.Key_Space)
            await keys.go_to("Rounds at most")
            await keys.press(Qt.Key.Key_A, CONTROL)
            await keys.type("3")
            await keys.press(Qt.Key.Key_Return, CONTROL)
            while await asked(page) == "clarification":
                answered = page.view.gate().id
                await d.guard()
                await keys.press(Qt.Key.Key_Return, CONTROL)
                await keys.go_to(next(n for n in _names(d) if n.startswith("Answer or note")))
                await keys.type("Use what you know.")
                await keys.press(Qt.Key.Key_Return, CONTROL)
                await until(lambda before=answered: gate_of(page) != before)
            await d.guard()
            # Reading: the second member, the critiques, the changes, the round before.
            second = page.view.members()[1]
            await until(lambda: f"Answer of {second}" in _names(d))
            await keys.press(Qt.Key.Key_2, CONTROL)
            assert keys.focused.accessibleName() == f"Answer of {second}"
            await keys.press(Qt.Key.Key_Tab, CONTROL)
            assert page.tabs.name() == "critiques"
            await keys.press(Qt.Key.Key_F8)
            assert page.tabs.name() == "changes"
            # Sending it back.
            await keys.press(Qt.Key.Key_Return, CONTROL | SHIFT)
            assert keys.focused.accessibleName() == "What should change?"
            await keys.type("Name what it costs.")
            await keys.press(Qt.Key.Key_Return, CONTROL)
            await until(lambda: page.state == "waiting" and page.view.attempt == 2)
            await d.guard()
            # Guidance, and on to the second round.
            await keys.go_to("Add guidance")
            await keys.press(Qt.Key.Key_Return)
            assert keys.focused.accessibleName() == "Guidance for the next round"
            await keys.type("Think of part-time contracts.")
            await keys.press(Qt.Key.Key_Return, CONTROL)
            await until(lambda: page.state == "waiting" and page.view.round == 2)
            await d.guard()
            await keys.press(Qt.Key.Key_Left, ALT)
            assert page.view.looking_at == 1
            await keys.press(Qt.Key.Key_Right, ALT)
            # Finishing, by the palette.
            await keys.press(Qt.Key.Key_K, CONTROL)
            await keys.type("approve and finish")
            await keys.press(Qt.Key.Key_Return)
            await until(lambda: page.state == "finished")
            await keys.press(Qt.Key.Key_E, CONTROL | SHIFT)
            await until(d.window.findChild(ExportDialog).main.isEnabled)
            await keys.press(Qt.Key.Key_Return, CONTROL)
            dialog = d.window.findChild(QFileDialog)
            QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_A, CONTROL)
            QTest.keyClicks(dialog.focusWidget(), str(tmp_path / "debate.md"))
            QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
            written = tmp_path / "debate.md"
            await until(lambda: written.exists() and written.read_text(encoding="utf-8"))
            text = written.read_text(encoding="utf-8")
            assert "Name what it costs." in text
            assert "Think of part-time contracts." in text
        await core.close()

    play_long(story)


def _names(d: Any) -> list[str]:
    return [w.accessibleName() for w in top(d).findChildren(QWidget) if w.isVisible() and w.accessibleName()]


@pytest.mark.nightly
def test_a_whole_debate_is_reviewed_with_the_mouse_alone(play_long, desk_on, tmp_path):
    async def story():
        core = build(Folders.of_this_machine(), council_step=0.0)
        Settings(Folders.of_this_machine().config).set(EXPORTS, str(tmp_path))
        async with desk_on(core) as d:
            mouse, page = Mouse(d), d.window.page
            d.window.resize(1366, 768)
            await mouse.click("See a sample")
            assert await asked(page) == "approval"
            await d.guard()
            bar = page.tabs.tabBar()
            for at in range(2, page.tabs.count()):
                await mouse.click_at(bar, bar.tabRect(at).center())
                assert page.tabs.currentIndex() == at
            await mouse.click_at(bar, bar.tabRect(1).center())
            # Sending it back with ready words.
            await mouse.click("Reject with feedback…")
            await mouse.click("not sourced")
            await mouse.click("Reject")
            await until(lambda: page.state == "waiting" and page.view.attempt == 2)
            await d.guard()
            # One text stays as it was.
            first = page.view.members()[0]
            await d.choose_texts()
            await mouse.choose(f"Text of {first} that goes on", "My edit")
            await mouse.click("Done")
            assert page.draft_store.draft.choices == {first: "edit"}
            box = d.named("Approve and finish")
            assert box.isEnabled()
            await mouse.click("Approve and finish")
            await until(lambda: page.state == "finished")
            await d.guard()
            strip = page.strip
            rect = strip.visualRect(strip.rounds.index(0))
            await mouse.click_at(strip.viewport(), rect.center())
            await mouse.click("Export…")
            await until(d.window.findChild(ExportDialog).main.isEnabled)
            await mouse.click("Save as…")
            dialog = d.window.findChild(QFileDialog)
            save = next(b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "") == "Save")
            QTest.mouseClick(save, Qt.MouseButton.LeftButton)
            await until(lambda: any(tmp_path.glob("*.md")))
            text = next(tmp_path.glob("*.md")).read_text(encoding="utf-8")
            assert "Give a source for each claim." in text
        await core.close()

    play_long(story)
