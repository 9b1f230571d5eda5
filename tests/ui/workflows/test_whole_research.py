"""Whole researches with the keyboard alone, on the real services.

From the first start of the program to an exported report. Things are found as a person finds them: by what
they are called, by going there with Tab, by looking where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from tests.e2e.test_cli_terminal import SERVICE, SOURCE_BRIEF, SOURCE_PROMPT
from tests.support.laid_out import lay_out
from tests.support.person import CONTROL, Keyboard, fill_in, in_front
from tests.support.player import playing
from tests.support.worked import FERRY
from tests.ui.conftest import Desk

pytestmark = [pytest.mark.nightly, pytest.mark.qt_log_ignore("This plugin does not support")]
DeskOn = Callable[[Any], Desk]


@pytest.mark.usefixtures("play_long")
async def test_a_whole_research_is_led_with_the_keyboard_alone(desk_on: DeskOn, tmp_path: Path) -> None:
    async with playing(desk_on, Keyboard, tmp_path) as study:
        keys, page = study.hand, study.page
        await study.begin_by_rules("Research")
        fill_in(study.d, **FERRY)
        await keys.go_to("Iterations at most")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("2")
        await keys.send()

        await study.asked("scope")
        await keys.send()
        await study.asked("iteration")
        assert page.tabs.name() == "research_findings"

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
        await keys.send()
        await study.asked("iteration")
        assert [one.dismissed for one in page.view.own.findings if one.decided == "dismiss"] == [
            "Said by nobody who was there."
        ]

        # Its page, and the file at these lines.
        cited = page.panel("research_findings").detail.cited
        await keys.go_to(cited.page.text.accessibleName())
        assert cited.code.marked_text().split()[0] in cited.page.text.plain()
        await keys.go_to("Open the file at these lines")
        await keys.press(Qt.Key.Key_Return)
        assert in_front().isVisible()
        await keys.press(Qt.Key.Key_Escape)
        await keys.run("finish")
        await study.ended()
        assert "late departures" in await study.hand.export(tmp_path)


@pytest.mark.usefixtures("play_long")
async def test_a_brief_is_typed_and_its_guidance_pasted_as_its_design_has_them(
    desk_on: DeskOn, tmp_path: Path
) -> None:
    folder = lay_out(tmp_path / "app", SERVICE)
    async with playing(desk_on, Keyboard, tmp_path) as study:
        keys, page = study.hand, study.page
        await study.begin_by_rules("Research")
        fill_in(study.d, folder=str(folder), early_exit=False)
        form = study.d.window.session_forms.now
        brief = form.basic.rows["brief"].control
        brief.setFocus()
        await keys.type(SOURCE_BRIEF)
        await keys.send()

        await study.asked("scope")
        assert study.gate.fact.payload["questions"] == SOURCE_BRIEF.replace("? ", "?\n").splitlines()
        await keys.send()
        await study.asked("iteration")
        # Lines that are pasted are one note: nothing of them is an answer to what comes next.
        await keys.go_to("Add guidance")
        await keys.press(Qt.Key.Key_Return)
        await keys.paste(SOURCE_PROMPT)
        await keys.send()
        await study.asked("iteration")
        assert page.view.own.iteration == 2
        await keys.run("finish")
        await study.ended()
        given = [record.body() for record in page.view.log if record.type == "gate_answered"]
        assert SOURCE_PROMPT in [one["data"].get("note") for one in given]
        assert SOURCE_PROMPT.splitlines()[0] in await study.hand.export(tmp_path)
