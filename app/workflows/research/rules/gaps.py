"""Gaps: what is missing, how urgent it is, who closes it, and which are taken up next."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from app.domain.i18n import Words
from app.workflows.research.model import Conflict, Coverage, Finding, Gap, Question, Thresholds


def gaps(
    findings: Sequence[Finding],
    conflicts: Sequence[Conflict],
    coverage: Coverage,
    questions: Sequence[Question],
    thresholds: Thresholds,
    *,
    lead: Sequence[Gap] = (),
    earlier: Sequence[Gap] = (),
    iteration: int = 0,
) -> tuple[Gap, ...]:
    """Return all gaps, most urgent first; `lead`: those of the lead model (context, security, performance).

    `earlier` keep their state where they are still there: dismissed ones stay so, an agent's failure is told,
    and what is gone is returned as resolved.
    """
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Selection:
    """Which gaps are taken up, and which wait."""

    chosen: tuple[Gap, ...]
    deferred: tuple[Gap, ...]


def select(open_gaps: Sequence[Gap], remaining: int, seats: int, brief: str = "") -> Selection:
    """Choose gaps for the next iteration. `remaining`: iterations left; `seats`: agents at once."""
    raise NotImplementedError


def reason(gap: Gap, names: Collection[str] = ()) -> Words:
    """Return why a gap is one, as a sentence."""
    raise NotImplementedError
