"""The sample draft in the window: what its forms and its bar show, and what is answered with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.domain.ids import PERSON
from app.ui.gates.forms import PiecesDialog, VerbDialog
from app.ui.kit.chip import Chip
from app.ui.kit.one_line import OneLine
from app.ui.kit.paragraph import LeadText
from app.ui.library.preview import came_to
from tests.support.git_reading import assert_sound, git, needs_git
from tests.support.scenes import draft_story as story
from tests.support.scenes.states import bring_to
from tests.support.waiting import until

pytestmark = [needs_git, pytest.mark.qt_log_ignore("This plugin does not support")]


async def parts_form(d: Any) -> PiecesDialog:
    """Open the form for parts of a change."""
    d.window.page.bar.press("gate:accept_parts")
    await d.settle()
    form = d.window.findChild(PiecesDialog)
    assert isinstance(form, PiecesDialog)
    return form


async def test_parts_of_a_change_are_ticked_none_is_refused_and_the_rest_stays_as_it_was(core, desk):
    session = await bring_to(core, "draft-acceptance")
    folder = Path(core.live(session).fold.state.setup.project)
    async with desk() as d:
        await d.guard()
        await d.click("Reject with feedback…")
        reason = d.window.findChild(VerbDialog)
        assert set(reason.form.rows) == {"why"}, "a rejection can say why"
        reason.reject()
        await d.settle()
        form = await parts_form(d)
        assert set(form.files) == {story.FOUNDATION, story.WEIGHING, story.BROTHER}
        box, pieces = form.files[story.WEIGHING], form.pieces[story.WEIGHING]
        assert len(pieces) >= 4
        QTest.keyClick(box, Qt.Key.Key_Space)
        assert not any(piece.isChecked() for piece in pieces.values())
        QTest.keyClick(box, Qt.Key.Key_Space)
        assert all(piece.isChecked() for piece in pieces.values())
        for file in form.files.values():
            QTest.keyClick(file, Qt.Key.Key_Space)
        form.main.click()
        assert form.problem.text() == "Nothing is ticked. Tick what you want, or reject the change."
        assert core.gate(session).fact.kind == "draft_acceptance"
        QTest.keyClick(next(iter(pieces.values())), Qt.Key.Key_Space)
        assert box.checkState() == Qt.CheckState.PartiallyChecked
        form.main.click()
        await until(lambda: len(core.live(session).fold.state.past) == 2)
        await d.settle()
        assert "1 of 9 files saved" in d.window.page.bar.details.text()
    assert git(folder, "show", "--name-only", "--format=", "HEAD") == story.WEIGHING
    text = (folder / story.WEIGHING).read_text(encoding="utf-8")
    assert "The harbour is still closed" in text
    assert "Brandal loses the house" not in text, "what was not ticked stays as it was"
    assert_sound(folder)


async def the_column_tells_the_judges_words_what_changed_and_what_was_asked(d: Any) -> None:
    page = d.window.page
    column = page.column
    d.window.resize(1366, 768)
    await d.settle()
    assert [words.text() for words in column.standing.headings] == [
        "Judge",
        "What changed",
        "Below this level",
        "You asked for",
    ]
    newest, first = column.standing.cards
    assert newest.told == "approved · attempt 2"
    assert newest.text.text().startswith("“The choice now has a price on both sides")
    assert first.told == "needs revision · attempt 1"
    assert not first.body.isVisible(), "an attempt that is over is one line"
    # Also beside the scroll bar, which this column has.
    verdict, which = first.findChild(Chip), first.findChild(QLabel)
    assert abs(verdict.geometry().center().y() - which.geometry().center().y()) <= 1
    first.head.click()
    assert first.body.isVisible()
    assert [point.text() for point in first.points] == [
        "Nobody whom Marit loves pays for either choice",
        "Chapter 6 does not know of it",
    ]
    remarks = [one.accessibleName() for one in column.standing.findChildren(LeadText)]
    assert remarks[0].startswith("Major: Marit must choose between Brandal and Jonas")
    assert not column.stepper.isVisible(), "who decides looks for the words, not for the steps"
    column.standing.links["What changed"].click()
    assert page.tabs.name() == "draft_explained"
    column.standing.enlarge.click()
    assert page.tabs.name() == "map"


async def what_becomes_of_the_levels_below_is_told(d: Any) -> None:
    page = d.window.page
    panel = page.column.standing
    assert "Below this level" in [one.text() for one in panel.headings]
    said = [one.accessibleName() for one in panel.findChildren(LeadText)]
    assert "Prose: 4 files stay as they are and are marked out of date." in said
    # Where answers are typed, the bar has two rows as anywhere.
    assert page.bar.guidance.isVisible()
    assert page.bar.facts.isVisible()
    assert page.bar.height() <= 80
    page.bar.guidance.text.setPlainText("parts")
    QTest.keyClick(page.bar.guidance.text, Qt.Key.Key_Escape)
    assert page.bar.guidance.isVisible(), "the line is always there"


async def buttons_without_room_lie_behind_one_and_are_pressed_there(d: Any) -> None:
    d.window.resize(860, 600)
    await d.guard()
    bar = d.window.page.bar
    assert bar.title.width() > 150, "the question is read in full words"
    assert not bar.more.isHidden()
    behind = dict(bar.more.further())
    shown = {control.text() for control in bar._buttons.values() if control.isVisible()}
    assert "Accept" in shown
    assert shown.isdisjoint(behind)
    assert len(shown | set(behind)) == len(bar._buttons), "each can be reached"
    for control in bar._buttons.values():
        assert not control.isVisible() or control.width() >= control.sizeHint().width()


async def what_was_asked_for_stands_above_the_files_until_it_is_decided(d: Any) -> None:
    lines = [one for one in d.window.findChildren(OneLine) if one.isVisible()]
    (asked,) = [one for one in lines if one.text() == story.FEEDBACK]
    assert "accept_parts" not in d.window.page.bar.guidance.text.placeholderText()
    d.window.page.bar.press("gate:accept")
    await until(lambda: not asked.isVisible())


async def test_a_change_that_waits_is_told_in_the_column_and_the_bar_until_it_is_decided(core, desk):
    await bring_to(core, "draft-acceptance")
    async with desk() as d:
        await the_column_tells_the_judges_words_what_changed_and_what_was_asked(d)
        d.window.page.tabs.show_tab("draft_texts")
        await what_becomes_of_the_levels_below_is_told(d)
        d.window.page.bar.guidance.text.clear()
        await buttons_without_room_lie_behind_one_and_are_pressed_there(d)
        await what_was_asked_for_stands_above_the_files_until_it_is_decided(d)


async def files_stand_under_their_levels_in_the_order_of_the_work(d: Any) -> None:
    panel = d.window.page.panel("draft_texts")
    model, table = panel.model, panel.table

    def shown() -> list[tuple[str, str]]:
        cells = [[model.index(row, at).data() or "" for at in (0, 1)] for row in range(model.rowCount())]
        return [(cells_of[0], str(cells_of[1])) for cells_of in cells]

    names = [name for name, _ in shown()]
    heads = [
        ("Premise 1", ""),
        ("Treatment 1", ""),
        ("Chapters 9", "3 changed"),
        ("Prose 4", "out of date"),
    ]
    assert [one for one in shown() if one in heads] == heads
    assert names[2:] == ["Chapters 9", *names[3:12], "Prose 4"], "the level that is worked on is open"
    numbers = [name.split(" · ")[0] for name in names[4:12]]
    assert numbers == [str(n) for n in range(1, 9)], "what is changed stands in its place"
    assert table.currentIndex().data() == "Foundation", "the first that is changed"
    assert panel.tally.text() == "15 files", "titles are no files"
    prose = model.index(names.index("Prose 4"), 0)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(prose).center())
    assert len(shown()) == len(names) + 4
    model.toggle(prose.row())
    path = next(path for path in d.window.page.view.own.files if path.startswith("chapters/"))
    assert panel.go_to_row(path)
    assert panel.detail.head.text() == path, "a closed level opens for a file that is looked for"


async def in_a_narrow_window_the_files_lie_above_the_text_behind_the_name_of_the_one_read(d: Any) -> None:
    panel = d.window.page.panel("draft_texts")
    shelf, table, model = panel.shelf, panel.table, panel.model
    d.window.resize(1366, 768)
    await d.settle()
    assert table.isVisible()
    assert not shelf.folded.isVisible()
    assert shelf.side.geometry().right() < panel.detail.geometry().left()
    d.window.resize(860, 600)
    await d.settle()
    assert shelf.folded.isVisible()
    assert not table.isVisible()
    assert shelf.folded.text() == "Foundation  +4 −2"
    QTest.keyClick(shelf.folded, Qt.Key.Key_Space)
    await d.settle()
    assert d.window.focusWidget() is table
    assert shelf.side.geometry().bottom() < panel.detail.geometry().top()
    place = table.visualRect(model.index(model.row_of(story.WEIGHING), 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not table.isVisible(), "who chose a file reads it"
    assert shelf.folded.text() == "3 · The weighing  +7 −6"
    assert "weighing" in panel.detail.body.toPlainText()


async def new_words_of_a_text_are_marked_until_it_is_to_be_read_without(d: Any) -> None:
    panel = d.window.page.panel("draft_texts")
    await d.settle()
    assert panel.tint.isVisible()
    body = panel.detail.body
    assert body.extraSelections()
    panel.tint.click()
    await d.settle()
    assert not body.extraSelections()
    panel.go_to_row(story.WEIGHING)
    await d.settle()
    assert not body.extraSelections(), "it holds for the next file, too"
    panel.tint.click()
    await until(body.extraSelections)
    picker = d.window.page.panel("draft_changes").picker
    d.window.page.tabs.show_tab("draft_changes")
    await d.settle()
    named = [picker.member.itemText(at) for at in range(picker.member.count())]
    assert "3 · The weighing · chapter-beats" in named
    assert "Foundation" in named
    assert not any(".md" in name for name in named), "as in the list of files"


async def a_text_rejected_by_a_word_is_none_of_the_texts_so_far(d: Any) -> None:
    view, line = d.window.page.view, d.window.page.bar.guidance.text
    assert "# 6 · The brother" in came_to(view).text
    await d.guard()
    line.setFocus()
    line.setPlainText("no")
    QTest.keyClick(line, Qt.Key.Key_Return)
    await until(lambda: view.idle)
    assert "# 6 · The brother" not in came_to(view).text


async def test_the_files_of_a_change_are_listed_read_and_marked_in_a_wide_and_a_narrow_window(core, desk):
    await bring_to(core, "draft-acceptance")
    async with desk() as d:
        await files_stand_under_their_levels_in_the_order_of_the_work(d)
        panel = d.window.page.panel("draft_texts")
        panel.go_to_row(story.FOUNDATION)
        await new_words_of_a_text_are_marked_until_it_is_to_be_read_without(d)
        d.window.page.tabs.show_tab("draft_texts")
        panel.go_to_row(story.FOUNDATION)
        await in_a_narrow_window_the_files_lie_above_the_text_behind_the_name_of_the_one_read(d)
        await a_text_rejected_by_a_word_is_none_of_the_texts_so_far(d)


@pytest.mark.nightly
async def test_while_it_is_written_its_steps_come_first_and_its_text_is_seen_until_another_is_chosen(
    core, desk
):
    await bring_to(core, "draft-writing")
    writer = next(iter(core.players.waiting.values())).request.seat
    async with desk() as d:
        column = d.window.page.column
        assert column.stepper.isVisible()
        assert not column.standing.leads
        assert column.standing.headings[-1].text() == "You asked for"
        assert column.standing.cards[0].told == "needs revision · attempt 1"
        assert column.stepper.y() < column.standing.y() + column.standing.parentWidget().y()
        panel = d.window.page.panel("draft_texts")
        core.players.stream(writer, f"<<<FILE {story.BROTHER}>>>\n# 6 · The brother\n\nHe came at ")
        await until(lambda: "He came at" in panel.detail.body.toPlainText())
        assert panel.detail.head.text() == f"{story.BROTHER}, being written"
        assert panel.table.currentIndex().data() == "6 · The brother"
        core.players.stream(writer, "dawn.\n<<<END FI")
        await until(lambda: "He came at dawn." in panel.detail.body.toPlainText())
        assert "<<<" not in panel.detail.body.toPlainText()
        panel.go_to_row(story.WEIGHING)
        core.players.stream(writer, "LE>>>\n<<<FILE chapter-beats/07-a-clean-copy.md>>>\nShe copies")
        await d.settle()
        # Who reads another file goes on reading it.
        assert panel.detail.head.text() == f"{story.WEIGHING}, in attempt 1"
        d.window._may_close = True


@pytest.mark.nightly
async def test_what_is_typed_is_sent_with_enter_and_the_closing_words_stay_above_the_next(core, desk):
    session = await bring_to(core, "draft-accepted")
    async with desk() as d:
        await d.guard()
        bar = d.window.page.bar
        assert "3 of 9 files saved" in bar.details.text()
        line = bar.guidance.text
        assert line.isVisible()
        line.setFocus()
        QTest.keyClicks(line, "/iterate foo")
        QTest.keyClick(line, Qt.Key.Key_Return)
        await d.settle()
        assert "There is no level “foo”" in bar.problem.text()
        line.setPlainText(story.EARLIER)
        line.moveCursor(QTextCursor.MoveOperation.End)
        QTest.keyClick(line, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        assert line.toPlainText().endswith("\n"), "Shift and Enter begin a new line"
        QTest.keyClick(line, Qt.Key.Key_Return)
        await d.settle()
        bar.press("held:send")
        await until(lambda: core.answers() and core.answers()[-1][1] == "feedback")
        given = core.answers()[-1][2]
        assert str(given["text"]).strip() == story.EARLIER
    assert core.live(session).fold.state.target == "chapters"


@pytest.mark.nightly
async def test_once_all_is_written_a_file_that_changed_is_read_and_not_the_one_written_last(core, desk):
    await bring_to(core, "draft-writing")
    writer = next(iter(core.players.waiting.values())).request.seat
    async with desk() as d:
        panel = d.window.page.panel("draft_texts")
        core.players.stream(writer, "<<<FILE chapter-beats/07-a-clean-copy.md>>>\nShe copies")
        await until(lambda: "She copies" in panel.detail.body.toPlainText())
        assert not panel.table.currentIndex().siblingAtColumn(1).data()
        core.players.end(writer)
        await until(lambda: panel.table.currentIndex().siblingAtColumn(1).data())
        assert "being written" not in panel.detail.head.text()
        d.window._may_close = True


@pytest.mark.nightly
async def test_parts_of_two_texts_are_ticked_and_a_place_of_both_is_named(core, desk):
    session = await bring_to(core, "draft-choosing")
    async with desk() as d:
        await d.guard()
        d.window.page.bar.press("gate:combine")
        await d.settle()
        form = d.window.findChild(PiecesDialog)
        assert isinstance(form, PiecesDialog)
        assert not any(box.isChecked() for box in form.files.values()), "nothing is chosen for the person"
        ada, blaise = form.files.values()
        for box in (ada, blaise):
            QTest.keyClick(box, Qt.Key.Key_Space)
        form.main.click()
        await d.settle()
        assert form.problem.text() == (
            f"“{next(iter(form.files))}” and “{list(form.files)[1]}” change the same place of "
            "chapter-beats/08-salt.md: take one of them."
        )
        assert core.gate(session).fact.kind == "draft_pick"
        QTest.keyClick(blaise, Qt.Key.Key_Space)
        form.main.click()
        state = core.live(session).fold.state
        await until(lambda: state.now.chosen is not None)
        assert state.now.chosen.writer == PERSON
        assert list(state.now.files) == ["chapter-beats/08-salt.md"]


async def test_several_texts_of_a_file_are_told_apart_before_its_title_and_counted_as_one(core, desk):
    await bring_to(core, "draft-versions")
    async with desk() as d:
        model = d.window.page.panel("draft_texts").model
        shown = [model.index(row, 0).data() for row in range(model.rowCount())]
        assert "Chapters 9" in shown
        told = [one for one in shown if one.startswith("3 ")]
        assert told == [f"3 · version {n}: The weighing" for n in (3, 2, 1)]
