"""Convergence: the table of criteria after an iteration, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from app.workflows.research.model import (
    Conflict,
    Convergence,
    Coverage,
    Criterion,
    CriterionName,
    Finding,
    Outcome,
    PartialReason,
    Question,
    Thresholds,
    reaches,
)
from app.workflows.research.rules.evidence import mean_confidence

_NO_PROGRESS = 2
"""Iterations without a new finding that end the work (spec, Convergence)."""


def criteria(
    coverage: Coverage,
    findings: Sequence[Finding],
    conflicts: Sequence[Conflict],
    questions: Sequence[Question],
    thresholds: Thresholds,
) -> tuple[Criterion, ...]:
    """Return the rows of the table; the questions' threshold is how many critical ones there are."""
    mean = mean_confidence(findings)
    unresolved = sum(conflict.state == "left_open" for conflict in conflicts)
    critical = [question for question in questions if question.critical]
    settled = sum(question.settled for question in critical)
    return (
        _row(
            "coverage",
            coverage.fraction,
            thresholds.coverage,
            reaches(coverage.fraction, thresholds.coverage),
        ),
        _row("confidence", mean, thresholds.confidence, reaches(mean, thresholds.confidence)),
        _row("conflicts", unresolved, thresholds.conflicts, unresolved <= thresholds.conflicts),
        _row("questions", settled, len(critical), settled == len(critical)),
    )


def _row(name: CriterionName, value: float, threshold: float, passes: bool) -> Criterion:
    return Criterion(name=name, value=value, threshold=threshold, passes=passes)


def converge(
    rows: Sequence[Criterion], iteration: int, new_findings: Sequence[int], thresholds: Thresholds
) -> Convergence:
    """Return what follows from the table: early first, then full, then partial, else on.

    `new_findings`: how many each iteration discovered, this one last; two without any end the work.
    """
    by_name = {row.name: row for row in rows}
    outcome: Outcome = "not_converged"
    why: PartialReason = ""
    if (
        thresholds.early
        and reaches(by_name["coverage"].value, thresholds.early_coverage)
        and reaches(by_name["confidence"].value, thresholds.early_confidence)
        and by_name["questions"].passes
    ):
        outcome = "early"
    elif all(row.passes for row in rows):
        outcome = "full"
    elif iteration >= thresholds.max_iterations:
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
        saved=max(0, thresholds.max_iterations - iteration) if outcome == "early" else 0,
    )
