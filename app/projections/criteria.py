"""The figures of each attempt against their thresholds."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import CriterionMeasured
from app.projections.base import Change, wanted


@dataclass(slots=True)
class Criteria:
    """Fold of figures: by (round, attempt), then by name; a later measurement replaces an earlier one."""

    by_attempt: dict[tuple[int, int], dict[str, CriterionMeasured]] = field(default_factory=dict)

    name = "criteria"
    wants = wanted(CriterionMeasured)

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record; keys are `<round>/<attempt>/<name>`."""
        if not isinstance(fact, CriterionMeasured):
            return None
        self.by_attempt.setdefault((record.round, record.attempt), {})[fact.name] = fact
        return Change(self.name, (f"{record.round}/{record.attempt}/{fact.name}",))
