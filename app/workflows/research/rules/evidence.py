"""What evidence is worth: its type, and the confidence that follows from it by the table."""

from __future__ import annotations

from collections.abc import Sequence

from app.workflows.research.model import Citation, Claim, ConfidenceTable, EvidenceType, Finding

ROWS: tuple[str, ...] = tuple(ConfidenceTable.model_fields)
"""The rows in the order in which they are tried."""


def evidence_type(citations: Sequence[Citation]) -> EvidenceType:
    """Return strong for one that counts, weak for a file that exists, else inference."""
    raise NotImplementedError


def row_of(claims: Sequence[Claim], *, conflicting: bool = False) -> str:
    """Return the name of the first row that holds for a finding's claims."""
    raise NotImplementedError


def mean_confidence(findings: Sequence[Finding]) -> float:
    """Return the mean over critical and important findings that are not dismissed; 0 where there are none."""
    raise NotImplementedError
