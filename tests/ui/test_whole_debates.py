"""A whole debate with the keyboard alone, and another with the mouse alone, on the real services.

Things are found as a person finds them: by what they are called, by going there with Tab, by looking where
they are. Nothing is called that a key or a click would not call.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tests.support.person import ALT, CONTROL, SHIFT, Keyboard, Mouse, top
from tests.support.player import look_into_each_view, playing, turn_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def names(d: Any) -> list[str]:
    """Return what the controls in sight are called."""
    return [w.accessibleName() for w in top(d).findChildren(QWidget) if w.isVisible() and w.accessibleName()]


@pytest.mark.usefixtures("play_long")
async def test_a_whole_debate_is_reviewed_with_the_keyboard_alone(desk_on: Any, tmp_path: Path) -> None:
    async with playing(desk_on, Keyboard, tmp_path) as p:
        d, keys, page = p.d, p.hand, p.page
        assert keys.focused.accessibleName() == "Ask a question"
        await keys.press(Qt.Key.Key_Space)
        assert keys.focused.accessibleName() == "Question"
        await keys.use("Try the rules…")
        question = "Should our team of twelve move to a four-day week? It must keep customer cover."
        await keys.write("Question", question)
        await keys.use("Advanced")
        await keys.go_to("Rounds at most")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("3")
        await keys.send()
        while await p.asked("clarification", "approval") == "clarification":
            await keys.send()
            await keys.write(
                next(n for n in names(d) if n.startswith("Answer or note")), "Use what you know."
            )
            await keys.send()
        # Reading: the second member, the critiques, the changes, the round before.
        second = page.view.members()[1]
        await until(lambda: f"Answer of {second}" in names(d))
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
        await keys.send()
        await p.asked("approval", at=(1, 2))
        # Guidance, and on to the second round.
        await keys.go_to("Add guidance")
        await keys.press(Qt.Key.Key_Return)
        assert keys.focused.accessibleName() == "Guidance for the next round"
        await keys.type("Think of part-time contracts.")
        await keys.send()
        await p.asked("approval", at=(2, 1))
        await keys.press(Qt.Key.Key_Left, ALT)
        assert page.view.looking_at == 1
        await keys.press(Qt.Key.Key_Right, ALT)
        await keys.run("approve and finish")
        await p.ended()
        text = await p.hand.export(tmp_path)
        assert "Name what it costs." in text
        assert "Think of part-time contracts." in text


@pytest.mark.nightly
@pytest.mark.usefixtures("play_long")
async def test_a_whole_debate_is_reviewed_with_the_mouse_alone(desk_on: Any, tmp_path: Path) -> None:
    async with playing(desk_on, Mouse, tmp_path) as p:
        d, mouse, page = p.d, p.hand, p.page
        await mouse.click("See a sample")
        await p.asked("approval")
        await look_into_each_view(p)
        await turn_to(p, "answers")
        # Sending it back with ready words.
        await mouse.click("Reject with feedback…")
        await mouse.click("not sourced")
        await mouse.click("Reject")
        await p.asked("approval", at=(1, 2))
        # One text stays as it was.
        first = page.view.members()[0]
        await d.choose_texts()
        await mouse.choose(f"Text of {first} that goes on", "My edit")
        await mouse.click("Done")
        assert page.draft_store.draft.choices == {first: "edit"}
        assert d.named("Approve and finish").isEnabled()
        await mouse.click("Approve and finish")
        await p.ended()
        await mouse.click_row(page.strip, 0)
        assert "Give a source for each claim." in await p.hand.export(tmp_path)
