"""The line of a draft in the window: what it offers, what it is about, and another folder gone to by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.ui.gates.forms import VerbDialog
from app.ui.kit.tasks import Tasks
from app.ui.library.library_actions import LibraryActions
from tests.support.git_reading import needs_git
from tests.support.scenes import draft_story as story
from tests.support.scenes.debate_story import TEAM
from tests.support.scenes.states import bring_to
from tests.support.waiting import until

pytestmark = [needs_git, pytest.mark.qt_log_ignore("This plugin does not support")]
ENTER, DOWN, TAB, ESC = Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Tab, Qt.Key.Key_Escape


@pytest.mark.nightly
async def test_ready_made_words_go_into_the_line_and_a_menu_says_what_it_is_about(core, desk):
    session = await bring_to(core, "draft-accepted")
    async with desk() as d:
        await d.guard()
        bar = d.window.page.bar
        line = bar.guidance.text
        phrases = dict(bar.guidance.phrases.further())
        assert "Give each chapter a turn of its own" in phrases
        d.window.page.focus_first()
        assert d.window.focusWidget() is line, "a blank among the words would press Send"
        line.setPlainText("Make it rain.")
        phrases["Give each chapter a turn of its own"]()
        assert line.toPlainText() == "Make it rain.\nGive each chapter a turn of its own"
        assert d.window.focusWidget() is line, "it can be changed before it is sent"
        assert bar.about.text() == "Target: Chapters"
        turns = dict(bar.about.further())
        assert set(turns) == {"Work on Premise", "Work on Treatment", "Work on Prose"}
        assert not set(turns) & set(dict(bar.more.further())), "each is offered once"
        turns["Work on Treatment"]()
        await until(lambda: core.live(session).fold.state.target == "treatment")
        await until(lambda: bar.about.text() == "Target: Treatment")
        assert line.toPlainText().startswith("Make it rain."), "what was typed is kept"
        assert "Add a betrayal subplot in act 2" in dict(bar.guidance.phrases.further())
        tabs = d.window.page.tabs
        tabs.show_tab("summary")
        copy = tabs.panel("summary").copy
        for percent, wide, words in (
            (100, 1366, "Copy page"),
            (130, 860, "Copy page"),
            (130, 660, ""),
        ):
            d.window.set_zoom(percent)
            d.window.resize(wide, 700)
            await d.settle()
            last = tabs.titles.tabRect(tabs.count() - 1)
            assert copy.text() == words
            assert tabs.titles.mapTo(tabs, last.bottomRight()).x() < copy.mapTo(tabs, QPoint()).x()
            assert copy.accessibleName() == "Copy page"


async def test_commands_are_offered_while_one_is_typed_and_taken_by_the_keyboard_alone(core, desk):
    session = await bring_to(core, "draft-accepted")
    async with desk() as d:
        await d.guard()
        bar = d.window.page.bar
        line, commands = bar.guidance.text, bar.guidance.text.commands
        line.setFocus()
        QTest.keyClicks(line, "/")
        assert commands.is_open
        assert {"/generate prose", "/iterate prose", "/fits prose", "/status"} <= set(commands.offered())
        assert "/iterate chapters" not in commands.offered(), "it is worked on already"
        QTest.keyClicks(line, "it")
        assert all(one.startswith("/iterate") for one in commands.offered())
        QTest.keyClick(commands.list, ESC)
        assert not commands.is_open
        assert line.toPlainText() == "/it", "what was typed stays"
        QTest.keyClicks(line, "e")
        QTest.keyClick(commands.list, DOWN)
        QTest.keyClick(commands.list, ENTER)
        assert line.toPlainText() == "/iterate premise"
        assert not commands.is_open
        line.setPlainText("")
        QTest.keyClicks(line, "/st")
        QTest.keyClick(line, TAB)
        assert line.toPlainText() == "/status"
        assert d.window.focusWidget() is line
        QTest.keyClick(line, ENTER)
        assert "Prose: 4 chapters" in bar.problem.text()
        QTest.keyClicks(line, "/iterate treatment")
        assert not commands.is_open, "a command that is written out is sent by Enter"
        QTest.keyClick(line, ENTER)
        await until(lambda: core.live(session).fold.state.target == "treatment")


async def typed(d: Any, line: str) -> None:
    """Type a line and send it with Enter."""
    await d.guard()
    edit = d.window.page.bar.guidance.text
    edit.setFocus()
    edit.setPlainText(line)
    QTest.keyClick(edit, ENTER)
    await d.settle()


async def test_another_folder_is_gone_to_by_the_line_and_back_again(core, desk):
    first = await bring_to(core, "draft-first")
    here = Path(core.live(first).fold.state.setup.project)
    other, empty = here.parent / "other novel", here.parent / "empty"
    empty.mkdir()
    (other / "premise").mkdir(parents=True)
    (other / "premise/premise_metadata.json").write_text('{"title": "B", "premise": "b"}')
    given = {"project": str(other), "template": "novel"}
    second = await core.sessions.create("draft", given, TEAM, "Another novel")
    async with desk() as d:
        page = d.window.page
        d.window.open_session(first)
        await until(lambda: page.session == first and page.state == "waiting")
        await typed(d, "/open nowhere")
        await until(lambda: "There is no folder" in page.bar.problem.text())
        await typed(d, '/open "other novel"')
        await until(lambda: page.session == second)
        await until(lambda: page.state == "waiting")
        await typed(d, f"/open {here}")
        await until(lambda: page.session == first)
        await typed(d, "/open empty")
        await until(lambda: d.window.session_forms.now is not None)
        form = d.window.session_forms.now
        assert form.basic.rows["project"].value() == str(empty)
        folder = form.basic.rows["project"].control
        assert folder.placeholderText() == "Nothing in it changes before you accept."
        assert form.note.text().startswith("Nothing was begun in this folder yet.")
        form.reject()
        doing, told = LibraryActions(d.window, core, d.window.preferences, Tasks(d.window)), []
        doing.done.connect(lambda words, _undo: told.append(words))
        await doing.delete([await core.library.row(second)])
        assert told == ["1 session moved to the trash. The folder it works in stays as it is."]
        assert (other / "premise/premise_metadata.json").exists()
        assert await core.parts.store.ids() == [first], "nothing was begun in the empty folder"


async def test_where_nothing_is_written_no_file_is_offered_to_be_read(core, desk, tmp_path):
    setup = {"project": str(tmp_path), "template": "novel"}
    session = await core.sessions.create("draft", setup, TEAM, "A new novel")
    await core.sessions.start(session)
    async with desk() as d:
        page = d.window.page
        d.window.resize(860, 600)
        d.window.open_session(session)
        await until(lambda: page.session == session and page.state == "waiting")
        panel = page.panel("draft_texts")
        await until(panel.detail.body.isVisible)
        assert panel.detail.body.placeholderText() == "", "why there is none is said above"
        assert not panel.shelf.folded.isVisible()


async def test_words_that_are_marked_in_the_text_are_changed_alone(core, desk):
    session = await bring_to(core, "draft-first")
    async with desk() as d:
        await d.guard()
        panel = d.window.page.panel("draft_texts")
        d.window.page.tabs.show_tab("draft_texts")
        panel.go_to_row(story.WEIGHING)
        body = panel.detail.body
        assert [one.text() for one in panel.detail.foot.buttons] == ["Edit by hand…"], "nothing is marked"
        assert body.find("She could enter the true weight")
        await d.settle()
        await d.click("Change only these words…")
        form = d.window.findChild(VerbDialog)
        assert form.form.rows["path"].value() == story.WEIGHING
        assert form.form.rows["quote"].value() == "She could enter the true weight"
        assert form.focusWidget() is form.form.rows["text"].control
        form.form.rows["text"].put("Make it hurt.")
        form.main.click()
        await until(lambda: core.live(session).fold.state.now is not None)
        now = core.live(session).fold.state.now
        assert now.feedback == "Make it hurt."
        assert now.passage.quote == "She could enter the true weight"
        d.window._may_close = True


async def test_one_file_is_gone_to_by_the_line_and_its_name_is_left_behind_with_it(core, desk):
    first = await bring_to(core, "draft-first")
    here = Path(core.live(first).fold.state.setup.project)
    letter = here.parent / "letters" / "letter.md"
    letter.parent.mkdir()
    letter.write_text("Dear Ilse,\n", encoding="utf-8")
    alone = await core.sessions.create("draft", {"project": str(letter)}, TEAM, "A letter")
    async with desk() as d:
        page = d.window.page
        d.window.open_session(first)
        await until(lambda: page.session == first and page.state == "waiting")
        await typed(d, "/open letters/letter.md")
        await until(lambda: page.session == alone)
        await until(lambda: page.state == "waiting")
        await typed(d, f"/open {here}")
        await until(lambda: page.session == first)
