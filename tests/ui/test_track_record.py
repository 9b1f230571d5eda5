"""The page of many sessions: who was right, and rules from what is refused, by mouse and by keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from app.ui.library.track_record import TrackRecordPage
from app.ui.shell.palette import CommandPalette
from tests.support.person import Keyboard, Mouse
from tests.support.scenes.looking_back import REASON, with_outcomes, with_refusals
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def cells(table):
    model = table.model()
    rows, columns = range(model.rowCount()), range(model.columnCount())
    return [[str(model.index(row, column).data()) for column in columns] for row in rows]


async def opened(d):
    """Open the page by the palette."""
    keys = Keyboard(d)
    await keys.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = d.window.findChild(CommandPalette)
    if palette is None:
        d.window.actions_by_id["palette"].trigger()
    await keys.type("track")
    await keys.press(Qt.Key.Key_Return)
    page = d.window.over
    assert isinstance(page, TrackRecordPage)
    await until(page.told.text)
    return page


async def test_before_twenty_sessions_it_says_how_many_are_missing_and_then_who_was_right(desk, core):
    await with_outcomes(core, 19)
    async with desk() as d:
        page = await opened(d)
        assert page.told.text().startswith("Counted from 20 sessions on whose outcome you told, 19 so far.")
        assert "“How did it turn out?”" in page.told.text()
        assert cells(page.who) == []
        assert not page.who.isVisible()
        assert not page.list.isVisible()
        await with_outcomes(core, 1)
        await Mouse(d).click("Back")
        assert d.window.over is None
        page = await opened(d)
        assert page.told.text() == "Counted over 20 sessions whose outcome you told."
        found = cells(page.who)
        assert [row[0] for row in found[:2]] == ["You", "The final answer"]
        assert found[0][1:3] == ["11 of 20", "55 %"]
        assert found[1][1:3] == ["20 of 20", "100 %"]
        assert found[2][0].startswith("Ada · ")
        assert found[2][1:3] == ["6 of 20", "30 %"]
        low, _, high, _ = found[0][3].split()
        assert 20 < int(low) < 50 < int(high) < 80


async def test_a_proposed_rule_is_read_with_its_cases_changed_accepted_and_taken_back(desk, core):
    category = await with_refusals(core, 5)
    async with desk() as d:
        page = await opened(d)
        (row,) = cells(page.list)
        assert row == [f"points on “{category.casefold()}”", "proposed", "5"]
        assert page.detail.body.written.count(REASON) == 5
        assert core.rules.decided() == {}
        keys = Keyboard(d)
        await keys.go_to("The rule, as models read it")
        await keys.press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        await keys.type("Say nothing of that.")
        await Mouse(d).click("Accept")
        (rule,) = core.rules.decided().values()
        assert (rule.verdict, rule.use, rule.text) == ("accepted", "critics", "Say nothing of that.")
        assert [one.text() for one in page.detail.foot.findChildren(QPushButton) if one.isVisible()] == [
            "Take back"
        ]
        page.list.setFocus()
        await keys.press(Qt.Key.Key_U)
        assert core.rules.decided() == {}
        page.list.setFocus()
        await keys.press(Qt.Key.Key_D)
        (rule,) = core.rules.decided().values()
        assert rule.verdict == "never"
        assert cells(page.list)[0][1] == "never again"
