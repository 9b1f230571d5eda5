"""Convergence: the table of criteria after an iteration, and the figures of iterations."""

from __future__ import annotations

from collections.abc import Sequence

from app.workflows.research.model import (
    Conflict,
    Convergence,
    Coverage,
    Criterion,
    Finding,
    IterationMetrics,
    Question,
    Thresholds,
    Totals,
)


def criteria(
    coverage: Coverage,
    findings: Sequence[Finding],
    conflicts: Sequence[Conflict],
    questions: Sequence[Question],
    thresholds: Thresholds,
) -> tuple[Criterion, ...]:
    """Return the rows of the table; the questions' threshold is how many critical ones there are."""
    raise NotImplementedError


def converge(
    rows: Sequence[Criterion], iteration: int, new_findings: Sequence[int], thresholds: Thresholds
) -> Convergence:
    """Return what follows from the table: early first, then full, then partial, else on.

    `new_findings`: how many each iteration discovered, this one last; two without any end the work.
    """
    raise NotImplementedError


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
    raise NotImplementedError


def totals(iterations: Sequence[IterationMetrics], files: int, findings: int) -> Totals:
    """Return the figures of all iterations; `files` and `findings` without repetition."""
    raise NotImplementedError


def converged_share(outcomes: Sequence[str]) -> float | None:
    """Return the share of sessions that converged, fully or early; None: there are none."""
    raise NotImplementedError
