"""The window as a person uses it, on the sample core."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from PySide6.QtWidgets import (
    QLabel,
)

from app.domain.facts import TextProposed
from app.domain.ids import SessionId
from app.engine.session_rows import SessionRow
from app.services.library import Library
from app.ui.kit.chip import Chip
from app.ui.kit.text import safe_view
from app.ui.panels import picking
from app.ui.panels.compare import texts_of
from app.ui.panels.rendered import LOOKS
from app.ui.session.page import SessionPage
from app.ui.shell.dialogs import QuitDialog
from app.ui.view.reading import read_view
from app.ui.view.session_rows import asks, part_done
from app.ui.view.session_view import SessionView
from app.ui.view.status_bars import bar_for
from tests.support.counting import calls_of
from tests.support.long import records
from tests.support.scenes.replaying import cut, recorded
from tests.support.scenes.stage import Stage
from tests.support.scenes.states import FIRST_ROUND, bring_to
from tests.support.waiting import until
from tests.ui.conftest import bar_of

# Said by the offscreen platform alone.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


async def at_first_round(core: Stage) -> SessionId:
    """Bring a debate to the approval of its first round."""
    return await core.replay(cut(recorded("debate"), FIRST_ROUND))


def chip(page: SessionPage) -> str:
    return page.header.chip.accessibleDescription()


async def test_a_debate_is_started_from_the_dialog_with_what_was_typed(desk):
    async with desk() as d:
        await d.click("Ask a question")
        d.named("Question").setPlainText("Which database?")
        await d.click("Start")
        # The models are asked first, then the page is drawn.
        await until(lambda: d.window.page.header.title.text() == "Which database?")
        assert ("start", d.window.page.session) in d.core.wishes()


async def test_approve_is_held_back_at_first_and_then_answers_the_gate_once(desk, core):
    await at_first_round(core)
    d = desk()
    d.window.page.bar.guard.setInterval(3_600_000)
    async with d:
        assert chip(d.window.page) == "Waiting for you · round 1 of at most 3"
        approve = d.named("Approve and continue")
        assert not approve.isEnabled()
        assert not d.window.actions_by_id["approve"].isEnabled()
        d.window.page.bar.guard.setInterval(0)
        await d.guard()
        approve.click()
        approve.click()
        await d.settle()
        assert [(verb, data) for _, verb, data in core.answers()] == [("approve", {})]
        assert chip(d.window.page).startswith("Round 2: ")


async def test_the_bar_says_what_changed(core):
    await bring_to(core, "approval")
    bar = await bar_of(core)
    assert bar.title == "Round 2 is ready for your decision."
    assert "2 answers revised · 1 kept · 4 critiques" in "\n".join(bar.details)


async def test_reject_needs_words_and_keeps_them_when_cancelled(desk, core):
    await at_first_round(core)
    async with desk() as d:
        await d.guard()
        await d.click("Reject with feedback…")
        await d.click("Reject")
        assert not core.answers()
        d.named("What should change?").setPlainText("Cite sources.")
        await d.click("Cancel – text is kept")
        await d.click("Reject with feedback…")
        assert d.named("What should change?").toPlainText() == "Cite sources."
        d.named("For Grace").setChecked(False)
        await d.click("Reject")
        verb, data = core.answers()[0][1:]
        assert (verb, data) == ("reject", {"feedback": "Cite sources.", "seats": ["Ada", "Blaise"]})


async def test_the_final_answer_has_a_tab_of_its_own_before_the_members_answers(desk, core):
    session = await core.begin(result_by="chair")
    await core.play_round(session)
    core.lines["chair", "synthesis"] = '{"answer": "Yes, as a pilot.", "confidence": "high"}'
    async with desk() as d:
        page = d.window.page
        bar = page.tabs.tabBar()
        await d.settle()
        assert page.tabs.name() == "answers"
        assert not bar.isTabVisible(0), "there is no answer yet"
        page.tabs.show_tab("final")
        assert page.tabs.name() == "answers"
        await core.finish(session)
        await until(lambda: page.tabs.name() == "final")
        final = page.panel("final")
        await until(lambda: final.text.written == "Yes, as a pilot.")
        assert (bar.isTabVisible(0), bar.tabText(0), bar.tabText(1)) == (True, "Final answer", "Answers")
        assert final.body.height() > page.tabs.height() * 0.7
        page.tabs.show_tab("answers")
        await d.settle()
        cards = page.panel("answers").cards.values()
        assert len(cards) == 3
        assert all(card.isVisible() for card in cards)
        page.tabs.step(-1)
        assert page.tabs.name() == "final"


async def test_who_looks_back_from_the_final_answer_reads_what_was_answered_there(desk, core):
    session = await core.begin(result_by="chair")
    await core.play_round(session, 1)
    await core.play_round(session, 2)
    await core.finish(session)
    async with desk() as d:
        page = d.window.page
        await until(lambda: page.tabs.name() == "final")
        page.strip.look_at(1)
        assert page.tabs.name() == "answers"
        page.tabs.show_tab("final")
        await d.settle()
        assert page.tabs.name() == "final", "it is there for every round"


async def test_an_answer_of_nothing_is_called_that_where_the_answer_stands(desk, core):
    session = await core.begin(result_by="chair")
    await core.play_round(session)
    core.lines["chair", "synthesis"] = '{"answer": "", "decision": "{{}}", "agreed": []}'
    await core.finish(session)
    await core.approve(session, "use_partial")
    await core.play_on(session)
    async with desk() as d:
        final = d.window.page.panel("final")
        nothing = "Nothing: the final answer has nothing of what the members wrote."
        await until(lambda: final.text.written.strip() == nothing)
        assert final.isVisible()


@pytest.mark.parametrize(
    ("scene", "word", "look"), [("finished", "Medium", "doubted"), ("look-finished", "High", "degree")]
)
async def test_beside_the_final_answer_stands_how_sure_it_is_in_no_green_who_is_against_and_its_grounds(
    desk, core, scene, word, look
):
    session = await bring_to(core, scene)
    async with desk() as d:
        await d.window._open(session)
        d.window.resize(1366, 768)
        final = d.window.page.panel("final")
        await until(final.side.isVisible)
        (degree,) = final.side.findChildren(Chip)
        assert (degree.accessibleName(), degree._look) == (f"{word} confidence", LOOKS[look])
        assert not any("finished" in tone for tone in LOOKS[look])
        if scene == "finished":
            return
        words = [one.text() for one in final.side.findChildren(QLabel)]
        assert {"Recommendation", "Dissent", "It rests on"} <= set(words)
        assert "Dissent" not in final.text.plain()
        d.window.page.strip.look_at(1)
        await d.settle()
        assert not final.isVisible()


async def test_what_was_left_out_of_a_long_final_answer_is_said_as_soon_as_it_stands(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    text = "![a chart](x.png)\n\n" + "Four days are enough. " * 3000
    await core.write(session, TextProposed(slot="result", seat="chair", text=text))
    async with desk() as d:
        final = d.window.page.panel("final")
        await until(lambda: final.text.written and not final.text.busy)
        assert final.status.text() == "1 picture not loaded"


async def test_closing_while_running_asks_and_cancel_keeps_the_window(desk, core):
    session = await core.begin()
    async with desk() as d:
        assert not d.window.close()
        assert d.window.isVisible()
        await d.click("Cancel")
        assert core.sessions.running(session)
        d.window.close()
        (asked,) = d.window.findChildren(QuitDialog)
        asked.reject()
        d.window.close()
        assert asked.isHidden()
        assert any(dialog.isVisible() for dialog in d.window.findChildren(QuitDialog)), "asked anew"
        await d.settle()
        await d.click("Stop and quit")
        assert not d.window.isVisible()


async def test_stop_is_offered_while_running_and_resume_afterwards(desk, core):
    session = await core.begin()
    async with desk() as d:
        assert d.named("Stop this session").isEnabled()
        d.window.actions_by_id["stop_now"].trigger()
        await d.settle()
        assert ("stop now", session) in core.wishes()
        assert "Stopped" in d.window.page.bar.title.text()
        await d.guard()
        assert d.window.page.bar.primary().text().startswith("Resume, ")
        d.window.page.bar.press("resume")
        # One press: what was cut off is asked again, and no second question is put.
        await until(lambda: len(core.players.waiting_of(session)) == 3)
        assert d.window.page.view.gate() is None
        assert [("stop now", session), ("start", session)] == core.wishes()[-3:-1]
        assert core.answers()[-1][1] == "ask_again"


async def test_each_call_that_was_cut_off_can_be_decided_on_where_the_person_asks_for_that(desk, core):
    session = await core.begin()
    await core.stop(session)
    async with desk() as d:
        await d.guard()
        d.window.page.bar.press("resume:each")
        await until(lambda: d.window.page.view.gate() is not None)
        assert d.window.page.view.gate().fact.kind == "uncertain"
        assert core.answers() == []


async def test_the_rows_count_in_the_word_of_their_workflow_once_it_is_loaded(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    await core.approve(session)
    await core.stop(session)
    async with desk() as d:
        model = d.window.rail.model

        def rail_text() -> str:
            return " ".join(str(model.index(row, 0).data()) for row in range(model.rowCount()))

        assert "round" not in rail_text()
        await d.window.warm()
        assert "1 round" in rail_text()
        model.use_words({"debate": "Cycle"})
        assert "1 cycle" in rail_text()


async def test_the_first_words_that_a_model_streams_after_the_start_are_set(
    desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Another test of this process may have set a text before.
    monkeypatch.setattr(safe_view, "_warm", False)
    async with desk() as d:
        await d.window.warm()
        text = safe_view.SafeTextView("Answer")
        text.setParent(d.window)
        text.show_text("A **trial** of", live=True)
        assert text.toPlainText() == "A trial of"


def test_a_row_says_what_runs_and_when_it_moved_last() -> None:
    # By the clock on the wall: on the day on which it is put forward it has another offset at noon.
    moved = datetime.now().replace(hour=0, minute=5, second=0).astimezone()
    row = SessionRow(
        session=SessionId("s"),
        workflow="debate",
        title="Name the product",
        state="running",
        created_at=0,
        changed_at=int(moved.timestamp() * 1e6),
        rounds=1,
        tokens=0,
        cost=0.04,
        round=2,
    )
    assert asks(row, "Round") == "running · round 2 · $0.04 · 00:05"
    # Where it is known how many there may be: how far it has come, which a line below shows too.
    assert asks(replace(row, most_rounds=4), "Round") == "round 2 of 4 · $0.04"
    assert part_done(replace(row, most_rounds=4)) == 0.375
    assert part_done(row) is None
    # No third round begins where the final answer is written.
    assert asks(replace(row, rounds=2), "Round") == "running · 2 rounds · $0.04 · 00:05"
    before = moved - timedelta(days=2)
    done = replace(row, state="finished", changed_at=int(before.timestamp() * 1e6))
    assert asks(done, "Round") == f"finished · 1 round · $0.04 · {before:%d %b}"
    assert asks(replace(done, cost=None), "Round") == f"finished · 1 round · {before:%d %b}"


async def test_a_session_is_renamed_by_key_and_the_old_title_comes_back(desk, core):
    await core.begin()
    async with desk() as d:
        before = d.window.page.view.fold.session.title
        d.window.actions_by_id["rename"].trigger()
        await d.settle()
        field = d.named("Title")
        assert field.selectedText() == before
        field.setText("  ")
        await d.click("Rename")
        assert field.isVisible()
        field.setText(" Four days,  or five ")
        await d.click("Rename")
        assert d.window.page.view.fold.session.title == "Four days, or five"
        assert d.window.windowTitle().startswith("Four days, or five")
        d.window.actions_by_id["undo"].trigger()
        await d.settle()
        assert d.window.page.view.fold.session.title == before


async def test_rows_asked_for_earlier_never_come_over_later_ones(desk, core):
    class Slow(Library):
        """A library whose first search takes until it is let go."""

        def __init__(self, library):
            self.__dict__.update(library.__dict__)
            self.free = asyncio.Event()

        async def find(self, text):
            found = await super().find(text)
            if text == "pilot":
                await self.free.wait()
            return found

    session = await core.begin()
    await core.play_round(session, 1)
    vars(core)["library"] = library = Slow(core.library)
    async with desk() as d:
        rail = d.window.rail
        for typed in ("pilot", "no such words"):
            rail.search.setText(typed)
            d.window.refresh_rows()
            await d.settle()
        assert rail.model.rowCount() == 0
        library.free.set()
        await d.settle()
        assert rail.model.rowCount() == 0


async def test_while_the_connections_load_the_bar_says_that_it_waits_for_them(desk, core):
    await bring_to(core, "running")
    async with desk() as d:
        view = d.window.page.view
        view.live_calls.running.clear()
        d.window.page.refresh()
        assert d.window.page.bar.title.text() == "Round 1 is running."
        core.front.slow = True
        d.window.page.refresh()
        title = "Round 1: Loading the connections to the models…"
        assert d.window.page.bar.title.text() == title


@pytest.mark.parametrize(
    ("payload", "verbs", "hint"),
    [
        ({}, ("approve", "finish"), "Guidance for the next round (optional; sent when you approve)"),
        (
            {"raises_limit": True, "rule": "max_rounds_reached"},
            ("approve", "finish"),
            "Guidance for one more round, or for the final answer (optional)",
        ),
        ({}, ("finish",), "Guidance for the final answer (optional; sent when you finish)"),
    ],
    ids=["more to come", "the limit is reached", "no more can come"],
)
async def test_the_line_for_guidance_says_what_it_guides(at_gate, payload, verbs, hint):
    async with at_gate("approval", payload, *verbs, "reject", primary="finish") as d:
        guidance = d.guidance(hint.partition(" (")[0])
        assert guidance.placeholderText() == hint


async def test_the_line_for_words_at_the_end_of_a_cycle_is_named_for_the_next_prompt(desk, core):
    await bring_to(core, "experiment-cycle")
    async with desk() as d:
        line = d.guidance("Note for the next prompt")
        assert line.placeholderText() == "Note for the next prompt (optional)"


async def test_what_could_not_be_shown_is_said_once_and_gone_with_the_next_tab(reviewing):
    async with reviewing(2) as d:
        page = d.window.page
        page.tabs.show_kind("critiques")
        page.show_passage("Ada", "words that stand nowhere", 2)
        assert page.bar.problem.isVisible()
        assert "Show change" in page.bar.problem.text()
        page.tabs.show_kind("log")
        assert not page.bar.problem.isVisible()


@pytest.mark.nightly
async def test_the_log_shows_no_record_of_the_session_that_was_open_before(reviewing, core):
    async with reviewing(1) as d:
        log = d.window.page.tabs.show_kind("log")
        log.go_to(3)
        assert '"seq": 3' in log.detail.body.toPlainText()
        other = await core.begin()
        await core.play_round(other, 1)
        await d.window.page.open(other)
        d.window.page.tabs.show_kind("log")
        assert log.detail.body.toPlainText() == ""
        assert not log.copy.isEnabled()


async def test_what_ends_before_the_first_round_is_not_said_to_end_in_round_0(core):
    view, _ = await read_view(core, await core.create())
    assert view.round == 0
    assert bar_for(view, "interrupted").title.startswith("Interrupted before round 1:")
    assert bar_for(view, "stopped").title == "Stopped before round 1."


async def test_the_key_for_the_next_pane_goes_to_what_stands_on_top_of_it(reviewing):
    async with reviewing(1) as d:
        d.window.resize(1366, 768)
        await d.settle()
        d.window.page.bar.setFocus()
        d.window.actions_by_id["next_pane"].trigger()
        column = d.window.page.column
        focused = d.window.focusWidget()
        assert column.isAncestorOf(focused)
        assert focused is not column.notes.text
        assert focused.mapTo(column, focused.rect().bottomLeft()).y() < 100


def test_each_of_many_texts_is_named_once_when_any_two_are_compared(app, core, monkeypatch):
    view = SessionView(core.catalogue)
    view.apply_all(records(40, members=5, words=""))
    named = calls_of(monkeypatch, picking, "title_of", picking.title_of)
    assert len(texts_of(view)) == len(named) == 200


async def test_texts_of_one_round_are_told_apart_when_any_two_are_compared(core):
    view, _ = await read_view(core, await bring_to(core, "approval"))
    names = [text.name for text in texts_of(view)]
    assert len(names) == len(set(names)), names


async def test_a_session_opens_on_its_texts_and_one_that_was_seen_on_its_own_tab(desk, core):
    first = await core.begin("Name the product")
    second = await core.begin("Name the town")
    async with desk() as d:
        tabs = d.window.page.tabs
        await d.window._open(first)
        tabs.show_tab("critiques")
        await d.window._open(second)
        assert tabs.name() == "answers", "whatever the one before showed"
        tabs.show_tab("log")
        await d.window._open(first)
        assert tabs.name() == "critiques"
    async with desk() as d:
        await d.window._open(second)
        assert d.window.page.tabs.name() == "log", "another day, too"
