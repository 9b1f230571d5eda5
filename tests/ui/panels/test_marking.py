"""Marking words in an answer: the bar beside the selection, and what becomes of a mark."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextEdit

from app.domain.ids import PERSON
from app.projections.critiques import Point
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.text.signs import Marked, mark_sign, new_words_sign
from app.ui.panels.answers import AnswersPanel
from app.ui.panels.text_bands import MarkBar
from tests.support.scenes.replaying import cut, recorded
from tests.support.scenes.stage import Stage
from tests.support.scenes.states import SECOND_ROUND
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
WORDS = "six-month pilot"


async def two_rounds(core: Stage):
    return await core.replay(cut(recorded("debate"), SECOND_ROUND))


def bar_of(d, seat: str = "Ada") -> MarkBar:
    panel = d.window.page.panel("answers")
    assert isinstance(panel, AnswersPanel)
    return panel.cards[seat].mark_bar


async def select(d, words: str = WORDS) -> SafeTextView:
    """Select words of Ada's answer as the keyboard does."""
    ada: SafeTextView = d.named("Answer of Ada")
    await until(lambda: not ada.busy)
    cursor = ada.document().find(words)
    assert cursor.hasSelection()
    ada.setTextCursor(cursor)
    return ada


def marks(d) -> list[Point]:
    points = d.window.page.view.fold.critiques.points.values()
    return [point for point in points if point.filed.critic == PERSON]


def marked_signs(view: SafeTextView) -> list[QTextEdit.ExtraSelection]:
    """Return the signs of what is marked."""
    return [s for s in view.extraSelections() if s.format.underlineStyle().name == "DashUnderline"]


def marked_words(view: SafeTextView) -> list[str]:
    """Return what is shown as marked."""
    return [mark.cursor.selectedText() for mark in marked_signs(view)]


async def test_selected_words_bring_a_bar_beside_them_which_goes_with_the_selection(desk, core):
    await two_rounds(core)
    async with desk() as d:
        ada = await select(d)
        bar = bar_of(d)
        await until(bar.isVisible)
        assert ada.rect().contains(bar.geometry())
        assert not bar.geometry().intersects(ada.cursorRect())
        ada.setTextCursor(QTextCursor(ada.document()))
        assert not bar.isVisible()


async def test_a_strike_strikes_and_a_comment_does_not(desk, core):
    await two_rounds(core)
    async with desk() as d:
        ada = await select(d)
        await until(bar_of(d).isVisible)
        bar_of(d).strike.click()
        await until(lambda: marked_words(ada) == [WORDS])
        (mark,) = marked_signs(ada)
        assert mark.format.fontStrikeOut()


def test_an_answered_mark_does_not_look_like_new_words(app) -> None:
    cursor = QTextCursor(QTextDocument("six-month pilot"))
    answered, still_open = (mark_sign(cursor, Marked("pilot", is_open)) for is_open in (False, True))
    fresh = new_words_sign(cursor)
    grounds = {sign.format.background().color().name() for sign in (answered, still_open, fresh)}
    lines = {sign.format.underlineColor().name() for sign in (answered, still_open, fresh)}
    assert len(grounds) == len(lines) == 3
    assert not still_open.format.fontStrikeOut()


async def test_the_bar_waits_until_the_mouse_has_selected(desk, core):
    await two_rounds(core)
    async with desk() as d:
        ada: SafeTextView = d.named("Answer of Ada")
        await until(lambda: not ada.busy)
        start = ada.cursorRect(ada.document().find(WORDS)).center()
        # The cursor of a search stands behind what was found.
        QTest.mousePress(ada.viewport(), Qt.MouseButton.LeftButton, pos=start - QPoint(60, 0))
        QTest.mouseMove(ada.viewport(), start)
        assert not bar_of(d).isVisible()
        QTest.mouseRelease(ada.viewport(), Qt.MouseButton.LeftButton, pos=start)
        assert ada.textCursor().hasSelection()
        assert bar_of(d).isVisible()


async def test_a_comment_is_kept_with_its_words_and_shown_in_the_text_until_it_is_undone(desk, core):
    await two_rounds(core)
    async with desk() as d:
        ada = await select(d)
        bar = bar_of(d)
        bar.comment.click()
        assert d.window.focusWidget() is bar.field
        QTest.keyClicks(bar.field, "Why six?")
        QTest.keyClick(bar.field, Qt.Key.Key_Return)
        await until(lambda: marks(d))
        (mark,) = marks(d)
        assert (mark.filed.claim, mark.filed.quote, mark.filed.target) == ("Why six?", WORDS, "Ada")
        assert mark.open
        await until(lambda: marked_words(ada) == [WORDS])
        assert not bar.isVisible()
        assert bar.field.text() == ""
        d.window.actions_by_id["undo"].trigger()
        await until(lambda: not marks(d))
        await until(lambda: marked_words(ada) == [])


async def test_by_keyboard_alone_a_passage_is_struck(desk, core):
    await two_rounds(core)
    async with desk() as d:
        ada = await select(d)
        ada.setFocus()
        for _ in range(20):
            QTest.keyClick(d.window.focusWidget(), Qt.Key.Key_Tab)
            if d.window.focusWidget() is bar_of(d).strike:
                break
        assert d.window.focusWidget() is bar_of(d).strike
        QTest.keyClick(bar_of(d).strike, Qt.Key.Key_Space)
        await until(lambda: marks(d))
        assert marks(d)[0].filed.mark == "strike"
        assert d.window.focusWidget() is ada


async def test_what_was_typed_for_a_comment_survives_another_selection(desk, core):
    await two_rounds(core)
    async with desk() as d:
        await select(d)
        bar = bar_of(d)
        bar.comment.click()
        QTest.keyClicks(bar.field, "Why six")
        QTest.keyClick(bar.field, Qt.Key.Key_Escape)
        assert not bar.isVisible()
        await select(d, "Fridays")
        bar.comment.click()
        assert bar.field.text() == "Why six"
        assert not marks(d)


async def test_a_round_that_is_looked_back_at_takes_no_marks(desk, core):
    await two_rounds(core)
    async with desk() as d:
        d.window.actions_by_id["previous_round"].trigger()
        await d.settle()
        await select(d, "pilot")
        assert not bar_of(d).isVisible()
