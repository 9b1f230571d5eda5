"""What goes on of each member is said the same everywhere: on the card, in the bar, in the dialog."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from tests.support.person import Keyboard, Mouse
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def revert_first_change(d: Any, key: Qt.Key = Qt.Key.Key_R) -> None:
    """Keep the old text of Ada's first change, in Changes; by the key A its new one."""
    page = d.window.page
    d.window.activateWindow()
    await Keyboard(d).press(Qt.Key.Key_F8)
    panel = page.panel("changes")
    await until(lambda: panel.diff.changes)
    await Keyboard(d).press(Qt.Key.Key_F8)
    await Keyboard(d).press(key)
    await d.settle()


def goes_on(d: Any) -> str:
    """Return what Ada's card says."""
    box: QComboBox = d.window.page.panel("answers").cards["Ada"].choice
    return box.currentText()


async def test_a_change_that_was_taken_back_is_told_on_the_card_and_in_the_bar(core, reviewing):
    async with reviewing(2) as d:
        page = d.window.page
        assert d.carried() == "Carry forward: revised answers…"
        await revert_first_change(d)
        page.tabs.show_kind("texts")
        await d.settle()
        assert goes_on(d) in ("Previous", "My edit")
        assert d.carried() != "Carry forward: revised answers…"
        await Mouse(d).click("Choose texts to carry forward")
        assert d.named("Text of Ada that goes on").currentText() in ("Previous", "My edit")
        await Keyboard(d).press(Qt.Key.Key_Escape)
        d.window.actions_by_id["undo"].trigger()
        await d.settle()
        assert goes_on(d) == "Revised"
        assert d.carried() == "Carry forward: revised answers…"


async def test_a_choice_on_the_card_is_sent_over_what_was_decided_on_the_changes(core, reviewing):
    async with reviewing(2) as d:
        await revert_first_change(d)
        d.window.page.tabs.show_kind("texts")
        await d.settle()
        card = d.window.page.panel("answers").cards["Ada"]
        card.choice.setCurrentIndex(card.choice.findData("refined"))
        await d.settle()
        assert d.carried() == "Carry forward: revised answers…"
        await d.click("Approve and continue")
        assert core.answers()[-1][2]["texts"] == {"Ada": "refined"}


async def test_what_is_decided_on_the_changes_later_comes_before_the_card(core, reviewing):
    async with reviewing(2) as d:
        page = d.window.page
        card = page.panel("answers").cards["Ada"]
        card.choice.setCurrentIndex(card.choice.findData("previous"))
        await d.settle()
        await revert_first_change(d, Qt.Key.Key_A)
        assert "Ada" not in page.draft_store.draft.choices
        assert page.panel("changes").diff.reverted == {0}


@pytest.mark.nightly
async def test_undoing_a_decision_on_the_changes_brings_the_choice_on_the_card_back(reviewing):
    async with reviewing(2) as d:
        card = d.window.page.panel("answers").cards["Ada"]
        card.choice.setCurrentIndex(card.choice.findData("previous"))
        await d.settle()
        await revert_first_change(d, Qt.Key.Key_A)
        draft = d.window.page.draft_store
        assert "Ada" not in draft.draft.choices
        d.window.actions_by_id["undo"].trigger()
        await d.settle()
        assert draft.draft.choices == {"Ada": "previous"}
        d.window.actions_by_id["redo"].trigger()
        await d.settle()
        assert "Ada" not in draft.draft.choices
