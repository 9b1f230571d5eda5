"""State goes from cycle to cycle: every test the source lists, by meaning."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.lab import Turns, cycle_asked, lab, texts


async def test_state_passes_from_cycle_to_cycle_and_its_histories_grow(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=3)
        agent = it.state.agent
        assert [message.role for message in agent.message_history] == ["system", "user", "assistant"]
        for cycle in (1, 2, 3):
            assert it.state.agent is agent, "the same state, and not a new one"
            assert agent.cycle_number == cycle
            told = [text.partition(":")[0] for text in agent.reflection_history]
            assert told == [f"Reflection {n}" for n in range(1, cycle + 1)]
            before = list(agent.message_history)
            if cycle < 3:
                await it.answer("continue")
                assert agent.message_history[: len(before)] == before
                more = [message.role for message in agent.message_history[len(before) :]]
                assert more == ["user", "assistant"], "one system message, the first"
        for request in it.requests:
            whole = "\n".join(message.text for message in request.messages)
            assert whole.count("Study the tide pools.") == 1, "each cycle is told the task, once"


async def test_the_end_of_each_cycle_is_logged_with_the_reflection_the_agent_wrote(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=3, gate_policy="never_ask")
        reflections = list(it.state.agent.reflection_history)
        ends = [line["payload"] for line in await it.lines() if line["event_type"] == "CYCLE_END"]
        assert [end["final_reflection"] for end in ends] == reflections
        assert len({end["final_reflection"] for end in ends}) == 3
        assert ends[0]["metrics"] == {
            "memory_ops_total": 0,
            "messages_to_operator": 0,
            "response_chars": len(ends[0]["final_reflection"]),
            "memory_write_chars": 0,
        }


async def test_a_cycle_without_a_reflection_ends_with_an_empty_one(tmp_path: Path) -> None:
    endless = Turns({2: [[("list", {})]] * 9})
    async with lab(tmp_path, endless) as it:
        await it.open(cycle_count=3, gate_policy="never_ask", tool_cap=3)
        assert [bool(text) for text in it.state.agent.reflection_history] == [True, False, True]
        ends = [line for line in await it.lines() if line["event_type"] == "CYCLE_END"]
        assert [end["payload"]["final_reflection"] == "" for end in ends] == [False, True, False]


@pytest.mark.parametrize("count", [1, 3])
async def test_cycle_numbers_count_up_from_one(tmp_path: Path, count: int) -> None:
    async with lab(tmp_path) as it:
        state = await it.open(cycle_count=count, gate_policy="never_ask")
        assert (state, it.reason) == ("finished", "cycles_completed")
        assert [fact.number for fact in await it.facts("round_opened")] == list(range(1, count + 1))
        assert [cycle_asked(request)[0] for request in it.requests] == list(range(1, count + 1))


async def test_the_agent_receives_its_own_reflection(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=2, gate_policy="never_ask")
        asked = it.requests[1]
        first = it.requests[0].messages
        assert asked.messages[: len(first)] == first, "all of cycle 1's messages"
        answers = [message for message in asked.messages if message.role == "assistant"]
        assert [message.text for message in answers] == [it.state.agent.reflection_history[0]]
        assert "Build on your last reflection" in texts(asked)[-1]
        assert "Build on your last reflection" not in texts(it.requests[0])[-1]


async def test_a_second_run_of_the_same_name_is_a_new_session_whose_lines_follow(tmp_path: Path) -> None:
    async with lab(tmp_path, Turns({1: [[("write", {"key": "a", "value": "b"})]]})) as it:
        first = await it.create(cycle_count=2, gate_policy="never_ask")
        await it.go()
        before = await it.lines()
        second = await it.create(cycle_count=1, gate_policy="never_ask")
        await it.desk.sessions.attach(second)
        assert (len(it.state.agent.message_history), it.state.memory) == (0, {})
        await it.go()
        after = await it.lines()
        assert after[: len(before)] == before
        assert {line["session"] for line in before} == {first}
        assert {line["session"] for line in after[len(before) :]} == {second}
        assert [line["event_type"] for line in after[len(before) :]] == [
            "CYCLE_START", "LLM_INVOCATION", "TOOL_CALL", "LLM_INVOCATION", "CYCLE_END",
        ]  # fmt: skip


async def test_run_and_model_never_change_in_a_run(tmp_path: Path) -> None:
    from app.domain.errors import InputError
    from app.domain.facts import SeatReplaced

    async with lab(tmp_path) as it:
        await it.open(cycle_count=2)
        assert (it.state.agent.run_id, it.state.agent.model_name) == ("tide-pools", "scripted/any")
        with pytest.raises(InputError, match="stays the same"):
            await it.desk.review.tell(it.id, SeatReplaced(seat="agent", model="other/model"))
        await it.answer("continue")
        assert {request.model for request in it.requests} == {"scripted/any"}
