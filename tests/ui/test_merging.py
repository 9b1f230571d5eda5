"""One text made of passages of several answers, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from app.ui.gates.merging import MergeDialog
from tests.support.scenes.debate_story import SECOND

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def merging(d: Any) -> MergeDialog:
    d.window.actions_by_id["merge_texts"].trigger()
    await d.settle()
    dialog: MergeDialog = d.window.page.findChild(MergeDialog)
    return dialog


def passages(seat: str) -> list[str]:
    return SECOND[seat].split("\n\n")


def test_passages_of_several_answers_become_one_text_that_is_edited_and_goes_on(play, reviewing, core, qtbot):
    async def story():
        async with reviewing(2) as d:
            dialog = await merging(d)
            qtbot.keyClick(dialog.lists["Ada"], Qt.Key.Key_Return)
            dialog.tabs.setCurrentIndex(1)
            dialog.lists["Blaise"].setCurrentRow(1)
            await d.click("Take passage")
            taken = f"{passages('Ada')[0]}\n\n{passages('Blaise')[1]}"
            assert dialog.text.toPlainText() == taken
            qtbot.keyClicks(dialog.text, " And mine.")
            dialog.target.setCurrentIndex(dialog.target.findData("Blaise"))
            await d.click("Use this text")
            draft = d.window.page.draft_store.draft
            assert draft.choices == {"Blaise": "edit"}
            await d.click("Approve and continue")
            assert core.answers()[-1][2]["texts"] == {"Blaise": {"edit": f"{taken} And mine."}}

    play(story)


def test_a_merged_text_can_become_the_answer_of_all_and_is_taken_back_in_one_step(play, reviewing):
    async def story():
        async with reviewing(2) as d:
            store = d.window.page.draft_store
            store.type_text("Ada", "What I wrote before.")
            dialog = await merging(d)
            dialog.lists["Blaise"].take()
            dialog.target.setCurrentIndex(dialog.target.findData(""))
            assert "Ada" in dialog.warning.text()
            assert "Blaise" not in dialog.warning.text()
            await d.click("Use this text")
            assert set(store.draft.choices.values()) == {"edit"}
            assert set(store.draft.edits.values()) == {passages("Blaise")[0]}
            assert len(store.draft.choices) == len(dialog.lists)
            store.stack.undo()
            assert store.draft.choices == {"Ada": "edit"}
            assert store.draft.edits == {"Ada": "What I wrote before."}

    play(story)


def test_a_merged_text_that_was_not_used_is_there_when_the_dialog_is_opened_again(play, reviewing):
    async def story():
        async with reviewing(2) as d:
            d.window.page.tabs.show_tab("changes")
            await d.settle()
            await d.click("Merge answers")
            dialog = d.window.page.findChild(MergeDialog)
            assert not dialog.main.isEnabled()
            dialog.lists["Ada"].take()
            dialog.reject()
            await d.settle()
            dialog = await merging(d)
            assert dialog.text.toPlainText() == passages("Ada")[0]
            dialog.text.undo()
            assert d.window.page.draft_store.draft.choices == {}

    play(story)
