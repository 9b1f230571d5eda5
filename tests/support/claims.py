"""Claims and citations for tests, told in few words."""

from __future__ import annotations

from app.workflows.research.model import Category, Check, Citation, Claim, Relation, RelationKind
from app.workflows.research.rules.integration import Ledger


def place(
    file: str = "a.py", first: int = 1, last: int = 0, *, check: Check = "verified", origin: str = ""
) -> Citation:
    """Return a citation of lines, verified unless said otherwise."""
    last = last or first
    found = (first, last) if check in ("verified", "moved") else (0, 0)
    return Citation(
        file=file,
        first=first,
        last=last,
        quote="as it stands",
        check=check,
        found_first=found[0],
        found_last=found[1],
        digest="d",
        origin=origin or ("" if check == "refused" else file),
    )


def claim(
    agent: str,
    description: str,
    *citations: Citation,
    iteration: int = 1,
    number: int = 1,
    category: Category = "important",
    confirms: str = "",
    counters: str = "",
) -> Claim:
    """Return what an agent reported."""
    return Claim(
        agent=agent,
        iteration=iteration,
        number=number,
        description=description,
        category=category,
        citations=citations,
        confirms=confirms,
        counters=counters,
    )


def relation(a: str, b: str, kind: RelationKind, iteration: int = 1) -> Relation:
    """Return what the judge said of a pair."""
    return Relation(a=a, b=b, kind=kind, iteration=iteration)


def ledger(*claims: Claim, relations: tuple[Relation, ...] = ()) -> Ledger:
    """Return a ledger with claims and relations."""
    return Ledger(claims=list(claims), relations=list(relations))
