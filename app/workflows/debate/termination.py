"""When the rounds end: seven rules in a stated order (spec, Termination). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.facts import Status
from app.workflows.debate.facts import Reason
from app.workflows.debate.iteration import CONTEXT_SHARE


@dataclass(frozen=True, slots=True)
class Standing:
    """Everything the rules look at after a round."""

    current_round: int
    max_rounds: int
    statuses: Sequence[Status]
    asked: int
    """Members asked in the round."""
    valid: int
    """Members with a valid answer."""
    tokens: int
    context_budget: int
    termination: str
    auto_stop: bool
    figure: float | None
    """Agreement or quality, as the termination says; None where the judge gave none."""
    threshold: float
    high_open: bool
    """An accepted high-severity item is unanswered."""
    stopped: bool = False


def termination(s: Standing) -> Reason | None:
    """Return the reason of the first rule that holds, or None."""
    if s.stopped:
        return "user_stopped"
    if s.valid == 0 or (s.asked >= 2 and s.valid < 2):
        return "error_occurred"
    if s.current_round >= s.max_rounds:
        return "max_rounds_reached"
    if s.tokens > CONTEXT_SHARE * s.context_budget:
        return "context_limit_reached"
    if not s.auto_stop or s.termination == "fixed":
        return None
    return convergence(s)


def convergence(s: Standing) -> Reason | None:
    """Return what rules 5 to 7 say, whether or not they are in force."""
    moved = any(status == "changed" for status in s.statuses)
    minor = any(status == "minor" for status in s.statuses)
    if not moved and not minor and any(status == "held" for status in s.statuses):
        return "models_converged"
    if minor and not moved:
        return "no_significant_changes"
    if s.figure is not None and s.figure >= s.threshold and not s.high_open and s.termination != "fixed":
        return "models_converged"
    return None
