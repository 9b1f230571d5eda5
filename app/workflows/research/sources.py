"""The files of a research as a list: who read what of them, what cites them, and which are copies."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from app.workflows.research.state import ResearchState


@dataclass(frozen=True, slots=True)
class Source:
    """One file."""

    path: str
    analysed: bool
    lines: str
    """How many of its lines a model was shown, of how many."""
    readers: tuple[str, ...]
    citations: int
    findings: frozenset[str]
    copies: tuple[str, ...]
    """All files of its origin, the one they are counted under first; empty where it has none."""
    referred_by: tuple[str, ...]

    @property
    def state(self) -> Literal["analysed", "looked", "unread"]:
        """How far it was read."""
        return "analysed" if self.analysed else "looked" if self.readers else "unread"

    @property
    def copy(self) -> bool:
        """Whether it is counted under another file."""
        return bool(self.copies) and self.copies[0] != self.path


def sources(state: ResearchState) -> Sequence[Source]:
    """Return every file of the estimate, and every other that was shown or cited."""
    readers: dict[str, list[str]] = defaultdict(list)
    for agent in state.agents.values():
        for path in agent.files:
            readers[path].append(agent.name)
    cited: Counter[str] = Counter()
    findings: dict[str, set[str]] = defaultdict(set)
    for finding in state.findings:
        for citation in finding.citations:
            if citation.check != "refused":
                cited[citation.file] += 1
                findings[citation.file].add(finding.id)
    groups: dict[str, list[str]] = defaultdict(list)
    for path, origin in state.ledger.origins.items():
        groups[origin].append(path)
    coverage, shown, read = state.coverage, state.shown, state.read
    paths = dict.fromkeys((*coverage.estimated, *shown, *cited, *readers))
    return [
        Source(
            path=path,
            analysed=path in read,
            lines=_lines(*shown[path]) if path in shown else "",
            readers=tuple(dict.fromkeys(readers[path])) if path in readers else (),
            citations=cited[path],
            findings=frozenset(findings.get(path, ())),
            copies=_copies(groups, state.ledger.origins.get(path, path)),
            referred_by=tuple(coverage.referred.get(path, ())),
        )
        for path in sorted(paths)
    ]


def _copies(groups: dict[str, list[str]], origin: str) -> tuple[str, ...]:
    others = sorted(path for path in groups.get(origin, ()) if path != origin)
    return (origin, *others) if others else ()


def _lines(total: int, spans: Sequence[tuple[int, int]]) -> str:
    """Return how many different lines were shown, of how many."""
    seen = end = 0
    for first, last in sorted(spans):
        seen += max(0, last - max(first - 1, end))
        end = max(end, last)
    return f"{seen:,} / {total:,}"
