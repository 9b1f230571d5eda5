"""The debate, and its iteration state for scripts and other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domain.lazy import lazy_names

if TYPE_CHECKING:
    from app.workflows.debate.face.iteration import (
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

# For start-up cost: no session waits for what is of scripts.
__getattr__ = lazy_names(__name__, dict.fromkeys(__all__, "face.iteration"))
