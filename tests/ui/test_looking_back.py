"""Expected, decided, turned out: told from the page of a finished session, by mouse and by keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.domain.verdict_facts import DecisionRecorded
from app.ui.shell.looking_back import DecisionDialog, OutcomeDialog
from tests.support.person import Keyboard, Mouse, in_front
from tests.support.scenes.states import bring_to

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


def said_in(window):
    return [one.text() for one in window.findChildren(QLabel) if one.isVisible()]


async def test_what_was_decided_and_how_it_turned_out_is_told_beside_the_final_answer(desk, core):
    session = await bring_to(core, "finished")
    async with desk() as d:
        page = d.window.page
        await d.settle()
        await Mouse(d).click("What was decided?")
        dialog = in_front()
        assert isinstance(dialog, DecisionDialog)
        dialog.main.click()
        assert dialog.problem.text() == "Say in a line what was decided."
        QTest.keyClicks(dialog.text, "We move in May.")
        dialog.when.setCurrentText("on a day…")
        QTest.keyClicks(dialog.day, "soon")
        dialog.main.click()
        assert "is no day" in dialog.problem.text()
        dialog.day.setText("2020-05-01")
        dialog.main.click()
        await d.settle()
        assert page.view.fold.session.decision == DecisionRecorded(
            text="We move in May.", look_back="2020-05-01"
        )
        assert "You decided: We move in May." in said_in(d.window)
        # The day has come: it is asked for, here and in the list, and one button is filled.
        assert page.bar.title.text() == "How did it turn out? You decided: We move in May."
        (row,) = [one for one in await core.library.rows() if one.session == session]
        assert row.needy
        await d.guard()
        await Mouse(d).click("Answer…")
        outcome = in_front()
        assert isinstance(outcome, OutcomeDialog)
        outcome.main.click()
        assert "or who was right" in outcome.problem.text()
        names = [box.accessibleName() for box in outcome.verdicts.values()]
        assert names[0] == "You: right or wrong"
        who = [*outcome.verdicts]
        outcome.verdicts["result"].setCurrentText("right")
        outcome.verdicts[who[-1]].setCurrentText("wrong")
        keys = Keyboard(d)
        await keys.go_to("How did it turn out?")
        await keys.type("It went well.")
        await keys.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert page.view.fold.session.outcome.right == {"result": True, who[-1]: False}
        assert page.bar.title.text().startswith("You finished")
        said = said_in(d.window)
        assert "It turned out: It went well." in said
        assert "Right: The final answer" in said
        (row,) = [one for one in await core.library.rows() if one.session == session]
        assert not row.needy
        # What was said can be corrected, and stands in the form.
        d.window.actions_by_id["outcome"].trigger()
        again = in_front()
        assert isinstance(again, OutcomeDialog)
        assert again.text.toPlainText() == "It went well."
        assert again.verdicts["result"].currentText() == "right"
        again.reject()
