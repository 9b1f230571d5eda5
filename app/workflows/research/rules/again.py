"""Taking up an earlier research: what it knew as one text, and what of it still holds.

A finding is carried over with the claims it is made of, so that two agents stay two. Its citations are looked
up anew; what agents and persons decided of it (dismissed, settled) has done its work and stays behind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from pydantic import ValidationError

from app.domain.frozen import Frozen
from app.domain.i18n import words
from app.workflows.research.facts import CarriedChecked
from app.workflows.research.model import Citation, Claim, Finding, Question, Relation
from app.workflows.research.rules.citations import Standing
from app.workflows.research.rules.grouping import UNSETTLED
from app.workflows.research.rules.integration import Known, Ledger, assemble

VERSION = 1
_EARLIER = "earlier "
"""What the names of agents of an earlier research begin with."""


class EarlierFinding(Frozen):
    """A finding as it was known, with the claims it is made of."""

    id: str
    finding: Finding
    claims: tuple[Claim, ...]


class Earlier(Frozen):
    """What a research knew at its end: the export `findings`, and what a later one takes up."""

    form: Literal["roundtable research findings"] = "roundtable research findings"
    version: int = VERSION
    session: str = ""
    brief: str = ""
    folder: str = ""
    questions: tuple[Question, ...] = ()
    findings: tuple[EarlierFinding, ...] = ()
    relations: tuple[Relation, ...] = ()
    """Of findings that contradict each other and are not settled, or of which one narrows the other."""


def written(known: Known, *, session: str, brief: str, folder: str, questions: Sequence[Question]) -> Earlier:
    """Return what a later research can take up: all findings, the dismissed ones for who reads it."""
    findings = tuple(
        EarlierFinding(
            id=finding.id,
            finding=finding,
            claims=tuple(
                claim
                if claim.description in finding.details
                else claim.model_copy(update={"description": finding.description})
                for name in finding.claims
                if (claim := known.claims.get(name)) is not None
            ),
        )
        for finding in known.findings
    )
    disputes = (
        Relation(a=one.a, b=one.b, kind="contradicts", iteration=0, by="program", why=one.root_cause)
        for one in known.conflicts
        if one.state in UNSETTLED
    )
    narrower = (
        Relation(a=finding.id, b=wider, kind="qualifies", iteration=0, by="program")
        for finding in known.findings
        for wider in finding.qualifies
    )
    return Earlier(
        session=session,
        brief=brief,
        folder=folder,
        questions=tuple(questions),
        findings=findings,
        relations=(*disputes, *narrower),
    )


@lru_cache(maxsize=2)
def read(text: str) -> Earlier:
    """Read the export of an earlier research; raises ValueError in words for what is none."""
    try:
        found = Earlier.model_validate_json(text)
    except ValidationError:
        raise ValueError(
            words("this is no export of findings; export “findings” from the earlier research")
        ) from None
    if found.version > VERSION:
        raise ValueError(words("it was written by a newer version of the program; update this one"))
    return found


def standing(earlier: Earlier) -> list[EarlierFinding]:
    """Return the findings that nobody dismissed."""
    return [one for one in earlier.findings if one.finding.status != "dismissed" and one.claims]


def citations(earlier: Earlier) -> dict[str, Citation]:
    """Return the citations to look up, each once, by a name that says which it is."""
    return {
        _name_of(citation): citation
        for one in standing(earlier)
        for claim in one.claims
        for citation in claim.citations
    }


def _name_of(citation: Citation) -> str:
    """Return what a citation is looked up by: its file, lines and quote."""
    first, last = citation.lines
    return f"{citation.file}:{citation.first}:{first}-{last}:{citation.quote}"


def carried(earlier: Earlier, found: Mapping[str, tuple[Standing, Citation]]) -> CarriedChecked:
    """Return what a later research begins with, its citations as they were `found` now.

    A citation that was not looked up is left out. Those that once stood there are counted, each once.
    """
    before = citations(earlier)
    claims: list[Claim] = []
    numbers: Counter[str] = Counter()
    lost: list[str] = []
    for one in standing(earlier):
        gone = False
        for claim in one.claims:
            agent = claim.agent if claim.agent.startswith(_EARLIER) else _EARLIER + claim.agent
            numbers[agent] += 1
            now: list[Citation] = []
            for citation in claim.citations:
                known = found.get(_name_of(citation))
                if known is not None:
                    gone = gone or known[1].lost
                    now.append(known[1].model_copy(update={"agent": agent, "iteration": 0}))
            claims.append(
                Claim(
                    agent=agent,
                    iteration=0,
                    number=numbers[agent],
                    description=claim.description,
                    category=one.finding.category,
                    subject=claim.subject,
                    citations=tuple(now),
                    whole=f"{earlier.session} {one.id}",
                    order=len(claims) + 1,
                )
            )
        if gone:
            lost.append(one.finding.description)
    now_called = _ids(claims)
    names = {one.id: now_called[f"{earlier.session} {one.id}"] for one in standing(earlier)}
    count = Counter(stands for name, (stands, _) in found.items() if name in before and before[name].verified)
    return CarriedChecked(
        session=earlier.session,
        claims=tuple(claims),
        relations=tuple(_renamed(earlier.relations, names)),
        counters=tuple(
            one.finding.counter.model_copy(update={"finding": names[one.id], "iteration": 0, "against": ()})
            for one in standing(earlier)
            if one.finding.counter is not None
        ),
        held=count["holds"] + count["changed"],
        changed=count["changed"],
        moved=count["moved"],
        gone=count["gone"],
        lost=tuple(dict.fromkeys(lost)),
    )


def _ids(claims: Sequence[Claim]) -> dict[str, str]:
    """Return what the findings are called in the later research, by the whole that their claims were."""
    finding_of = assemble(Ledger(claims=list(claims))).finding_of
    return {claim.whole: finding_of[claim.id] for claim in claims}


def _renamed(relations: Iterable[Relation], names: Mapping[str, str]) -> Iterable[Relation]:
    for relation in relations:
        if relation.a in names and relation.b in names and names[relation.a] != names[relation.b]:
            yield relation.model_copy(update={"a": names[relation.a], "b": names[relation.b], "iteration": 0})
