"""The iteration state beyond the source's tests: what was mended, and how a journal becomes one."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

import app.workflows.debate as api
from app.workflows.debate import (
    CritiqueItem,
    IterationConfig,
    IterationRound,
    IterationState,
    RefinementResult,
    TerminationReason,
    complete_round,
    get_iteration_summary,
    initialize_iteration_state,
    iteration_state,
    should_continue_iteration,
    start_new_round,
    terminate_iteration,
)
from tests.support.asked import read
from tests.unit.debate.debate_table import Table, refine

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LISTS = ("models_that_changed", "models_minor", "models_unchanged", "models_failed", "models_skipped")


def a_round(number: int = 1, *, done: bool = True, **lists: list[str]) -> IterationRound:
    given: dict[str, Any] = {"models_that_changed": [], "models_unchanged": [], **lists}
    return IterationRound(
        round_number=number,
        started_at=NOW,
        completed_at=NOW + timedelta(seconds=3) if done else None,
        critiques={},
        refinements=[],
        **given,
    )


def after(last: IterationRound, **more: Any) -> IterationState:
    return IterationState(enabled=True, max_rounds=3, current_round=1, rounds=[last], **more)


def test_the_names_of_the_source_are_importable_from_the_package() -> None:
    assert set(api.__all__) == {
        "CritiqueItem", "IterationConfig", "IterationRound", "IterationState", "RefinementResult",
        "TerminationReason", "complete_round", "get_iteration_summary", "initialize_iteration_state",
        "iteration_state", "should_continue_iteration", "start_new_round", "terminate_iteration",
    }  # fmt: skip
    assert [reason.value for reason in TerminationReason] == [
        "max_rounds_reached", "models_converged", "user_stopped", "no_significant_changes",
        "error_occurred", "context_limit_reached",
    ]  # fmt: skip


def test_defaults_are_those_of_the_source() -> None:
    assert IterationConfig().model_dump() == {
        "enabled": True, "max_rounds": 2, "auto_stop_on_convergence": True, "min_change_threshold": 0.1,
        "context_budget": 50_000,
    }  # fmt: skip
    assert IterationState().model_dump() == {
        "enabled": False, "max_rounds": 2, "current_round": 0, "rounds": [], "terminated": False,
        "termination_reason": None, "total_tokens_used": 0, "context_budget": 50_000,
        "auto_stop_on_convergence": True, "min_change_threshold": 0.1,
    }  # fmt: skip
    item = CritiqueItem(source_model="Ada", target_response="Response B", critique_text="No source.")
    assert item.severity == "medium"


@pytest.mark.parametrize(
    "values",
    [{"max_rounds": 0}, {"max_rounds": 6}, {"min_change_threshold": 1.1}, {"context_budget": 999}],
)
def test_the_config_has_bounds(values: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        IterationConfig(**values)


def test_the_state_carries_the_whole_config() -> None:
    config = IterationConfig(
        max_rounds=4, auto_stop_on_convergence=False, min_change_threshold=0.3, context_budget=9000
    )
    state = initialize_iteration_state(config)
    assert {name: getattr(state, name) for name in IterationConfig.model_fields} == config.model_dump()


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        (a_round(), None),
        (a_round(done=False), None),
        (a_round(models_unchanged=["A"], done=False), TerminationReason.CONVERGENCE),
        (a_round(models_unchanged=["A", "B"]), TerminationReason.CONVERGENCE),
        (a_round(models_unchanged=["A", "B"], models_failed=["C"]), TerminationReason.CONVERGENCE),
        (a_round(models_failed=["A", "B"]), TerminationReason.ERROR),
        (a_round(models_failed=["A"], models_that_changed=["B"]), TerminationReason.ERROR),
        (a_round(models_minor=["A"]), TerminationReason.NO_CHANGES),
        (a_round(models_minor=["A"], models_unchanged=["B"]), TerminationReason.NO_CHANGES),
        (a_round(models_minor=["A"], models_that_changed=["B"]), None),
        (a_round(models_skipped=["A"]), None),
    ],
)
def test_only_members_that_held_have_converged(
    last: IterationRound, reason: TerminationReason | None
) -> None:
    assert should_continue_iteration(after(last)) == (reason is None, reason)


def test_without_auto_stop_convergence_ends_nothing_and_all_failed_still_does() -> None:
    held, failed = a_round(models_unchanged=["A"]), a_round(models_failed=["A"])
    assert should_continue_iteration(after(held, auto_stop_on_convergence=False)) == (True, None)
    assert should_continue_iteration(after(failed, auto_stop_on_convergence=False)) == (
        False, TerminationReason.ERROR,
    )  # fmt: skip


def test_off_and_ended_states_do_not_go_on() -> None:
    assert should_continue_iteration(IterationState()) == (False, None)
    state = IterationState(enabled=True)
    terminate_iteration(state, TerminationReason.USER_STOP)
    assert should_continue_iteration(state) == (False, TerminationReason.USER_STOP)


def test_a_round_is_opened_once_and_closed_once() -> None:
    state = initialize_iteration_state(IterationConfig())
    with pytest.raises(ValueError, match="no round is open"):
        complete_round(state, a_round(), 10)
    opened = start_new_round(state)
    with pytest.raises(ValueError, match="is open"):
        start_new_round(state)
    complete_round(state, opened, 120)
    with pytest.raises(ValueError, match="no round is open"):
        complete_round(state, opened, 120)
    assert (state.current_round, state.total_tokens_used) == (1, 120)
    assert state.rounds[-1].completed_at is not None
    terminate_iteration(state, TerminationReason.USER_STOP)
    with pytest.raises(ValueError, match="has ended"):
        start_new_round(state)


def test_a_naive_time_is_read_as_utc_also_when_it_is_set_later() -> None:
    opened = a_round(done=False)
    opened.started_at = datetime(2026, 1, 1)  # noqa: DTZ001  naive on purpose
    opened.completed_at = datetime(2026, 1, 1, 0, 0, 5)  # noqa: DTZ001
    summary = get_iteration_summary(IterationState(enabled=True, rounds=[opened]))
    assert summary["round_summaries"][0]["duration_seconds"] == 5.0
    assert opened.started_at.tzinfo is UTC


def test_no_rounds_have_a_summary_of_their_own() -> None:
    assert get_iteration_summary(IterationState(enabled=True)) == {"message": "No iterations performed"}


def test_the_summary_has_the_keys_of_the_source_and_counts_minor_changes() -> None:
    first = a_round(models_that_changed=["A"], models_minor=["B"], models_unchanged=["C"])
    open_one = a_round(2, done=False)
    assert get_iteration_summary(IterationState(enabled=True, rounds=[first, open_one])) == {
        "rounds_completed": 1,
        "max_rounds": 2,
        "total_refinements": 2,
        "total_unchanged": 1,
        "terminated_reason": None,
        "tokens_used": 0,
        "round_summaries": [
            {"round": 1, "models_changed": 2, "models_unchanged": 1, "duration_seconds": 3.0},
            {"round": 2, "models_changed": 0, "models_unchanged": 0, "duration_seconds": None},
        ],
    }


names = st.lists(st.sampled_from(["A", "B", "C"]), unique=True, max_size=3)


@st.composite
def states(draw: st.DrawFn) -> IterationState:
    """Any state that a script may build."""
    rounds = [
        a_round(number, done=draw(st.booleans()), **{name: draw(names) for name in LISTS})
        for number in range(1, draw(st.integers(0, 4)) + 1)
    ]
    terminated = draw(st.booleans())
    return IterationState(
        enabled=draw(st.booleans()),
        max_rounds=draw(st.integers(1, 5)),
        current_round=draw(st.integers(0, 6)),
        rounds=rounds,
        terminated=terminated,
        termination_reason=draw(st.sampled_from(TerminationReason)) if terminated else None,
        total_tokens_used=draw(st.integers(0, 60_000)),
        auto_stop_on_convergence=draw(st.booleans()),
    )


@given(states())
def test_a_state_survives_json_both_ways(state: IterationState) -> None:
    assert IterationState.model_validate_json(state.model_dump_json()) == state


@given(states())
def test_a_state_gives_exactly_one_reason_in_the_stated_order(state: IterationState) -> None:
    goes_on, reason = should_continue_iteration(state)
    if not state.enabled:
        assert (goes_on, reason) == (False, None)
    elif state.terminated:
        assert (goes_on, reason) == (False, state.termination_reason)
    else:
        assert goes_on == (reason is None)
        last = state.rounds[-1] if state.rounds else None
        if last and last.models_failed and not any(getattr(last, name) for name in LISTS[:3]):
            assert reason is TerminationReason.ERROR
        if reason in (TerminationReason.CONVERGENCE, TerminationReason.NO_CHANGES):
            assert state.current_round < state.max_rounds
            assert state.total_tokens_used <= 45_000
            assert state.auto_stop_on_convergence


@pytest.mark.asyncio
async def test_a_journal_becomes_the_state_of_its_debate(table: Table) -> None:
    table.scripts["refinement"] = lambda r: refine(
        r, None if r.seat == "Cy" else f"{read(r)['text']} And more of it."
    )
    await table.open(max_rounds=3)
    await table.answer("reject", feedback="Again.")
    await table.answer("approve")
    state = iteration_state(await table.records())
    assert (state.enabled, state.max_rounds, state.current_round) == (True, 3, 2)
    assert [r.round_number for r in state.rounds] == [1, 2], "the rejected attempt was replaced"
    assert not state.terminated
    first = state.rounds[0]
    assert (first.models_that_changed, first.models_unchanged) == (["Ada", "Ben"], ["Cy"])
    letters = {f"Response {letter}": seat for seat, letter in table.state.letters.items()}
    assert set(first.critiques) == set(letters)
    for label, items in first.critiques.items():
        assert {item.target_response for item in items} == {label}
        assert letters[label] not in {item.source_model for item in items}
        assert all(item.critique_text == f"{label} gives no source." for item in items)
    by_member = {refinement.model: refinement for refinement in first.refinements}
    assert isinstance(by_member["Ada"], RefinementResult)
    assert by_member["Ada"].changes_made
    assert not by_member["Cy"].changes_made
    assert by_member["Ada"].change_summary == "one line"
    filed = {f.critique: f.target for f in await table.facts("critique_filed")}
    assert {filed[id] for id in by_member["Ada"].critiques_addressed} == {"Ada"}
    assert all(id.startswith("1.2.") for id in by_member["Ada"].critiques_addressed)
    assert state.total_tokens_used == 150 * len(table.gateway.requests)
    await table.answer("finish")
    done = iteration_state(await table.records())
    assert (done.terminated, done.termination_reason) == (True, TerminationReason.USER_STOP)
    assert table.parts.plugin("debate").summary(table.state) == get_iteration_summary(done)
    page = await table.export("md")
    round_lines = re.findall(r"Round (\d) took [^:]+: (\d) of (\d) members changed their answers\.", page)
    assert round_lines == [("1", "2", "3"), ("2", "2", "3")]


@pytest.mark.asyncio
async def test_a_single_pass_has_no_rounds_of_iteration(table: Table) -> None:
    await table.open(enabled=False)
    await table.answer("finish")
    state = iteration_state(await table.records())
    assert (state.enabled, state.rounds, state.terminated, state.termination_reason) == (
        False,
        [],
        True,
        None,
    )
    assert get_iteration_summary(state) == {"message": "No iterations performed"}
