"""How a report calls its findings and citations: by numbers as they stand in it, or by ids as it is kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from app.domain.i18n import translate, words
from app.workflows.research.model import Citation, Finding
from app.workflows.research.rules.grouping import by_number

FINDING_MARKS = re.compile(r"\s*\[(f\d+(?:\s*[,;]\s*f\d+)*)\]")
"""Which findings a sentence of a summary stands on, as it is kept."""


class Numbers:
    """Numbers for citations, in the order in which they are first named, and for findings as they stand.

    One number is one place, quotation and verdict: two quotations of one line are two citations.
    """

    def __init__(self, shown: Sequence[Finding] | None = None, *, marked: bool = True) -> None:
        """`shown`: the findings in the order of the text; None: they are called by their ids.

        `marked`: a summary says which findings its sentences stand on.
        """
        self.all: dict[tuple[object, ...], tuple[int, Citation]] = {}
        self.shown, self._marked = shown is not None, marked
        self._findings = {one.id: at for at, one in enumerate(shown or (), 1)}

    def title(self, finding: Finding) -> str:
        """Return what a finding is called where it stands."""
        if not self.shown:
            return f"**{finding.id}**"
        return f"**{translate('Finding {n}:', n=self._findings[finding.id])}**"

    def named(self, names: Iterable[str], most: int = 0) -> str:
        """Return findings as they are named elsewhere, those that stand alone; `most` of them (0: all)."""
        if not self.shown:
            called = by_number(names)
            return first_of(called, most or len(called))
        found = [str(at) for at in sorted({self._findings[name] for name in names if name in self._findings})]
        told = first_of(found, most or len(found))
        one, more = words("finding {names}"), words("findings {names}")
        return translate(one if len(found) == 1 else more, names=told) if found else ""

    def of_summary(self, text: str) -> str:
        """Return the lead's words with the findings as they are named here."""
        if not self.shown:
            return text

        def called(mark: re.Match[str]) -> str:
            names = self.named(re.findall(r"f\d+", mark.group(1))) if self._marked else ""
            return f" ({names})" if names else ""

        return FINDING_MARKS.sub(called, text)

    def of(self, citation: Citation) -> int:
        """Return a citation's number, from 1."""
        quote = " ".join(citation.quote.split())
        key = (citation.file, *citation.lines, citation.check, quote, citation.support)
        return self.all.setdefault(key, (len(self.all) + 1, citation))[0]

    @property
    def places(self) -> int:
        """How many different places they stand for."""
        return len({(one.file, *one.lines) for _, one in self.all.values()})


def first_of(names: Sequence[str], most: int) -> str:
    """Return the first names, and how many more there are."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (translate(" and {n} more", n=rest) if rest > 0 else "")
