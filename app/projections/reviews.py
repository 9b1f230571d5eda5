"""Which changes between two texts a person has looked at, and which they did not take."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.facts import ChangesReviewed
from app.projections.base import Change, wanted


@dataclass(slots=True)
class Reviews:
    """Fold of the newest word on each pair of texts, by (older, newer)."""

    by_pair: dict[tuple[str, str], ChangesReviewed] = field(default_factory=dict)
    times: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often a word came."""

    name = "reviews"
    wants = wanted(ChangesReviewed)

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record; the key is `<older>/<newer>`."""
        if not isinstance(fact, ChangesReviewed):
            return None
        self.by_pair[fact.old, fact.new] = fact
        self.times[fact.old, fact.new] += 1
        return Change(self.name, (f"{fact.old}/{fact.new}",))

    def of(self, old: str, new: str) -> ChangesReviewed:
        """Return what was said of a pair; nothing yet is an empty word."""
        return self.by_pair.get((old, new)) or ChangesReviewed(old=old, new=new)
