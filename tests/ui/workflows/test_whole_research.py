"""A whole research with the mouse alone, and others with the keyboard alone, on the real services.

From the first start of the program to an exported report. Things are found as a person finds them: by what
they are called, by going there with Tab, by looking where they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.e2e.test_cli_terminal import SERVICE, SOURCE_BRIEF, SOURCE_PROMPT
from tests.support.laid_out import lay_out
from tests.support.person import CONTROL, Keyboard, Mouse, fill_in, in_front
from tests.support.player import look_into_each_view, playing, turn_to
from tests.support.worked import FERRY
from tests.ui.conftest import Desk

pytestmark = [pytest.mark.nightly, pytest.mark.qt_log_ignore("This plugin does not support")]
DeskOn = Callable[[Any], Desk]
DISPUTED = ("There were 12 late departures in April.", "There were 14 late departures in April.")


@pytest.mark.usefixtures("play_long")
async def test_a_whole_research_is_led_with_the_mouse_alone(desk_on: DeskOn, tmp_path: Path) -> None:
    async with playing(desk_on, Mouse, tmp_path) as study:
        d, mouse, page = study.d, study.hand, study.page
        await study.begin_by_rules("Research")
        fill_in(d, **FERRY)
        await mouse.click("Start")

        # The plan lies before the person, and what leaves this machine is said.
        await study.asked("scope")
        assert page.tabs.name() == "plan"
        # By rules no model runs anywhere.
        assert re.match(r"Nothing leaves this machine: \d+ files? \([\d,]+ tokens\)", page.bar.details.text())
        await mouse.click("Confirm")

        # The findings lie before the person when they are there.
        await study.asked("iteration")
        assert page.tabs.name() == "research_findings"
        await look_into_each_view(study)

        # Two papers contradict each other: the lines of both are looked at, and one stands.
        await turn_to(study, "conflicts")
        detail = page.panel("conflicts").detail
        quoted = []
        for chip in detail.cited.chips:
            await mouse.click_at(chip, chip.rect().center())
            quoted.append(detail.cited.code.marked_text())
        assert set(quoted) == set(DISPUTED)
        offered = [one.text() for one in detail.foot.buttons if one.isVisible()]
        assert offered == ["First stands", "Second stands", "Both stand"]
        await mouse.click("Second stands")
        await study.asked("iteration")
        assert detail.foot.note.text().startswith("settled by you: ")
        assert page.tabs.name() == "conflicts", "who turned to a tab stays there"

        # A finding is confirmed; another is dismissed, for a reason.
        await turn_to(study, "research_findings")
        table = page.panel("research_findings").table
        for row, name in ((0, "Confirm"), (3, "Dismiss…")):
            await mouse.click_row(table, row)
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
        await study.ended()
        text = await study.hand.export(tmp_path)
        for part in ("late departures", "minutes/may.md"):
            assert part in text


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
