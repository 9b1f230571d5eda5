"""The offline agent uses its tools, and reflects on what it stored."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from app.gateway.offline import OfflineCouncil
from app.services.unattended import AnswerPlan
from app.store.clock import ManualClock
from app.workflows.experiment.offline import ASKS_IN, EXPERIMENT_VOICES, KEPT
from app.workflows.registry import Registry
from tests.support.desk import team
from tests.support.lab import Lab, lab
from tests.unit.experiment.test_tools import answered

PROMPT = "Study how tide pools recover after a storm, and which species return first to the upper shore."


async def start(it: Lab, **setup: object) -> None:
    values = {"run_id": "tide-pools", "prompt": PROMPT, "model": "offline/analyst", **setup}
    it.id = await it.desk.sessions.create("experiment", values, team("Ann"))


def council() -> OfflineCouncil:
    return OfflineCouncil(Registry().voices, ManualClock(), 0.0)


@pytest.mark.parametrize("carry_over", ["full", "reflections", "summary"])
async def test_it_lists_searches_writes_reads_deletes_and_asks(tmp_path: Path, carry_over: str) -> None:
    cycles = KEPT + 3
    async with lab(tmp_path, gateway=council()) as it:
        await start(it, cycle_count=cycles, carry_over=carry_over, summary_threshold=600)
        assert await it.desk.drive(it.id, AnswerPlan(approve="all")) == "finished"
        called = await it.facts("tool_called")
        assert all(fact.ok for fact in called)
        assert {fact.tool_name for fact in called} == {
            "list", "pattern_search", "write", "read", "delete", "send_message_to_operator",
        }  # fmt: skip
        assert len(it.state.memory) == KEPT
        reflections = list(it.state.agent.reflection_history)
        assert len(set(reflections)) == cycles
        for number, text in enumerate(reflections, 1):
            assert f"“cycle-{number:04d}”" in text, "it names what it stored"
        for earlier, text in itertools.pairwise(reflections):
            assert earlier.split(".")[0] in text, "and goes on from its last reflection"
        assert answered(it.state.closed_history())


async def test_it_takes_in_what_the_operator_says(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=council()) as it:
        await start(it, cycle_count=ASKS_IN, gate_policy="never_ask")
        await it.go()
        assert it.kind == "operator"
        await it.answer("reply", text="Rather look at the gulls.")
        assert "Rather look at the gulls." in it.state.agent.reflection_history[-1]


async def test_without_tools_it_only_reflects(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=council()) as it:
        await start(it, cycle_count=3, gate_policy="never_ask", tools=False, prompt="?")
        assert await it.go() == "finished"
        assert await it.facts("tool_called") == []
        assert len(set(it.state.agent.reflection_history)) == 3


def test_any_voice_of_the_council_may_be_the_agent() -> None:
    assert {name for name, _ in EXPERIMENT_VOICES} == {"*"}
