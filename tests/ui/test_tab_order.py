"""Tab goes through the window as the eye does."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.ui.kit.export import ExportDialog
from app.ui.kit.parts import parts
from tests.support.person import Keyboard

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")

IN_TURN = (
    "Sessions",
    "Search all sessions",
    "Rounds",
    "Views",
    "Mark changes",
    "More about Ada",
    "Answer of Ada",
    "Answer of Blaise",
    "Reject with feedback…",
    "Approve and finish",
    "Approve and continue",
    "Approve by itself…",
    "Add guidance",
    "Show the whole run",
    "Steps of this round",
    "Cost",
    "Your notes",
    "Text size",
    "New session",
)


def named(keys) -> str:
    """Return the name of what has the focus; of a curve without its figures."""
    name = keys.focused.accessibleName()
    return "Cost" if name.startswith("Cost:") else name


async def test_tab_goes_through_the_panes_in_turn_and_back_again(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        await d.guard()
        d.window.resize(1300, 740)
        await d.settle()
        keys = Keyboard(d)
        d.window.rail.list.setFocus()
        seen: list[str] = []
        while not seen or keys.focused is not d.window.rail.list:
            seen.append(named(keys))
            assert len(seen) < 100, f"a trap: {seen[-4:]}"
            await keys.press(Qt.Key.Key_Tab)
        assert [name for name in seen if name in IN_TURN] == [*IN_TURN]
        assert all(seen), "each says what it is"
        back = []
        for _ in seen:
            await keys.press(Qt.Key.Key_Backtab)
            back.append(named(keys))
        assert [*reversed(back)] == seen


async def test_tab_goes_through_a_dialogs_row_as_the_eye_does(desk, core):
    await core.begin()
    async with desk() as d:
        d.window.actions_by_id["export"].trigger()
        await d.settle()
        dialog = d.window.findChild(ExportDialog)
        foot = [part for part in parts(dialog) if dialog.row.indexOf(part) >= 0 and part.isVisible()]
        buttons = sorted(foot, key=dialog.row.indexOf)
        assert len(buttons) > 2
        buttons[0].setFocus()
        turn = []
        for _ in buttons:
            turn.append(dialog.focusWidget())
            dialog.focusNextPrevChild(True)
        assert turn == buttons
        dialog.reject()
        await d.settle()


@pytest.mark.parametrize("size", [(860, 600), (1366, 768)])
async def test_tab_comes_from_the_filters_to_the_list_and_from_the_list_to_what_it_shows(desk, core, size):
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        await d.guard()
        d.window.resize(*size)
        page = d.window.page
        page.tabs.show_kind("critiques")
        await d.settle()
        panel = page.panel("critiques")
        keys = Keyboard(d)
        panel.state.setFocus()
        seen = []
        detail = panel.detail
        read = [detail.passage, detail.quote, detail.buttons["accept"], detail.buttons["dismiss"]]
        beside = detail.isVisible()
        assert beside == (size[0] >= 960)
        turn = [panel.state, panel.list, *(read if beside else [])]
        while panel.isAncestorOf(keys.focused):
            seen.append(keys.focused)
            await keys.press(Qt.Key.Key_Tab)
        assert [control for control in seen if control in turn] == turn
        if not beside:
            panel.list.setFocus()
            await keys.press(Qt.Key.Key_Return)
            assert keys.focused is detail.back
            seen.clear()
            while panel.isAncestorOf(keys.focused):
                seen.append(keys.focused)
                await keys.press(Qt.Key.Key_Tab)
            turn = [detail.back, *read]
            assert [control for control in seen if control in turn] == turn
            panel.list.choose(len(panel.model.items) - 1)
            detail.buttons["accept"].setFocus()
            await keys.press(Qt.Key.Key_Escape)
            assert keys.focused is panel.list
            await d.settle()
            chosen = panel.list.visualRect(panel.list.currentIndex())
            assert panel.list.viewport().rect().contains(chosen)
        # In place of the list a space presses the button in focus.
        assert detail.hint.isVisibleTo(detail) == beside
