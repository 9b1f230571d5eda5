"""Integration: claims, relations and decisions become findings and conflicts.

`assemble` reads everything that was ever said and is the same for every order of it. Similarity alone never
merges: two claims are one finding where a judge, a person or an agent that confirms says so, or where they
are word for word the same and cite the same place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from app.workflows.research.model import (
    Claim,
    ConfidenceTable,
    Conflict,
    CounterSearch,
    Data,
    Finding,
    Relation,
    Resolution,
    Support,
)


class SupportVerdict(Data):
    """Whether quoted lines support a finding, by the place that was shown."""

    finding: str
    file: str
    first: int
    last: int
    support: Support
    iteration: int = 0


class Decision(Data):
    """What a person decided of a finding; a later one replaces it (`number` counts them)."""

    finding: str
    kind: Literal["confirm", "dismiss", "reopen"]
    reason: str = ""
    number: int = 0


@dataclass(slots=True)
class Ledger:
    """Everything that was said and decided, in any order."""

    claims: list[Claim] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    resolutions: list[Resolution] = field(default_factory=list)
    supports: list[SupportVerdict] = field(default_factory=list)
    counters: list[CounterSearch] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    origins: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known: findings by impact, conflicts, and what became of each claim."""

    findings: tuple[Finding, ...]
    conflicts: tuple[Conflict, ...]
    finding_of: Mapping[str, str]
    """By claim: the finding it is part of now."""
    became: Mapping[str, str]
    """By the id of a finding that was merged: the one it is part of now."""
    skipped: tuple[str, ...]
    """Claims that said what was known already."""

    def finding(self, name: str) -> Finding | None:
        """Return a finding by its id, or by one it had before it was merged."""
        raise NotImplementedError


def assemble(ledger: Ledger, table: ConfidenceTable | None = None) -> Known:
    """Return what is known. Ids never change: what is merged keeps the older id, a gap in the numbers stays.

    A relation that names an unknown finding is ignored.
    """
    raise NotImplementedError


def new_in(known: Known, ledger: Ledger, iteration: int) -> tuple[str, ...]:
    """Return the findings that an iteration discovered."""
    raise NotImplementedError


def confirmations(known: Known, claims: Iterable[Claim], iteration: int) -> list[Relation]:
    """Return the relations agents themselves state: a claim that confirms a finding and speaks of the same.

    Where figures or negations differ, the pair is the judge's (`candidates(wanted=…)`).
    """
    raise NotImplementedError
