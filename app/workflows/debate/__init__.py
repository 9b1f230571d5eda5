"""The debate, and its iteration state for scripts and other programs."""

from app.workflows.debate.iteration import (
    CritiqueItem,
    IterationConfig,
    IterationRound,
    IterationState,
    RefinementResult,
    TerminationReason,
    complete_round,
    get_iteration_summary,
    initialize_iteration_state,
    should_continue_iteration,
    start_new_round,
    terminate_iteration,
)
from app.workflows.debate.record import iteration_state

__all__ = [
    "CritiqueItem",
    "IterationConfig",
    "IterationRound",
    "IterationState",
    "RefinementResult",
    "TerminationReason",
    "complete_round",
    "get_iteration_summary",
    "initialize_iteration_state",
    "iteration_state",
    "should_continue_iteration",
    "start_new_round",
    "terminate_iteration",
]
