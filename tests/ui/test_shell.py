"""The window around a session: actions, palette, panes, strip, notices."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from app.domain.facts import (
    RoundClosed,
    RoundOpened,
)
from app.ui.kit.actions import ActionId
from app.ui.session.strip import RoundStrip
from app.ui.shell.actions import ACTIONS, InSight
from app.ui.view.session_view import SessionView
from tests.support.person import Keyboard
from tests.support.scenes.replaying import Cut, cut, recorded
from tests.support.scenes.states import bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


# --- actions ------------------------------------------------------------------------------------------------


def test_every_action_of_the_table_has_words_and_is_in_a_menu_or_has_a_key() -> None:
    assert len({entry.id for entry in ACTIONS}) == len(ACTIONS)
    for entry in ACTIONS:
        assert entry.text
        assert entry.tip
        assert entry.menu or entry.keys, entry.id


async def test_the_menus_have_at_most_forty_entries_and_the_palette_has_what_stands_in_none(desk):
    async with desk() as d:
        menus = [entry.menu() for entry in d.window.menuBar().actions()]
        listed = [entry for menu in menus for entry in menu.actions() if not entry.isSeparator()]
        assert len(listed) <= 40
        offered = {command.words for command in d.window.commands.commands()}
        assert {entry.words() for entry in ACTIONS if entry.unlisted} <= offered


def test_every_action_knows_whether_it_can_be_used_and_says_why_not() -> None:
    usable = {entry.id: entry.when.holds(InSight()) for entry in ACTIONS}
    refused = {entry.id: entry.when.refusal(InSight(), "Round") for entry in ACTIONS}
    assert {name for name, can in usable.items() if not can} == {name for name, why in refused.items() if why}
    assert usable["new"]
    assert not usable["approve"]


def test_every_action_of_the_window_that_rooms_below_ask_for_is_in_the_table() -> None:
    assert set(get_args(ActionId)) <= {entry.id for entry in ACTIONS}


KEYS = {
    "Ctrl+N": "new",
    "Ctrl+K": "palette",
    "Ctrl+Shift+P": "palette",
    "Ctrl+Return": "approve",
    "Ctrl+Shift+Return": "reject",
    "Ctrl+.": "stop_menu",
    "Ctrl+J": "next_waiting",
    "F8": "next_change",
    "Shift+F8": "previous_change",
    "Alt+Down": "next_change",
    "Alt+Up": "previous_change",
    "Ctrl+Z": "undo",
    "Ctrl+Shift+Z": "redo",
    "Alt+Left": "previous_round",
    "Alt+Right": "next_round",
    "Ctrl+1": "member_1",
    "Ctrl+9": "member_9",
    "Ctrl+0": "zoom_reset",
    "Ctrl++": "zoom_in",
    "Ctrl+-": "zoom_out",
    "Ctrl+Tab": "next_view",
    "F6": "next_pane",
    "Shift+F6": "previous_pane",
    "Ctrl+F": "find",
    "Ctrl+Shift+F": "find_everywhere",
    "Ctrl+L": "library",
    "Ctrl+B": "sessions",
    "Ctrl+I": "insights",
    "Ctrl+,": "settings",
    "Ctrl+Shift+E": "export",
    "F1": "guide",
    "F2": "rename",
    "Ctrl+/": "shortcuts",
}


async def test_the_keys_are_those_of_the_keyboard_map(desk):
    async with desk() as d:
        for key, name in KEYS.items():
            assert QKeySequence(key) in d.window.actions_by_id[name].shortcuts(), key


async def test_the_shortcut_sheet_lists_every_key(desk, core):
    async with desk() as d:
        d.window.actions_by_id["shortcuts"].trigger()
        from app.ui.shell.shortcuts import ShortcutSheet

        sheet = d.window.findChild(ShortcutSheet)
        shown = " ".join(row[0] for row in sheet.model.items)
        assert all(entry.every_key in shown for entry in ACTIONS)
        await d.click("Close")


async def test_tooltips_name_the_key_and_the_reason_an_action_is_grey(desk):
    async with desk() as d:
        tips = {name: action.toolTip() for name, action in d.window.actions_by_id.items()}
        assert "Ctrl+N" in tips["new"]
        assert tips["approve"].endswith("nothing is waiting for you")


async def test_where_it_is_narrow_insights_and_list_come_over_the_page_and_go_again(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        d.window.resize(860, 600)
        await d.settle()
        column = d.window.page.column
        # Whatever takes the focus puts away what lies over the page: the page is drawn first.
        await d.guard()
        assert not column.isVisible()
        d.window.actions_by_id["insights"].trigger()
        await d.settle()
        assert column.isVisible()
        assert column.parent() is d.window.panes
        assert not d.shown("New note")
        await d.click("Your notes")
        assert d.shown("New note")
        assert "Agreement 67" in d.window.page.column.criteria.text.text()
        assert "Agreement 67" in d.window.page.column.curves.lines["figure"].accessibleName()
        QTest.keyClick(d.window, Qt.Key.Key_Escape)
        d.window.panes.close_over()
        assert not column.isVisible()
        d.window.actions_by_id["sessions"].trigger()
        assert d.window.rail.isVisible()
        d.window.resize(1366, 768)
        await d.settle()
        assert d.window.rail.isVisible()
        assert column.isVisible()
        assert column.parent() is d.window.panes.split


@pytest.mark.nightly
async def test_sides_come_back_as_wide_as_they_were_when_a_narrow_window_is_widened(reviewing):
    async with reviewing(1) as d:
        panes = d.window.panes
        d.window.resize(1366, 768)
        await d.settle()
        before = panes.split.sizes()
        d.window.resize(860, 600)
        await d.settle()
        for _ in range(2):
            d.window.actions_by_id["sessions"].trigger()
            await d.settle()
        d.window.actions_by_id["insights"].trigger()
        panes.close_over()
        d.window.resize(1366, 768)
        await d.settle()
        assert [abs(now - then) <= 2 for now, then in zip(panes.split.sizes(), before, strict=True)] == [
            True
        ] * 3


async def test_what_comes_over_the_page_takes_the_focus_and_gives_it_back_with_esc(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        await d.guard()
        d.window.resize(860, 600)
        await d.settle()
        keys, column = Keyboard(d), d.window.page.column
        before = d.named("Approve and continue")
        before.setFocus()
        d.window.actions_by_id["insights"].trigger()
        assert column.isAncestorOf(keys.focused)
        await keys.press(Qt.Key.Key_Tab)
        assert column.isVisible()
        assert column.isAncestorOf(keys.focused)
        d.window.panes.close_over()
        assert not column.isVisible()
        assert keys.focused is before


async def test_who_reads_in_a_tab_reads_on_in_the_next_one(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        await d.guard()
        keys, tabs = Keyboard(d), d.window.page.tabs
        d.named("Answer of Ada").setFocus()
        d.window.actions_by_id["next_view"].trigger()
        await d.settle()
        assert keys.focused is d.window.page.panel("critiques").list
        decision = d.named("Approve and continue")
        decision.setFocus()
        d.window.actions_by_id["next_view"].trigger()
        await d.settle()
        assert tabs.name() == "changes"
        assert keys.focused is decision, "who is about to decide stays there"


async def test_f6_goes_round_the_panes(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        await d.guard()
        seen = []
        for _ in range(7):
            d.window.actions_by_id["next_pane"].trigger()
            focused = d.window.focusWidget()
            panes = {
                "list": d.window.rail,
                "strip": d.window.page.strip,
                "tabs": d.window.page.tabs.tabBar(),
                "answers": d.named("Answer of Ada"),
                "bar": d.window.page.bar,
                "insights": d.window.page.column,
            }
            seen.append(next(n for n, p in panes.items() if p is focused or p.isAncestorOf(focused)))
        turn = ["list", "strip", "tabs", "answers", "bar", "insights"]
        at = turn.index(seen[0])
        assert seen == [*turn[at:], *turn[:at], turn[at]]


async def test_find_here_goes_through_all_texts_of_the_tab_that_was_turned_to(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        page = d.window.page
        d.window.actions_by_id["find"].trigger()
        QTest.keyClicks(d.named("Find here"), "pilot")
        assert page.find_bar.position.text().startswith("1 of ")
        page.tabs.show_kind("log")
        await d.settle()
        assert page.find_bar.position.text() == "nothing found"
        page.tabs.show_kind("texts")
        await d.settle()
        assert page.find_bar.position.text().startswith("1 of ")
        QTest.keyClick(d.named("Find here"), Qt.Key.Key_Escape)
        assert not d.shown("Find here")


async def test_whom_the_list_names_as_needing_the_person_its_key_goes_to(desk, core):
    one = await core.begin("One")
    await core.play_round(one, 1)
    other = await core.replay(cut(recorded("debate"), Cut("call_asked")), title="Other")
    async with desk() as d:
        row = next(row for row in await core.library.rows() if row.session == other)
        d.window.rail.model.fill([replace(row, state="interrupted")])
        assert d.window.rail.model.index(0, 0).data() == "Needs you (1)"
        assert d.window.rail.next_waiting(one) == other
        # Marked in a long list it comes into sight with the heading that says how it stands.
        rail = d.window.rail
        many = [replace(row, session=type(row.session)(f"{n:026}"), state="finished") for n in range(60)]
        rail.show_rows(many, many[-1].session)
        rail.show_rows([replace(row, state="interrupted"), *many], None)
        rail.mark(row.session)
        assert rail.list.viewport().rect().contains(rail.list.visualRect(rail.model.index(0, 0)))


async def test_the_list_learns_of_a_session_that_another_process_made_when_it_is_opened(desk_on, core):
    async with desk_on(core) as d:
        assert not d.window.panes.shown("rail")
        d.window.bridge.close()
        session = await core.begin("Made elsewhere")
        d.window.open_session(session)
        await until(lambda: d.window.panes.shown("rail"))
        assert d.window.rail.list.currentIndex().data().startswith("Made elsewhere\n")
        await core.sessions.shutdown()


async def test_two_texts_of_any_round_can_be_compared_and_swapped(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    await core.approve(session)
    await core.play_round(session, 2)
    async with desk() as d:
        d.window.actions_by_id["compare"].trigger()
        left, right = d.named("Text A"), d.named("Text B")
        assert (left.currentText(), right.currentText()) == ("Ada · Round 1", "Ada · Round 2")
        right.setCurrentIndex(right.findText("Grace · Round 1"))
        await d.click("Swap the two")
        assert (left.currentText(), right.currentText()) == ("Grace · Round 1", "Ada · Round 1")
        await d.click("Close")


async def test_the_round_that_is_looked_at_stays_in_sight_when_the_window_gets_narrower(core, app):
    session = await bring_to(core, "experiment-cycle")
    view = SessionView(core.catalogue)
    view.apply_all(await core.records(session))
    strip = RoundStrip()
    strip.resize(1300, 60)
    strip.show()
    strip.refresh(view, "waiting")
    assert strip.currentIndex().row() == 5
    for width in (1300, 900, 500, 1300, 300):
        strip.resize(width, 60)
        app.processEvents()
        box = strip.visualRect(strip.currentIndex())
        assert box.left() >= 0, width
        assert box.right() <= strip.viewport().width(), width
    strip.close()
    strip.deleteLater()


async def test_attempts_and_their_feedback_are_told_by_the_strip(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    await core.write(
        session,
        RoundClosed(number=1, attempt=1, accepted=False, feedback="Cite sources."),
        RoundOpened(number=1, attempt=2),
    )
    async with desk() as d:
        box = d.window.page.strip.rounds.index(0)
        assert "attempt 2" in box.data()
        tip = box.data(Qt.ItemDataRole.ToolTipRole)
        assert "Attempt 1: rejected – “Cite sources.”" in tip


@pytest.mark.nightly
async def test_a_new_round_among_ten_thousand_touches_only_the_last_boxes(core, app):
    session = await core.create()
    await core.write(session, *(RoundOpened(number=number) for number in range(1, 10_001)))
    view = SessionView(core.catalogue)
    view.apply_all(await core.records(session))
    strip = RoundStrip()
    strip.resize(1000, 60)
    strip.refresh(view, "running")
    touched: list[tuple[int, int]] = []
    strip.rounds.dataChanged.connect(lambda first, last: touched.append((first.row(), last.row())))
    await core.write(session, RoundOpened(number=10_001))
    view.apply_all((await core.records(session))[-1:])
    strip.refresh(view, "running")
    assert strip.rounds.rowCount() == 10_001
    assert touched
    assert touched[-1][0] >= 9_997
    assert strip.currentIndex().row() == 10_000
    assert "10001 of 10001" in strip.accessibleDescription()
    strip.deleteLater()
