"""A whole experiment with the keyboard alone, on the real services.

From the first start of the program to an exported file. Things are found as a person finds them: by what
they are called, by going there with Tab, by looking where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from tests.support.person import ALT, CONTROL, SHIFT, Keyboard
from tests.support.player import playing
from tests.support.waiting import until
from tests.ui.conftest import Desk

pytestmark = [pytest.mark.nightly, pytest.mark.qt_log_ignore("This plugin does not support")]
DeskOn = Callable[[Any], Desk]


@pytest.mark.usefixtures("play_long")
async def test_a_whole_experiment_is_run_with_the_keyboard_alone(desk_on: DeskOn, tmp_path: Path) -> None:
    async with playing(desk_on, Keyboard, tmp_path) as lab:
        keys, page = lab.hand, lab.page
        await lab.begin_by_rules("Experiment")
        await keys.write("Starting prompt", "Find out which moss grows where on an old wall, and why.")
        await keys.go_to("Cycles")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("4")
        await keys.send()

        # Reading: the last message, the other tabs, the measures.
        await lab.asked("cycle", at=(1, 1))
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
        await keys.send()
        await lab.asked("cycle", at=(1, 2))

        # With guidance, into the second cycle; the first is looked at again.
        await keys.go_to("Add guidance")
        await keys.press(Qt.Key.Key_Return)
        await keys.type("Mind the mortar.")
        await keys.send()
        await lab.asked("cycle", at=(2, 1))
        await keys.press(Qt.Key.Key_Left, ALT)
        assert page.view.looking_at == 1
        await keys.press(Qt.Key.Key_Right, ALT)
        await keys.send()

        # The agent asks, and is answered.
        await lab.asked("operator", at=(3, 1))
        await keys.send()
        await until(lambda: keys.focused.accessibleName() == "Your answer")
        await keys.type("Yes, keep to the north side.")
        await keys.send()
        await lab.asked("cycle", at=(3, 1))
        await keys.run("finish")
        await lab.ended()
        text = await lab.hand.export(tmp_path)
        asked = ("which moss grows where", "Name the side of the wall.", "Mind the mortar.", "the north side")
        for words in asked:
            assert words in text, text
