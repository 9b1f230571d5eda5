"""Between cycles: policies, notes, one cycle more, one cycle again, and the ways a run ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import InputError
from app.domain.facts import AutoApproveChanged, DecisionWithdrawn, GuidanceGiven, LimitChanged
from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.engine.ports import Failed
from app.services.unattended import AnswerPlan
from app.workflows.experiment.graph import GATES
from tests.support.lab import Turns, cycle_asked, lab, texts
from tests.support.scripted import Line


async def test_every_cycle_waits_and_the_last_recommends_to_finish(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        assert await it.open(cycle_count=2) == "waiting"
        gate = it.gate.fact
        assert (gate.kind, gate.verbs, gate.primary) == ("cycle", ("continue", "redo", "finish"), "continue")
        assert gate.payload["reflection"] == it.state.agent.reflection_history[0]
        types = await it.desk.types(it.id)
        assert types.index("cycle_ended") < types.index("gate_opened")
        await it.answer("continue")
        assert it.gate.fact.primary == "finish"
        assert await it.answer("finish") == "finished"
        assert it.reason == "cycles_completed"


@pytest.mark.parametrize(
    ("setup", "asked_after"),
    [
        ({"gate_policy": "never_ask"}, []),
        ({"gate_policy": "every_n", "every_n": 2}, [2, 4]),
        ({"gate_policy": "every_n", "every_n": 3}, [3]),
        ({"gate_policy": "every_cycle"}, [1, 2, 3, 4, 5]),
    ],
)
async def test_the_policy_says_after_which_cycles_a_person_is_asked(
    tmp_path: Path, setup: dict[str, object], asked_after: list[int]
) -> None:
    async with lab(tmp_path) as it:
        await it.create(cycle_count=5, **setup)
        assert await it.desk.drive(it.id, AnswerPlan(approve="all")) == "finished"
        answers = await it.facts("gate_answered")
        assert [n for n, fact in enumerate(answers, 1) if fact.by == "flag"] == asked_after
        assert [fact.verb for fact in answers] == ["continue"] * 4 + ["finish"]


async def test_a_note_goes_into_the_next_prompt_and_into_no_later_one(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=3)
        await it.answer("continue", note="Look at the north side.")
        await it.answer("continue")
        assert "Look at the north side." in texts(it.requests[1])[-1]
        assert "Look at the north side." not in texts(it.requests[2])[-1]


async def test_a_note_beside_the_answer_counts_too(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=2)
        await it.answer("continue", "Look at the north side.")
        assert "Look at the north side." in texts(it.requests[1])[-1]


async def test_words_said_at_any_time_wait_for_the_next_cycle_and_may_be_taken_back(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=2)
        await it.desk.review.tell(it.id, GuidanceGiven(text="Mind the gulls."), GuidanceGiven(text="Hurry."))
        hurry = (await it.desk.sessions.records(it.id))[-1].seq
        await it.desk.review.tell(it.id, DecisionWithdrawn(seq=hurry))
        await it.answer("continue")
        assert "Mind the gulls." in texts(it.requests[1])[-1]
        assert "Hurry." not in texts(it.requests[1])[-1]


async def test_going_on_after_the_last_cycle_raises_the_count_by_one(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=1)
        await it.answer("continue")
        assert (it.state.cycle_count, it.state.agent.cycle_number, it.gate.fact.primary) == (2, 2, "finish")
        assert "Cycle 2 of 2." in texts(it.requests[1])[-1]
        await it.answer("finish")
        assert it.reason == "cycles_completed"


async def test_a_limit_set_by_the_person_changes_the_count(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=5)
        await it.desk.review.tell(it.id, LimitChanged(limit="rounds", value=2))
        await it.answer("continue")
        assert it.gate.fact.primary == "finish"


async def test_finishing_early_is_told_as_the_persons_stop(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=5)
        assert await it.answer("finish") == "finished"
        assert it.reason == "user_stopped"


async def test_a_redo_goes_back_to_the_start_of_the_cycle(tmp_path: Path) -> None:
    cycle = [[("write", {"key": "b", "value": "second"}), ("delete", {"key": "a"})]]
    async with lab(tmp_path, Turns({1: [[("write", {"key": "a", "value": "first"})]], 2: cycle})) as it:
        await it.open(cycle_count=3)
        before = list(it.state.agent.message_history)
        await it.answer("continue", note="Use the tide table.")
        assert it.state.memory == {"b": "second"}
        first_try = texts(it.requests[2])
        await it.answer("redo", note="Keep the first note.")
        again = it.requests[4]
        assert list(again.messages)[: len(before)] == before
        assert len(again.messages) == len(before) + 1, "nothing of the discarded attempt"
        prompt = texts(again)[-1]
        assert "Use the tide table." in prompt
        assert "Keep the first note." in prompt
        assert "attempt 2" in prompt
        assert "Keep the first note." not in first_try[-1]
        assert [text[:14] for text in it.state.agent.reflection_history] == [
            "Reflection 1: ",
            "Reflection 2 a",
        ]
        assert (it.state.agent.cycle_number, it.state.attempt) == (2, 2)
        assert it.state.memory == {"b": "second"}
        assert [(c.attempt, c.key, c.value) for c in it.state.changes if c.cycle == 2] == [
            (1, "b", "second"), (1, "a", None), (2, "b", "second"), (2, "a", None),
        ]  # fmt: skip
        await it.answer("finish")
        lines = [line for line in await it.lines() if line["event_type"].startswith("CYCLE")]
        events = [
            (line["cycle_number"], line["event_type"], line["payload"].get("attempt")) for line in lines
        ]
        assert events == [
            (1, "CYCLE_START", None), (1, "CYCLE_END", None),
            (2, "CYCLE_START", None), (2, "CYCLE_END", None),
            (2, "CYCLE_START", 2), (2, "CYCLE_END", None),
        ]  # fmt: skip
        assert "again" not in lines[3]["payload"]["final_reflection"]
        assert "again (2)" in lines[5]["payload"]["final_reflection"]


async def test_a_first_cycle_may_be_done_again_and_again(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=1)
        for attempt in (2, 3):
            await it.answer("redo")
            assert (it.state.attempt, len(it.state.agent.reflection_history)) == (attempt, 1)
            assert [m.role for m in it.requests[-1].messages] == ["system", "user"]
        assert await it.answer("finish") == "finished"


async def test_approving_by_itself_passes_the_gate_until_its_limit(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=9)
        await it.desk.review.tell(it.id, AutoApproveChanged(rounds=2))
        await it.answer("continue")
        assert it.state.agent.cycle_number == 4
        why = GATES["cycle"].not_by_itself(it.gate.fact.payload)
        assert str(why) == "You are asked again: the cycles you allowed are done."
        await it.desk.review.tell(it.id, AutoApproveChanged())
        await it.answer("continue")
        assert it.state.agent.cycle_number == 5


def failing(request: ModelRequest) -> Line:
    """Fail in the second cycle."""
    cycle = cycle_asked(request)[0]
    if cycle == 2:
        return Failed("no_credit", verbatim("No credit is left."), sent=True)
    return f"Reflection {cycle}."


async def test_a_failed_call_opens_the_failure_gate_and_unattended_runs_stop_there(tmp_path: Path) -> None:
    async with lab(tmp_path, failing) as it:
        await it.create(cycle_count=3, gate_policy="never_ask")
        assert await it.desk.drive(it.id, AnswerPlan(approve="all")) == "failed"
        assert it.reason == "error_occurred"
        assert list(it.state.agent.reflection_history) == ["Reflection 1."]


async def test_going_on_without_the_answer_ends_the_cycle_with_an_empty_reflection(tmp_path: Path) -> None:
    async with lab(tmp_path, failing) as it:
        await it.open(cycle_count=3, gate_policy="never_ask")
        assert it.kind == "failure"
        await it.answer("fallback", replace={"agent": None})
        assert list(it.state.agent.reflection_history) == ["Reflection 1.", "", "Reflection 3."]
        assert it.reason == "cycles_completed"
        roles = [message.role for message in it.state.agent.message_history]
        assert roles == ["system", "user", "assistant", "user", "user", "assistant"]


async def test_another_model_is_refused_for_it_never_changes(tmp_path: Path) -> None:
    from app.domain.errors import GateError

    async with lab(tmp_path, failing) as it:
        await it.open(cycle_count=3, gate_policy="never_ask")
        with pytest.raises(GateError, match="stays the same"):
            await it.answer("fallback", replace={"agent": "other/model"})
        assert await it.answer("stop") == "failed"


async def test_stopping_is_told_as_the_persons_stop_and_the_run_goes_on_afterwards(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=2)
        await it.desk.sessions.stop(it.id)
        assert (it.desk.live(it.id).fold.session.state, it.reason) == ("stopped", "user_stopped")
        await it.go()
        await it.answer("continue")
        assert await it.answer("finish") == "finished"


async def test_stopping_with_an_answer_says_that_there_is_none_to_write(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=2)
        with pytest.raises(InputError, match="writes no final answer"):
            await it.desk.sessions.stop(it.id, "with_answer")
        assert it.kind == "cycle"


async def test_a_fork_is_a_run_of_its_own_with_its_own_log(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=2)
        head = (await it.desk.sessions.records(it.id))[-1].seq
        with pytest.raises(InputError, match="needs a new value"):
            await it.desk.sessions.fork(it.id, head)
        with pytest.raises(InputError, match="needs a new value"):
            await it.desk.sessions.fork(it.id, head, {"run_id": "tide-pools"})
        mother = it.id
        it.id = await it.desk.sessions.fork(it.id, head, {"run_id": "tide-pools-b"})
        await it.desk.sessions.attach(it.id)
        assert it.state.agent.run_id == "tide-pools-b"
        await it.go()
        await it.answer("continue")
        lines = await it.lines("tide-pools-b")
        assert {line["run_id"] for line in lines} == {"tide-pools-b"}
        assert [line["event_type"] for line in lines] == ["CYCLE_START", "LLM_INVOCATION", "CYCLE_END"] * 2
        it.id = mother
        assert len(await it.lines()) == 3


async def test_a_fork_may_take_more_cycles_and_carry_on_in_another_way(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=2)
        head = (await it.desk.sessions.records(it.id))[-1].seq
        changes: dict[str, Any] = {"run_id": "b", "cycle_count": 5, "carry_over": "reflections"}
        it.id = await it.desk.sessions.fork(it.id, head, changes)
        await it.go()
        await it.answer("continue")
        assert (it.state.cycle_count, it.state.carry_over) == (5, "reflections")
        assert it.gate.fact.payload["primary"] == "continue"
        assert "Reflection 1" in texts(it.requests[-1])[0]
