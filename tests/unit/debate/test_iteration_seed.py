"""The source's seven tests of the iteration state, as they are there but for the import."""

# ruff: noqa: E712, DTZ003  the source's own lines
# fmt: off

from datetime import datetime

import pytest

from app.workflows.debate import (
    IterationConfig,
    IterationRound,
    IterationState,
    TerminationReason,
    get_iteration_summary,
    initialize_iteration_state,
    should_continue_iteration,
    start_new_round,
)

pytestmark = pytest.mark.filterwarnings("default:datetime.datetime.utcnow:DeprecationWarning")


def test_initialize_state():
    """Should create state from config"""
    config = IterationConfig(enabled=True, max_rounds=3)
    state = initialize_iteration_state(config)

    assert state.enabled == True
    assert state.max_rounds == 3
    assert state.current_round == 0
    assert len(state.rounds) == 0


def test_should_continue_first_round():
    """Should continue on first round"""
    state = IterationState(enabled=True, max_rounds=2, current_round=0)
    should_continue, reason = should_continue_iteration(state)

    assert should_continue == True
    assert reason is None


def test_should_stop_at_max_rounds():
    """Should stop when max rounds reached"""
    state = IterationState(enabled=True, max_rounds=2, current_round=2)
    should_continue, reason = should_continue_iteration(state)

    assert should_continue == False
    assert reason == TerminationReason.MAX_ROUNDS


def test_should_stop_on_convergence():
    """Should stop when no models changed"""
    state = IterationState(
        enabled=True,
        max_rounds=3,
        current_round=1,
        rounds=[
            IterationRound(
                round_number=1,
                started_at=datetime.utcnow(),
                completed_at=datetime.utcnow(),
                critiques={},
                refinements=[],
                models_that_changed=[],  # No changes
                models_unchanged=["gpt-4", "claude"]
            )
        ]
    )
    should_continue, reason = should_continue_iteration(state)

    assert should_continue == False
    assert reason == TerminationReason.CONVERGENCE


def test_context_budget_limit():
    """Should stop when approaching context limit"""
    state = IterationState(
        enabled=True,
        max_rounds=5,
        current_round=1,
        total_tokens_used=46000,
        context_budget=50000
    )
    should_continue, reason = should_continue_iteration(state)

    assert should_continue == False
    assert reason == TerminationReason.CONTEXT_LIMIT


def test_start_new_round():
    """Should increment round and create new entry"""
    state = IterationState(enabled=True, max_rounds=3, current_round=0)
    new_round = start_new_round(state)

    assert state.current_round == 1
    assert len(state.rounds) == 1
    assert new_round.round_number == 1


def test_iteration_summary():
    """Should generate correct summary"""
    state = IterationState(
        enabled=True,
        max_rounds=2,
        current_round=2,
        terminated=True,
        termination_reason=TerminationReason.MAX_ROUNDS,
        total_tokens_used=25000,
        rounds=[
            IterationRound(
                round_number=1,
                started_at=datetime.utcnow(),
                completed_at=datetime.utcnow(),
                critiques={},
                refinements=[],
                models_that_changed=["gpt-4"],
                models_unchanged=["claude"]
            )
        ]
    )

    summary = get_iteration_summary(state)

    assert summary["rounds_completed"] == 1
    assert summary["total_refinements"] == 1
    assert summary["terminated_reason"] == "max_rounds_reached"
