"""Forms say what is wrong at its field, keep what was typed, and are not lost while they are open."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest
import shiboken6
from pydantic import BaseModel, Field
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from app.domain.errors import InputError
from app.domain.fact_base import FactCatalogue
from app.domain.facts import SHARED_FACTS, GateOpened
from app.domain.gate_choices import Choice
from app.domain.gates import GateData, Verb
from app.domain.i18n import words
from app.domain.seats import Seat
from app.ui.gates.base import FormRequest
from app.ui.gates.feedback import FeedbackDialog
from app.ui.gates.forms import VerbDialog
from app.ui.kit.dialog import Confirm, Dialog
from app.ui.kit.layouts import boxed
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.one_line import CutButton
from app.ui.kit.theme import colours
from app.ui.setup.estimate import EstimateLine
from app.ui.setup.setup_form import as_far_as_sound
from app.ui.setup.team import TeamDialog
from app.ui.setup.team_grid import Column, TeamGrid
from app.ui.setup.team_row import MemberRow
from app.ui.view.draft_store import DraftStore
from app.ui.view.session_view import SessionView
from app.ui.view.view_state import ViewState
from tests.support.person import Keyboard, in_front
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("question", "   ", "question"),
        ("max_rounds", "6", "rounds at most: 1 to 5 are allowed."),
        ("cost_limit", "much", "cost limit: a number is needed."),
    ],
)
async def test_wrong_input_is_said_in_one_sentence_at_its_field(desk, field, typed, says):
    async with desk() as d:
        await d.click("Ask a question")
        dialog = d.window.session_forms.now
        d.named("Question").setPlainText("Which database?")
        rows = {row.name: row for row in dialog.rows()}
        control = rows[field].control
        (control.setText if isinstance(control, QLineEdit) else control.setPlainText)(typed)
        await d.click("Start")
        await until(rows[field].error.isVisible)
        assert says in rows[field].error.text().lower()
        assert rows[field].error.text().count(". ") <= 1
        assert control.hasFocus() or dialog.focusWidget() is control
        assert not d.core.there()
        dialog.reject()


async def test_a_mark_goes_as_soon_as_its_field_is_mended_and_no_new_one_comes_while_typing(desk):
    async with desk() as d:
        await d.click("Ask a question")
        dialog = d.window.session_forms.now
        rows = {row.name: row for row in dialog.rows()}
        d.named("Question").setPlainText("Which database?")
        rows["max_rounds"].control.setText("99")
        rows["threshold"].control.setText("abc")
        await d.click("Start")
        await until(rows["threshold"].error.isVisible)
        rows["max_rounds"].control.setText("3")
        await until(lambda: not rows["max_rounds"].error.isVisible())
        assert dialog.problem.isVisible()
        rows["threshold"].control.setText("80")
        await until(lambda: not rows["threshold"].error.isVisible())
        assert not dialog.problem.isVisible()
        rows["max_rounds"].control.setText("")
        await asyncio.sleep(0.5)
        assert not rows["max_rounds"].error.isVisible()
        dialog.reject()


async def test_another_model_is_typed_at_once_and_feedback_goes_on_at_its_end(reviewing):
    async with reviewing() as d:
        d.window.page.seat_actions.replace("Ada")
        await d.settle()
        assert d.named("Model for Ada").hasFocus()
        in_front().reject()
        d.window.page.draft_store.type(feedback="Cite sources.")
        await d.click("Reject with feedback…")
        QTest.keyClicks(d.named("What should change?"), " Two.")
        assert d.named("What should change?").toPlainText() == "Cite sources. Two."
        in_front().reject()


async def test_a_file_that_cannot_be_read_is_named_at_its_field(desk, tmp_path):
    async with desk() as d:
        await d.click("Ask a question")
        dialog = d.window.session_forms.now
        d.named("Question").setPlainText("Which database?")
        row = next(r for r in dialog.rows() if type(r.control).__name__ == "FileList")
        row.control.list.addItem(str(tmp_path / "gone.md"))
        await d.click("Start")
        await until(row.error.isVisible)
        assert "gone.md" in row.error.text()
        assert not d.core.there()
        dialog.reject()


async def test_a_default_team_that_is_gone_is_named_where_another_one_is_made(desk, core):
    settings = core.folder / "config" / "settings.toml"
    settings.write_text('team = "gone"\n', encoding="utf-8")
    async with desk() as d:
        d.window.actions_by_id["team"].trigger()
        await d.settle()
        dialog = d.window.findChild(TeamDialog)
        assert "no team called “gone”" in dialog.problem.text()
        d.named("Name of the team").setText("Ours")
        d.named("Use it for new sessions").setChecked(True)
        await d.click("Save")
        assert d.core.teams.default().name == "Ours"


async def test_a_team_that_is_left_by_esc_amid_its_change_is_there_again_as_it_was_typed(desk):
    async with desk() as d:
        await d.click("Ask a question")
        form = d.window.session_forms.now
        await d.click("Edit team…")
        keys, team = Keyboard(d), form.findChild(TeamDialog)
        for _ in range(4):
            assert keys.focused is not team._grid.area, "nothing there shows the focus"
            await keys.press(Qt.Key.Key_Tab)
        team.add.choices.actions()[0].trigger()
        await keys.type("Zoe")
        await keys.press(Qt.Key.Key_Escape)
        assert not team.isVisible()
        await d.click("Edit team…")
        assert team.isVisible()
        assert team.team.rows[-1].called == "Zoe", "typed over the name it was given"
        d.named("Name of the team").setText("Ours")
        await d.click("Save")
        assert form.chosen_team().name == "Ours"
        await d.click("Edit team…")
        assert team is not next(one for one in form.findChildren(TeamDialog) if one.isVisible())
        await keys.press(Qt.Key.Key_Escape)
        form.reject()


def test_a_name_that_is_put_in_and_has_no_room_shows_its_beginning(qtbot):
    row = MemberRow("Ada", Seat(name="Ada", model="openai/gpt-4o-mini"))
    grid = QGridLayout()
    whole = boxed(grid)
    qtbot.addWidget(whole)
    row.put_into(grid, 0, narrow=False)
    assert row.name.cursorPosition() == 0
    for box in (row.model, row.role):
        box.setEditText("openrouter/some-maker/a-model-with-a-rather-long-name-70b-instruct")
        line = box.lineEdit()
        assert line is not None
        assert line.cursorPosition() == 0
        QTest.keyClicks(line, "x")
        assert line.cursorPosition() == 1, "who types goes on where they are"


def test_a_link_with_a_menu_that_is_off_looks_off(app, qtbot):
    link = MenuButton("Add a member", "Add a member", chevron=True)
    link.setObjectName("link")
    qtbot.addWidget(link)
    link.show()

    def inks() -> set[str]:
        picture = link.grab().toImage()
        return {
            picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())
        }

    assert colours().accent in inks()
    link.setEnabled(False)
    assert colours().accent not in inks()


def test_heads_of_the_team_s_table_stay_apart_in_larger_text(qtbot):
    whole = TeamGrid("Members")
    qtbot.addWidget(whole)
    for larger in (1.0, 1.5):
        font = whole.font()
        font.setPointSizeF(font.pointSizeF() * larger)
        whole.setFont(font)
        needed = whole._heads.needed(Column.SEARCH)
        assert whole.grid.columnMinimumWidth(Column.SEARCH) >= needed > 0


async def test_a_team_that_cannot_be_used_is_named_at_its_field(desk):
    async with desk() as d:
        await d.click("Ask a question")
        dialog = d.window.session_forms.now
        d.named("Question").setPlainText("Which database?")
        await until(dialog.estimate.isVisible)
        dialog.team.addItem("Broken", "Broken")
        dialog.team.setCurrentIndex(dialog.team.findText("Broken"))
        assert "Broken" in dialog.refusal.why.text()
        assert dialog.refusal.isVisible()
        # What the team before it would cost is not said of this one.
        await until(lambda: not dialog.estimate.isVisible())
        await d.click("Start")
        await asyncio.sleep(0.05)
        assert "Broken" in dialog.refusal.why.text()
        assert not d.core.there()
        dialog.team.setCurrentIndex(0)
        assert not dialog.refusal.isVisible()
        dialog.reject()


@pytest.mark.parametrize("opens", ["question", "rename"])
async def test_an_open_dialog_is_no_garbage_though_nobody_else_holds_it(desk, core, opens):
    await core.begin()
    async with desk() as d:
        if opens == "rename":
            d.window.actions_by_id["rename"].trigger()
        else:
            Confirm(d.window, "Replace?", "It is there already.", "Replace").show_once()
        gc.collect(0)
        gc.collect(1)
        gc.collect()
        await d.settle()
        in_front().reject()
        await d.settle()
        assert not d.window.findChildren(Dialog)


async def test_words_put_in_by_a_button_are_taken_out_again_by_the_editors_undo(reviewing):
    async with reviewing() as d:
        await d.click("Reject with feedback…")
        text = d.named("What should change?")
        text.setFocus()
        QTest.keyClicks(text, "Cite sources.")
        await d.click("too long")
        await d.click("not sourced")
        assert text.toPlainText() == "Cite sources.\nMake it shorter.\nGive a source for each claim."
        text.undo()
        text.undo()
        assert text.toPlainText() == "Cite sources."
        QTest.keyClicks(text, " Two.")
        assert text.toPlainText() == "Cite sources. Two."
        in_front().reject()


def test_a_dialog_whose_window_went_is_let_go_of(qtbot, app):
    opened: list[weakref.ref[Dialog]] = []
    for _ in range(2):
        window = QWidget()
        dialog = Confirm(window, "Replace?", "It is there already.", "Replace")
        window.show()
        dialog.open()
        opened.append(weakref.ref(dialog))
        del dialog
        shiboken6.delete(window)
    last = Confirm(None, "Replace?", "It is there already.", "Replace")
    qtbot.addWidget(last)
    last.open()
    gc.collect()
    assert [one() for one in opened] == [None, None]


async def test_a_quote_that_is_removed_is_not_shown_as_sent_and_the_main_button_says_what_it_does(reviewing):
    async with reviewing(2) as d:
        text = d.window.page.panel("answers").cards["Ada"].text
        text.quoted.emit("a six-month pilot")
        assert d.window.notices.kept[-1][1] == "Quoted; it is sent when you reject with feedback."
        d.window.page.draft_store.ended = True
        text.quoted.emit("another passage")
        assert "takes no feedback" in d.window.notices.kept[-1][1]
        d.window.page.draft_store.ended = False
        await d.click("Reject with feedback…")
        dialog = in_front()
        assert isinstance(dialog, FeedbackDialog)
        dialog.fold.click()
        assert "six-month pilot" in dialog.exact.toPlainText()
        dialog.text.setPlainText("Shorter.")
        d.named("Remove the quote 1").click()
        assert dialog.exact.toPlainText() == "Shorter."
        assert dialog.focusWidget() is dialog.text
        offers = []
        for way in ("fork from round 1", "fork with another question", "redo round 2"):
            d.named(way).click()
            offers.append((dialog.main.text(), dialog.price.isVisible()))
        assert offers == [("Fork", False), ("Ask another question…", False), ("Reject", True)]
        dialog.reject()


class Terms(GateData):
    """What a plug-in's own verb may take."""

    limit: int | None = None
    names: tuple[str, ...] = ()
    note: str = ""


@pytest.fixture
def draft_store(app, tmp_path):
    """Return the drafts of no page, deleted as a page does: the collector might delete their steps twice."""
    made = DraftStore(ViewState(tmp_path))
    yield made
    shiboken6.delete(made)


@pytest.mark.parametrize("kept", ["", "{", "[1]", "[" * 100_000, "\0"])
def test_a_view_state_that_is_damaged_counts_as_none(tmp_path, kept):
    (tmp_path / "s.json").write_text(kept, encoding="utf-8")
    state = ViewState(tmp_path)
    assert state.read("s") == {}
    state.write("s", tab="answers")
    assert state.read("s") == {"tab": "answers"}


def test_a_form_that_was_left_half_typed_is_there_again_as_it_was_typed(qtbot, draft_store):
    verb = Verb("terms", words("Set terms…"), Terms)
    choice = Choice(verb.name, verb, verb.label, "in a form")
    asked = GateOpened(kind="terms", payload={}, verbs=("terms",))
    request = FormRequest(SessionView(FactCatalogue(SHARED_FACTS)), asked, choice, draft_store)

    def opened() -> VerbDialog:
        dialog = VerbDialog(None, request)
        qtbot.addWidget(dialog)
        return dialog

    left = opened()
    first = left.form.rows
    first["names"].put("Ann\n\nBob")
    first["note"].put("Soon ")
    again = opened()
    assert [row.words for row in again.form.rows.values()] == ["", "Ann\n\nBob", "Soon "]
    sent: list[object] = []
    again.decided.connect(sent.append)
    again.main.click()
    assert sent == [{"names": ["Ann", "Bob"], "note": "Soon "}]


def test_a_text_of_ones_own_stays_as_it_was_typed_when_its_choice_is_undone_and_made_again(draft_store):
    draft_store.choose_text("Ada's text", "Ada", "edit", "As refined")
    draft_store.type_text("Ada", "As I would say it")
    draft_store.stack.undo()
    assert draft_store.draft.edits == {"Ada": "As I would say it"}
    draft_store.stack.redo()
    assert draft_store.draft.choices == {"Ada": "edit"}
    assert draft_store.draft.edits == {"Ada": "As I would say it"}


def test_what_was_written_over_an_attempt_goes_into_no_other_attempt_by_itself(draft_store):
    draft_store.at_gate("g1", "1/1")
    draft_store.type_text("Ada", "As I would say it")
    draft_store.at_gate("g2", "1/1")
    assert draft_store.draft.edits == {"Ada": "As I would say it"}, "the same texts are looked at"
    draft_store.at_gate("g3", "1/2")
    assert (draft_store.draft.edits, draft_store.draft.earlier) == ({}, {"Ada": "As I would say it"})
    draft_store.choose_text("Ada's text", "Ada", "edit")
    assert draft_store.draft.text_of("Ada", "refined", "", "As she wrote anew") == (
        "edit",
        "As she wrote anew",
    )


async def test_what_was_asked_earlier_takes_back_no_later_estimate(qtbot, core):
    failing = asyncio.Event()
    asked: list[int] = []
    seats = core.teams.default().table()
    found = await core.estimates.before_start(core.plugins["debate"], {"question": "Q"}, seats)

    async def ask():
        asked.append(len(asked))
        if len(asked) == 1:
            await failing.wait()
            raise InputError("There is no such file.", "Choose another one.")
        return found

    line = EstimateLine(ask, {})
    qtbot.addWidget(line)
    for _ in range(2):
        line._timer.timeout.emit()
        await asyncio.sleep(0)
    await until(lambda: line.estimate is found)
    failing.set()
    await asyncio.sleep(0.01)
    assert line.estimate is found


def test_a_link_that_may_be_cut_takes_the_room_of_its_words_and_not_that_of_a_frame(qtbot):
    framed, link = CutButton("How it is estimated", "How"), CutButton("How it is estimated", "How", around=8)
    for one in (link, framed):
        qtbot.addWidget(one)
    assert framed.sizeHint().width() - link.sizeHint().width() > 20
    link.resize(link.sizeHint())
    link.show()
    assert link.text() == "How it is estimated"
    brief = CutButton("How it is estimated", "How", around=8, brief="How?")
    qtbot.addWidget(brief)
    brief.resize(brief.sizeHint())
    brief.show()
    told = [brief.text()]
    brief.resize(brief.sizeHint().width() // 2, brief.height())
    assert [*told, brief.text(), brief.toolTip()] == ["How it is estimated", "How?", "How it is estimated"]


def test_of_a_form_that_is_half_filled_in_what_is_sound_is_taken_as_what_it_is():
    class Setup(BaseModel):
        question: str
        writers: int = Field(default=2, ge=1, le=5)
        limit: float | None = None
        hidden: bool = False

    typed = {"question": "", "writers": "3", "limit": "0.5", "hidden": True}
    assert as_far_as_sound(Setup, typed) == Setup(question="", writers=3, limit=0.5, hidden=True)
    half = as_far_as_sound(Setup, {"writers": "9", "limit": "x", "hidden": True})
    assert dict(half) == {"question": None, "writers": 2, "limit": None, "hidden": True}


async def test_what_is_expected_is_written_down_before_the_first_call_and_stays_out_of_every_prompt(
    desk, core
):
    async with desk() as d:
        d.window.ask_new("Where to?")
        form = d.window.session_forms.now
        assert not form.forecast.isVisible()
        form.fold.click()
        form.forecast.line.setText(" I expect ZEPHYR,  in May. ")
        await d.click("Start")
        await until(lambda: len(core.there()) == 1)
        (session,) = core.there()
        await until(lambda: d.window.page.view is not None and d.window.page.view.members())
        records = await core.records(session)
        types = [record.type for record in records]
        at = types.index("forecast_made")
        assert records[at].body()["text"] == "I expect ZEPHYR, in May."
        assert at < types.index("call_asked")
        assert not any("ZEPHYR" in str(r.body()) for r in records if r.type == "call_asked")
        # Another session is expected anew.
        d.window.ask_new("And then?")
        assert d.window.session_forms.now.forecast.text() == ""
        d.window.session_forms.now.reject()
