"""After *Approve* nothing is sent for some seconds, and the answer can be taken back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.support.person import Keyboard
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def seconds(monkeypatch):
    monkeypatch.setattr("app.ui.gates.undoable_send.UNDO_SECONDS", 30)


async def test_an_approval_is_said_to_be_held_and_is_taken_back_by_its_button(seconds, core, reviewing):
    async with reviewing(1) as d:
        bar, before = d.window.page.bar, len(core.answers())
        await d.click("Approve and continue")
        assert bar.title.text() == "Approved the round. Nothing is sent for 30 seconds."
        assert [words for _, words in bar.offered()] == ["Undo"], "what spends is held back"
        assert len(core.answers()) == before
        await d.click("Undo")
        assert bar.title.text() == "Round 1 is ready for your decision."
        assert len(core.answers()) == before
        await d.guard()
        assert d.named("Approve and continue").isEnabled()
        d.window.page.draft_store.type(guidance="Mind the {stairs}.")
        await d.click("Approve and continue")
        said = "Approved the round with “Mind the {stairs}”. Nothing is sent for 30 seconds."
        assert bar.title.text() == said
        await d.click("Undo")
        await d.guard()
        await d.click("Reject with feedback…")
        d.named("What should change?").setPlainText("Name the years.")
        await d.click("Reject")
        assert bar.title.text().startswith("Rejected the attempt with “Name the years”.")
        await d.click("Undo")


async def test_a_members_text_as_the_final_answer_is_held_back_too(seconds, core, at_gate):
    written = {"statuses": {"Ada": {"length": 40, "letter": "A"}}}
    async with at_gate("approval", written, "finish", "take") as d:
        bar = d.window.page.bar
        assert d.window.actions_by_id["approve"].isEnabled(), "where nothing goes on, the filled button"
        bar.press(next(does for does, words in bar.offered() if words == "Finish with A, unchanged"))
        assert bar.title.text().endswith("Nothing is sent for 30 seconds.")
        assert not core.answers()


async def test_undo_of_the_menu_takes_an_approval_back_and_leaves_what_was_chosen(seconds, core, reviewing):
    async with reviewing(2) as d:
        page = d.window.page
        page.draft_store.choose_text("text of Ada", "Ada", "previous")
        await d.click("Approve and continue")
        await Keyboard(d).press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert page.decider.held.gate == ""
        assert page.draft_store.draft.choices == {"Ada": "previous"}
        assert not core.answers() or core.answers()[-1][1] != "approve" or page.state == "waiting"


async def test_an_approval_is_sent_at_once_where_that_is_wanted(seconds, core, reviewing):
    async with reviewing(1) as d:
        await d.click("Approve and continue")
        await d.guard()
        await d.click("Send now")
        assert core.answers()[-1][1] == "approve"
        await until(lambda: d.window.page.decider.held.gate == "")


async def test_an_approval_is_sent_by_itself_when_the_seconds_are_over(monkeypatch, core, reviewing):
    monkeypatch.setattr("app.ui.gates.undoable_send.UNDO_SECONDS", 1)
    async with reviewing(1) as d:
        before = len(core.answers())
        await d.click("Approve and continue")
        await until(lambda: len(core.answers()) == before + 1)
        assert core.answers()[-1][1] == "approve"


async def test_who_turns_to_another_session_is_done_with_this_one(seconds, core, reviewing):
    async with reviewing(1) as d:
        other = await core.begin("Name the product")
        await d.click("Approve and continue")
        await d.window._open(other)
        await until(lambda: any(answer[1] == "approve" for answer in core.answers()))
        assert d.window.page.session == other
