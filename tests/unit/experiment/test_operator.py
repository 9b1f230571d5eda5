"""The agent writes to its operator, who answers, or does not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.domain.errors import GateError
from app.services.unattended import AnswerPlan
from app.store.clock import SystemClock
from app.workflows.experiment.report import came_about
from tests.support.lab import Turns, lab
from tests.support.waiting import until
from tests.unit.experiment.test_tools import answered

ASKS = [("send_message_to_operator", {"message": "May I forget the first notes?"})]


def asking() -> Turns:
    """Return a model that writes to its operator between two other calls."""
    return Turns({1: [[("write", {"key": "a", "value": "1"}), *ASKS, ("read", {"key": "a"})]]})


async def test_the_message_waits_at_a_gate_and_the_reply_is_the_tools_result(tmp_path: Path) -> None:
    async with lab(tmp_path, asking()) as it:
        assert await it.open(cycle_count=1) == "waiting"
        gate = it.gate.fact
        assert (gate.kind, gate.verbs, gate.primary) == ("operator", ("reply", "time_out"), "reply")
        assert gate.payload["message"] == "May I forget the first notes?"
        assert (gate.due_at, await it.results()) == (None, ["stored “a” (1 characters)"])
        await it.answer("reply", text="Yes, all of them.")
        assert (await it.results())[1:] == ["The operator answers: Yes, all of them.", "1"]
        assert (await it.facts("cycle_ended"))[0].metrics.messages_to_operator == 1
        assert answered(it.state.closed_history())
        (section,) = [text for title, text in came_about(it.state) if "operator" in title]
        assert "May I forget the first notes?" in section
        assert "The answer:\n\n> Yes, all of them." in section
        called = [line["payload"] for line in await it.lines() if line["event_type"] == "TOOL_CALL"]
        assert [payload["tool_name"] for payload in called] == ["write", "send_message_to_operator", "read"]
        assert called[1]["output"] == "The operator answers: Yes, all of them."


async def test_a_blank_reply_is_refused_and_the_gate_stays_open(tmp_path: Path) -> None:
    async with lab(tmp_path, asking()) as it:
        await it.open(cycle_count=1)
        with pytest.raises(GateError, match="write an answer"):
            await it.answer("reply", text="  ")
        assert it.kind == "operator"


async def test_no_answer_says_so_and_the_remaining_calls_run(tmp_path: Path) -> None:
    async with lab(tmp_path, asking()) as it:
        await it.open(cycle_count=1)
        await it.answer("time_out")
        assert (await it.results())[1:] == ["The operator gives no answer. Go on without one.", "1"]


async def test_two_messages_in_one_answer_open_two_gates_in_order(tmp_path: Path) -> None:
    async with lab(
        tmp_path, Turns({1: [[*ASKS, ("send_message_to_operator", {"message": "And you?"})]]})
    ) as it:
        await it.open(cycle_count=1)
        await it.answer("reply", text="first")
        assert it.gate.fact.payload["message"] == "And you?"
        await it.answer("reply", text="second")
        assert await it.results() == ["The operator answers: first", "The operator answers: second"]
        assert it.kind == "cycle"


async def test_an_operator_who_never_answers_is_waited_for_as_long_as_was_said(tmp_path: Path) -> None:
    async with lab(tmp_path, asking()) as it:
        await it.create(cycle_count=1, gate_policy="never_ask", operator_timeout=2.5)
        # The clock of the test moves on by itself: the gate falls due at once and answers itself.
        await it.go()
        await until(lambda: it.desk.live(it.id).fold.session.state == "finished")
        assert it.reason == "cycles_completed"
        sentence = "The operator did not answer within 2.5 minutes. Go on without an answer."
        assert (await it.results())[1] == sentence
        (answer,) = [fact for fact in await it.facts("gate_answered") if fact.verb == "time_out"]
        assert answer.by == "timeout"


async def test_a_run_without_a_person_waits_for_the_due_time_and_goes_on(tmp_path: Path) -> None:
    async with lab(tmp_path, asking(), clock=SystemClock()) as it:
        await it.create(cycle_count=1, gate_policy="never_ask", operator_timeout=0.01)
        from app.services.drive import drive

        desk = it.desk
        state = await drive(desk.sessions, desk.review, it.id, AnswerPlan(approve="none"), until_due=True)
        assert state == "finished"
        assert "did not answer within 0.01 minutes" in (await it.results())[1]


async def test_a_pause_ends_the_waiting_for_a_due_time(tmp_path: Path) -> None:
    async with lab(tmp_path, asking(), clock=SystemClock()) as it:
        await it.create(cycle_count=1, operator_timeout=60)
        from app.services.drive import drive

        desk = it.desk
        driving = asyncio.create_task(
            drive(desk.sessions, desk.review, it.id, AnswerPlan(approve="none"), until_due=True)
        )
        await until(lambda: desk.sessions.live(it.id) is not None and desk.live(it.id).due is not None)
        await desk.sessions.pause(it.id)
        assert await driving == "waiting"


async def test_unattended_runs_go_on_without_an_answer(tmp_path: Path) -> None:
    async with lab(tmp_path, asking()) as it:
        await it.create(cycle_count=2)
        assert await it.desk.drive(it.id, AnswerPlan(approve="all")) == "finished"
        assert it.reason == "cycles_completed"


async def test_a_message_counts_as_a_tool_call_of_the_cap(tmp_path: Path) -> None:
    async with lab(tmp_path, asking()) as it:
        await it.open(cycle_count=1, tool_cap=2)
        await it.answer("reply", text="yes")
        assert (await it.results())[-1] == "not run: cap reached"
        assert (await it.facts("cycle_ended"))[0].cap_reached


async def test_a_stopped_run_shows_open_calls_as_not_run_and_runs_them_when_it_goes_on(
    tmp_path: Path,
) -> None:
    async with lab(tmp_path, asking()) as it:
        await it.open(cycle_count=1)
        await it.desk.sessions.stop(it.id)
        assert it.desk.live(it.id).fold.session.state == "stopped"
        assert [m.text for m in it.state.closed_history()[-2:]] == ["not run: stopped"] * 2
        assert answered(it.state.closed_history())
        sections = dict(came_about(it.state))
        assert sections["Cycle 1, which is not over"].count("**Result**\n\n```text\nnot run: stopped") == 2
        await it.go()
        assert "Cycle 1, which is not over" not in dict(came_about(it.state)), "it goes on"
        await it.answer("reply", text="yes")
        assert (await it.results())[1:] == ["The operator answers: yes", "1"]
