"""When a debate ends: the seven rules, in order, as one pure function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from app.domain.facts import Status
from app.workflows.debate.facts import Reason

BUDGET_SHARE = 0.9


@dataclass(frozen=True, slots=True)
class Figures:
    """All that the rules look at. Tokens are counted over the whole session; figures are percent."""

    statuses: Mapping[str, Status]
    """Exactly one per seat that takes part in the round."""
    round: int
    max_rounds: int
    tokens: int
    context_budget: int
    termination: Literal["fixed", "convergence", "quality"]
    threshold: float
    agreement: float | None
    quality: float | None
    open_high: int
    """Accepted high-severity points without an answer."""
    auto_stop: bool
    user_stopped: bool = False

    @property
    def figure(self) -> float | None:
        """The figure in force, None under `fixed` or where the judge gave none."""
        return {"fixed": None, "convergence": self.agreement, "quality": self.quality}[self.termination]


def too_few(asked: int, valid: int) -> bool:
    """Tell whether too few answers are left: none, or one where two or more were asked."""
    return valid < (2 if asked >= 2 else 1)


def over_budget(tokens: int, budget: int) -> bool:
    """Tell whether more than nine tenths of the token budget are used."""
    return tokens > BUDGET_SHARE * budget


def termination(figures: Figures) -> Reason | None:
    """Return the first rule that holds, None where the debate may go on."""
    hard = _always(figures)
    if hard is not None or not figures.auto_stop or figures.termination == "fixed":
        return hard
    return _converged(figures)


def shown(figures: Figures) -> Reason | None:
    """Return the rule that holds whether or not the debate may stop by itself, for showing."""
    hard = _always(figures)
    return hard if hard is not None or figures.termination == "fixed" else _converged(figures)


def _always(figures: Figures) -> Reason | None:
    valid = sum(status in {"changed", "minor", "held"} for status in figures.statuses.values())
    if figures.user_stopped:
        return "user_stopped"
    if too_few(len(figures.statuses), valid):
        return "error_occurred"
    if figures.round >= figures.max_rounds:
        return "max_rounds_reached"
    if over_budget(figures.tokens, figures.context_budget):
        return "context_limit_reached"
    return None


def _converged(figures: Figures) -> Reason | None:
    present = set(figures.statuses.values())
    if not present & {"changed", "minor"} and "held" in present:
        return "models_converged"
    if "minor" in present and "changed" not in present:
        return "no_significant_changes"
    figure = figures.figure
    if figure is not None and figure >= figures.threshold and figures.open_high == 0:
        return "models_converged"
    return None
