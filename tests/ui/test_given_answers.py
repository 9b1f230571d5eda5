"""A given answer in the window: pasted, dropped or of another session, and attacked, by the mouse alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.ui.kit.pick_list import PickList
from app.ui.setup.file_list import ABOUT, FileList
from app.ui.view.reading import read_view
from app.workflows.debate.setup import DebateSetup
from tests.support.person import Mouse
from tests.support.scenes.states import bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
TEXT = "Move out in May, and rent until then."


@pytest.mark.parametrize(("text", "told"), [("Zinc.", "1 word"), (TEXT, "8 words")])
def test_how_long_a_given_answer_is_stands_beside_its_name(qtbot, text, told):
    given = FileList("Given answers", pastes=True)
    qtbot.addWidget(given)
    given.give_text("Mine", text)
    assert given.list.item(0).data(ABOUT) == told


async def setup_of(core, session):
    return DebateSetup.recorded((await core.records(session))[0].body()["setup"])


class Hand(Mouse):
    """Clicks where something is and drops things, as a person does; and counts."""

    def __init__(self, d) -> None:
        super().__init__(d)
        self.count = 0

    async def click_at(self, target, point):
        """Click at a point of a control."""
        await super().click_at(target, point)
        self.count += 1

    async def press(self, widget):
        """Click on the middle of a control."""
        await self.click_at(widget, widget.rect().center())

    def drop(self, widget, data):
        """Let something that was dragged here fall on the middle of a widget."""
        at, none = widget.rect().center(), Qt.KeyboardModifier.NoModifier
        actions, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        enter = QDragEnterEvent(at, actions, data, left, none)
        QApplication.sendEvent(widget, enter)
        assert enter.isAccepted()
        QApplication.sendEvent(widget, QDropEvent(QPointF(at), actions, data, left, none))
        self.count += 1


async def started(core, before=()):
    await until(lambda: len(core.there()) > len(before))
    (session,) = set(core.there()) - set(before)
    return await setup_of(core, session)


async def new_form(d, hand):
    """Open the form by its button, with the mouse."""
    await hand.click("New session")
    await d.settle()
    return d.window.session_forms.now


async def attacking(d, hand, form):
    """Choose to attack an answer: it is asked for then."""
    await hand.press(form.basic.rows["profile"].control.cards["attack"])
    await d.settle()


@pytest.mark.parametrize(
    ("how", "presses"),
    [
        ("pasted", 4),
        *(pytest.param(*way, marks=pytest.mark.nightly) for way in (("a file", 4), ("a text", 3))),
    ],
)
async def test_an_answer_is_attacked_by_a_few_presses_of_the_mouse(desk, core, tmp_path, how, presses):
    async with desk() as d:
        hand = Hand(d)
        form = await new_form(d, hand)
        QTest.keyClicks(form.focusWidget(), "Should we move?")
        guests, data = form.basic.rows["guests"].control, QMimeData()
        assert not guests.isVisible(), "a debate asks for none"
        if how != "a text":
            await attacking(d, hand, form)
            assert guests.isVisible()
        if how == "pasted":
            QGuiApplication.clipboard().setText(TEXT)
            await hand.press(guests.paste)
        elif how == "a file":
            file = tmp_path / "mine.md"
            file.write_text(TEXT)
            data.setUrls([QUrl.fromLocalFile(str(file))])
            hand.drop(guests, data)
        else:
            data.setText(TEXT)
            # Anywhere on the page: a text that falls there is one that is given.
            hand.drop(form, data)
        await d.settle()
        assert guests.list.count() == 1
        assert form.basic.rows["profile"].value() == "attack"
        await hand.press(form.main)
        setup = await started(core)
        assert hand.count == presses
        assert (setup.profile, [one.text for one in setup.guests]) == ("attack", [TEXT])
        assert setup.question == "Should we move?"


async def give(d, hand, form, whose):
    """Choose a session's answer by two presses; return what was offered."""
    await attacking(d, hand, form)
    guests = form.basic.rows["guests"].control
    await until(guests.sessions.isVisible)
    await hand.press(guests.sessions)
    (picks,) = (one for one in d.window.findChildren(PickList) if one.isVisible())
    model = picks.list.model()
    rows = [model.index(at, 0) for at in range(model.rowCount())]
    offered = [row.data() for row in rows]
    await hand.click_at(picks.list.viewport(), picks.list.visualRect(rows[offered.index(whose)]).center())
    await until(lambda: guests.list.count() == 1 or form.problem.text())
    assert guests.list.count() == 1, form.problem.text()
    return offered


@pytest.mark.parametrize("whose", ["Ada", pytest.param("Final answer", marks=pytest.mark.nightly)])
async def test_an_answer_of_another_session_is_attacked_in_five_presses_and_brings_its_question(
    desk, core, whose
):
    first = await bring_to(core, "finished")
    async with desk() as d:
        hand = Hand(d)
        form = await new_form(d, hand)
        title = (await core.library.row(first)).title
        offered = await give(d, hand, form, whose)
        assert offered == [title, "Final answer", "Ada", "Blaise", "Grace"]
        assert form.basic.rows["question"].value().strip() == (await setup_of(core, first)).question
        await hand.press(form.main)
        setup = await started(core, [first])
        assert hand.count == 5
        view, _ = await read_view(core, first)
        final = whose == "Final answer"
        assert setup.guests[0].name == (title if final else f"{title} (Ada)")
        text = view.final_text() if final else view.fold.texts.of_seat("Ada")[-1].text
        assert setup.guests[0].text in text
        assert setup.profile == "attack"


async def test_a_file_that_falls_on_the_page_is_context_alone_and_a_typed_question_stays(
    desk, core, tmp_path
):
    file = tmp_path / "notes.md"
    file.write_text(TEXT)
    await bring_to(core, "finished")
    async with desk() as d:
        hand, data = Hand(d), QMimeData()
        form = await new_form(d, hand)
        QTest.keyClicks(form.focusWidget(), "Should we move?")
        guests, context = (form.basic.rows[name].control for name in ("guests", "context"))
        # As file managers hand it on: its address is a text, too.
        data.setUrls([QUrl.fromLocalFile(str(file))])
        data.setText(str(file))
        hand.drop(form, data)
        await d.settle()
        assert (context.paths(), guests.list.count()) == ([file], 0)
        await give(d, hand, form, "Final answer")
        assert form.question() == "Should we move?"
        form.reject()


async def test_what_a_person_chose_stays_when_an_answer_is_given(desk, core):
    async with desk() as d:
        form = await new_form(d, Hand(d))
        profile = form.basic.rows["profile"]
        guests = form.basic.rows["guests"].control
        guests.give_text("Mine", TEXT)
        assert profile.value() == "attack"
        guests.list.takeItem(0)
        assert profile.value() == "debate"
        profile.put("quick")
        guests.give_text("Mine", TEXT)
        assert profile.value() == "quick"
        form.reject()


async def test_an_empty_clipboard_gives_nothing_and_files_are_given_like_texts(desk, core, tmp_path):
    async with desk() as d:
        QGuiApplication.clipboard().clear()
        d.window.actions_by_id["new"].trigger()
        await d.settle()
        form = d.window.session_forms.now
        form.set_question("Should we move?")
        guests = form.basic.rows["guests"].control
        guests.paste.click()
        assert guests.list.count() == 0
        file = tmp_path / "mine.md"
        file.write_text(TEXT)
        guests.add([str(file)])
        await d.click("Start")
        await until(lambda: len(core.there()) == 1)
        (session,) = core.there()
        setup = await setup_of(core, session)
        assert [(one.name, one.text) for one in setup.guests] == [("mine.md", TEXT)]
        assert setup.context == ()
