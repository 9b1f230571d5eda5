"""The debate, and its iteration state for scripts and other programs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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


def __getattr__(name: str) -> object:
    # Late for start-up cost: no session waits for what is of scripts.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room = "record" if name == "iteration_state" else "iteration"
    return getattr(import_module(f"{__name__}.{room}"), name)
