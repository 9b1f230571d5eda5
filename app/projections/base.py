"""What a projection is: an incremental fold over shared facts that says what it changed.

Rules:
- A projection declares the tags it needs; `ProjectionSet` decodes a record once, and only if it is wanted.
- Folding one by one and folding in bulk give equal projections.
- Only shared facts are folded: a projection names no workflow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from app.domain.fact_base import Fact, FactCatalogue, Record, UnknownFact
from app.domain.facts import CallAsked

UNREAD = {CallAsked.tag(): "messages"}
"""What no projection reads: prompts are shown from their record alone, and are most of a long session."""


class Change(NamedTuple):
    """What a record changed: the projection, and its rows by key; no keys means all of it.

    No dataclass: three are made of each record, and a frozen one takes twice as long to make.
    """

    projection: str
    keys: tuple[str, ...] = ()


class Projection(Protocol):
    """One fold."""

    @property
    def name(self) -> str:
        """Its name, as changes carry it."""
        ...

    @property
    def wants(self) -> frozenset[str] | None:
        """Tags it needs decoded; None: every record, by its envelope alone."""
        ...

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record; `fact` is None for a projection of envelopes."""
        ...


def wanted(*classes: type[Fact]) -> frozenset[str]:
    """Return the tags of fact classes."""
    return frozenset(cls.tag() for cls in classes)


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

    def apply(self, record: Record) -> tuple[Change, ...]:
        """Take in one record and return what it changed."""
        return tuple(change for change in self._taken(record) if change is not None)

    def _taken(self, record: Record) -> Sequence[Change | None]:
        """Take in one record; None of each projection that stays as it was."""
        if record.seq <= self.head:
            return ()
        self.head = record.seq
        changes = [projection.apply(record, None) for projection in self._all]
        listeners = self._by_tag.get(record.type)
        if listeners:
            fact = self._catalogue.decode(record, UNREAD.get(record.type, ""))
            if not isinstance(fact, UnknownFact):
                changes += [projection.apply(record, fact) for projection in listeners]
        return changes

    def fold(self, records: Iterable[Record]) -> tuple[Change, ...]:
        """Take in records in order and return one change per projection, with all its keys."""
        keys: dict[str, dict[str, None]] = {}
        whole: set[str] = set()
        for record in records:
            for change in self._taken(record):
                if change is None:
                    continue
                found = keys.get(change.projection)
                if found is None:
                    found = keys[change.projection] = {}
                if not change.keys:
                    whole.add(change.projection)
                for key in change.keys:
                    found[key] = None
        return tuple(Change(name, () if name in whole else tuple(rows)) for name, rows in keys.items())
