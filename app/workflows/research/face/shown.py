"""The research as the tabs of the window read it: lists of thousands are made once, in a thread."""

from __future__ import annotations

import copy
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from app.domain.i18n import Message
from app.engine.tabs import Work
from app.workflows.research.face.telling import gap_title
from app.workflows.research.model import Gap
from app.workflows.research.nodes.asking import AT_ONCE
from app.workflows.research.nodes.assigning import choosing
from app.workflows.research.rules.coverage import lines_seen
from app.workflows.research.rules.integration import Known
from app.workflows.research.state import ResearchState


class GapRow(NamedTuple):
    """A gap, and what it is about."""

    gap: Gap
    text: Message


def source_rows(state: ResearchState) -> Sequence[Source]:
    """Return the files, made anew only where something of them changed."""
    return state.keep("sources", sources_stamp(state), lambda: sources(state))


def sources_stamp(state: ResearchState) -> Hashable:
    """Return what changes when the files do."""
    return (
        state.evidence,
        len(state.agents),
        sum(agent.ended is not None for agent in state.agents.values()),
    )


def gap_rows(state: ResearchState) -> Sequence[GapRow]:
    """Return the gaps in words."""
    return state.keep(
        "gaps", gaps_stamp(state), lambda: [GapRow(gap, gap_title(state, gap)) for gap in state.gaps]
    )


def gaps_stamp(state: ResearchState) -> Hashable:
    """Return what changes when gaps or the words on them do."""
    return state.evidence, state.listed


def due_gaps(state: ResearchState) -> Sequence[Gap]:
    """Return the gaps that the next iteration takes up."""
    return state.keep("due", _due_stamp(state), lambda: choosing(state)()[0])


def _due_stamp(state: ResearchState) -> Hashable:
    return state.listed, state.iteration, state.max_iterations, state.setup.max_agents_per_iteration


class ShownResearch(ResearchState):
    """The builder of the tabs; `due` is asked before they are refreshed (`engine.tabs.Computed`)."""

    def due(self) -> Work | None:
        """Return what is to be computed anew of very many findings or gaps."""
        if max(len(self.ledger.claims), len(self.gaps)) <= AT_ONCE:
            return None
        wanted: dict[str, tuple[Hashable, Callable[[ResearchState], object]]] = {
            "known": (self.said, lambda state: state.known),
            "questions": (self.evidence, lambda state: state.questions),
            "sources": (sources_stamp(self), source_rows),
            "gaps": (gaps_stamp(self), gap_rows),
            "due": (_due_stamp(self), due_gaps),
        }
        stale = [
            (name, make) for name, (stamp, make) in wanted.items() if self.kept.get(name, ())[:1] != (stamp,)
        ]
        return self._work(stale) if stale else None

    def _work(self, stale: Sequence[tuple[str, Callable[[ResearchState], object]]]) -> Work:
        apart = self._apart()
        before = self.kept.get("known")
        old = before[1] if before is not None and isinstance(before[1], Known) else None

        def work() -> Callable[[], None]:
            for name, make in stale:
                made = make(apart)
                if name == "known" and isinstance(made, Known):
                    apart.kept[name] = (apart.said, _steadied(made, old))
            return lambda: self.kept.update(apart.kept)

        return work

    def _apart(self) -> ShownResearch:
        """Return a copy that records which come in do not reach."""
        apart = copy.copy(self)
        apart.ledger, apart.kept = self.ledger.copy(), dict(self.kept)
        apart.marks, apart.refers = [*self.marks], {**self.refers}
        apart.iterations = {
            number: replace(one, agents=[*one.agents]) for number, one in self.iterations.items()
        }
        apart.agents = {
            name: replace(agent, files={**agent.files}, seconds={**agent.seconds})
            for name, agent in self.agents.items()
        }
        return apart


def _steadied(known: Known, before: Known | None) -> Known:
    """Return the same with the findings of before wherever they are equal: who lists them sees it at once."""
    if before is None:
        return known
    old = before.by_id
    findings = tuple(was if (was := old.get(one.id)) == one else one for one in known.findings)
    return replace(known, findings=findings, by_id={one.id: one for one in findings})


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
    paths = {*coverage.estimated, *shown, *cited, *readers}
    return [
        Source(
            path=path,
            analysed=path in read,
            lines=f"{lines_seen(shown[path][1]):,} / {shown[path][0]:,}" if path in shown else "",
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
