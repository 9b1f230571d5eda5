"""Integration: claims, relations and decisions become findings and conflicts.

`assemble` reads everything that was ever said and is the same for every order of it. Similarity alone never
merges: two claims are one finding where a judge, a person or an agent that confirms says so, or where they
are word for word the same and cite the same place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields
from typing import Literal

from pydantic import Field

from app.domain.frozen import Frozen
from app.workflows.research.model import (
    CATEGORIES,
    Citation,
    Claim,
    ConfidenceTable,
    Conflict,
    CounterSearch,
    Finding,
    FindingState,
    Relation,
    Resolution,
    Support,
)
from app.workflows.research.rules.evidence import evidence_type, row_of
from app.workflows.research.rules.grouping import (
    UNSETTLED,
    Groups,
    by_number,
    claim_key,
    conflicts,
    effective,
    number_of,
    whole,
    without,
)
from app.workflows.research.rules.likeness import (
    cosine,
    entities,
    figures,
    negated,
    overlapping,
    same_words,
    spans,
)

_MOST_RELATED = 8
"""Findings that one links to because they cite the same lines."""
_ALIKE = 0.5
"""Likeness of words that an agent's confirmation needs where it cites other lines and names other things."""
_WITHOUT_COUNTER = "confirmed"
"""The highest row of a critical finding before an agent looked for what speaks against it (spec)."""
Place = tuple[str, str, int, int, str]
"""A finding, a file, the first and the last line, and the words that are quoted."""
_SEVERAL = ("two_origins", "one_origin")


class SupportVerdict(Frozen):
    """Whether quoted lines support a finding, by the place that was shown (`Citation.lines`) and quote."""

    finding: str
    file: str
    first: int
    last: int
    support: Support
    """Empty: the model passed it over."""
    iteration: int = 0
    quote: str = ""
    """Empty in sessions of before: all quotes of the place."""

    def place(self, became: Mapping[str, str]) -> Place:
        """Return what it is about, by the finding as it is now."""
        return whole(self.finding, became), self.file, self.first, self.last, self.quote


class Decision(Frozen):
    """What a person decided of a finding; a later one replaces it (`number` counts them)."""

    finding: str
    kind: Literal["confirm", "dismiss", "reopen"]
    reason: str = ""
    number: int = 0
    agent: str = Field(default="", exclude=True)
    """Which agent decided in the person's place, as the fact's actor tells; no body holds it."""


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

    def copy(self) -> Ledger:
        """Return a ledger that does not grow with this one."""
        return Ledger(**{one.name: copy(getattr(self, one.name)) for one in fields(self)})


@dataclass(frozen=True, slots=True)
class Known:
    """What is known: findings by impact, conflicts, and what became of each claim."""

    findings: tuple[Finding, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    finding_of: Mapping[str, str] = field(default_factory=dict)
    """By claim: the finding it is part of now."""
    became: Mapping[str, str] = field(default_factory=dict)
    """By the id of a finding that was merged: the one it is part of now."""
    by_id: Mapping[str, Finding] = field(default_factory=dict)
    claims: Mapping[str, Claim] = field(default_factory=dict)
    """By their names, with what is known of their citations by now."""

    def finding(self, name: str) -> Finding | None:
        """Return a finding by its id, or by one it had before it was merged."""
        return self.by_id.get(whole(name, self.became))


def assemble(ledger: Ledger, table: ConfidenceTable | None = None) -> Known:
    """Return what is known. Ids never change: what is merged keeps the older id, a gap in the numbers stays.

    A relation, decision or verdict that names an unknown finding is ignored.
    """
    claims = _each_once(ledger.claims)
    groups = Groups(claims)
    relations = effective(ledger.relations, groups)
    joined = groups.join(relations)
    members, became = groups.members(), groups.became()
    supports = _supports(ledger.supports, became)
    parts = {
        name: _Part(name, [_weighed(claims[index], name, supports, ledger.origins) for index in indexes])
        for name, indexes in members.items()
    }
    settling = {resolution.by for resolution in ledger.resolutions}
    grounded = {
        claim.agent
        for part in (parts.values() if settling else ())
        for claim in part.claims
        if claim.agent in settling and any(c.counts for c in claim.citations)
    }
    disputes = conflicts(relations, ledger.resolutions, became, grounded)
    decisions = _decisions(ledger.decisions, became)
    dismissed = {name for name, decision in decisions.items() if decision.kind == "dismiss"}
    disputes = tuple(without(conflict, dismissed) for conflict in disputes)
    links = _Links(relations, disputes, became, parts)
    added = {index for index, relation in joined.items() if relation.kind == "enhances"}
    added |= {
        index
        for indexes in members.values()
        for index in indexes
        if claims[index].whole and not _same(claims[index], claims[indexes[0]])
    }
    details = {
        name: tuple(dict.fromkeys(claims[index].description for index in indexes if index in added))
        for name, indexes in members.items()
    }
    counters = _counters(ledger.counters, became)
    values = (table or ConfidenceTable()).model_dump()
    findings = [
        _finding(part, links, decisions.get(name), counters.get(name), details[name], values)
        for name, part in parts.items()
    ]
    findings.sort(key=lambda one: (CATEGORIES.index(one.category), -one.confidence, number_of(one.id)))
    return Known(
        findings=tuple(findings),
        conflicts=disputes,
        finding_of={claim.id: name for name, part in parts.items() for claim in part.claims},
        became=became,
        by_id={finding.id: finding for finding in findings},
        claims={claim.id: claim for part in parts.values() for claim in part.claims},
    )


def new_in(known: Known, iteration: int) -> tuple[str, ...]:
    """Return the findings that an iteration discovered, in the order of their numbers."""
    return by_number(finding.id for finding in known.findings if finding.iteration_discovered == iteration)


def repetitions(known: Known, iteration: int) -> tuple[Relation, ...]:
    """Return which findings are one because a copy of a file says it again.

    They say the same word for word, and quote the same words from files of one origin.
    """
    found: list[Relation] = []
    first: dict[tuple[str, str, str], str] = {}
    for finding in sorted(known.findings, key=lambda one: number_of(one.id)):
        words = same_words(finding.description)
        for citation in finding.citations:
            if not citation.verified or not citation.origin:
                continue
            older = first.setdefault((words, citation.origin, same_words(citation.quote)), finding.id)
            if older != finding.id and (not found or found[-1].b != finding.id):
                found.append(Relation(a=older, b=finding.id, kind="same", iteration=iteration, by="program"))
    return tuple(found)


def confirmations(
    known: Known, claims: Iterable[Claim], iteration: int
) -> tuple[tuple[Relation, ...], tuple[tuple[str, str], ...]]:
    """Return what claims confirm by their agents' own word, and pairs that the judge must look at first.

    A confirmation holds where both speak of the same and neither a figure nor a negation differs; else, and
    where a claim was found against a finding, the pair is for the judge (`candidates(wanted=…)`).
    """
    relations: set[tuple[str, str]] = set()
    wanted: set[tuple[str, str]] = set()
    for claim in claims:
        mine = known.finding_of.get(claim.id, "")
        for named in (claim.confirms, claim.counters):
            other = known.finding(named) if named else None
            if claim.iteration != iteration or other is None or not mine or other.id == mine:
                continue
            if other.iteration_discovered >= iteration:
                continue  # a name it cannot have been told
            a, b = by_number((other.id, mine))
            if named == claim.confirms and _speaks_of_the_same(claim, other):
                relations.add((a, b))
            else:
                wanted.add((a, b))
    first, then = (sorted(pairs, key=_in_numbers) for pairs in (relations, wanted - relations))
    found = (Relation(a=a, b=b, kind="same", iteration=iteration, by="agent") for a, b in first)
    return tuple(found), tuple(then)


def _in_numbers(pair: tuple[str, str]) -> tuple[int, int]:
    return number_of(pair[0]), number_of(pair[1])


# --- within -------------------------------------------------------------------------------------


class _Part:
    """A finding's claims, and what can be said of them without knowing the other findings."""

    def __init__(self, name: str, claims: Sequence[Claim]) -> None:
        self.name, self.claims = name, claims
        self.category = min((claim.category for claim in claims), key=CATEGORIES.index)
        best: dict[tuple[str, int, int, str], Citation] = {}
        for claim in claims:
            for citation in claim.citations:
                # Two quotations of one line are two citations.
                place = (citation.file, *citation.lines, same_words(citation.quote))
                known = best.get(place)
                if known is None or (not known.counts and citation.counts):
                    best[place] = citation
        self.citations = tuple(sorted(best.values(), key=lambda one: (not one.counts, not one.verified)))
        self.spans = spans(self.citations)


class _Links:
    """How findings stand to each other."""

    def __init__(
        self,
        relations: Sequence[Relation],
        disputes: Sequence[Conflict],
        became: Mapping[str, str],
        parts: Mapping[str, _Part],
    ) -> None:
        self.conflicting: set[str] = set()
        self.lost: dict[str, str] = {}
        self.weighed: set[str] = set()
        self.related: dict[str, set[str]] = {}
        self.qualifies: dict[str, set[str]] = {}
        self.qualified_by: dict[str, set[str]] = {}
        near: dict[str, set[str]] = {}
        for a, b in overlapping(((name, part.spans) for name, part in parts.items()), _MOST_RELATED):
            if len(near.setdefault(a, set())) < _MOST_RELATED:
                near[a].add(b)
            if len(near.setdefault(b, set())) < _MOST_RELATED:
                near[b].add(a)
        self.related = near
        for conflict in disputes:
            self._relate(conflict.a, conflict.b)
            if conflict.state in UNSETTLED:
                self.conflicting |= {conflict.a, conflict.b}
            elif len(conflict.kept) == 2:
                self._narrow(conflict.a, conflict.b)
                self._narrow(conflict.b, conflict.a)
            elif conflict.resolved_by:
                for name in (conflict.a, conflict.b):
                    if name not in conflict.kept:
                        self.lost.setdefault(name, conflict.id)
                    else:
                        self.weighed.add(name)
        for relation in relations:
            a, b = whole(relation.a, became), whole(relation.b, became)
            if relation.kind == "qualifies" and a != b:
                self._narrow(a, b)
                self._relate(a, b)

    def _relate(self, a: str, b: str) -> None:
        self.related.setdefault(a, set()).add(b)
        self.related.setdefault(b, set()).add(a)

    def _narrow(self, narrower: str, wider: str) -> None:
        self.qualifies.setdefault(narrower, set()).add(wider)
        self.qualified_by.setdefault(wider, set()).add(narrower)


def _finding(
    part: _Part,
    links: _Links,
    decision: Decision | None,
    counter: CounterSearch | None,
    details: tuple[str, ...],
    values: Mapping[str, float],
) -> Finding:
    name, claims = part.name, part.claims
    kind = decision.kind if decision is not None else ""
    lost = "" if kind in ("confirm", "reopen") else links.lost.get(name, "")
    conflicting = name in links.conflicting
    row = row_of(claims, conflicting=conflicting)
    # Who settled a conflict in its favour has looked at what speaks against it.
    looked = counter is not None or name in links.weighed
    awaits = part.category == "critical" and row in _SEVERAL and not looked
    if awaits:
        row = _WITHOUT_COUNTER
    status: FindingState = "open"
    if kind == "dismiss" or lost:
        status = "dismissed"
    elif conflicting:
        status = "conflicting"
    elif kind == "confirm" or row in (*_SEVERAL, "confirmed"):
        status = "confirmed"
    return Finding(
        id=name,
        description=claims[0].description,
        category=part.category,
        confidence=values[row],
        citations=part.citations,
        source_agents=tuple(dict.fromkeys(claim.agent for claim in claims)),
        iteration_discovered=claims[0].iteration,
        evidence_type=evidence_type(part.citations),
        status=status,
        related=by_number(links.related.get(name, ())),
        qualified_by=by_number(links.qualified_by.get(name, ())),
        qualifies=by_number(links.qualifies.get(name, ())),
        claims=tuple(claim.id for claim in claims),
        details=details,
        subject=next((claim.subject for claim in claims if claim.subject), ""),
        questions=tuple(dict.fromkeys(claim.question for claim in claims if claim.question)),
        counter=counter,
        awaits_counter=awaits,
        decided=kind if kind in ("confirm", "dismiss") else "",
        decided_by=decision.agent if decision is not None else "",
        dismissed=decision.reason if decision is not None and kind == "dismiss" else "",
        lost=lost,
        row=row,
    )


def _weighed(
    claim: Claim,
    finding: str,
    supports: Mapping[Place, Support],
    origins: Mapping[str, str],
) -> Claim:
    """Return a claim with what is known of its citations by now: their origin, whether they support it."""
    changed = False
    weighed: list[Citation] = []
    for citation in claim.citations:
        update: dict[str, str] = {}
        origin = origins.get(citation.file, citation.origin) if citation.check != "refused" else ""
        place = (finding, citation.file, *citation.lines)
        support = supports.get((*place, citation.quote)) or supports.get((*place, "")) or citation.support
        if origin != citation.origin:
            update["origin"] = origin
        if support != citation.support:
            update["support"] = support
        changed = changed or bool(update)
        weighed.append(citation.model_copy(update=update) if update else citation)
    return claim.model_copy(update={"citations": tuple(weighed)}) if changed else claim


def _supports(verdicts: Iterable[SupportVerdict], became: Mapping[str, str]) -> dict[Place, Support]:
    ordered = sorted(verdicts, key=lambda one: (one.iteration, number_of(one.finding), one.support))
    return {verdict.place(became): verdict.support for verdict in ordered if verdict.support}


def _decisions(decisions: Iterable[Decision], became: Mapping[str, str]) -> dict[str, Decision]:
    ordered = sorted(decisions, key=lambda one: (one.number, number_of(one.finding), one.kind, one.reason))
    return {whole(decision.finding, became): decision for decision in ordered}


def _counters(searches: Iterable[CounterSearch], became: Mapping[str, str]) -> dict[str, CounterSearch]:
    found: dict[str, CounterSearch] = {}
    for search in sorted(searches, key=lambda one: (one.iteration, one.agent, one.searched, one.against)):
        name = whole(search.finding, became)
        known = found.get(name)
        found[name] = search.model_copy(
            update={
                "finding": name,
                "searched": tuple(dict.fromkeys((*(known.searched if known else ()), *search.searched))),
                "against": tuple(dict.fromkeys((*(known.against if known else ()), *search.against))),
            }
        )
    return found


def _same(claim: Claim, other: Claim) -> bool:
    return same_words(claim.description) == same_words(other.description)


def _speaks_of_the_same(claim: Claim, finding: Finding) -> bool:
    mine, other = claim.description, finding.description
    if negated(mine) != negated(other) or (
        figures(mine) and figures(other) and figures(mine) != figures(other)
    ):
        return False
    places, theirs = spans(claim.citations), spans(finding.citations)
    shared = any(
        file == known and first <= end and begin <= last
        for file, first, last in places
        for known, begin, end in theirs
    )
    return shared or bool(entities(mine) & entities(other)) or cosine(mine, other) >= _ALIKE


def _each_once(claims: Iterable[Claim]) -> list[Claim]:
    """Return claims in their order; of two of one name it does not matter which came first."""
    found: dict[str, Claim] = {}
    for claim in claims:
        known = found.get(claim.id)
        if known is None or (known != claim and known.model_dump_json() < claim.model_dump_json()):
            found[claim.id] = claim
    return sorted(found.values(), key=claim_key)
