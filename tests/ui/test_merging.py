"""One text made of passages of several answers, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QWidget

from app.domain.taken import TakenPassage
from app.ui.gates.choices import MergeDialog
from app.ui.gates.session_choice import SessionChoice
from app.ui.kit.diff.passages import PassageList
from app.ui.kit.text.passages import KIND, PassageEditor, mark_source, passage_in
from app.ui.kit.text.safe_view import SafeTextView
from tests.support.scenes.debate_story import SECOND
from tests.support.scenes.replaying import recorded
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def merging(d: Any) -> MergeDialog:
    d.window.actions_by_id["merge_texts"].trigger()
    await d.settle()
    dialog: MergeDialog = d.window.page.findChild(MergeDialog)
    return dialog


def passages(seat: str) -> list[str]:
    return SECOND[seat].split("\n\n")


async def test_passages_of_several_answers_become_one_text_that_is_edited_and_goes_on(reviewing, core, qtbot):
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


async def test_a_merged_text_can_become_the_answer_of_all_and_is_taken_back_in_one_step(reviewing):
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


async def test_a_merged_text_that_was_not_used_is_there_when_the_dialog_is_opened_again(reviewing):
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


@pytest.mark.nightly
async def test_passages_of_another_session_are_taken_and_where_they_come_from_goes_along(
    reviewing, core, qtbot
):
    other = await core.replay(recorded("debate"), title="Name the product")
    async with reviewing(2) as d:
        dialog = await merging(d)
        await d.click("Another session…")
        await until(lambda: bool(dialog.findChildren(SessionChoice)))
        (choice,) = dialog.findChildren(SessionChoice)
        qtbot.keyClicks(choice.search, "nothing like it")
        assert not choice.main.isEnabled()
        choice.search.clear()
        qtbot.keyClicks(choice.search, "product name")
        qtbot.keyClick(choice.list, Qt.Key.Key_Return)
        await until(lambda: dialog.tabs.count() == len(dialog.lists) + 1)
        passages = dialog.tabs.currentWidget()
        assert isinstance(passages, PassageList)
        words = passages.item(0).text().strip()
        qtbot.keyClick(passages, Qt.Key.Key_Return)
        assert dialog.text.toPlainText() == words
        assert "with passages of “Name the product”" in dialog.words.text()
        dialog.reject()
        dialog = await merging(d)
        assert "with passages of “Name the product”" in dialog.words.text(), "closed by mistake"
        dialog.target.setCurrentIndex(dialog.target.findData("Blaise"))
        await d.click("Use this text")
        await d.click("Approve and continue")
        source = {"session": str(other), "title": "Name the product", "text": words}
        assert core.answers()[-1][2]["texts"] == {"Blaise": {"edit": words, "taken": [source]}}
        session = d.window.page.session

        async def told() -> bool:
            report = (await core.exporting.content(session, "md")).decode()
            return "own text in place of Blaise's, with passages of “Name the product”" in report

        while not await told():
            await d.settle()


async def test_words_copied_in_one_session_and_pasted_in_another_say_where_they_come_from(reviewing, core):
    async with reviewing(2) as d:
        store = d.window.page.draft_store
        (card,) = (e for e in d.window.page.findChildren(PassageEditor) if "Ada" in e.accessibleName())
        data = QMimeData()
        data.setText("Words from somewhere else.")
        data.setData(KIND, b'{"session": "s-other", "title": "Elsewhere"}')
        store.type_text("Ada", "Mine. ")
        await d.settle()
        card.insertFromMimeData(data)
        assert store.draft.passages("Ada") == [
            TakenPassage(session="s-other", title="Elsewhere", text="Words from somewhere else.")
        ]
        card.setPlainText("Other words of my own.")
        assert store.draft.passages("Ada") == [], "nothing of it stands any more"


def test_what_is_copied_from_an_answer_names_its_session_and_other_clipboards_are_not_believed(app, qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    view = SafeTextView("Answer")
    view.setParent(page)
    mark_source(page, "s-1", "A title")
    view.show_text("Some words.")
    view.selectAll()
    data = view.createMimeDataFromSelection()
    assert passage_in(data) == TakenPassage(session="s-1", title="A title", text="Some words.")
    for wrong in (b"", b"[", b"[]", b'{"session": 1, "title": 2}', b"[" * 100_000, b"{" + b" " * 2**21):
        hostile = QMimeData()
        hostile.setText("Words.")
        hostile.setData(KIND, wrong)
        assert passage_in(hostile) is None
