"""Every dialog a decision is made in, with its real widgets."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QMouseEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QPushButton, QWidget
from shiboken6 import delete

from app.domain.facts import GateOpened, SeatReplaced
from app.engine.plugin import SetupField
from app.ui.gates.calls import in_lines
from app.ui.gates.feedback import FeedbackDialog
from app.ui.kit.dialog import BESIDE, Dialog
from app.ui.kit.overlay import Scrim
from app.ui.kit.texts import label
from app.ui.setup.setup_form import SetupForm
from app.workflows.debate.setup import DebateSetup
from tests.support.counting import Widths
from tests.support.person import in_front
from tests.support.quiet import quiet
from tests.support.scenes.debate_story import FIRST, SECOND, TEAM
from tests.support.scenes.states import bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


ASKED = (
    {"Ada": ({"question": "Who pays?"},)},
    {
        "Ada": (
            {
                "question": "Which country's labour law applies?",
                "options": ["Germany", "France"],
                "why": "It changes the legal part.",
            },
        ),
        "Blaise": ({"question": "Which budget?"}, {"question": "By when?"}),
    },
)
"""What the members ask, and ask once they were answered."""


async def asking(core):
    """Begin a session whose members were answered once and ask again; questions q2, q3 and q4 are open."""
    session = await core.begin(interactive_clarifications=True)
    for asked in ASKED:
        for name in ("Ada", "Blaise", "Grace"):
            core.lines[name, "clarification"] = json.dumps({"questions": asked.get(name, ())})
        await core.play_on(session)
        if asked is ASKED[0]:
            answer = {"status": "answered", "note": "The employer."}
            await core.approve(session, "answer", answers={"q1": answer})
    core.lines.clear()
    return session


async def open_gate(core, session, kind, payload, *verbs, primary=None):
    await core.halt_at(session, GateOpened(kind=kind, payload=payload, verbs=verbs, primary=primary))


def item(seat, key, verbs, partial="", cost=0.02):
    return {
        "key": key,
        "asked": 4,
        "seat": seat,
        "purpose": "critique",
        "model": "m",
        "partial": partial,
        "cost": cost,
        "verbs": list(verbs),
    }


class Sized(Dialog):
    size_at_100 = (600, 400)


@pytest.mark.parametrize("room", [560, 900])
def test_what_is_in_a_dialog_is_laid_out_once_for_the_size_that_its_window_has_room_for(qtbot, app, room):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(room, 700)
    dialog = Sized(window, "Sized", "OK")
    dialog.body.addWidget(QLineEdit())
    widths = Widths(app, QLineEdit)
    dialog.show()
    app.removeEventFilter(widths)
    # Twenty pixels are free on both sides of the body, and one is the sheet's edge.
    assert widths.told == {"": [min(600, room - BESIDE) - 42]}


async def test_clarifying_questions_are_answered_with_choice_and_note_and_the_rest_is_not_answered(
    desk, core
):
    await asking(core)
    async with desk() as d:
        await d.guard()
        assert "3 questions" in d.window.page.bar.title.text()
        await d.click("Answer questions…")
        assert "The employer." in d.named("Earlier questions and answers").widget().text()
        d.named("Germany – Which country's labour law applies?").setChecked(True)
        d.named("Answer or note – Which country's labour law applies?").setText("from 2026 on")
        await d.click("Next question")
        d.named("Answer or note – Which budget?").setText("10,000 euros")
        await d.click("Send answers")
        assert core.answers()[-1][1:] == (
            "answer",
            {
                "answers": {
                    "q2": {"status": "answered", "option": "Germany", "note": "from 2026 on"},
                    "q3": {"status": "answered", "note": "10,000 euros"},
                    "q4": {"status": "not_answered"},
                }
            },
        )


@pytest.mark.nightly
async def test_typed_answers_outlive_later_another_choice_and_a_new_window(desk, core):
    await asking(core)
    note = "Answer or note – Which country's labour law applies?"
    async with desk() as d:
        await d.guard()
        await d.click("Answer questions…")
        d.named(note).setText("we have two offices")
        d.named("France – Which country's labour law applies?").setChecked(True)
        d.named("None of these fit – let me explain – Which country's labour law applies?").setChecked(True)
        assert d.named(note).text() == "we have two offices"
        await d.click("Later")
        assert len(core.answers()) == 1
    async with desk() as d:
        await d.guard()
        await d.click("Answer questions…")
        assert d.named(note).text() == "we have two offices"
        await d.click("Send answers")
        assert core.answers()[-1][2]["answers"]["q2"] == {
            "status": "none_fits",
            "note": "we have two offices",
        }


async def test_each_uncertain_call_gets_its_own_verb(at_gate, core):
    items = [
        item("Ada", "12/critique/Ada", ("ask_again", "use_partial", "drop"), "Half of a sent"),
        item("Grace", "12/critique/Grace", ("ask_again", "drop"), cost=None),
    ]
    verbs = ("ask_again", "use_partial", "drop")
    async with at_gate("uncertain", {"items": items}, *verbs, primary="ask_again") as d:
        assert "14 characters arrived" in d.window.page.bar.details.text()
        # “Use what arrived” fits only one of the two, so it is not offered for both.
        assert d.shown("Ask again")
        assert not d.shown("Use what arrived")
        await d.click("Decide each…")
        assert d.named("What arrived from Ada").toPlainText() == "Half of a sent"
        ada = d.named("What to do about Ada: critiquing")
        ada.setCurrentIndex(ada.findText("Use what arrived"))
        grace = d.named("What to do about Grace: critiquing")
        assert grace.findText("Use what arrived") == -1
        grace.setCurrentIndex(grace.findText("Leave out"))
        await d.click("Go on")
        verb, data = core.answers()[-1][1:]
        assert verb in verbs
        assert data == {"items": {"12/critique/Ada": "use_partial", "12/critique/Grace": "drop"}}


@pytest.mark.parametrize(
    ("button", "verb"), [("Ask again", "ask_again"), ("Leave out", "drop")], ids=["first", "last"]
)
async def test_one_press_decides_all_uncertain_calls_alike(at_gate, core, button, verb):
    items = [item(name, f"12/critique/{name}", ("ask_again", "drop")) for name in ("Ada", "Grace")]
    async with at_gate("uncertain", {"items": items}, "ask_again", "drop", primary="ask_again") as d:
        await d.click(button)
        assert core.answers()[-1][1:] == (verb, {})


async def test_an_answer_that_is_stored_is_shown_and_not_paid_for_again_unless_it_is_wanted(at_gate, core):
    kept = item("Ada", "12/critique/Ada", ("use_stored", "ask_again")) | {"stored": "All of it."}
    cut = item("Grace", "12/critique/Grace", ("ask_again", "drop"))
    verbs = ("use_stored", "ask_again", "drop")
    async with at_gate("uncertain", {"items": [kept, cut]}, *verbs, primary="ask_again") as d:
        bar = d.window.page.bar
        assert "1 call was cut off" in bar.title.text()
        ada, grace = bar.details.text().splitlines()
        assert "the whole answer is saved" in ada
        assert "nothing arrived" in grace
        # A verb for both would pay again for what Ada has said.
        assert d.named("Decide each…").objectName() == "primary"
        await d.click("Decide each…")
        assert d.named("Stored answer of Ada").toPlainText() == "All of it."
        await d.click("Go on")
        chosen = {"12/critique/Ada": "use_stored", "12/critique/Grace": "ask_again"}
        assert core.answers()[-1][2] == {"items": chosen}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            '{"ranking": ["A", "C"], "items": [{"claim": "No source.", "quote": ""}]}',
            "ranking: A\nranking: C\nclaim: No source.",
        ),
        ('{"text": "Half of \\"a', 'text: Half of "a'),
        ('{"ranking": ["A", "C"], "items": [{"cla', "ranking: A\nranking: C"),
        ('```json\n{"ranking":', ""),
        ("{", ""),
        ("[Ada](https://example.org) said", "[Ada](https://example.org) said"),
        ("Plain words.", "Plain words."),
        ("42", "42"),
        ("[" * 100_000, "[" * 100_000),
    ],
    ids=[
        "data",
        "cut data",
        "cut name",
        "cut early",
        "a bracket",
        "a link",
        "words",
        "a figure",
        "nested too deep",
    ],
)
def test_an_answer_that_is_data_is_told_line_by_line_and_nothing_else_is_touched(text, shown):
    assert in_lines(text) == shown


async def test_the_budget_is_raised_to_a_typed_limit_or_lifted(at_gate, core):
    payload = {"items": [{"key": "k", "seat": "Ada", "needs": 0.5, "spent": 1.8, "limit": 2.0}]}
    async with at_gate("budget", payload, "raise", "stop", primary="raise") as d:
        session = d.window.page.session
        assert "$1.80 of $2.00" in d.window.page.bar.details.text()
        await d.click("Raise the limit…")
        d.named("New limit in dollars").setValue(1.0)
        answered = list(core.answers())
        await d.click("Raise and go on")
        assert core.answers() == answered
        assert in_front().problem.text() == "At least $2.30 is needed to go on."
        d.named("New limit in dollars").setValue(4.25)
        await d.click("Raise and go on")
        assert core.answers()[-1][1:] == ("raise", {"limit": 4.25})
        await core.stop(session)
        await open_gate(core, session, "budget", payload, "raise", "stop", primary="raise")
        await d.settle()
        await d.guard()
        await d.click("Raise the limit…")
        d.named("No limit").setChecked(True)
        await d.click("Raise and go on")
        assert core.answers()[-1][1:] == ("raise", {"limit": None})


async def test_a_critique_is_dismissed_only_with_a_reason_and_the_verdict_can_be_undone(reviewing, core):
    async with reviewing() as d:
        d.window.page.tabs.show_tab("critiques")
        await d.settle()
        await d.click("Dismiss this critique")
        await d.click("Save")
        assert "reason is needed" in d.window.findChild(type(d.named("Reason").window())).problem.text()
        d.named("Reason").setText("Already covered in the second paragraph.")
        await d.click("Save")
        points = d.window.page.view.fold.critiques.points
        assert points["1.1.3"].decided.verdict == "dismiss"
        assert points["1.1.3"].decided.reason == "Already covered in the second paragraph."
        undo = d.window.actions_by_id["undo"]
        assert undo.text().replace("&", "") == "Undo: verdict on a critique of Blaise"
        undo.trigger()
        await d.settle()
        decided = [points["1.1.3"].decided]
        d.window.actions_by_id["redo"].trigger()
        await d.settle()
        decided.append(points["1.1.3"].decided)
        assert [fact and fact.verdict for fact in decided] == [None, "dismiss"]


async def test_a_rejection_says_exactly_what_will_be_sent_and_quick_words_help(reviewing, core):
    async with reviewing() as d:
        await d.click("Reject with feedback…")
        await d.click("too long")
        QTest.keyClicks(d.named("What should change?"), " And cite.")
        d.named("Your words as they are sent to the models").setChecked(True)
        sent = d.named("What will be sent").toPlainText()
        assert sent == "Make it shorter. And cite."
        d.window.page.draft_store.type(guidance="Mind the stairs.")
        QTest.keyClicks(d.named("What should change?"), " ")
        assert d.named("What will be sent").toPlainText() == f"Mind the stairs.\n\n{sent}"
        d.window.page.draft_store.type(guidance="")
        QTest.keyClick(d.named("What should change?"), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await d.settle()
        assert core.answers()[-1][1:] == ("reject", {"feedback": sent})


async def test_the_price_of_a_rejection_is_the_most_it_may_be_where_it_is_for_some_members(reviewing):
    async with reviewing() as d:
        await d.click("Reject with feedback…")
        dialog = d.window.findChild(FeedbackDialog)
        whole = dialog.price.text()
        assert whole
        d.named("For Ada").setChecked(False)
        assert dialog.price.text() == f"At most {whole}"
        d.named("For Ada").setChecked(True)
        assert dialog.price.text() == whole
        d.named("fork with another question").setChecked(True)
        d.named("For Ada").setChecked(False)
        assert not dialog.price.isVisible()


@pytest.mark.nightly
async def test_a_rejection_may_go_on_from_the_round_before_in_a_copy(reviewing, core):
    async with reviewing(2) as d:
        session = d.window.page.session
        await d.click("Reject with feedback…")
        d.named("fork from round 1").setChecked(True)
        # Whom a rejection is for is no matter of a fork.
        d.named("For Ada").setChecked(False)
        d.named("For Blaise").setChecked(False)
        d.named("For Grace").setChecked(False)
        d.named("What should change?").setPlainText("Start over with the sources.")
        await d.click("Fork")
        await d.settle()
        assert d.window.page.session != session
        assert d.window.page.view.round == 1
        guidance = d.guidance()
        await until(lambda: guidance.toPlainText() == "Start over with the sources.")
        assert not [a for a in core.answers() if a[1] == "reject"]


async def test_guidance_pinned_with_its_tick_goes_to_all_rounds(reviewing, core):
    async with reviewing() as d:
        d.guidance().setPlainText("Stay under a page.")
        d.named("Guidance for all rounds that follow").click()
        await d.click("Approve and continue")
        assert core.answers()[-1][2] == {
            "guidance": "Stay under a page.",
            "guidance_pinned": True,
        }
        draft = d.window.page.draft_store.draft
        assert (draft.guidance, draft.guidance_pinned) == ("", False), "the next words are for one round"


async def test_guidance_and_the_choice_per_member_go_with_the_approval(reviewing, core):
    async with reviewing(2) as d:
        d.guidance().setPlainText("Think of part-time contracts.")
        await d.choose_texts()
        ada = d.named("Text of Ada that goes on")
        ada.setCurrentIndex(ada.findText("Previous"))
        assert d.named("Text of Ada").toPlainText() == FIRST["Ada"]
        assert d.named("Text of Ada").isReadOnly()
        d.named("Members").setCurrentIndex(1)
        blaise = d.named("Text of Blaise that goes on")
        blaise.setCurrentIndex(blaise.findText("My edit"))
        assert d.named("Text of Blaise").toPlainText() == SECOND["Blaise"]
        d.named("Text of Blaise").setPlainText("Mine.")
        await d.click("Done")
        assert d.carried() == "Carry forward: 1 previous, 1 edited by you…"
        await d.click("Approve and continue")
        assert core.answers()[-1][1:] == (
            "approve",
            {
                "guidance": "Think of part-time contracts.",
                "texts": {"Ada": "previous", "Blaise": {"edit": "Mine."}},
            },
        )
        assert d.window.page.draft_store.draft.guidance == ""


async def test_approving_by_itself_is_offered_with_limits_shown_while_on_and_taken_back(reviewing, core):
    async with reviewing() as d:
        await d.click("Approve by itself…")
        d.named("Approve the next rounds for me").setChecked(True)
        d.named("Until agreement in percent").setValue(85)
        d.named("Until this cost in dollars").setValue(1.5)
        d.named("For this many rounds").setValue(2)
        await d.click("Approve and continue")
        auto = d.window.page.view.fold.session.auto
        assert (auto.until_figure, auto.until_cost, auto.rounds) == (85, 1.5, 2)
        bar, tabs = d.window.page.bar, d.window.page.tabs
        for tab in tabs.names():
            tabs.show_tab(tab)
            await d.settle()
            assert "Approving for you until 85 % or 2 more rounds or $1.50." in bar.details.text()
        assert bar.property("tone") == "warn"
        await d.click("Take back control")
        assert d.window.page.view.fold.session.auto is None
        assert not d.shown("Take back control")


async def test_go_on_without_is_offered_only_where_enough_answers_are_left(desk, core):
    pair = TEAM.model_copy(update={"members": TEAM.members[::2]})
    setup = {"question": "Who?", "interactive_clarifications": False}
    two = await core.sessions.create("debate", setup, pair)
    await core.sessions.start(two)
    await quiet()
    await core.fail(two, "Ada", "Grace")
    one, both = await core.begin(), await core.begin()
    await core.fail(one, "Ada")
    await core.fail(both, "Ada", "Grace")
    async with desk() as d:
        await d.window._open(one)
        await d.guard()
        await d.click("Go on without Ada")
        assert core.answers()[-1][1:] == ("fallback", {"replace": {"Ada": None}})
        await d.window._open(two)
        await d.guard()
        assert not d.shown("Go on without")
        await d.click("Ask again")
        await d.window._open(both)
        await d.guard()
        # Only one of the two may be left out: which one is the person's to say.
        await d.click("Go on without")
        assert core.answers()[-1][1] == "retry"
        ada, grace = d.named("Model for Ada"), d.named("Model for Grace")
        again = {name: f"Ask {TEAM.table()[name].model} again" for name in ("Ada", "Grace")}
        assert (ada.currentText(), grace.currentText()) == ("Go on without", again["Grace"])
        grace.setCurrentIndex(grace.findText("Go on without"))
        await d.click("Go on")
        assert ada.isVisible(), "too few would be left"
        ada.setCurrentIndex(ada.findText(again["Ada"]))
        await d.click("Go on")
        assert core.answers()[-1][2] == {"replace": {"Grace": None}}


@pytest.mark.parametrize(("typed", "data"), [("Shells only.", {"note": "Shells only."}), ("", {})])
async def test_a_form_whose_words_may_be_left_out_is_sent_with_them_and_without(desk, core, typed, data):
    await bring_to(core, "experiment-cycle")
    async with desk() as d:
        await d.guard()
        await d.click("Redo this cycle…")
        dialog = in_front()
        d.named("Note for the next prompt", dialog).setPlainText(typed)
        dialog.main.click()
        await d.settle()
        assert core.answers()[-1][1:] == ("redo", data)


async def test_a_gate_that_only_its_workflow_knows_is_shown_by_its_own_description(desk, core):
    await bring_to(core, "experiment-operator")
    async with desk() as d:
        await d.guard()
        assert "I can count either all nine pools once" in d.window.page.bar.details.text()
        assert d.shown("Reply…")
        await d.click("No answer")
        assert core.answers()[-1][1:] == ("time_out", {})


async def test_an_export_goes_to_the_file_that_was_named(reviewing, core, tmp_path):
    async with reviewing() as d:
        session = d.window.page.session
        d.window.actions_by_id["export_json"].trigger()
        await d.settle()
        dialog = d.window.findChild(QFileDialog)
        line = dialog.findChild(QLineEdit, "fileNameEdit")
        assert line.text().endswith(".json")
        line.setText(str(tmp_path / "mine.json"))
        save = next(b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "") == "Save")
        save.click()
        await until(lambda: any("mine.json" in words for _, words in d.window.notices.kept))
        whole = (await core.exporting.content(session, "json")).decode()
        assert (tmp_path / "mine.json").read_text(encoding="utf-8") == whole
        # A second time to the same file: asked first, in words of our own.
        (tmp_path / "mine.json").write_text("precious")
        d.window.actions_by_id["export_json"].trigger()
        await d.settle()
        again = next(x for x in d.window.findChildren(QFileDialog) if x.isVisible())
        again.findChild(QLineEdit, "fileNameEdit").setText(str(tmp_path / "mine.json"))
        again.accept()
        await until(lambda: d.shown("Replace"))
        assert (tmp_path / "mine.json").read_text() == "precious"
        await d.click("Replace")
        await until(lambda: (tmp_path / "mine.json").read_text(encoding="utf-8") == whole)


async def test_two_windows_answer_one_gate_once(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as one, desk() as two:
        await one.guard()
        await two.guard()
        for d in (one, two):
            d.named("Approve and continue").click()
            d.window.page.decider.do("approve")
        await one.settle()
        assert len(core.answers()) == 1
        assert "Approve and continue" not in two.window.page.bar._buttons


@pytest.mark.nightly
async def test_a_dialog_whose_gate_was_answered_elsewhere_closes_and_keeps_its_words(reviewing, core):
    async with reviewing() as d:
        session = d.window.page.session
        await d.click("Reject with feedback…")
        d.named("What should change?").setPlainText("Cite sources.")
        await core.review.answer(session, d.window.page.view.gate().id, "approve")
        await d.settle()
        assert not d.shown("What should change?")
        assert "What you typed is kept" in d.window.notices.kept[-1][1]
        await core.play_round(session, 2)
        await d.settle()
        await d.guard()
        await d.click("Reject with feedback…")
        assert d.named("What should change?").toPlainText() == "Cite sources."
        await d.click("Cancel – text is kept")


@pytest.mark.nightly
async def test_stopping_while_a_dialog_is_open_leaves_the_gate_unanswered(reviewing, core):
    async with reviewing() as d:
        await d.click("Reject with feedback…")
        d.named("What should change?").setPlainText("Cite sources.")
        d.window.actions_by_id["stop_now"].trigger()
        await d.settle()
        assert core.answers() == []
        assert d.window.page.state == "stopped"
        if d.shown("Cancel – text is kept"):
            await d.click("Cancel – text is kept")
        assert d.window.page.draft_store.draft.feedback == "Cite sources."


async def test_a_failed_member_with_another_model_since_is_told_to_be_asked_by_retry(at_gate, core):
    failed = {
        "seat": "Ada",
        "purpose": "proposal",
        "message": "No credit.",
        "model": TEAM.table()["Ada"].model,
    }
    verbs = ("retry", "fallback", "stop")
    async with at_gate("failure", {"items": [failed]}, *verbs, primary="retry") as d:
        bar = d.window.page.bar
        assert "another model now" not in bar.details.text()
        await core.review.tell(d.window.page.session, SeatReplaced(seat="Ada", model="openai/gpt-4o"))
        await d.settle()
        assert "Ada has another model now: openai/gpt-4o. It is asked next." in bar.details.text()


def test_a_short_figure_stands_where_its_row_begins_as_wide_as_it_is(qtbot) -> None:
    form = SetupForm(DebateSetup, [SetupField("question"), SetupField("max_rounds")], "above")
    qtbot.addWidget(form)
    form.resize(800, 300)
    form.show()
    line = form.rows["max_rounds"].control
    assert line.mapTo(form, line.rect().topLeft()).x() < 200
    assert line.width() <= 120


def test_a_dialog_stands_in_the_middle_and_is_moved_by_its_head_alone_once_the_mouse_moves(
    qtbot, monkeypatch
):
    moves: list[object] = []
    monkeypatch.setattr(QWindow, "startSystemMove", lambda handle: moves.insert(0, handle))
    window = QWidget()
    qtbot.addWidget(window)
    window.setGeometry(100, 40, 600, 500)
    window.show()
    dialog = Dialog(window, "Title", "Save")
    dialog.resize(300, 400)
    dialog.open()
    assert dialog.geometry().center() == window.frameGeometry().center()
    head = dialog.head
    QTest.mouseClick(head, Qt.MouseButton.LeftButton, pos=QPoint(60, 20))
    QTest.mouseMove(head, QPoint(90, 20))
    assert moves == [], "a button that is up again moves nothing"
    QTest.mousePress(head, Qt.MouseButton.LeftButton, pos=QPoint(60, 20))
    where = head.mapToGlobal(QPoint(90, 24))
    held = Qt.MouseButton.LeftButton
    moved = QMouseEvent(
        QEvent.Type.MouseMove, QPoint(90, 24), where, held, held, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(head, moved)
    assert moves == [dialog.windowHandle()]
    dialog.reject()
    # Where the screen ends it has no room.
    window.move(window.screen().availableGeometry().bottomRight() - QPoint(200, 100))
    dialog.open()
    assert window.screen().availableGeometry().contains(dialog.geometry())
    dialog.reject()


def test_the_veil_over_a_window_goes_with_a_dialog_however_that_goes(app, qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    form = QWidget(window)
    window.show()
    dialog = Dialog(form, "Title", "Save")
    dialog.open()
    assert window.findChildren(Scrim)
    # What it belongs to goes first: nothing tells the dialog that it is hidden.
    delete(form)
    window.resize(900, 700)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert window.findChildren(Scrim) == []


def test_a_dialog_is_as_high_as_its_lines_need_also_where_qt_gives_it_less(app, qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 5_000)
    window.show()
    dialog = Dialog(window, "Title", "Save")
    lines = [QLabel(f"Line {n}") for n in range(60)]
    for line in lines:
        dialog.body.addWidget(line)
    about = label("A sentence that takes more than one line where it stands. " * 4, wrap=True)
    dialog.body.addWidget(about)
    dialog.open()
    assert dialog.height() > dialog.screen().availableGeometry().height() * 2 / 3
    assert {line.height() >= line.sizeHint().height() for line in lines} == {True}
    assert about.height() >= about.heightForWidth(about.width())
    dialog.reject()
