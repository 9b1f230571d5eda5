"""Coverage: which files of the estimate a model has really seen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from app.workflows.research.model import Coverage, Finding

ENOUGH_LINES = 200
ENOUGH_SHARE = 0.5
"""A file is analysed when all of it was shown, or so many lines, or this share (spec, Agents and tools)."""

Shown = Mapping[str, tuple[int, Sequence[tuple[int, int]]]]
"""By file: how many lines it has, and which were shown to a model, from and to; overlaps are counted once."""


def analysed(shown: Shown, findings: Iterable[Finding]) -> frozenset[str]:
    """Return the files that count as analysed; a search hit alone does not."""
    raise NotImplementedError


def references(path: str, text: str, files: Collection[str]) -> tuple[str, ...]:
    """Return the files of the folder that a text refers to: imports, includes, links and names, sorted."""
    raise NotImplementedError


def coverage(
    estimate: Iterable[str],
    read: Collection[str],
    referred: Mapping[str, Iterable[str]] | None = None,
    left_out: Collection[str] = (),
) -> Coverage:
    """Return the coverage. `read`: what is analysed. `referred`: by an analysed file, what it refers to.

    What is referred to and unread joins the estimate; what a person left out does not.
    """
    raise NotImplementedError
