"""What a projection is: an incremental fold over shared facts.

Rules:
- A projection declares the tags it needs; `ProjectionSet` decodes a record once, and only if it is wanted.
- Folding one by one and folding in bulk give equal projections.
- Only shared facts are folded: a projection names no workflow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol

from app.domain.fact_base import Fact, FactCatalogue, Record, UnknownFact
from app.domain.facts import CallAsked, CallCancelled, CallCompleted, CallFailed, CallInterrupted

UNREAD = {CallAsked.tag(): "messages"}
"""What no projection reads: prompts are shown from their record alone, and are most of a long session."""


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(at: int) -> datetime:
    """Return the time of a record, UTC; one that no calendar has is the last there is."""
    try:
        return _EPOCH + timedelta(microseconds=at)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


class Projection(Protocol):
    """One fold."""

    @property
    def wants(self) -> frozenset[str] | None:
        """Tags it needs decoded; None: every record, by its envelope alone."""
        ...

    def apply(self, record: Record, fact: Fact | None) -> None:
        """Take in one record; `fact` is None for a projection of envelopes."""
        ...


def wanted(*classes: type[Fact]) -> frozenset[str]:
    """Return the tags of fact classes."""
    return frozenset(cls.tag() for cls in classes)


CALLS = wanted(CallAsked, CallCancelled, CallCompleted, CallFailed, CallInterrupted)
"""Tags of a call: that it is asked, and each way in which it ends."""


class ProjectionSet:
    """Feeds records to projections, each decoded at most once; known records are passed over."""

    def __init__(self, catalogue: FactCatalogue, projections: Sequence[Projection]) -> None:
        self._catalogue = catalogue
        self._all = [p for p in projections if p.wants is None]
        self._by_tag: dict[str, list[Projection]] = {}
        for projection in projections:
            for tag in sorted(projection.wants or ()):
                self._by_tag.setdefault(tag, []).append(projection)
        self.head = 0

    def apply(self, record: Record) -> None:
        if record.seq <= self.head:
            return
        self.head = record.seq
        for projection in self._all:
            projection.apply(record, None)
        listeners = self._by_tag.get(record.type)
        if listeners:
            fact = self._catalogue.decode(record, UNREAD.get(record.type, ""))
            if not isinstance(fact, UnknownFact):
                for projection in listeners:
                    projection.apply(record, fact)

    def fold(self, records: Iterable[Record]) -> None:
        """Take in records in order."""
        for record in records:
            self.apply(record)
