"""Where the focus is, and what Enter does there."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QScrollArea, QWidget

from app.ui.kit.buttons import WORDS_MILLISECONDS
from app.ui.kit.theme import colours
from app.ui.setup.new_session import NewSessionDialog
from app.ui.shell.main_window import MainWindow
from tests.support.person import Keyboard, Mouse
from tests.support.quiet_desktop import QuietDesktop
from tests.support.scenes.debate_story import QUESTIONS
from tests.support.scenes.states import bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
VERBS = ["ask_again", "use_partial", "drop"]


@pytest.fixture
def approved(reviewing):
    """Open a window in which the first round was just approved with the mouse: `(desk, page)`."""

    @asynccontextmanager
    async def opened():
        async with reviewing(1) as d:
            await Mouse(d).click("Approve and continue")
            yield d, d.window.page

    return opened


def hands_on(d) -> Keyboard:
    """Bring the window in front and put the hands on the keyboard."""
    d.window.activateWindow()
    return Keyboard(d)


async def test_enter_presses_the_button_in_focus(desk):
    async with desk() as d:
        keys = hands_on(d)
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


def test_the_first_screen_has_the_focus_on_the_question_before_anything_is_read(qapp, core):
    window = MainWindow(core, desktop=QuietDesktop())
    window.show()
    QTest.qWaitForWindowExposed(window)
    assert window.focusWidget() is window.first.ask
    window.deleteLater()


async def test_a_bar_that_holds_the_focus_shows_it_and_nothing_moves(reviewing):
    async with reviewing(1) as d:
        bar = d.window.page.bar
        d.window.activateWindow()
        d.window.rail.setFocus()
        await d.settle()
        places = [w.geometry() for w in bar.findChildren(QWidget) if w.isVisible()]
        edge = QPoint(bar.width() // 2, 0)
        before = bar.grab().toImage().pixelColor(edge)
        bar.setFocus()
        assert bar.hasFocus()
        assert bar.grab().toImage().pixelColor(edge) == QColor(colours().accent) != before
        await d.settle()
        assert [w.geometry() for w in bar.findChildren(QWidget) if w.isVisible()] == places


async def test_focus_stays_in_the_bar_and_comes_to_the_next_main_answer(core, approved):
    async with approved() as (d, page):
        assert page.bar.holds_focus()
        # As long as the machine takes: that they are held is what is looked at.
        page.bar.guard.setInterval(600_000)
        await core.play_round(page.session, 2)
        await d.settle()
        assert page.state == "waiting"
        assert d.window.focusWidget() is page.bar
        await d.guard()
        assert d.window.focusWidget() is page.bar.primary()


async def test_focus_that_is_elsewhere_is_left_there(core, approved):
    async with approved() as (d, page):
        d.guidance().setFocus()
        await core.play_round(page.session, 2)
        await d.settle()
        assert page.state == "waiting"
        await d.guard()
        assert d.window.focusWidget() is d.guidance()


async def test_keys_reach_what_is_out_of_sight_and_esc_leaves_what_is_typed_into(reviewing):
    async with reviewing(1) as d:
        keys = hands_on(d)
        d.window.resize(1280, 500)
        await d.settle()
        bar = d.window.page.column.findChild(QScrollArea).verticalScrollBar()
        bar.setValue(bar.maximum())
        assert bar.value() > 60
        await keys.go_to("Add guidance")
        await keys.press(Qt.Key.Key_F6)
        assert keys.focused.accessibleName() == "Show the whole run"
        assert not keys.focused.visibleRegion().isEmpty()
        await keys.go_to("Add guidance")
        await keys.press(Qt.Key.Key_Return)
        await keys.type("More figures")
        await keys.press(Qt.Key.Key_Escape)
        assert keys.focused.accessibleName() == "Edit guidance"


async def test_an_open_dialog_waits_in_its_first_field(at_gate):
    calls = [
        {"key": f"k{n}", "seat": name, "purpose": "critique", "partial": "{", "cost": 0.06, "verbs": VERBS}
        for n, name in enumerate(("Ada", "Bram"))
    ]
    async with at_gate("uncertain", {"items": calls}, "continue") as d:
        d.window.activateWindow()
        await d.click("Decide each…")
        assert isinstance(Keyboard(d).focused, QComboBox)
        assert "Ada" in Keyboard(d).focused.accessibleName()
        await Keyboard(d).press(Qt.Key.Key_Escape)


async def test_what_is_typed_stays_where_it_was_when_the_round_is_done(core, approved):
    async with approved() as (d, page):
        guidance = d.guidance()
        QTest.keyClicks(guidance, "More figures")
        await d.settle()
        before = guidance.mapTo(d.window, guidance.rect().bottomLeft()).y()
        await core.play_round(page.session, 2)
        await d.settle()
        assert d.shown("Approve by itself…")
        assert guidance.isVisible()
        # The button beside it is a little higher than the line itself.
        assert abs(guidance.mapTo(d.window, guidance.rect().bottomLeft()).y() - before) <= 4


async def test_the_first_session_opens_with_the_focus_at_the_question(core, desk):
    await bring_to(core, "approval")
    async with desk() as d:
        await d.guard()
        assert d.window.focusWidget() is d.window.page.bar.primary()


async def test_enter_after_an_answer_goes_to_the_next_question(core, desk):
    law, budget = (str(asked[0]["question"]) for asked in QUESTIONS.values())
    await bring_to(core, "clarification")
    async with desk() as d:
        await d.guard()
        keys = hands_on(d)
        await d.click("Answer questions…")
        assert keys.focused.accessibleName() == f"Germany – {law}"
        await keys.press(Qt.Key.Key_Space)
        await keys.go_to(f"Answer or note – {law}")
        await keys.type("Bavaria")
        await keys.press(Qt.Key.Key_Return)
        assert keys.focused.accessibleName() == f"Answer or note – {budget}"
        await keys.type("Twelve")
        assert not core.answers()
        await keys.press(Qt.Key.Key_Return)
        (sent,) = core.answers()
        assert sent[-1]["answers"]["q2"]["note"] == "Twelve"


async def test_words_typed_at_a_button_press_it_by_no_space(core, reviewing, monkeypatch):
    assert WORDS_MILLISECONDS == 1000
    # However busy the machine is: what is typed is one word after the other.
    monkeypatch.setattr("app.ui.kit.buttons.WORDS_MILLISECONDS", 3_600_000)
    async with reviewing(1) as d:
        keys = hands_on(d)
        await keys.go_to("Approve and continue")
        await keys.type("Not relevant here")
        await keys.press(Qt.Key.Key_Return)
        assert core.answers() == []
        monkeypatch.setattr("app.ui.kit.buttons.WORDS_MILLISECONDS", 0)
        await asyncio.sleep(0.01)
        await keys.press(Qt.Key.Key_Space)
        assert [verb for _gate, verb, _data in core.answers()] == ["approve"]


async def test_after_a_verdict_the_arrows_go_on_to_the_next_critique(reviewing):
    async with reviewing(1) as d:
        d.window.activateWindow()
        d.window.page.tabs.show_kind("critiques")
        await d.settle()
        panel = d.window.page.panel("critiques")
        await Mouse(d).click("Accept this critique")
        await until(lambda: panel.list.currentIndex().row() == 1)
        assert d.window.focusWidget() is panel.list
        accepted = panel.model.items[1]
        await Keyboard(d).press(Qt.Key.Key_A)
        await until(lambda: panel.list.currentIndex().row() == 2)
        assert d.window.page.view.fold.critiques.points[accepted.filed.critique].verdict == "accept"
        await Keyboard(d).press(Qt.Key.Key_Down)
        assert panel.list.currentIndex().row() == 3


async def test_a_click_on_nobody_in_the_matrix_hides_nothing(reviewing):
    async with reviewing(1) as d:
        d.window.page.tabs.show_kind("critiques")
        await d.settle()
        panel = d.window.page.panel("critiques")
        panel.switch.setChecked(True)
        await d.settle()
        own = panel.matrix.visualRect(panel.matrix_model.index(0, 0)).center()
        QTest.mouseClick(panel.matrix.viewport(), Qt.MouseButton.LeftButton, pos=own)
        await d.settle()
        assert len(panel.model.items) == len(panel.known) > 0


async def test_going_to_a_change_lets_the_letters_decide_it(reviewing):
    async with reviewing(2) as d:
        keys, page = hands_on(d), d.window.page
        await keys.go_to("Approve and continue")
        await keys.press(Qt.Key.Key_F8)
        await until(lambda: page.panel("changes").diff.changes)
        assert d.window.focusWidget() is page.panel("changes").diff
        await keys.press(Qt.Key.Key_R)
        assert page.draft_store.stack.canUndo()


async def test_a_session_chosen_in_the_list_leaves_the_focus_there(core, desk):
    sessions = [await core.begin(), await core.begin()]
    for session in sessions:
        await core.play_round(session, 1)
    async with desk() as d:
        d.window.activateWindow()
        rail = d.window.rail.list
        rail.setFocus()
        other = next(session for session in sessions if session != d.window.page.session)
        row = next(i for i, item in enumerate(rail.model().items) if getattr(item, "session", "") == other)
        centre = rail.visualRect(rail.model().index(row, 0)).center()
        QTest.mouseClick(rail.viewport(), Qt.MouseButton.LeftButton, pos=centre)
        await until(lambda: d.window.page.session == other)
        await d.settle()
        assert d.window.focusWidget() is rail


async def test_an_answer_that_has_the_focus_shows_it(reviewing):
    async with reviewing(2) as d:
        text = d.named("Answer of Blaise")

        def edge() -> str:
            return str(text.grab().toImage().pixelColor(text.width() // 2, 0).name())

        without = edge()
        d.window.activateWindow()
        d.window.actions_by_id["member_2"].trigger()
        await d.settle()
        assert d.window.focusWidget() is text
        assert edge() != without
        assert edge() == colours().accent


@pytest.mark.nightly
async def test_who_has_sessions_is_not_shown_the_first_steps_while_they_are_read(desk, core):
    async with desk() as d:
        assert d.window.first.isVisible()
    await core.begin()
    async with desk() as d:
        assert d.window.page.isVisible()
    again = desk()
    again.window.show()
    assert not again.window.first.isVisible()
    assert again.window.focusWidget() is again.window.page_stack
    async with again as d:
        assert d.window.page.isVisible()
