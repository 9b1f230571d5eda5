"""Where the focus is, and what Enter does there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.ui.dialogs.new_session import NewSessionDialog
from tests.support.person import Keyboard, Mouse

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_enter_presses_the_button_in_focus(play, desk):
    async def story():
        async with desk() as d:
            d.window.activateWindow()
            keys = Keyboard(d)
            assert keys.focused.accessibleName() == "Ask a question"
            await keys.press(Qt.Key.Key_Return)
            assert keys.focused.accessibleName() == "Question"
            form = d.window.findChild(NewSessionDialog)
            started = []
            form.wanted.connect(lambda *values: started.append(values))
            await keys.type("Should we?")
            # The main button of the dialog is another one.
            await keys.go_to("Cancel")
            await keys.press(Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
            assert not form.isVisible()
            assert started == []

    play(story)


def test_focus_stays_in_the_bar_and_comes_to_the_next_main_answer(play, core, reviewing):
    async def story():
        async with reviewing(1) as d:
            page = d.window.page
            await Mouse(d).click("Approve and continue")
            assert page.bar._holds_focus()
            core.sessions.play_round(page.session, 2)
            await d.settle()
            assert page.state == "waiting"
            assert d.window.focusWidget() is page.bar
            await d.guard()
            assert d.window.focusWidget() is page.bar.primary()

    play(story)


def test_focus_that_is_elsewhere_is_left_there(play, core, reviewing):
    async def story():
        async with reviewing(1) as d:
            page = d.window.page
            await Mouse(d).click("Approve and continue")
            d.named("Guidance for the next round").setFocus()
            core.sessions.play_round(page.session, 2)
            await d.settle()
            assert page.state == "waiting"
            await d.guard()
            assert d.window.focusWidget() is d.named("Guidance for the next round")

    play(story)
