"""The offline agent uses its tools, tells what it did with them, and claims nothing besides."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.gateway.offline import OfflineCouncil
from app.services.unattended import AnswerPlan
from app.workflows.experiment.offline import ASKS_IN, EXPERIMENT_VOICES, KEPT
from app.workflows.registry import Registry
from tests.support.clocks import ManualClock
from tests.support.desk import team
from tests.support.lab import Lab, lab
from tests.unit.experiment.test_tools import answered

FIRST = "Study how tide pools recover after a storm."
SECOND = "Which species return first to the upper shore?"
PROMPT = f"{FIRST}\n\n{SECOND}"


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
        assert sorted(it.state.memory) == [f"cycle-{n:04d}" for n in range(cycles - KEPT + 1, cycles + 1)]
        for number, text in enumerate(it.state.agent.reflection_history, 1):
            assert text.startswith(f"Cycle {number}: rules, no AI")
            assert f"stored “cycle-{number:04d}”" in text, "it names what it stored"
            assert (FIRST if number % 2 else SECOND) in text, "and where in the task it is"
        assert answered(it.state.closed_history())


async def test_what_it_notes_is_the_task_word_for_word_and_none_of_the_words_around_it(
    tmp_path: Path,
) -> None:
    async with lab(tmp_path, gateway=council()) as it:
        await start(it, cycle_count=4, carry_over="full", gate_policy="every_cycle")
        await it.go()
        await it.answer("continue", note="Mind the gulls.")
        assert (
            "The operator's note for this cycle: “Mind the gulls.”" in it.state.agent.reflection_history[-1]
        )
        await it.answer("redo", note="Once more.")
        await it.answer("continue")
        assert set(it.state.memory.values()) == {FIRST, SECOND}


async def test_what_the_operator_says_is_kept_as_a_note(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=council()) as it:
        await start(it, cycle_count=ASKS_IN, gate_policy="never_ask")
        await it.go()
        assert it.kind == "operator"
        assert "rules, no AI" in str(it.gate.fact.payload["message"])
        await it.answer("reply", text="Rather look at the gulls.")
        assert it.state.memory[f"operator-{ASKS_IN:04d}"] == "Rather look at the gulls."
        assert "Rather look at the gulls." in it.state.agent.reflection_history[-1]


async def test_without_tools_it_says_that_none_was_called(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=council()) as it:
        await start(it, cycle_count=3, gate_policy="never_ask", tools=False, prompt="?")
        assert await it.go() == "finished"
        assert await it.facts("tool_called") == []
        assert len(set(it.state.agent.reflection_history)) == 3
        assert "No tool was called." in it.state.agent.reflection_history[0]


async def test_a_german_task_is_noted_and_told_in_german(tmp_path: Path) -> None:
    task = "Wie erholen sich die Becken nach einem Sturm? Welche Arten kehren zuerst zurück?"
    async with lab(tmp_path, gateway=council()) as it:
        await start(it, cycle_count=1, gate_policy="never_ask", prompt=task)
        await it.go()
        (text,) = it.state.agent.reflection_history
        assert text.startswith("Zyklus 1: Regeln, keine KI.")
        assert "Satz 1 von 2 der Aufgabe: „Wie erholen sich die Becken nach einem Sturm?“" in text


def test_any_voice_of_the_council_may_be_the_agent() -> None:
    assert {name for name, _ in EXPERIMENT_VOICES} == {"*"}
