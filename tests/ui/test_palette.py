"""The command palette: every command by a few letters, and the reason where one cannot be run."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QProxyStyle, QStyle, QStyleOptionViewItem

from app.domain.facts import (
    GateOpened,
)
from app.ui.kit.theme import DARK, LIGHT
from app.ui.shell.palette import KEY_ROLE, Command, CommandPalette, matching, score

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


# --- actions ------------------------------------------------------------------------------------------------


def test_letters_in_order_find_a_command_and_word_beginnings_come_first() -> None:
    assert score("xyz", "Approve and continue") is None
    words = ["Approve and finish", "Approve and continue", "About Roundtable"]
    assert min(words, key=lambda w: score("apco", w) or 999) == "Approve and continue"
    assert (score("app", "Approve") or 0) < (score("app", "Happen") or 0)


def test_the_palette_runs_what_is_typed_and_shows_why_other_things_cannot_be_run(play, desk, core):
    async def story():
        other = await core.begin("Name the product")
        await core.play_round(other, 1)
        d = desk()
        # What can be decided would be among what is found.
        d.window.page.bar.hold_for(3_600_000)
        async with d:
            d.window.actions_by_id["palette"].trigger()
            palette = d.window.findChild(CommandPalette)
            assert palette.model.index(0, 0).data() == "Needs you: Name the product"
            QTest.keyClicks(palette.box, "redo")
            assert "Redo – there is nothing to take back" in palette.model.index(0, 0).data()
            palette.box.setText("appearance dark")
            QTest.keyClick(palette.box, Qt.Key.Key_Return)
            await d.settle()
            assert d.window.preferences.theme == "dark"
            assert QApplication.palette().window().color().name() == DARK.window
            d.window.set_theme("light")
            assert QApplication.palette().window().color().name() == LIGHT.window

    play(story)


def test_the_palette_offers_what_the_bar_offers_whatever_is_asked(play, desk, core):
    async def story():
        session = await core.begin("A run")
        asked = GateOpened(kind="failure", payload={}, verbs=("retry", "fallback", "stop"), primary="retry")
        await core.halt_at(session, asked)
        async with desk() as d:
            await d.guard()
            d.window.actions_by_id["palette"].trigger()
            palette = d.window.findChild(CommandPalette)
            palette.box.setText("retry")
            assert palette.model.index(0, 0).data() == "Decision: Retry"
            QTest.keyClick(palette.box, Qt.Key.Key_Return)
            await d.settle()
            assert core.answers()[-1][1] == "retry"

    play(story)


def test_a_line_of_the_palette_ends_before_its_key_in_large_text(play, desk):
    async def story():
        async with desk() as d:
            d.window.set_zoom(150)
            d.window.actions_by_id["palette"].trigger()
            palette = d.window.findChild(CommandPalette)
            palette.box.setText("reject")
            index = palette.model.index(0, 0)
            assert index.data(KEY_ROLE)
            option = QStyleOptionViewItem()
            palette.list.initViewItemOption(option)
            option.rect = palette.list.visualRect(index)
            palette.list.itemDelegate().initStyleOption(option, index)
            words = option.fontMetrics.horizontalAdvance(option.text)
            key = option.fontMetrics.horizontalAdvance(index.data(KEY_ROLE))
            assert option.text.endswith("…")
            assert words + key < option.rect.width()

    play(story)


class OneClick(QProxyStyle):
    """Activates with one click, as some desktops do."""

    def styleHint(self, hint, option=None, widget=None, data=None):
        if hint == QStyle.StyleHint.SH_ItemView_ActivateItemOnSingleClick:
            return 1
        return super().styleHint(hint, option, widget, data)


def test_a_click_in_the_palette_runs_once_also_where_one_click_activates(app, qtbot):
    ran: list[str] = []
    palette = CommandPalette(None, [Command("Undo", "Edit", lambda: ran.append("undo"))])
    qtbot.addWidget(palette)
    style = OneClick("fusion")
    palette.list.setStyle(style)
    palette.show()
    centre = palette.list.visualRect(palette.model.index(0, 0)).center()
    QTest.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert ran == ["undo"]


def test_what_can_be_run_is_listed_before_what_cannot() -> None:
    from app.ui.shell.palette import Command

    found = matching(
        [Command("Stop", "a", lambda: None, why="no"), Command("Stop all", "a", lambda: None)], "stop"
    )
    assert [c.words for c in found] == ["Stop all", "Stop"]
