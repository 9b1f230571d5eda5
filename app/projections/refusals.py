"""What a person refused in a session, by kind: marks of one kind, and dismissed points of one category."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import CritiqueDecided, CritiqueFiled, SessionForked
from app.projections.base import wanted

_TELLING_MARKS = ("unsourced", "unclear", "too_long")
"""Marks that say the same of every text; a comment, or words struck out, say something of this one."""


@dataclass(slots=True)
class Refusals:
    """Fold of the marks and dismissals, with a case of each kind."""

    _points: dict[str, CritiqueFiled] = field(default_factory=dict)
    _dismissed: dict[str, str] = field(default_factory=dict)
    """By critique, the reason."""

    wants = wanted(CritiqueFiled, CritiqueDecided, SessionForked)

    def apply(self, record: Record, fact: Fact | None) -> None:
        """Take in one record."""
        del record
        match fact:
            case CritiqueFiled():
                self._points[fact.critique] = fact
            case CritiqueDecided(verdict="dismiss"):
                self._dismissed[fact.critique] = fact.reason
            case CritiqueDecided():
                self._dismissed.pop(fact.critique, None)
            case SessionForked():
                # What was refused before the fork is counted where it was refused.
                self._points = {id: point for id, point in self._points.items() if point.mark is None}
                self._dismissed.clear()
            case _:
                pass

    def kinds(self) -> dict[str, str]:
        """Return the kinds (`mark unclear`, `dismissed length`), each with the newest case."""
        found: dict[str, str] = {}
        for id, point in self._points.items():
            category = " ".join(point.category.casefold().split())
            if point.mark in _TELLING_MARKS and id not in self._dismissed:
                found[f"mark {point.mark}"] = point.quote
            elif point.mark is None and category and id in self._dismissed:
                found[f"dismissed {category}"] = f"{point.claim} – {self._dismissed[id]}"
        return found
