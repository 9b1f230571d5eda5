"""The command palette: every command by a few letters, and the reason where one cannot be run."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QProxyStyle, QStyle, QStyleOptionViewItem, QWidget

from app.domain.facts import (
    GateOpened,
)
from app.ui.kit.chip import caption_font
from app.ui.kit.controls import LONGEST_SEARCH
from app.ui.kit.theme import DARK, LIGHT
from app.ui.shell import matching as matching_of_words
from app.ui.shell.matching import Command, fitting, grouped, letters, matching, score
from app.ui.shell.palette import KEY_ROLE, CommandPalette
from tests.support.counting import calls_of
from tests.support.scenes.states import bring_to

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


def chosen(palette: CommandPalette) -> str:
    """Return the line that Enter would run."""
    return str(palette.list.currentIndex().data())


# --- actions ------------------------------------------------------------------------------------------------


def test_letters_in_order_find_a_command_and_word_beginnings_come_first() -> None:
    assert score("xyz", "Approve and continue") is None
    words = ["Approve and finish", "Approve and continue", "About Roundtable"]
    assert min(words, key=lambda w: score("apco", w) or 999) == "Approve and continue"
    assert (score("app", "Approve") or 0) < (score("app", "Happen") or 0)


@pytest.mark.nightly
async def test_sessions_that_were_put_away_or_are_hidden_by_a_search_are_found_too(desk, core):
    away = await core.begin("Name the product")
    await core.play_round(away, 1)
    await core.admin.archive(away)
    other = await core.begin("Move the depot")
    await core.play_round(other, 1)
    async with desk() as d:
        d.window.rail.search.setText("depot")
        await d.window._load_rows()
        found = {c.words: c for c in d.window.commands.commands() if c.group in ("needs", "sessions")}
        assert found["Move the depot"].group == "needs"
        put_away = found["Name the product"]
        assert (put_away.group, put_away.first) == ("sessions", False), "it asks for nobody"
        assert " · archived · " in put_away.told
        put_away.run()
        await d.settle()
        assert d.window.page.session == away


async def test_the_palette_runs_what_is_typed_and_shows_why_other_things_cannot_be_run(desk, core):
    other = await core.begin("Name the product")
    await core.play_round(other, 1)
    d = desk()
    # What can be decided would be among what is found.
    d.window.page.bar.guard.setInterval(3_600_000)
    async with d:
        d.window.actions_by_id["palette"].trigger()
        palette = d.window.findChild(CommandPalette)
        assert palette.model.index(0, 0).data() == "Needs you"
        assert chosen(palette) == "round 1 to decide: Name the product"
        QTest.keyClicks(palette.box, "redo")
        assert "Redo – there is nothing to redo" in palette.model.index(1, 0).data()
        palette.box.setText("appearance dark")
        QTest.keyClick(palette.box, Qt.Key.Key_Return)
        await d.settle()
        assert d.window.preferences.theme == "dark"
        assert QApplication.palette().window().color().name() == DARK.window
        d.window.set_theme("light")
        assert QApplication.palette().window().color().name() == LIGHT.window


async def test_the_palette_offers_what_the_bar_offers_whatever_is_asked(desk, core):
    session = await core.begin("A run")
    asked = GateOpened(kind="failure", payload={}, verbs=("retry", "fallback", "stop"), primary="retry")
    await core.halt_at(session, asked)
    async with desk() as d:
        await d.guard()
        d.window.actions_by_id["palette"].trigger()
        palette = d.window.findChild(CommandPalette)
        palette.box.setText("ask again")
        assert chosen(palette) == "Decision: Ask again"
        lines = [palette.model.index(row, 0).data() for row in range(palette.model.rowCount())]
        assert lines.count("Decision: Ask again") == 1
        QTest.keyClick(palette.box, Qt.Key.Key_Return)
        await d.settle()
        assert core.answers()[-1][1] == "retry"


async def test_the_palette_leads_to_the_line_for_guidance(reviewing):
    async with reviewing(1) as d:
        d.window.actions_by_id["palette"].trigger()
        palette = d.window.findChild(CommandPalette)
        palette.box.setText("guidance")
        assert chosen(palette) == "Review: Add guidance"
        QTest.keyClick(palette.box, Qt.Key.Key_Return)
        await d.settle()
        assert d.window.page.bar.guidance.isVisible()


async def test_words_kind_and_key_of_a_line_stand_apart_in_large_text(desk):
    async with desk() as d:
        d.window.set_zoom(150)
        d.window.resize(860, 600)
        d.window.actions_by_id["palette"].trigger()
        palette = d.window.findChild(CommandPalette)
        palette.box.setText("reject")
        index = palette.model.index(1, 0)
        assert index.data(KEY_ROLE)
        option = QStyleOptionViewItem()
        palette.list.initViewItemOption(option)
        option.rect = palette.list.visualRect(index)
        words, kind, key = palette.list.itemDelegate().places(option, index)
        assert words.right() < kind.left() < kind.right() < key.left()
        small = QFontMetrics(caption_font(option.font))
        assert key.width() >= small.horizontalAdvance(index.data(KEY_ROLE))
        assert key.right() <= option.rect.right()
        assert palette.rect().contains(palette.sheet.geometry())


class OneClick(QProxyStyle):
    """Activates with one click, as some desktops do."""

    def styleHint(self, hint, option=None, widget=None, data=None):
        if hint == QStyle.StyleHint.SH_ItemView_ActivateItemOnSingleClick:
            return 1
        return super().styleHint(hint, option, widget, data)


def test_a_click_in_the_palette_runs_once_also_where_one_click_activates(app, qtbot):
    ran: list[str] = []
    window = QWidget()
    window.resize(900, 600)
    qtbot.addWidget(window)
    palette = CommandPalette(window, [Command("Undo", "Edit", lambda: ran.append("undo"))])
    style = OneClick("fusion")
    palette.list.setStyle(style)
    window.show()
    centre = palette.list.visualRect(palette.model.index(1, 0)).center()
    QTest.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert ran == ["undo"]


def test_a_page_that_is_pasted_into_the_palette_is_cut_and_taken_apart_for_no_command(qtbot, monkeypatch):
    window = QWidget()
    qtbot.addWidget(window)
    commands = [Command(f"Compare round {n}", "a", lambda: None) for n in range(200)]
    palette = CommandPalette(window, commands)
    palette.box.setText("x" * 30_000)
    assert len(palette.box.text()) == LONGEST_SEARCH
    tried = calls_of(monkeypatch, matching_of_words, "_word", matching_of_words._word)
    for pasted in ("x" * 30_000, "a " * 15_000, "compare round 7 " * 2_000):
        assert matching(fitting(commands, pasted)) == []
    assert tried == []


def test_what_can_be_run_is_listed_before_what_cannot() -> None:
    both = [Command("Stop", "a", lambda: None, why="no"), Command("Stop all", "a", lambda: None)]
    found = matching(fitting(both, "stop"))
    assert [c.words for c in found] == ["Stop all", "Stop"]


def test_scattered_letters_find_nothing_and_a_word_is_found_where_it_stands() -> None:
    assert letters("sample", "Should Amber Instruments please all?") is None
    assert letters("apco", "Approve and continue") == (0, 1, 12, 13)
    # At a word's beginning where it stands at one, else inside.
    assert letters("app", "Happy apple") == (6, 7, 8)
    whole, parts = score("open", "Reopen"), score("open", "On Paper Every Night")
    assert whole is not None
    assert parts is not None
    assert whole < parts


@given(st.text("abA ßİ-", max_size=14), st.text("abA ßİ", max_size=7), st.integers(1, 6))
@example("Approve and continue", "apco", 2)
def test_what_fits_more_letters_fits_fewer_of_them_so_that_each_key_looks_at_what_is_left(
    words: str, typed: str, shorter: int
) -> None:
    line = Command(words, "", lambda: None)
    before = fitting([line], typed[:shorter])
    assert fitting([line], typed, before).scored == fitting([line], typed).scored


async def test_sample_finds_the_sample_and_not_some_other_session(desk, core):
    session = await core.begin("Should Amber Instruments please all?")
    await core.play_round(session, 1)
    async with desk() as d:
        found = grouped(fitting(d.window.commands.commands(), "sample"))
        assert [c.words for _, lines in found for c in lines] == ["See a sample"]


async def test_what_decides_is_listed_once_with_its_key(reviewing):
    async with reviewing(1) as d:
        await d.guard()
        found = matching(fitting(d.window.commands.commands(), "approve and"))
        assert [c.words for c in found] == ["Approve and continue", "Approve and finish"]
        assert {c.kind for c in found} == {"Decision"}
        assert found[0].key


async def test_ways_behind_the_button_with_the_other_choices_come_after_what_the_bar_shows(at_gate):
    written = {"statuses": {"Ada": {"length": 40, "letter": "A"}}}
    async with at_gate("approval", written, "finish", "take") as d:
        await d.guard()
        actions = dict(grouped(fitting(d.window.commands.commands(), "")))["actions"]
        assert [c.words for c in actions[:2]] == ["Approve and finish", "Finish with A, unchanged"]
        found = matching(fitting(d.window.commands.commands(), "finish"))
        assert [c.words for c in found[:2]] == ["Approve and finish", "Finish with A, unchanged"]


def test_the_best_line_is_first_and_headings_part_what_is_found() -> None:
    def nothing() -> None:
        return None

    commands = [
        Command("Reappear", "needs you", nothing, group="needs"),
        Command("Approve", "Decision", nothing),
        Command("Support app", "finished", nothing, group="sessions"),
    ]
    assert [group for group, _ in grouped(fitting(commands, "app"))] == ["actions", "sessions", "needs"]
    assert [group for group, _ in grouped(fitting(commands, ""))] == ["needs", "actions", "sessions"]


async def test_the_palette_lies_over_the_window_whose_keys_rest_and_gives_the_focus_back(reviewing):
    async with reviewing(1) as d:
        await d.guard()
        d.window.activateWindow()
        d.window.page.bar.take_focus()
        before = d.window.focusWidget()
        d.window.actions_by_id["palette"].trigger()
        palette = d.window.findChild(CommandPalette)
        assert palette.parent() is d.window
        assert palette.geometry() == d.window.rect()
        assert palette.sheet.width() == 620
        assert palette.sheet.y() == 64
        assert d.window.focusWidget() is palette.box
        # Nobody sees what Ctrl+Enter would decide.
        answers = len(d.window.core.answers())
        QTest.keyClick(palette.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            QTest.keyClick(palette.box, key)
        await d.settle()
        assert len(d.window.core.answers()) == answers
        assert d.window.focusWidget() is palette.box
        QTest.keyClick(palette.box, Qt.Key.Key_Escape)
        await d.settle()
        assert d.window.findChild(CommandPalette) is None
        assert d.window.focusWidget() is before
        # The key that opens it closes it; so does a click beside it.
        for _ in range(2):
            d.window.actions_by_id["palette"].trigger()
        await d.settle()
        assert d.window.findChild(CommandPalette) is None
        d.window.actions_by_id["palette"].trigger()
        palette = d.window.findChild(CommandPalette)
        QTest.mouseClick(palette, Qt.MouseButton.LeftButton, pos=palette.rect().bottomLeft())
        await d.settle()
        assert d.window.findChild(CommandPalette) is None


async def test_headings_and_words_of_the_answers_are_found_and_gone_to(desk, core):
    await bring_to(core, "look-review")
    async with desk() as d:
        await d.window._open(core.on_stage[-1])
        words = [c.words for c in d.window.commands.commands() if c.kind == "heading"]
        assert "Ada · A, round 2: Recommendation" in words
        d.window.actions_by_id["palette"].trigger()
        palette = d.window.findChild(CommandPalette)
        palette.box.setText("/works council")
        assert palette.model.rowCount() > 2
        assert "works council" in chosen(palette).lower()
        QTest.keyClick(palette.box, Qt.Key.Key_Return)
        await d.settle()
        assert d.window.page.tabs.name() == "answers"


@pytest.mark.nightly
async def test_the_text_of_each_member_is_found_to_be_written_over_where_that_is_asked(desk, core):
    await bring_to(core, "look-review")
    async with desk() as d:
        await d.window._open(core.on_stage[-1])
        d.window.actions_by_id["palette"].trigger()
        palette = d.window.findChild(CommandPalette)
        palette.box.setText("Edit")
        assert chosen(palette) == "Member: Edit text of Ada…"
        QTest.keyClick(palette.box, Qt.Key.Key_Return)
        await d.settle()
        page = d.window.page
        assert page.tabs.name() == "answers"
        card = page.panel("answers").cards["Ada"]
        assert d.window.focusWidget() is card.editor
        page.strip.look_at(1)
        assert not any(c.words.startswith("Edit text") for c in d.window.commands.commands())
