"""What evidence is worth: its type, and the confidence that follows from it by the table.

A failed citation adds nothing: a finding whose quote was not found stands where it would without the quote.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.workflows.research.model import Citation, Claim, ConfidenceTable, EvidenceType, Finding

ROWS: tuple[str, ...] = tuple(ConfidenceTable.model_fields)
"""The rows in the order in which they are tried."""


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
