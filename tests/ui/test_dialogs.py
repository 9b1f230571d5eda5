"""Every dialog a decision is made in, with its real widgets."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPushButton, QWidget

from app.domain.errors import InputError
from app.domain.facts import GateOpened, SeatReplaced
from app.domain.gates import GateData
from app.settings.teams import TeamFiles
from app.ui.deciding.draft import Keeper
from app.ui.dialogs.base import Confirm, Dialog
from app.ui.dialogs.calls import in_lines
from app.ui.dialogs.decisions import VerbDialog
from app.ui.dialogs.estimate import EstimateLine
from app.ui.dialogs.feedback import FeedbackDialog
from app.ui.dialogs.team import TeamDialog
from app.ui.sample import FIRST, SECOND, TEAM
from app.ui.view_state import ViewState
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")

QUESTIONS = {
    "questions": [
        {
            "id": "q1",
            "text": "Which country's labour law applies?",
            "options": ["Germany", "France"],
            "why": "It changes the legal part.",
            "asked_by": ["Ada", "Grace"],
        },
        {"id": "q2", "text": "Which budget?", "options": [], "why": "", "asked_by": ["Blaise"]},
        {"id": "q3", "text": "By when?", "options": [], "why": "", "asked_by": ["Blaise"]},
    ],
    "earlier": [{"id": "q0", "text": "Who pays?", "answer": "The employer.", "status": "answered"}],
    "iteration": 2,
    "iterations": 3,
}


def open_gate(core, session, kind, payload, *verbs, primary=None):
    core.sessions.halt_at(session, GateOpened(kind=kind, payload=payload, verbs=verbs, primary=primary))


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


def test_clarifying_questions_are_answered_with_choice_and_note_and_the_rest_is_not_answered(
    play, at_gate, core
):
    async def story():
        async with at_gate("clarification", QUESTIONS, "answer", "continue", primary="answer") as d:
            assert "3 questions" in d.window.page.bar.title.text()
            await d.click("Answer questions…")
            assert "The employer." in d.named("Earlier questions and answers").widget().text()
            d.named("Germany – Which country's labour law applies?").setChecked(True)
            d.named("Answer or note – Which country's labour law applies?").setText("from 2026 on")
            await d.click("Next question")
            d.named("Answer or note – Which budget?").setText("10,000 euros")
            await d.click("Send answers")
            assert core.review.answers[-1][1:] == (
                "answer",
                {
                    "answers": {
                        "q1": {"status": "answered", "option": "Germany", "note": "from 2026 on"},
                        "q2": {"status": "answered", "note": "10,000 euros"},
                        "q3": {"status": "not_answered"},
                    }
                },
            )

    play(story)


def test_typed_answers_outlive_later_another_choice_and_a_new_window(play, desk, core):
    async def story():
        session = await core.begin()
        open_gate(core, session, "clarification", QUESTIONS, "answer", "continue", primary="answer")
        note = "Answer or note – Which country's labour law applies?"
        async with desk() as d:
            await d.guard()
            await d.click("Answer questions…")
            d.named(note).setText("we have two offices")
            d.named("France – Which country's labour law applies?").setChecked(True)
            d.named("None of these fit – let me explain – Which country's labour law applies?").setChecked(
                True
            )
            assert d.named(note).text() == "we have two offices"
            await d.click("Later")
            assert not core.review.answers
        core.bus.__init__()
        async with desk() as d:
            await d.guard()
            await d.click("Answer questions…")
            assert d.named(note).text() == "we have two offices"
            await d.click("Send answers")
            assert core.review.answers[-1][2]["answers"]["q1"] == {
                "status": "none_fits",
                "note": "we have two offices",
            }

    play(story)


def test_each_uncertain_call_gets_its_own_verb(play, at_gate, core):
    async def story():
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
            ada = d.named("What to do about Ada: 12/critique/Ada")
            ada.setCurrentIndex(ada.findText("Use what arrived"))
            grace = d.named("What to do about Grace: 12/critique/Grace")
            assert grace.findText("Use what arrived") == -1
            grace.setCurrentIndex(grace.findText("Leave out"))
            await d.click("Go on")
            verb, data = core.review.answers[-1][1:]
            assert verb in verbs
            assert data == {"items": {"12/critique/Ada": "use_partial", "12/critique/Grace": "drop"}}

    play(story)


def test_an_answer_that_is_stored_is_shown_and_not_paid_for_again_unless_it_is_wanted(play, at_gate, core):
    async def story():
        kept = item("Ada", "12/critique/Ada", ("use_stored", "ask_again")) | {"stored": "All of it."}
        cut = item("Grace", "12/critique/Grace", ("ask_again", "drop"))
        verbs = ("use_stored", "ask_again", "drop")
        async with at_gate("uncertain", {"items": [kept, cut]}, *verbs, primary="ask_again") as d:
            bar = d.window.page.bar
            assert "an interrupted call was finished" in bar.title.text()
            ada, grace = bar.details.text().splitlines()
            assert "the whole answer is stored" in ada
            assert "nothing arrived" in grace
            # A verb for both would pay again for what Ada has said.
            assert d.named("Decide each…").objectName() == "primary"
            await d.click("Decide each…")
            assert d.named("Stored answer of Ada").toPlainText() == "All of it."
            await d.click("Go on")
            chosen = {"12/critique/Ada": "use_stored", "12/critique/Grace": "ask_again"}
            assert core.review.answers[-1][2] == {"items": chosen}

    play(story)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            '{"ranking": ["A", "C"], "items": [{"claim": "No source.", "quote": ""}]}',
            "ranking: A\nranking: C\nclaim: No source.",
        ),
        ('{"text": "Half of a', '{"text": "Half of a'),
        ("Plain words.", "Plain words."),
        ("42", "42"),
        ("[" * 100_000, "[" * 100_000),
    ],
    ids=["data", "cut data", "words", "a figure", "nested too deep"],
)
def test_an_answer_that_is_data_is_told_line_by_line_and_nothing_else_is_touched(text, shown):
    assert in_lines(text) == shown


def test_stored_answers_alone_are_used_by_the_filled_button(play, at_gate, core):
    async def story():
        kept = [
            item(who, f"12/critique/{who}", ("use_stored", "ask_again")) | {"stored": "All."}
            for who in ("Ada", "Grace")
        ]
        verbs = ("use_stored", "ask_again")
        async with at_gate("uncertain", {"items": kept}, *verbs, primary="use_stored") as d:
            assert "since 2 answers were given" in d.window.page.bar.title.text()
            await d.click("Use the stored answer")
            assert core.review.answers[-1][1:] == ("use_stored", {})

    play(story)


def test_the_budget_is_raised_to_a_typed_limit_or_lifted(play, at_gate, core):
    async def story():
        payload = {"items": [{"key": "k", "seat": "Ada", "needs": 0.5, "spent": 1.8, "limit": 2.0}]}
        async with at_gate("budget", payload, "raise", "stop", primary="raise") as d:
            session = d.window.page.session
            assert "$1.80 of $2.00" in d.window.page.bar.details.text()
            await d.click("Raise the limit…")
            d.named("New limit in dollars").setValue(1.0)
            answered = list(core.review.answers)
            await d.click("Raise and go on")
            assert core.review.answers == answered
            assert in_front().problem.text() == "At least $2.30 is needed to go on."
            d.named("New limit in dollars").setValue(4.25)
            await d.click("Raise and go on")
            assert core.review.answers[-1][1:] == ("raise", {"limit": 4.25})
            open_gate(core, session, "budget", payload, "raise", "stop", primary="raise")
            await d.settle()
            await d.guard()
            await d.click("Raise the limit…")
            d.named("No limit").setChecked(True)
            await d.click("Raise and go on")
            assert core.review.answers[-1][1:] == ("raise", {"limit": None})

    play(story)


def test_a_critique_is_dismissed_only_with_a_reason_and_the_verdict_can_be_undone(play, reviewing, core):
    async def story():
        async with reviewing() as d:
            d.window.page.tabs.show_tab("critiques")
            await d.settle()
            await d.click("Dismiss this critique")
            await d.click("Save")
            assert "reason is needed" in d.window.findChild(type(d.named("Reason").window())).problem.text()
            d.named("Reason").setText("Already covered in the second paragraph.")
            await d.click("Save")
            points = d.window.page.view.fold.critiques.points
            assert points["c1-1"].decided.verdict == "dismiss"
            assert points["c1-1"].decided.reason == "Already covered in the second paragraph."
            undo = d.window.actions_by_id["undo"]
            assert undo.text().replace("&", "") == "Undo: verdict on a critique of Blaise"
            undo.trigger()
            await d.settle()
            decided = [points["c1-1"].decided]
            d.window.actions_by_id["redo"].trigger()
            await d.settle()
            decided.append(points["c1-1"].decided)
            assert [fact and fact.verdict for fact in decided] == [None, "dismiss"]

    play(story)


def test_a_rejection_says_exactly_what_will_be_sent_and_quick_words_help(play, reviewing, core):
    async def story():
        async with reviewing() as d:
            await d.click("Reject with feedback…")
            await d.click("too long")
            QTest.keyClicks(d.named("What should change?"), " And cite.")
            d.named("▸ Exactly what will be sent to the models").setChecked(True)
            sent = d.named("Exactly what will be sent to the models").toPlainText()
            assert sent == "Make it shorter. And cite."
            QTest.keyClick(
                d.named("What should change?"), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier
            )
            await d.settle()
            assert core.review.answers[-1][1:] == ("reject", {"feedback": sent})

    play(story)


def test_the_price_of_a_rejection_is_the_most_it_may_be_where_it_is_for_some_members(play, reviewing):
    async def story():
        async with reviewing() as d:
            await d.click("Reject with feedback…")
            made = d.window.findChild(FeedbackDialog)
            whole = made.price.text()
            assert whole
            d.named("For Ada").setChecked(False)
            assert made.price.text() == f"At most {whole}"
            d.named("For Ada").setChecked(True)
            assert made.price.text() == whole
            d.named("fork with another question").setChecked(True)
            d.named("For Ada").setChecked(False)
            assert not made.price.isVisible()

    play(story)


def test_a_rejection_may_go_on_from_the_round_before_in_a_copy(play, reviewing, core):
    async def story():
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
            assert d.window.page.view.position.round == 1
            guidance = d.named("Guidance for the next round")
            await until(lambda: guidance.toPlainText() == "Start over with the sources.")
            assert not [a for a in core.review.answers if a[1] == "reject"]

    play(story)


def test_guidance_and_the_choice_per_member_go_with_the_approval(play, reviewing, core):
    async def story():
        async with reviewing(2) as d:
            d.named("Guidance for the next round").setPlainText("Think of part-time contracts.")
            await d.click("Choose whose text goes on")
            ada = d.named("Text of Ada that goes on")
            ada.setCurrentIndex(ada.findText("As before this round"))
            assert d.named("Text of Ada").toPlainText() == FIRST["Ada"]
            assert d.named("Text of Ada").isReadOnly()
            d.named("Members").setCurrentIndex(1)
            blaise = d.named("Text of Blaise that goes on")
            blaise.setCurrentIndex(blaise.findText("My edit"))
            assert d.named("Text of Blaise").toPlainText() == SECOND["Blaise"]
            d.named("Text of Blaise").setPlainText("Mine.")
            await d.click("Done")
            assert d.named("Choose whose text goes on").text() == "Texts: 1 as before, 1 your edit…"
            await d.click("Approve and continue")
            assert core.review.answers[-1][1:] == (
                "approve",
                {
                    "guidance": "Think of part-time contracts.",
                    "texts": {"Ada": "previous", "Blaise": {"edit": "Mine."}},
                },
            )
            assert d.window.page.keeper.draft.guidance == ""

    play(story)


def test_a_choice_not_yet_sent_can_be_undone_one_at_a_time(play, reviewing, core):
    async def story():
        async with reviewing(2) as d:
            keeper = d.window.page.keeper
            keeper.choose_text("text of Ada", "Ada", "previous")
            keeper.choose_text("text of Blaise", "Blaise", "edit", "Mine.")
            d.window.actions_by_id["undo"].trigger()
            assert keeper.draft.choices == {"Ada": "previous"}
            assert keeper.draft.edits == {"Blaise": "Mine."}
            d.window.actions_by_id["undo"].trigger()
            assert keeper.draft.choices == {}
            d.window.actions_by_id["redo"].trigger()
            assert keeper.draft.choices == {"Ada": "previous"}

    play(story)


def test_approving_by_itself_is_offered_with_limits_shown_while_on_and_taken_back(play, reviewing, core):
    async def story():
        async with reviewing() as d:
            d.named("Approve the next rounds for me").setChecked(True)
            d.named("Until agreement in percent").setValue(85)
            d.named("Until this cost in dollars").setValue(1.5)
            d.named("For this many rounds").setValue(2)
            await d.click("Approve and continue")
            auto = d.window.page.view.auto
            assert (auto.until_figure, auto.until_cost, auto.rounds) == (85, 1.5, 2)
            bar = d.window.page.bar
            assert (
                "⚡ Approving for you until 85 % or 2 more rounds or $1.50."
                in bar.title.text() + bar.details.text()
            )
            assert bar.property("tone") == "warn"
            await d.click("Take back control")
            assert d.window.page.view.auto is None
            assert not d.shown("Take back control")

    play(story)


def test_go_on_without_is_offered_only_where_enough_answers_are_left(play, desk, core):
    async def story():
        session = await core.begin()
        failed = [{"seat": s, "key": s, "model": "m", "tries": 3, "message": "No."} for s in ("Ada", "Grace")]

        def fail(items, may, most):
            payload = {"items": items, "may_sit_out": may, "most_absent": most}
            open_gate(core, session, "failure", payload, "retry", "fallback", "stop", primary="retry")

        fail(failed[:1], ["Ada"], 1)
        async with desk() as d:
            await d.guard()
            await d.click("Go on without")
            assert core.review.answers[-1][1:] == ("fallback", {"replace": {"Ada": None}})
            fail(failed, ["Ada", "Grace"], 0)
            await d.settle()
            assert not d.shown("Go on without")
            await d.guard()
            await d.click("Retry")
            fail(failed, ["Ada", "Grace"], 1)
            await d.settle()
            await d.guard()
            # Only one of the two may be left out: which one is the person's to say.
            await d.click("Go on without")
            assert core.review.answers[-1][1] == "retry"
            ada, grace = d.named("Model for Ada"), d.named("Model for Grace")
            assert (ada.currentText(), grace.currentText()) == ("Go on without", "Ask m again")
            grace.setCurrentIndex(grace.findText("Go on without"))
            await d.click("Go on")
            assert ada.isVisible(), "too few would be left"
            ada.setCurrentIndex(ada.findText("Ask m again"))
            await d.click("Go on")
            assert core.review.answers[-1][2] == {"replace": {"Grace": None}}

    play(story)


def test_a_gate_of_a_kind_nobody_knows_is_answered_with_a_form_from_its_own_data(play, at_gate, core):
    async def story():
        payload = {"questions": [], "text": "May I forget the first notes?"}
        async with at_gate("operator", payload, "reply", "time_out") as d:
            assert "May I forget the first notes?" in d.window.page.bar.details.text()
            assert d.shown("Reply…")
            await d.click("No answer")
            assert core.review.answers[-1][1:] == ("time_out", {})

    play(story)


def test_an_export_goes_to_the_file_that_was_named(play, reviewing, core, tmp_path):
    async def story():
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
            await until(lambda: "mine.json" in d.window.statusBar().currentMessage())
            assert (tmp_path / "mine.json").read_text() == f"{session} json\n"
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
            await until(lambda: (tmp_path / "mine.json").read_text() == f"{session} json\n")

    play(story)


def test_two_windows_answer_one_gate_once(play, desk, core):
    async def story():
        session = await core.begin()
        core.sessions.play_round(session, 1)
        async with desk() as one, desk() as two:
            await one.guard()
            await two.guard()
            for d in (one, two):
                d.named("Approve and continue").click()
                d.window.page.do("gate:approve")
            await one.settle()
            answered = [r for r in core.sessions.journals[session] if r.type == "gate_answered"]
            assert len(answered) == 1
            assert "Approve and continue" not in two.window.page.bar._buttons

    play(story)


def test_a_dialog_whose_gate_was_answered_elsewhere_closes_and_keeps_its_words(play, reviewing, core):
    async def story():
        async with reviewing() as d:
            session = d.window.page.session
            await d.click("Reject with feedback…")
            d.named("What should change?").setPlainText("Cite sources.")
            await core.review.answer(session, d.window.page.view.gate().gate, "approve")
            await d.settle()
            assert not d.shown("What should change?")
            assert "What you typed is kept" in d.window.page.bar.problem.text()
            core.sessions.play_round(session, 2)
            await d.settle()
            await d.guard()
            await d.click("Reject with feedback…")
            assert d.named("What should change?").toPlainText() == "Cite sources."
            await d.click("Cancel – text is kept")

    play(story)


def test_stopping_while_a_dialog_is_open_leaves_the_gate_unanswered(play, reviewing, core):
    async def story():
        async with reviewing() as d:
            session = d.window.page.session
            await d.click("Reject with feedback…")
            d.named("What should change?").setPlainText("Cite sources.")
            d.window.actions_by_id["stop_now"].trigger()
            await d.settle()
            assert not [r for r in core.sessions.journals[session] if r.type == "gate_answered"]
            assert d.window.page.state == "stopped"
            if d.shown("Cancel – text is kept"):
                await d.click("Cancel – text is kept")
            assert d.window.page.keeper.draft.feedback == "Cite sources."

    play(story)


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("question", "   ", "question"),
        ("max_rounds", "6", "rounds at most: 1 to 5 are allowed."),
        ("cost_limit", "much", "cost limit ($): a number is needed."),
        ("known_answers", "The employer pays", "such as “who pays? the employer.”"),
    ],
)
def test_wrong_input_is_said_in_one_sentence_at_its_field(play, desk, field, typed, says):
    async def story():
        async with desk() as d:
            await d.click("Ask a question")
            dialog = d.window.beginnings.now
            d.named("Question").setPlainText("Which database?")
            rows = {row.name: row for row in dialog.rows()}
            control = rows[field].control
            (control.setText if isinstance(control, QLineEdit) else control.setPlainText)(typed)
            await d.click("Start")
            await asyncio.sleep(0.05)
            assert rows[field].error.isVisible()
            assert says in rows[field].error.text().lower()
            assert rows[field].error.text().count(". ") <= 1
            assert control.hasFocus() or dialog.focusWidget() is control
            assert not d.core.sessions.journals
            dialog.reject()

    play(story)


def test_a_mark_goes_as_soon_as_its_field_is_mended_and_no_new_one_comes_while_typing(play, desk):
    async def story():
        async with desk() as d:
            await d.click("Ask a question")
            dialog = d.window.beginnings.now
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

    play(story)


def in_front() -> Dialog:
    """Return the dialog that is open."""
    found = QApplication.activeModalWidget()
    assert isinstance(found, Dialog)
    return found


def test_another_model_is_typed_at_once_and_feedback_goes_on_at_its_end(play, reviewing):
    async def story():
        async with reviewing() as d:
            d.window.page.seating.replace("Ada")
            await d.settle()
            assert d.named("Model for Ada").hasFocus()
            in_front().reject()
            d.window.page.keeper.type(feedback="Cite sources.")
            await d.click("Reject with feedback…")
            QTest.keyClicks(d.named("What should change?"), " Two.")
            assert d.named("What should change?").toPlainText() == "Cite sources. Two."
            in_front().reject()

    play(story)


def test_a_file_that_cannot_be_read_is_named_at_its_field(play, desk, tmp_path):
    async def story():
        async with desk() as d:
            await d.click("Ask a question")
            dialog = d.window.beginnings.now
            d.named("Question").setPlainText("Which database?")
            row = next(r for r in dialog.rows() if type(r.control).__name__ == "FileList")
            row.control.list.addItem(str(tmp_path / "gone.md"))
            await d.click("Start")
            for _ in range(100):
                if row.error.isVisible():
                    break
                await asyncio.sleep(0.02)
            assert "gone.md" in row.error.text()
            assert not d.core.sessions.journals
            dialog.reject()

    play(story)


def test_a_default_team_that_is_gone_is_named_where_another_one_is_made(play, desk, tmp_path):
    async def story():
        (tmp_path / "settings.toml").write_text('team = "gone"\n', encoding="utf-8")
        async with desk() as d:
            d.core.teams = TeamFiles(tmp_path)
            d.window.actions_by_id["team"].trigger()
            await d.settle()
            dialog = d.window.findChild(TeamDialog)
            assert "no team called “gone”" in dialog.problem.text()
            d.named("Name of the team").setText("Ours")
            d.named("Use it for new sessions").setChecked(True)
            await d.click("Save")
            assert d.core.teams.default().name == "Ours"

    play(story)


def test_a_team_that_cannot_be_used_is_named_at_its_field(play, desk):
    async def story():
        async with desk() as d:
            await d.click("Ask a question")
            dialog = d.window.beginnings.now
            d.named("Question").setPlainText("Which database?")
            dialog.team.addItem("Broken", "Broken")
            dialog.team.setCurrentIndex(dialog.team.findText("Broken"))
            assert "Broken" in dialog.team_error.text()
            assert dialog.team_error.isVisible()
            await d.click("Start")
            await asyncio.sleep(0.05)
            assert "Broken" in dialog.team_error.text()
            assert not d.core.sessions.journals
            dialog.team.setCurrentIndex(0)
            assert not dialog.team_error.isVisible()
            dialog.reject()

    play(story)


@pytest.mark.parametrize("opens", ["question", "rename"])
def test_an_open_dialog_is_no_garbage_though_nobody_else_holds_it(play, desk, core, opens):
    async def story():
        await core.begin()
        async with desk() as d:
            if opens == "rename":
                d.window.actions_by_id["rename"].trigger()
            else:
                d.window.show_dialog(Confirm(d.window, "Replace?", "It is there already.", "Replace"))
            gc.collect(0)
            gc.collect(1)
            gc.collect()
            await d.settle()
            in_front().reject()
            await d.settle()
            assert not d.window.findChildren(Dialog)

    play(story)


def test_words_put_in_by_a_button_are_taken_out_again_by_the_editors_undo(play, reviewing):
    async def story():
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

    play(story)


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


def test_a_quote_that_is_removed_is_not_shown_as_sent_and_the_main_button_says_what_it_does(play, reviewing):
    async def story():
        async with reviewing(2) as d:
            text = d.window.page.panel("answers").cards["Ada"].text
            text.quoted.emit("a six-month pilot")
            assert (
                d.window.statusBar().currentMessage() == "Quoted; it is sent when you reject with feedback."
            )
            await d.click("Reject with feedback…")
            dialog = in_front()
            assert isinstance(dialog, FeedbackDialog)
            dialog.fold.click()
            assert "six-month pilot" in dialog.exact.toPlainText()
            dialog.text.setPlainText("Shorter.")
            d.named("Remove the quote 1").click()
            assert dialog.exact.toPlainText() == "Shorter."
            assert dialog.focusWidget() is dialog.text
            said = []
            for way in ("fork from round 1", "fork with another question", "redo round 2"):
                d.named(way).click()
                said.append((dialog.main.text(), dialog.price.isVisible()))
            assert said == [("Fork", False), ("Ask another question…", False), ("Reject", True)]
            dialog.reject()

    play(story)


class Terms(GateData):
    """What a plug-in's own verb may take."""

    limit: int | None = None
    names: tuple[str, ...] = ()
    note: str = ""


def test_a_form_that_was_left_half_typed_is_there_again_as_it_was_typed(app, qtbot, tmp_path):
    keeper = Keeper(ViewState(tmp_path))

    def opened() -> VerbDialog:
        made = VerbDialog(None, "Set terms…", Terms, {}, keeper, "terms")
        qtbot.addWidget(made)
        return made

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


def test_a_text_of_ones_own_stays_as_it_was_typed_when_its_choice_is_undone_and_made_again(app, tmp_path):
    keeper = Keeper(ViewState(tmp_path))
    keeper.choose_text("Ada's text", "Ada", "edit", "As refined")
    keeper.type_text("Ada", "As I would say it")
    keeper.stack.undo()
    assert keeper.draft.edits == {"Ada": "As I would say it"}
    keeper.stack.redo()
    assert keeper.draft.choices == {"Ada": "edit"}
    assert keeper.draft.edits == {"Ada": "As I would say it"}


def test_what_was_asked_earlier_takes_back_no_later_estimate(play, qtbot, core):
    async def story():
        failing = asyncio.Event()
        asked: list[int] = []
        found = await core.estimates.before_start(None, {}, {})

        async def ask():
            asked.append(len(asked))
            if len(asked) == 1:
                await failing.wait()
                raise InputError("There is no such file.", "Choose another one.")
            return found

        line = EstimateLine(ask)
        qtbot.addWidget(line)
        for _ in range(2):
            line._timer.timeout.emit()
            await asyncio.sleep(0)
        await until(lambda: line.estimate is found)
        failing.set()
        await asyncio.sleep(0.01)
        assert line.estimate is found

    play(story)


def test_a_failed_member_with_another_model_since_is_told_to_be_asked_by_retry(play, at_gate, core):
    async def story():
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
            assert "Ada has another model now: openai/gpt-4o. Retry asks it." in bar.details.text()

    play(story)
