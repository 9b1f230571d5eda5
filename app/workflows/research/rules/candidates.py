"""Which findings a judge is to compare: likeness only chooses the pairs, it decides nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from app.workflows.research.model import Finding, Pair

MOST_PAIRS = 20
"""Pairs of an iteration that go to the judge (spec, Findings)."""


def entities(text: str) -> frozenset[str]:
    """Return what a text names: identifiers, paths, capitalised names, figures; folded."""
    raise NotImplementedError


def candidates(
    findings: Sequence[Finding],
    new: Collection[str],
    judged: Iterable[tuple[str, str]] = (),
    *,
    wanted: Iterable[tuple[str, str]] = (),
    similarity: Mapping[tuple[str, str], float] | None = None,
    most: int = MOST_PAIRS,
) -> list[Pair]:
    """Return the pairs worth comparing, most telling first.

    Each has a finding of `new`, cites overlapping lines or names the same thing, and was not `judged` yet.
    `wanted` (an agent said it confirms) come first. `similarity`: by an embedding model, else it is counted.
    """
    raise NotImplementedError
