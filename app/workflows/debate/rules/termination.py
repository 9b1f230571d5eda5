"""When the rounds end: seven rules in a stated order (spec, Termination), and one of our own. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.facts import Status
from app.workflows.debate.facts import Reason

CONTEXT_SHARE = 0.9
"""Share of the token budget after which no further round begins (seed 1)."""
STANDING_STILL = ("models_converged", "no_significant_changes")
"""Reasons of rules that look at what the answers became."""


@dataclass(frozen=True, slots=True)
class RuleInputs:
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
    turned: int | None = None
    """Members that came to another answer for evidence or an error; None where rules cannot tell."""
    stops_when_spent: bool = False
    """Whether the session ends when its money is spent."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule as it stands: whether it holds, whether it may end the rounds, and its figure and limit."""

    number: int
    reason: Reason
    holds: bool
    in_force: bool = True
    value: float | None = None
    limit: float | None = None


def needed(asked: int) -> int:
    """Return how many valid answers a round of so many members must have: two, or a sole member's one."""
    return max(1, min(2, asked))


def rules(s: RuleInputs) -> tuple[Rule, ...]:
    """Return the seven rules in their order, and the eighth where it is asked for."""
    soft = s.auto_stop and s.termination != "fixed"
    count = {status: sum(1 for one in s.statuses if one == status) for status in ("changed", "minor", "held")}
    moved = count["changed"] + count["minor"]
    most_tokens = CONTEXT_SHARE * s.context_budget
    # One answer alone agrees with nothing: it never converges on itself.
    compared = s.asked >= 2 and s.valid >= 2
    reached = compared and s.figure is not None and s.figure >= s.threshold and not s.high_open
    # Who follows the others without a reason brings nothing that a further round could build on.
    spent = s.valid >= 2 and s.turned == 0 and not s.high_open
    eighth = Rule(8, "models_converged", spent, soft, s.turned, 0)
    return (
        Rule(1, "user_stopped", s.stopped),
        Rule(2, "error_occurred", s.valid < needed(s.asked), value=s.valid, limit=needed(s.asked)),
        Rule(3, "max_rounds_reached", s.current_round >= s.max_rounds, True, s.current_round, s.max_rounds),
        Rule(4, "context_limit_reached", s.tokens > most_tokens, True, s.tokens, most_tokens),
        Rule(5, "models_converged", not moved and count["held"] > 0, soft, moved, 0),
        Rule(6, "no_significant_changes", count["minor"] > 0 and not count["changed"], soft, count["minor"]),
        Rule(7, "models_converged", reached and s.termination != "fixed", soft, s.figure, s.threshold),
        *((eighth,) if s.stops_when_spent else ()),
    )


def termination(s: RuleInputs) -> Reason | None:
    """Return the reason of the first rule that holds and is in force, or None."""
    return next((rule.reason for rule in rules(s) if rule.holds and rule.in_force), None)


def convergence(s: RuleInputs) -> Reason | None:
    """Return what rules 5 to 8 say, whether or not they are in force."""
    return next((rule.reason for rule in rules(s)[4:] if rule.holds), None)
