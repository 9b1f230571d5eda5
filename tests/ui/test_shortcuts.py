"""Keys that the person gives to actions: pressed, taken from others, refused in words, kept, put back."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.ui.kit.preferences import Preferences
from app.ui.shell.actions import ACTIONS, BY_ID
from app.ui.shell.key_table import KeyTable, pressed_keys, with_keys
from app.ui.shell.shortcuts import ShortcutSheet
from tests.support.person import Keyboard, in_front

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
KEY = Qt.Key
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


async def open_sheet(d: Any) -> ShortcutSheet:
    keys = Keyboard(d)
    await keys.press(KEY.Key_Slash, CTRL)
    sheet = in_front()
    assert isinstance(sheet, ShortcutSheet)
    return sheet


async def choose(d: Any, sheet: ShortcutSheet, words: str) -> Keyboard:
    """Find an action by its words, with the keyboard alone, and go to the field for its keys."""
    keys = Keyboard(d)
    await keys.go_to("Search actions and keys")
    sheet.search.selectAll()
    await keys.type(words)
    await keys.press(KEY.Key_Return)
    assert keys.focused is sheet.table
    await keys.press(KEY.Key_Return)
    return keys


async def test_new_keys_hold_at_once_everywhere_and_the_old_ones_no_more(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        await d.guard()
        actions = d.window.actions_by_id
        ran: list[str] = []
        actions["library"].triggered.connect(lambda: ran.append("library"))
        sheet = await open_sheet(d)
        keys = await choose(d, sheet, "library")
        await keys.press(KEY.Key_Y, CTRL | ALT)
        assert sheet.told.text() == "Kept: Ctrl+Alt+Y"
        assert sheet.model.items[0] == ("Ctrl+Alt+Y", "Library…", "changed")
        await keys.press(KEY.Key_Escape)
        assert actions["library"].shortcuts() == [QKeySequence("Ctrl+Alt+Y")]
        assert actions["library"].toolTip().endswith("(Ctrl+Alt+Y)")
        offered = {c.words: c.key for c in d.window.commands.commands()}
        assert offered["Library…"] == "Ctrl+Alt+Y"
        assert ("Ctrl+Alt+Y", "Library…") in d.window.commands.every_key()
        await keys.press(KEY.Key_L, CTRL)
        assert ran == []
        await keys.press(KEY.Key_Y, CTRL | ALT)
        assert ran == ["library"]
        await keys.press(KEY.Key_Escape)


async def test_a_key_of_another_action_is_named_and_taken_only_when_that_is_said(desk, core):
    async with desk() as d:
        sheet = await open_sheet(d)
        keys = await choose(d, sheet, "see sample")
        await keys.press(KEY.Key_L, CTRL)
        assert sheet.told.text() == "Ctrl+L belongs to “Library…”."
        assert d.window.keys.by_id["library"].keys == ("Ctrl+L",), "asked, not done"
        await keys.go_to("Use it here")
        await keys.press(KEY.Key_Space)
        assert d.window.keys.by_id["sample"].keys == ("Ctrl+L",)
        assert d.window.keys.by_id["library"].keys == ()
        assert not sheet.take.isVisible()
        sheet.search.setText("Library")
        await keys.go_to("Reset")
        await keys.press(KEY.Key_Space)
        assert sheet.told.text() == "Ctrl+L belongs to “See a sample”."
        await keys.go_to("Use it here")
        await keys.press(KEY.Key_Space)
        assert not any(d.window.keys.is_own(row.id) for row in ACTIONS)
        sheet.reject()


async def test_what_writing_and_the_menus_need_is_refused_and_says_why(desk, core):
    async with desk() as d:
        sheet = await open_sheet(d)
        keys = await choose(d, sheet, "library")
        for key, held, said in (
            (KEY.Key_J, Qt.KeyboardModifier.NoModifier, "J alone is for writing and moving."),
            (KEY.Key_C, CTRL, "Ctrl+C does its own work wherever text is written."),
            (KEY.Key_F, ALT, "Alt+F opens the menu File."),
            (KEY.Key_F4, ALT, "Alt+F4 closes the window."),
        ):
            await keys.press(key, held)
            assert sheet.told.text().startswith(said)
            assert d.window.keys.by_id["library"].keys == ("Ctrl+L",)
            assert not sheet.take.isVisible()
        await keys.press(KEY.Key_F9)
        assert d.window.keys.by_id["library"].keys == ("F9",)
        sheet.search.setText("Next control")
        assert not sheet.field.isEnabled()
        assert sheet.model.items == [("Tab", "Next control", "fixed")]
        sheet.search.setText("no such thing")
        assert sheet.told.text() == "No action and no key is called that."
        sheet.reject()


async def test_keys_of_the_palette_open_and_close_it_wherever_they_are(desk, core):
    async with desk() as d:
        sheet = await open_sheet(d)
        keys = await choose(d, sheet, "run a command")
        await keys.press(KEY.Key_G, CTRL)
        await keys.press(KEY.Key_Escape)
        await keys.press(KEY.Key_G, CTRL)
        palette = d.window.commands._palette
        assert palette.isVisible()
        QTest.keyClick(palette.box, KEY.Key_G, CTRL)
        await d.settle()
        assert d.window.search_button.toolTip().endswith("(Ctrl+G)")
        assert d.window.search_button._end == "Ctrl+G"
        d.window.actions_by_id["guide"].trigger()
        await d.settle()
        told = [one.text() for one in in_front().findChildren(QLabel)]
        assert any("begin with: Ctrl+G." in text for text in told)
        in_front().reject()


async def test_the_buttons_of_the_decision_name_the_new_key(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        await d.guard()
        approve = d.named("Approve and continue")
        assert "(Ctrl+Enter)" in approve.toolTip()
        d.window.keys.give("approve", ("F9",))
        assert "(F9)" in approve.toolTip()
        d.window.keys.reset_all()
        assert "(Ctrl+Enter)" in approve.toolTip()


def test_what_deletes_a_line_in_a_text_is_given_to_nobody_but_who_had_it_at_first(app):
    table = KeyTable(ACTIONS, Preferences())
    standard = QKeySequence.StandardKey
    lines = {
        bound.toString()
        for one in (standard.DeleteCompleteLine, standard.DeleteEndOfLine)
        for bound in QKeySequence.keyBindings(one)
    }
    known = {key for row in ACTIONS for key in row.keys}
    for key in lines:
        assert bool(table.refusal("library", key)) == (key not in known), key
    assert table.refusal("palette", "Ctrl+K") == ""
    assert table.refusal("library", "Ctrl+Z") != "", "a text takes back what was typed with it"
    assert table.refusal("undo", "Ctrl+Z") == ""


def test_keys_are_kept_over_a_restart_and_put_back_all_at_once(app):
    first = KeyTable(ACTIONS, Preferences())
    first.give("settings", ("Ctrl+;",))
    first.give("approve", pressed_keys("Ctrl+Shift+Return"))
    first.give("quit", ())
    second = KeyTable(ACTIONS, Preferences())
    assert second.by_id["settings"].keys == ("Ctrl+;",)
    assert second.by_id["approve"].keys == ("Ctrl+Shift+Return", "Ctrl+Shift+Enter")
    assert second.by_id["reject"].keys == ()
    assert second.by_id["quit"].keys == ()
    second.reset_all()
    assert [row.keys for row in KeyTable(ACTIONS, Preferences()).rows] == [row.keys for row in ACTIONS]


@pytest.mark.parametrize("kept", ["nonsense", "Ctrl+L, Ctrl+K", "Ctrl+L\n\x00", 7, ["Ctrl+L"]])
def test_kept_keys_that_are_not_sound_are_passed_over(app, kept):
    Preferences().write("keys/new", kept)
    assert KeyTable(ACTIONS, Preferences()).by_id["new"].keys == ("Ctrl+N",)


def test_a_key_that_stands_twice_in_the_file_holds_once(app):
    Preferences().write("keys/new", "Ctrl+K")
    Preferences().write("keys/guide", "Ctrl+K")
    table = KeyTable(ACTIONS, Preferences())
    assert table.by_id["new"].keys == ("Ctrl+K",)
    assert table.by_id["guide"].keys == ()
    assert table.by_id["palette"].keys == ("Ctrl+Shift+P",)
    every = [key for row in table.rows for key in row.keys]
    assert len(every) == len(set(every))


def test_what_was_chosen_goes_before_what_was_there_at_first():
    rows = with_keys(BY_ID, {"theme_dark": ("Ctrl+N",)})
    assert rows["theme_dark"].keys == ("Ctrl+N",)
    assert rows["new"].keys == ()
    assert rows["guide"].keys == ("F1",)
