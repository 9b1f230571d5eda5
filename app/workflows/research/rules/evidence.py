"""What evidence is worth: its type, and the confidence by the table, which a person may change.

A failed citation adds nothing: a finding whose quote was not found stands where it would without the quote.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from app.domain.i18n import Message, words
from app.workflows.research.model import Citation, Claim, ConfidenceTable, EvidenceType, Finding

ROWS: Mapping[str, Message] = {
    "conflicting": words("in an open conflict"),
    "two_origins": words("two agents, each with a checked citation, from two sources"),
    "one_origin": words("two agents, each with a checked citation, one source"),
    "confirmed": words("one checked citation, confirmed by another agent or later"),
    "verified": words("one checked citation"),
    "file_only": words("the file exists, but no quoted words were found in it"),
    "repeated": words("several agents, nothing checked"),
    "inference": words("inference only"),
}
"""What each row means, by its name, in the order in which they are tried."""


def table_of(lines: Iterable[str]) -> ConfidenceTable:
    """Return the table with these rows changed; raises ValueError in words for a line that is none."""
    changed: dict[str, float] = {}
    for line in lines:
        name, _, value = line.partition("=")
        row = name.strip().lower().replace(" ", "_")
        if row not in ROWS:
            known = ", ".join(ROWS)
            raise ValueError(
                words("“{row}” is no row of the table; the rows are: {rows}", row=row, rows=known)
            )
        try:
            changed[row] = float(value.strip().replace(",", "."))
        except ValueError:
            raise ValueError(words("write “{row} = 0.75”, a figure from 0 to 1", row=row)) from None
        if not 0 <= changed[row] <= 1:
            raise ValueError(words("“{row}” must be from 0 to 1", row=row))
    return ConfidenceTable(**changed)


def evidence_type(citations: Iterable[Citation]) -> EvidenceType:
    """Return strong for one that counts, weak for a file that exists, else inference."""
    weak = False
    for citation in citations:
        if citation.counts:
            return "strong"
        weak = weak or _names_a_file(citation)
    return "weak" if weak else "inference"


def row_of(claims: Sequence[Claim], *, conflicting: bool = False) -> str:
    """Return the name of the first row that holds for a finding's claims."""
    if conflicting:
        return "conflicting"
    origins: dict[str, set[str]] = {}
    for claim in claims:
        for citation in claim.citations:
            if citation.counts:
                origins.setdefault(claim.agent, set()).add(citation.origin or citation.file)
    if len(origins) > 1:
        return "two_origins" if len(set().union(*origins.values())) > 1 else "one_origin"
    if origins:
        (verifier,) = origins
        since = min(_iteration_of_evidence(claims))
        another = any(claim.agent != verifier or claim.iteration > since for claim in claims)
        return "confirmed" if another else "verified"
    if any(_names_a_file(citation) for claim in claims for citation in claim.citations):
        return "file_only"
    return "repeated" if len({claim.agent for claim in claims}) > 1 else "inference"


def mean_confidence(findings: Iterable[Finding]) -> float:
    """Return the mean over critical and important findings that are not dismissed; 0 where there are none."""
    found = sorted(
        f.confidence for f in findings if f.category != "informational" and f.status != "dismissed"
    )
    return sum(found) / len(found) if found else 0.0


def _names_a_file(citation: Citation) -> bool:
    return citation.check in ("file_only", "unverified")


def _iteration_of_evidence(claims: Sequence[Claim]) -> list[int]:
    return [claim.iteration for claim in claims if any(citation.counts for citation in claim.citations)]
