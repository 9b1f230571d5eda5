"""Convergence: the table of criteria after an iteration, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from app.workflows.research.model import (
    Conflict,
    Convergence,
    Coverage,
    Criterion,
    Finding,
    Outcome,
    PartialReason,
    Question,
    reaches,
)
from app.workflows.research.rules.evidence import mean_confidence
from app.workflows.research.setup import ResearchSetup

_NO_PROGRESS = 2
"""Iterations without a new finding that end the work (spec, Convergence)."""


def criteria(
    coverage: Coverage,
    findings: Sequence[Finding],
    conflicts: Sequence[Conflict],
    questions: Sequence[Question],
    limits: ResearchSetup,
) -> tuple[Criterion, ...]:
    """Return the rows of the table; the questions' threshold is how many critical ones there are."""
    mean = mean_confidence(findings)
    # Of what is only for information a contradiction holds nobody up before it was looked at.
    weighty = {one.id for one in findings if one.category != "informational" and one.status != "dismissed"}
    unchecked = sum(one.state == "open" and {one.a, one.b} <= weighty for one in conflicts)
    unsettled = unchecked + sum(conflict.state == "left_open" for conflict in conflicts)
    critical = [question for question in questions if question.critical]
    settled = sum(question.settled for question in critical)
    covered, least = coverage.fraction, limits.min_coverage_threshold
    sure, most = limits.min_confidence_threshold, limits.max_unresolved_conflicts
    return (
        Criterion(name="coverage", value=covered, threshold=least, passes=reaches(covered, least)),
        Criterion(name="confidence", value=mean, threshold=sure, passes=reaches(mean, sure)),
        Criterion(
            name="conflicts", value=unsettled, threshold=most, passes=unsettled <= most, unchecked=unchecked
        ),
        Criterion(name="questions", value=settled, threshold=len(critical), passes=settled == len(critical)),
    )


def converge(
    rows: Sequence[Criterion], iteration: int, new_findings: Sequence[int], limits: ResearchSetup
) -> Convergence:
    """Return what follows from the table: early first, then full, then partial, else on.

    `new_findings`: how many each iteration discovered, this one last; two without any end the work.
    """
    by_name = {row.name: row for row in rows}
    outcome: Outcome = "not_converged"
    why: PartialReason = ""
    if (
        limits.early_exit
        and reaches(by_name["coverage"].value, limits.early_coverage)
        and reaches(by_name["confidence"].value, limits.early_confidence)
        and by_name["questions"].passes
    ):
        outcome = "early"
    elif all(row.passes for row in rows):
        outcome = "full"
    elif iteration >= limits.max_iterations:
        outcome, why = "partial", "max_iterations"
    elif len(new_findings) >= _NO_PROGRESS and not any(new_findings[-_NO_PROGRESS:]):
        outcome, why = "partial", "no_progress"
    return Convergence(
        iteration=iteration,
        criteria=tuple(rows),
        outcome=outcome,
        why=why,
        failing=sum(not row.passes for row in rows),
        next_action="continue" if outcome == "not_converged" else "report",
        saved=max(0, limits.max_iterations - iteration) if outcome == "early" else 0,
    )
