"""What goes into the next prompt, and what happens where it no longer fits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.engine.ports import Completed, Failed
from app.gateway.offline import prompt_tokens
from app.services.unattended import AnswerPlan
from tests.support.clocks import ManualClock
from tests.support.lab import Turns, cycle_asked, lab, texts
from tests.support.scripted import Line, MeasuringGateway, ScriptedGateway
from tests.unit.experiment.test_tools import answered

WRITES: list[Any] = [[("write", {"key": "a", "value": "b"})]]


def measuring(script: Turns, window: int | None = None) -> MeasuringGateway:
    gateway = MeasuringGateway(script, ManualClock())
    gateway.window = window
    return gateway


def long_turns(cycles: int, words: int = 300) -> Turns:
    """Return a model whose reflections are long."""
    return Turns({n: [f"Reflection {n}: " + f"word{n} " * words] for n in range(1, cycles + 1)})


async def test_full_carries_every_message_as_it_stands(tmp_path: Path) -> None:
    async with lab(tmp_path, Turns({1: WRITES})) as it:
        await it.open(cycle_count=2, gate_policy="never_ask", carry_over="full")
        history = list(it.state.agent.message_history)
        assert list(it.requests[-1].messages) == history[:-1]
        roles = [message.role for message in it.requests[-1].messages]
        assert roles == ["system", "user", "assistant", "tool", "assistant", "user"]


async def test_reflections_carries_the_newest_ones_in_the_system_prompt_and_fresh_messages(
    tmp_path: Path,
) -> None:
    async with lab(tmp_path, Turns({1: WRITES})) as it:
        setup = {"carry_over": "reflections", "reflections_window": 2}
        await it.open(cycle_count=4, gate_policy="never_ask", **setup)
        second, last = it.requests[2], it.requests[-1]
        assert [message.role for message in second.messages] == ["system", "user"]
        assert it.state.agent.reflection_history[0] in texts(second)[0]
        assert "Build on your last reflection" in texts(second)[1]
        assert [f"Reflection {n}:" in texts(last)[0] for n in (1, 2, 3)] == [False, True, True]
        assert len(it.state.agent.message_history) == 1 + 2 * 4 + 2, "the history itself holds all"
        await it.open(cycle_count=4, gate_policy="never_ask", **setup | {"reflections_window": 0})
        assert all(f"Reflection {n}:" in texts(it.requests[-1])[0] for n in (1, 2, 3)), "0: all of them"


async def test_an_empty_reflection_is_not_carried_and_its_cap_is_told(tmp_path: Path) -> None:
    async with lab(tmp_path, Turns({1: [[("list", {})]]})) as it:
        await it.open(cycle_count=2, gate_policy="never_ask", carry_over="reflections", tool_cap=1)
        assert "cycle 1" not in texts(it.requests[-1])[0]
        assert "ended at its 1 tool calls" in texts(it.requests[-1])[-1]


async def test_summary_replaces_the_older_part_above_the_threshold_and_keeps_the_last_cycle(
    tmp_path: Path,
) -> None:
    async with lab(tmp_path, long_turns(4)) as it:
        await it.open(cycle_count=4, gate_policy="never_ask", carry_over="summary", summary_threshold=800)
        assert [fact.text for fact in await it.facts("cycles_summarised")] == ["Summary 1.", "Summary 2."]
        last = it.requests[-1]
        assert "Summary 2." in texts(last)[0]
        assert [message.role for message in last.messages] == ["system", "user", "assistant", "user"]
        assert texts(last)[2].startswith("Reflection 3"), "the last cycle as it was"
        gateway = it.desk.gateway
        assert isinstance(gateway, ScriptedGateway)
        second = [request for request in gateway.requests if request.purpose == "summary"][1]
        assert "Summary 1." in second.messages[0].text, "the new summary takes the old one in"
        assert len(it.state.agent.message_history) == 1 + 4 * 2


async def test_a_long_older_part_is_summarised_piece_by_piece(tmp_path: Path) -> None:
    gateway = measuring(long_turns(6))
    async with lab(tmp_path, gateway=gateway) as it:
        setup = {"summary_threshold": 600, "context_length": 2000, "max_output_tokens": 100}
        await it.create(cycle_count=6, gate_policy="never_ask", **setup)
        assert await it.desk.drive(it.id, AnswerPlan(approve="all")) == "finished"
        asked = [request for request in gateway.requests if request.purpose == "summary"]
        assert all(prompt_tokens(request) < 1500 for request in asked)
        first = (await it.facts("cycles_summarised"))[0]
        assert first.text == "Summary 2.", "two pieces, the second of which takes the first summary in"
        assert "Summary 1." in asked[1].messages[0].text


async def test_where_the_summary_fails_the_reflections_stand_for_it(tmp_path: Path) -> None:
    turns = long_turns(3)

    def script(request: ModelRequest) -> Line:
        if request.purpose == "summary":
            return Failed("overloaded", verbatim("Too much to do."), sent=True, received=True)
        return turns(request)

    async with lab(tmp_path, script) as it:
        await it.open(cycle_count=3, gate_policy="never_ask", carry_over="summary", summary_threshold=600)
        assert all(it.state.agent.reflection_history), "the agent goes on"
        assert "summary" in {fact.purpose for fact in await it.facts("help_failed")}
        assert (await it.facts("cycles_summarised"))[0].text.startswith("Reflection 1")


@pytest.mark.parametrize("known_by", ["setup", "gateway"])
async def test_a_full_context_opens_the_gate_and_carrying_reflections_only_helps(
    tmp_path: Path, known_by: str
) -> None:
    setup = {"context_length": 2000} if known_by == "setup" else {}
    gateway = measuring(long_turns(5), None if known_by == "setup" else 2000)
    async with lab(tmp_path, gateway=gateway) as it:
        state = await it.open(
            cycle_count=5, gate_policy="never_ask", max_output_tokens=100, reflections_window=1, **setup
        )
        assert (state, it.kind, it.desk.live(it.id).fold.position.node) == (
            "waiting", "context", "assemble_prompt",
        )  # fmt: skip
        gate = it.gate.fact
        assert gate.verbs == ("reflections", "summary", "stop")
        item: Any = gate.payload["items"][0]  # type: ignore[index]
        assert item["needs"] > item["room"]
        assert item["limit"] == 2000
        cycle = it.state.agent.cycle_number
        before = len(it.requests)
        assert await it.answer("reflections") == "finished"
        asked = it.requests[before]
        assert cycle_asked(asked)[0] == cycle
        assert [message.role for message in asked.messages] == ["system", "user"]
        assert it.state.agent.reflection_history[cycle - 2] in texts(asked)[0]
        assert it.reason == "cycles_completed", "the choice holds for the rest of the run"
        assert len(it.state.agent.message_history) == 1 + 5 * 2, "nothing was dropped from the history"


async def test_a_full_context_may_be_summarised(tmp_path: Path) -> None:
    gateway = measuring(long_turns(5))
    async with lab(tmp_path, gateway=gateway) as it:
        await it.create(cycle_count=5, gate_policy="never_ask", max_output_tokens=100, context_length=2000)
        assert await it.desk.drive(it.id, AnswerPlan(approve="all")) == "finished"
        answers = [fact.verb for fact in await it.facts("gate_answered")]
        assert "summary" in answers
        assert "Summary" in texts(it.requests[-1])[0]
        assert all(prompt_tokens(request) <= 1900 for request in it.requests)


async def test_what_has_not_helped_is_not_offered_again(tmp_path: Path) -> None:
    turns = Turns({1: ["Short."], 2: ["Short."]})
    async with lab(tmp_path, gateway=measuring(turns)) as it:
        await it.open(cycle_count=2, prompt="word " * 2000, context_length=1500, gate_policy="never_ask")
        assert (it.kind, it.gate.fact.verbs) == ("context", ("stop",)), "in the first cycle nothing is older"
        assert await it.answer("stop") == "stopped"
        assert it.reason == "user_stopped"


async def test_each_way_out_is_offered_until_it_was_taken(tmp_path: Path) -> None:
    gateway = measuring(long_turns(2, words=800))
    async with lab(tmp_path, gateway=gateway) as it:
        await it.open(cycle_count=2, gate_policy="never_ask", context_length=1000, max_output_tokens=100)
        assert list(it.gate.fact.verbs) == ["reflections", "summary", "stop"]
        await it.answer("reflections")
        assert list(it.gate.fact.verbs) == ["summary", "stop"]
        assert await it.answer("summary") == "finished"


async def test_a_context_that_fills_in_the_middle_of_a_cycle_opens_the_gate_too(tmp_path: Path) -> None:
    big = {"key": "a", "value": "word " * 700}
    turns = Turns({1: [f"Reflection 1: {'one ' * 400}"], 2: [[("write", big)], [("read", {"key": "a"})]]})
    async with lab(tmp_path, gateway=measuring(turns)) as it:
        setup = {"context_length": 2300, "max_output_tokens": 100, "reflections_window": 1}
        await it.open(cycle_count=2, gate_policy="never_ask", **setup)
        assert (it.kind, it.desk.live(it.id).fold.position.node) == ("context", "invoke_model")
        await it.answer("summary")
        assert it.desk.live(it.id).fold.session.state in ("finished", "waiting")
        asked = it.requests[-1]
        assert "Summary 1." in texts(asked)[0]
        assert answered(list(asked.messages)[:])
        assert asked.messages[1].role == "user"


async def test_the_token_limit_asks_and_may_be_raised(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=measuring(Turns())) as it:
        await it.open(cycle_count=9, gate_policy="never_ask", token_limit=1000, max_output_tokens=100)
        gate = it.gate.fact
        item: Any = gate.payload["items"][0]  # type: ignore[index]
        assert (gate.kind, item["unit"], item["limit"]) == ("budget", "tokens", 1000)
        spent = it.desk.live(it.id).fold.spend.total.tokens
        assert spent <= 1000 < spent + item["needs"]
        assert await it.answer("raise", limit=100_000) == "finished"


async def test_the_cost_limit_asks_and_stopping_there_keeps_everything(tmp_path: Path) -> None:
    gateway = ScriptedGateway(Turns(), ManualClock(), cost=0.4)
    async with lab(tmp_path, gateway=gateway) as it:
        await it.open(cycle_count=9, gate_policy="never_ask", cost_limit=1.0)
        assert (it.kind, len(it.state.agent.reflection_history)) == ("budget", 2)
        assert await it.answer("stop") == "stopped"
        assert it.reason == "user_stopped"


async def test_options_go_with_every_call(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(
            cycle_count=1, temperature=0.3, top_p=0.5, seed=7, max_output_tokens=123, context_length=4096
        )
        options = it.requests[0].options
        assert (options.temperature, options.top_p, options.seed) == (0.3, 0.5, 7)
        assert (options.max_output_tokens, options.context_length) == (123, 4096)
        (line,) = [line for line in await it.lines() if line["event_type"] == "LLM_INVOCATION"]
        logged = line["payload"]["model_options"]
        assert (logged["model"], logged["temperature"]) == ("scripted/any", 0.3)
        assert (logged["top_p"], logged["seed"]) == (0.5, 7)


async def test_an_empty_or_broken_off_answer_is_no_reflection(tmp_path: Path) -> None:
    for number, line in enumerate(
        (Completed(" "), Failed("truncated", verbatim("It broke off."), sent=True, partial="I"))
    ):
        async with lab(tmp_path / str(number), Turns({1: [line]})) as it:
            await it.open(cycle_count=1)
            assert it.kind == "failure"
            assert list(it.state.agent.reflection_history) == []


async def test_a_provider_that_finds_the_history_too_long_opens_the_gate_too(tmp_path: Path) -> None:
    turns = long_turns(3)

    def script(request: ModelRequest) -> Line:
        if request.purpose == "cycle" and prompt_tokens(request) > 1000:
            return Failed("context_overflow", verbatim("The prompt is too long."), sent=True)
        return turns(request)

    async with lab(tmp_path, script) as it:
        await it.open(cycle_count=3, gate_policy="never_ask")
        assert (it.kind, list(it.gate.fact.verbs)) == ("context", ["reflections", "summary", "stop"])
        await it.answer("reflections")
        # Two long reflections are still too many: what has not helped is not offered again.
        assert (it.kind, list(it.gate.fact.verbs)) == ("context", ["summary", "stop"])
        assert await it.answer("summary") == "finished"
        assert it.reason == "cycles_completed"
        assert "Summary 1." in texts(it.requests[-1])[0]


async def test_a_window_of_zero_carries_all_reflections(tmp_path: Path) -> None:
    async with lab(tmp_path) as it:
        await it.open(cycle_count=4, gate_policy="never_ask", carry_over="reflections", reflections_window=0)
        assert all(f"Reflection {n}:" in texts(it.requests[-1])[0] for n in (1, 2, 3))
