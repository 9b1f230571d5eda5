"""Where two first answers agree and differ: the table above the cards, and what a press on a row shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel

from app.domain.messages import ModelRequest
from app.engine.ports import Completed
from app.ui.kit.paragraph import LeadText
from app.ui.kit.text.prepared import OBJECT
from app.ui.kit.text.signs import number_of
from app.ui.panels.answers import AnswersPanel
from tests.support.asked import read
from tests.support.scenes.look import quick_check
from tests.support.scenes.look_story import says
from tests.support.scenes.stage import Stage
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def panel_of(d: Any) -> AnswersPanel:
    panel = d.window.page.panel("answers")
    assert isinstance(panel, AnswersPanel)
    return panel


def comparing(agreed: int, differ: int) -> Callable[[ModelRequest], Completed]:
    """Return models of the long debate whose judge finds so many points."""

    def said(request: ModelRequest) -> Completed:
        if request.purpose != "debate_check":
            return says(request)
        labels = [one["label"] for one in read(request)["answers"]]
        sides = [{"who": label, "says": "So it is."} for label in labels]
        disputed = [{"issue": f"Issue {n}", "sides": sides} for n in range(differ)]
        return Completed(json.dumps({"agreed": [f"point {n}" for n in range(agreed)], "disputed": disputed}))

    return said


def shown(page: Any) -> list[str]:
    return [one.text() for one in page.bar.findChildren(QAbstractButton) if one.isVisible() and one.text()]


async def compared(core: Stage, models: Callable[[ModelRequest], Completed] = says, **more: Any) -> None:
    core.players.says = models
    await quick_check(core, **more)


async def test_the_table_says_what_each_of_the_two_answers_says_and_who_says_nothing(desk, core):
    await compared(core)
    async with desk() as d:
        board = panel_of(d)
        view = board.comparison
        assert view.title.text() == "They agree on 5 points and differ on 3."
        assert view.by.text() == "compared by the judge"
        assert d.window.page.bar.title.text() == "The two answers differ on 3 points."
        assert d.offered("Debate with all three")
        assert list(board.cards) == ["Ada", "Blaise"]
        words = len(board.cards["Ada"].row.text.split())
        assert board.cards["Ada"].head.change.text() == f"{words} words"
        first, *_, last = view.rows
        assert first.issue.text() == "Is there a trial this year?"
        assert first.cells[1].text() == "No: stay as we are, and offer three days at home first."
        assert [cell.text() for cell in last.cells][1] == "says nothing on it"
        assert last.cells[1].property("muted")
        assert "Blaise: says nothing on it" in last.accessibleName()
        assert view.height() <= 0.4 * board.height() + 1
        await d.click("Copy the comparison")
        assert "2. Does production take part?" in QGuiApplication.clipboard().text()
        assert "   Blaise: Nothing changes in shifts." in QGuiApplication.clipboard().text()


async def test_a_press_on_a_row_shows_in_both_cards_where_they_say_it(alone, core):
    await compared(core)
    d = await alone(AnswersPanel())
    board = d.panel
    ada, blaise = (card.text for card in board.cards.values())
    await until(lambda: not (ada.busy or blaise.busy))
    await d.click(board.comparison.rows[0].accessibleName())
    assert ada.textCursor().selectedText().startswith("Start a limited trial in")
    assert "three days at home first" in blaise.textCursor().selectedText()


def turned(request: ModelRequest) -> Completed:
    """Say what the models of the long debate say; the point that one answer is silent on comes first."""
    said = says(request)
    if request.purpose != "debate_check":
        return said
    found = json.loads(said.text)
    return Completed(json.dumps({**found, "disputed": found["disputed"][::-1]}))


def numbers(text: Any) -> list[int]:
    """Return the numbers that stand in a text, in its order."""
    found, page = [], text.document()
    at = page.find(OBJECT)
    while not at.isNull():
        found.append(number_of(QUrl(at.charFormat().toImageFormat().name())))
        at = page.find(OBJECT, at)
    return found


async def test_the_number_of_a_point_stands_before_the_words_that_say_it_in_both_answers(alone, core):
    await compared(core, turned)
    d = await alone(AnswersPanel())
    ada, blaise = (card.text for card in d.panel.cards.values())
    await until(lambda: not (ada.busy or blaise.busy))
    said = [[mark.cursor.selectedText() for mark in text.extraSelections()] for text in (ada, blaise)]
    assert [len(found) for found in said] == [3, 2]
    assert said[1][0] == "nothing in shifts, three days at home for those who can"
    # As the rows are numbered, of which one answer says nothing on the first.
    assert (sorted(numbers(ada)), numbers(blaise)) == ([1, 2, 3], [3, 2])
    assert f"From May: {OBJECT} nothing in shifts" in blaise.toPlainText()
    at = blaise.document().find(OBJECT)
    where = blaise.cursorRect(at).center()
    QTest.mouseClick(blaise.viewport(), Qt.MouseButton.LeftButton, pos=where - QPoint(6, 0))
    await d.settle()
    assert ada.textCursor().selectedText().startswith("Start a limited trial in")
    # Who copies has the words alone.
    assert "From May: nothing in shifts" in blaise.plain()
    await d.click("Mark differences")
    await until(lambda: not (ada.busy or blaise.busy))
    assert OBJECT not in ada.toPlainText() + blaise.toPlainText()
    await d.click("Mark differences")
    assert ada.toPlainText().count(OBJECT) == 3


async def test_the_answer_that_is_meant_is_chosen_by_its_head_or_a_key_and_taken_or_attacked(desk, core):
    await compared(core)
    async with desk() as d:
        d.window.resize(1366, 768)
        await d.guard()
        page, board = d.window.page, panel_of(d)
        heads = [card.head for card in board.cards.values()]
        assert [head.meant.isChecked() for head in heads] == [True, False]
        assert "Take A" in shown(page)
        QTest.mouseClick(heads[1], Qt.MouseButton.LeftButton, pos=heads[1].rect().center())
        await d.settle()
        assert [head.meant.isChecked() for head in heads] == [False, True]
        assert {"Take B", "Take A instead"} <= set(shown(page))
        d.window.activateWindow()
        await until(d.window.isActiveWindow)
        QTest.keyClick(d.window, Qt.Key.Key_1)
        await d.settle()
        assert [head.meant.isChecked() for head in heads] == [True, False]
        await d.click("Mean the answer of Blaise")
        await d.settle()
        assert [head.meant.isChecked() for head in heads] == [False, True]
        page.draft_store.type(guidance="Mind the cost.")
        await d.guard()
        # Each has a key or a command of the menu, too.
        assert dict(page.bar.offered())[page.bar.button_of("take")] == "Take B"
        assert [d.window.actions_by_id[one].isEnabled() for one in ("approve", "finish")] == [True, True]
        await d.click("Attack it once")
        session = page.view.session_id
        await until(lambda: any(one.type == "rung_taken" for one in page.view.log))
        records = await core.sessions.records(session)
        (rung,) = (one.body() for one in records if one.type == "rung_taken")
        assert (rung["rung"], rung["seat"]) == ("attack", "Blaise")
        (given,) = (one.body() for one in records if one.type == "guidance_given")
        assert given["text"] == "Mind the cost."


async def test_what_they_agree_on_is_one_line_that_unfolds(alone, core):
    await compared(core)
    d = await alone(AnswersPanel())
    agreed = d.panel.comparison.agreed
    assert agreed is not None
    assert agreed.line.text().startswith("Agree on 5: answer times in support must not suffer; ")
    assert not agreed.list.isVisible()
    await d.click("Show what they agree on")
    assert agreed.list.isVisible()
    assert len([point for point in agreed.points if point.isVisible()]) == 5


async def test_of_more_than_five_differences_the_heaviest_are_shown_until_all_are_asked_for(alone, core):
    await compared(core, comparing(0, 8))
    d = await alone(AnswersPanel())
    view = d.panel.comparison
    assert view.title.text() == "They differ on 8 points."
    assert [row.isVisibleTo(view) for row in view.rows] == [True] * 5 + [False] * 3
    assert view.more.text() == "Show all 8"
    view.more.click()
    await d.settle()
    assert all(row.isVisibleTo(view) for row in view.rows)
    assert view.more.isHidden()
    assert view.agreed is None


async def test_answers_that_agree_have_a_list_of_points_and_no_table(alone, core):
    await compared(core, comparing(7, 0))
    d = await alone(AnswersPanel())
    view = d.panel.comparison
    assert view.title.text() == "They agree on all 7 points."
    assert view.rows == []
    assert view.agreed is not None
    assert all(point.isVisible() for point in view.agreed.points)
    assert view.agreed.points[0].text() == "Point 0"
    assert not d.named("Mark differences").isEnabled()


def naming(request: ModelRequest) -> Completed:
    """Say what the models of the long debate say; the judge names a member in all that it finds."""
    if request.purpose != "debate_check":
        return says(request)
    labels = [one["label"] for one in read(request)["answers"]]
    sides = [{"who": label, "says": "Ada says no."} for label in labels]
    return Completed(
        json.dumps({"agreed": ["Ada pays."], "disputed": [{"issue": "Is Ada right?", "sides": sides}]})
    )


async def test_names_that_are_hidden_stand_nowhere_in_the_table(alone, core):
    await compared(core, naming, hide_names=True)
    d = await alone(AnswersPanel())
    view = d.panel.comparison
    assert view.agreed is not None
    (row,) = view.rows
    await d.click("Copy the comparison")
    told = [words.text() for words in view.findChildren(QLabel)]
    told += [row.accessibleName(), QGuiApplication.clipboard().text()]
    assert "says no." in row.accessibleName()
    assert [one for one in told if "Ada" in one or "Blaise" in one] == []


async def test_in_a_narrow_window_a_point_stands_above_its_words_and_the_cards_are_tabs(alone, core):
    await compared(core)
    d = await alone(AnswersPanel())
    d.window.resize(860, 600)
    await d.settle()
    board = d.panel
    row = board.comparison.rows[0]
    assert row.cells[0].y() > row.issue.y() + row.issue.height() - 1
    assert [card.isVisible() for card in board.cards.values()] == [True, False]
    assert board.bar.isVisible()


async def test_the_strip_and_the_column_tell_the_steps_of_a_quick_check_and_what_each_way_on_would_do(
    desk, core
):
    await compared(core)
    async with desk() as d:
        page = d.window.page
        strip, column = page.strip.rounds, page.column
        d.window.resize(1280, 800)
        await d.settle()
        cards = page.panel("answers").cards.values()
        assert [card.isVisible() for card in cards] == [True, True], "what differs is read side by side"
        assert [strip.index(row).data() for row in range(strip.rowCount())] == [
            *("Answers", "Compare", "Debate")
        ]
        assert column.stepper.title.text() == "Quick check"
        assert [(step.title, step.detail) for step in column.stepper.model.items] == [
            ("Answer", "2 of 2"),
            ("Compare", "3 differ"),
            ("You", "decide"),
            ("Attack", "2 calls"),
            ("Debate", "24 calls"),
        ]
        assert column.curves.lines["figure"].series.headline == "Points shared: 5, of 8"
        assert [one.text() for one in column.standing.headings] == ["What comes next"]
        assert column.standing.y() > column.curves.y()
        remarks = [one.accessibleName() for one in column.standing.findChildren(LeadText)]
        assert remarks == [
            "Attack it once. Grace looks for what is wrong in the chosen answer. It may change nothing.",
            "Debate. Both answers stay. Grace answers too. Then 3 rounds of critique and revision.",
        ]
        await d.guard()
        await d.click("Debate with all three")
        await until(lambda: strip.index(0).data() == "Round 1")
        assert column.stepper.title.text() == "Round 1"


async def test_answers_that_are_being_compared_can_be_read_meanwhile(desk, core):
    core.players.says = says
    await quick_check(core, but=lambda request: request.purpose == "debate_check")
    async with desk() as d:
        board = panel_of(d)
        view = board.comparison
        assert view.title.text() == "Comparing…"
        assert list(board.cards) == ["Ada", "Blaise"]
        assert not board.tint.isEnabled()
        high = view.height()
        core.players.end()
        await until(lambda: d.window.page.state == "waiting")
        await until(lambda: view.title.text().startswith("They agree"))
        await until(lambda: view.height() > high)


async def test_an_answer_that_is_taken_is_said_to_be_in_the_bar_and_the_other_one_speaks_against_it(
    desk, core
):
    await compared(core)
    async with desk() as d:
        page = d.window.page
        await d.guard()
        await d.click("Take A")
        await until(lambda: page.state == "finished")
        told = "You finished after round 1: Ada's answer was taken after a quick check."
        assert page.bar.title.text() == told
        final = page.panel("final")
        await until(lambda: final.title.text() == "Ada's answer, unchanged")
        beside = [one.text() for one in final.side.findChildren(QLabel)]
        assert "Blaise · B" in beside[beside.index("Dissent") :]
        # Who was not asked stands for nothing.
        assert not any("Grace" in one for one in beside)
