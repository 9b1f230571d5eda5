"""Convergence: the table of criteria after an iteration, and the figures of iterations."""

from __future__ import annotations

from collections.abc import Sequence

from app.workflows.research.model import (
    Conflict,
    Convergence,
    Coverage,
    Criterion,
    CriterionName,
    Finding,
    IterationMetrics,
    Outcome,
    PartialReason,
    Question,
    Thresholds,
    Totals,
    reaches,
)
from app.workflows.research.rules.evidence import mean_confidence

NO_PROGRESS = 2
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
    elif len(new_findings) >= NO_PROGRESS and not any(new_findings[-NO_PROGRESS:]):
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


def metrics(
    before: IterationMetrics | None,
    *,
    iteration: int,
    agents: int,
    failed_agents: int = 0,
    new_files: int = 0,
    new_findings: int = 0,
    citations_added: int = 0,
    seconds: float = 0.0,
    coverage: float,
    confidence: float,
) -> IterationMetrics:
    """Return the figures of an iteration, with what it gained over the one before."""
    return IterationMetrics(
        iteration=iteration,
        agents=agents,
        failed_agents=failed_agents,
        new_files=new_files,
        new_findings=new_findings,
        citations_added=citations_added,
        seconds=seconds,
        coverage=coverage,
        confidence=confidence,
        coverage_gain=100 * (coverage - (before.coverage if before else 0.0)),
        confidence_gain=confidence - (before.confidence if before else 0.0),
    )


def totals(iterations: Sequence[IterationMetrics], files: int, findings: int) -> Totals:
    """Return the figures of all iterations; `files` and `findings` without repetition."""
    return Totals(
        iterations=len(iterations),
        agents=sum(one.agents for one in iterations),
        files=files,
        findings=findings,
        citations=sum(one.citations_added for one in iterations),
        seconds=sum(one.seconds for one in iterations),
    )
