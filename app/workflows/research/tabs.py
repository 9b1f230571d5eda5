"""The tabs of a research: findings, sources, coverage, gaps, conflicts, agents, and the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.excerpt import excerpt
from app.domain.i18n import Words, words
from app.engine.tabs import (
    ChartTab,
    Choice,
    Column,
    Detail,
    DocumentTab,
    Field,
    Figure,
    FilePlace,
    ListTab,
    Mark,
    Option,
    RowPlace,
    Search,
    Tab,
)
from app.workflows.research.agents import Agent
from app.workflows.research.confidence import ROWS
from app.workflows.research.exploring import READ
from app.workflows.research.facts import CriteriaTested
from app.workflows.research.gap_words import gap_words
from app.workflows.research.labels import CATEGORY, GAP_STATES, GAP_TYPES, ROLES
from app.workflows.research.model import CATEGORIES, Citation, Conflict, Finding, Gap
from app.workflows.research.sources import Source, sources
from app.workflows.research.state import ResearchState
from app.workflows.research.views import place_key

# --- findings ---------------------------------------------------------------------------------------

_MARKS = {
    "critical": Mark("⇈", words("Critical")),
    "important": Mark("↑", words("Important")),
    "informational": Mark("–", words("For information")),
}
STATES: dict[str, Words] = {
    "open": words("open"),
    "confirmed": words("confirmed"),
    "conflicting": words("disputed"),
    "dismissed": words("dismissed"),
}
EVIDENCE: dict[str, Words] = {
    "strong": words("checked"),
    "weak": words("a file, no quotation"),
    "inference": words("inference"),
}


def checked_words(citations: Sequence[Citation]) -> Words:
    """Return how many citations were checked, and how many could not be."""
    verified = sum(1 for citation in citations if citation.counts)
    rest = len(citations) - verified
    if not citations:
        return words("no citation")
    if not rest:
        return words("{n} checked", n=verified)
    if not verified:
        return words("{n} unverified", n=rest)
    return words("{n} of {m} checked", n=verified, m=len(citations))


def citation_words(citation: Citation) -> Words:
    """Return where a citation stands and what became of it, on one line."""
    first, last = citation.lines
    lines = str(first) if last <= first else f"{first}–{last}"
    where = f"{citation.file} {lines}" if citation.first or citation.found_first else citation.file
    if citation.place:
        where = f"{where}, {citation.place}"
    return words("{where} · {what}", where=where, what=verdict(citation))


def verdict(citation: Citation) -> Words:
    """Return what became of a citation, in a word or two."""
    if citation.support in ("no", "against"):
        return words("does not support it")
    return CHECKS[citation.check]


CHECKS: dict[str, Words] = {
    "verified": words("checked"),
    "moved": words("checked, moved"),
    "unverified": words("unverified"),
    "file_only": words("nothing quoted"),
    "refused": words("never opened"),
}


REASONS: dict[str, Words] = {
    "": words("not found there"),
    "no_quote": words("nothing quoted"),
    "not_found": words("the words do not stand in the file"),
    "too_short": words("the quotation is too short to be found"),
    "too_long": words("the quotation is too long"),
    "no_such_lines": words("the file has no such lines"),
    "unreadable": words("the file cannot be read"),
    "outside": words("no file of the folder"),
}


def citation_place(state: ResearchState, citation: Citation) -> FilePlace | None:
    """Return what a press on a citation opens; nothing for what must not be opened."""
    kept = state.excerpts.get(place_key(citation))
    if citation.check == "refused" or kept is None:
        return None
    first, last = citation.lines
    return FilePlace(
        path=citation.file,
        line=first,
        text=kept.text,
        last=last,
        quote=citation.quote if citation.verified else "",
        first=kept.first,
        place=words("{place}", place=citation.place) if citation.place else None,
        digest=citation.digest,
    )


def _finding(state: ResearchState, finding: Finding) -> Detail:
    fields = [
        *(
            Field(words("Citation {n}", n=n), citation_words(citation), citation_place(state, citation))
            for n, citation in enumerate(finding.citations, 1)
        ),
        Field(words("Found by"), ", ".join(finding.source_agents)),
        *_linked(words("See also"), finding.related),
        *_linked(words("Narrowed by"), finding.qualified_by),
        *_linked(words("Narrows"), finding.qualifies),
        *(
            Field(words("In conflict"), conflict.id, RowPlace("conflicts", conflict.id))
            for conflict in state.conflicts
            if finding.id in (conflict.a, conflict.b)
        ),
    ]
    return Detail(finding.description, _told(finding), fields=tuple(fields))


def _told(finding: Finding) -> Words:
    """Return why it is worth what it is, and what was not found where it should stand."""
    lines: list[Words] = [_confidence(finding)]
    lines += [words("{text}", text=detail) for detail in finding.details]
    if finding.counter is not None:
        lines.append(
            words(
                "Somebody looked for what speaks against it and found {n}. They looked at: {what}.",
                n=len(finding.counter.against),
                what=looked_words(finding.counter.searched),
            )
        )
    for number, citation in enumerate(finding.citations, 1):
        if citation.lost:
            lines.append(
                words("Citation {n} stood there in the earlier research, and no longer does.", n=number)
            )
        elif citation.check == "moved" and not citation.iteration:
            lines.append(words("Citation {n} stands at these lines now.", n=number))
        elif citation.check == "moved":
            lines.append(words("Citation {n} stands at these lines, not where its agent said.", n=number))
        elif not citation.verified:
            lines.append(words("Citation {n}: {why}.", n=number, why=REASONS[citation.reason]))
        if citation.support == "partly":
            lines.append(words("Citation {n} supports it in part.", n=number))
    if finding.lost:
        lines.append(words("A conflict was settled against it: {conflict}.", conflict=finding.lost))
    if finding.dismissed:
        lines.append(words("Dismissed: {why}", why=finding.dismissed))
    said = lines[0]
    for line in lines[1:]:
        said = words("{before}\n\n{line}", before=said, line=line)
    return said


def looked_words(looked: Sequence[str]) -> str:
    """Return what was searched for, in marks of quotation, and what was read."""
    return few([text if text.startswith(READ) else f"“{text}”" for text in looked])


def few(names: Sequence[str], most: int = 12) -> str:
    """Return names in a row; how many more there are stands at the end."""
    rest = len(names) - most
    return (", ".join(names[:most]) + (f" … +{rest}" if rest > 0 else "")) or "–"


def _linked(name: Words, ids: Sequence[str]) -> list[Field]:
    return [Field(name, one, RowPlace("research_findings", one)) for one in ids]


def _confidence(finding: Finding) -> Words:
    why = ROWS.get(finding.row)
    if why is None:
        return words("Confidence {n}.", n=f"{finding.confidence:.2f}")
    if finding.awaits_counter:
        return words(
            "Confidence {n} until somebody has looked for what speaks against it.",
            n=f"{finding.confidence:.2f}",
        )
    return words("Confidence {n}: {why}.", n=f"{finding.confidence:.2f}", why=why)


BANDS: dict[str, tuple[Words, float, float]] = {
    "high": (words("0.90 and more"), 0.90 - 1e-9, 2.0),
    "good": (words("0.75 to 0.89"), 0.75 - 1e-9, 0.90 - 1e-9),
    "low": (words("below 0.75"), -1.0, 0.75 - 1e-9),
}


def _sureness(finding: Finding) -> str | Words:
    """Return the confidence, with the state where it says more."""
    value = f"{finding.confidence:.2f}"
    if finding.decided == "confirm":
        return words("{n} · yours", n=value)
    if finding.status in ("conflicting", "dismissed"):
        return words("{n} · {state}", n=value, state=STATES[finding.status])
    return value


def _in_band(finding: Finding, band: str) -> bool:
    _, low, high = BANDS[band]
    return low <= finding.confidence < high


FINDINGS: ListTab[ResearchState, Finding] = ListTab(
    name=words("Findings"),
    columns=(
        Column(words("Finding"), lambda one: excerpt(one.description), mark=lambda one: _MARKS[one.category]),
        Column(words("Confidence"), _sureness, 118),
        Column(words("Citations"), lambda one: checked_words(one.citations), 104),
    ),
    rows=lambda state: state.findings,
    stamp=lambda state: state.evidence,
    key=lambda one: one.id,
    detail=_finding,
    detail_name=words("The chosen finding"),
    filters=(
        Choice(
            words("Show only this impact"),
            words("By impact"),
            lambda _state: [Option(name, CATEGORY[name]) for name in CATEGORIES],
            admits=lambda one, name: one.category == name,
            stamp=lambda _state: 1,
        ),
        Choice(
            words("Show only this confidence"),
            words("Any confidence"),
            lambda _state: [Option(name, band[0]) for name, band in BANDS.items()],
            admits=_in_band,
            stamp=lambda _state: 1,
        ),
        Choice(
            words("Show only this state"),
            words("Any state"),
            lambda _state: [Option(name, title) for name, title in STATES.items()],
            admits=lambda one, name: one.status == name,
            stamp=lambda _state: 1,
        ),
        Search(words("Search the findings"), lambda one: (one.description, *(c.file for c in one.citations))),
    ),
    tally=(words("{n} finding"), words("{n} findings")),
    empty=words("Nothing was found yet."),
    hint=words("Choose a finding to see its citations."),
    first=True,
    widths=(560, 420),
)

# --- sources ----------------------------------------------------------------------------------------


def _source(state: ResearchState, source: Source) -> Detail:
    fields = [
        Field(words("Analysed"), words("yes") if source.analysed else words("no")),
        Field(words("Lines shown to a model"), source.lines),
        Field(words("Read by"), ", ".join(source.readers) or "–"),
    ]
    if source.copies:
        fields.append(Field(words("Copies of one text"), ", ".join(source.copies)))
    if source.referred_by:
        fields.append(Field(words("Named by"), ", ".join(source.referred_by)))
    fields += [
        Field(
            words("Cited by"),
            f"{finding.id}: {excerpt(finding.description)}",
            RowPlace("research_findings", finding.id),
        )
        for finding in state.findings
        if finding.id in source.findings
    ]
    return Detail(source.path, fields=tuple(fields))


SOURCE_STATES: dict[str, Words] = {
    "analysed": words("analysed"),
    "looked": words("looked into"),
    "unread": words("not read"),
}
SOURCES: ListTab[ResearchState, Source] = ListTab(
    name=words("Sources"),
    columns=(
        Column(
            words("File"),
            lambda one: one.path,
            mark=lambda one: Mark("⧉", words("Copy of another file")) if one.copy else None,
        ),
        Column(words("State"), lambda one: SOURCE_STATES[one.state], 92),
        Column(words("Lines shown"), lambda one: one.lines, 98),
        Column(words("Citations"), lambda one: str(one.citations) if one.citations else "", 76),
    ),
    rows=sources,
    stamp=lambda state: (
        state.evidence,
        len(state.agents),
        sum(a.ended is not None for a in state.agents.values()),
    ),
    key=lambda one: one.path,
    detail=_source,
    detail_name=words("The chosen file"),
    filters=(
        Choice(
            words("Show only these files"),
            words("All files"),
            lambda _state: [Option(name, title) for name, title in SOURCE_STATES.items()],
            admits=lambda one, name: one.state == name,
            stamp=lambda _state: 1,
        ),
        Search(words("Search the files"), lambda one: (one.path,)),
    ),
    tally=(words("{n} file"), words("{n} files")),
    first=True,
    widths=(560, 360),
    empty=words("No file was looked at yet."),
    hint=words("Choose a file to see who read it and what cites it."),
)

# --- coverage and the other criteria ----------------------------------------------------------------


def _tested(state: ResearchState) -> Sequence[CriteriaTested]:
    return [one.tested for one in state.iterations.values() if one.tested is not None]


def _row(tested: CriteriaTested, name: str) -> float:
    return next((row.value for row in tested.convergence.criteria if row.name == name), 0.0)


COVERAGE: ChartTab[ResearchState, CriteriaTested] = ChartTab(
    name=words("Coverage"),
    word=words("Iteration"),
    rows=_tested,
    stamp=lambda state: (len(state.iterations), state.changes),
    number=lambda one: one.convergence.iteration,
    label=lambda one: str(one.convergence.iteration),
    figures=(
        Figure(words("Coverage"), lambda one: 100 * one.metrics.coverage, "%"),
        Figure(words("Mean confidence"), lambda one: 100 * one.metrics.confidence, "%"),
        Figure(words("Conflicts left open"), lambda one: _row(one, "conflicts")),
        Figure(words("Critical questions answered"), lambda one: _row(one, "questions")),
        Figure(words("New findings"), lambda one: float(one.metrics.new_findings)),
        Figure(words("Citations added"), lambda one: float(one.metrics.citations_added)),
        Figure(words("New files"), lambda one: float(one.metrics.new_files)),
        Figure(words("Agents"), lambda one: float(one.metrics.agents)),
    ),
)

# --- gaps and conflicts -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GapRow:
    """A gap, and what it is in words."""

    gap: Gap
    text: Words


def _gaps(state: ResearchState) -> Sequence[GapRow]:
    return [GapRow(gap, gap_words(state, gap)) for gap in state.gaps]


def _gap(state: ResearchState, row: GapRow) -> Detail:
    gap = row.gap
    fields = [
        Field(words("Kind"), GAP_TYPES[gap.type]),
        Field(words("Priority"), CATEGORY[gap.priority]),
        Field(words("State"), GAP_STATES[gap.status]),
        Field(words("Closed by"), ROLES[gap.role]),
        *(
            Field(words("Agent"), agent.name, RowPlace("agents", agent.name))
            for agent in state.agents.values()
            if agent.task.gap is not None and agent.task.gap.id == gap.id
        ),
        *_linked(words("Finding"), gap.finding_ids),
    ]
    if gap.conflict_id:
        fields.append(Field(words("Conflict"), gap.conflict_id, RowPlace("conflicts", gap.conflict_id)))
    if gap.files:
        fields.append(Field(words("Files"), ", ".join(gap.files[:40])))
    said = state.decided.get(gap.id)
    if said is not None and said.reason:
        fields.append(Field(words("You said"), said.reason))
    return Detail(row.text, gap.focus, fields=tuple(fields))


GAPS: ListTab[ResearchState, GapRow] = ListTab(
    name=words("Gaps"),
    columns=(
        Column(words("Gap"), lambda one: one.text, mark=lambda one: _MARKS[one.gap.priority]),
        Column(words("Kind"), lambda one: GAP_TYPES[one.gap.type], 124),
        Column(words("State"), lambda one: GAP_STATES[one.gap.status], 110),
    ),
    rows=_gaps,
    stamp=lambda state: (state.evidence, state.changes),
    key=lambda one: one.gap.id,
    detail=_gap,
    detail_name=words("The chosen gap"),
    filters=(
        Choice(
            words("Show only this state"),
            words("Any state"),
            lambda _state: [Option(name, title) for name, title in GAP_STATES.items()],
            admits=lambda one, name: one.gap.status == name,
            stamp=lambda _state: 1,
        ),
    ),
    tally=(words("{n} gap"), words("{n} gaps")),
    first=True,
    widths=(560, 360),
    empty=words("No gap is known yet."),
)


CONFLICT_STATES: dict[str, Words] = {
    "open": words("open"),
    "left_open": words("left open by a verification"),
    "resolved": words("resolved"),
}


def _side(state: ResearchState, name: str, title: Words) -> list[Field]:
    finding = state.known.finding(name)
    if finding is None:
        return []
    head = f"{finding.id}: {excerpt(finding.description)}"
    return [
        Field(title, head, RowPlace("research_findings", finding.id)),
        Field(words("Found by"), ", ".join(finding.source_agents)),
        *(
            Field(words("Evidence"), citation_words(citation), citation_place(state, citation))
            for citation in finding.citations
        ),
    ]


def _conflict(state: ResearchState, conflict: Conflict) -> Detail:
    fields = [
        Field(words("State"), CONFLICT_STATES[conflict.state]),
        *_side(state, conflict.a, words("One says")),
        *_side(state, conflict.b, words("The other says")),
    ]
    if conflict.root_cause:
        fields.append(Field(words("Why they differ"), conflict.root_cause))
    if conflict.resolved_by:
        fields.append(Field(words("Settled by"), conflict.resolved_by))
    if conflict.kept:
        fields.append(Field(words("Stands"), ", ".join(conflict.kept)))
    return Detail(conflict.id, conflict.resolution, fields=tuple(fields))


def _both(state: ResearchState) -> Sequence[Conflict]:
    return state.conflicts


CONFLICTS: ListTab[ResearchState, Conflict] = ListTab(
    name=words("Conflicts"),
    columns=(
        Column(words("Conflict"), lambda one: one.id, 78),
        Column(words("Between"), lambda one: words("{a} against {b}", a=one.a, b=one.b)),
        Column(words("Since"), lambda one: words("iteration {n}", n=one.iteration), 96),
        Column(words("State"), lambda one: CONFLICT_STATES[one.state], 170),
    ),
    rows=_both,
    stamp=lambda state: state.evidence,
    key=lambda one: one.id,
    detail=_conflict,
    detail_name=words("The chosen conflict"),
    tally=(words("{n} conflict"), words("{n} conflicts")),
    empty=words("No findings contradict each other."),
    first=True,
)

# --- agents -----------------------------------------------------------------------------------------

AGENT_STATES: dict[str, Words] = {
    "working": words("working"),
    "done": words("done"),
    "failed": words("failed"),
}


def _agent(state: ResearchState, agent: Agent) -> Detail:
    ended, gap = agent.ended, agent.task.gap
    fields = [
        Field(words("State"), AGENT_STATES[agent.state]),
        Field(words("Iteration"), str(agent.task.iteration)),
        Field(words("Files read"), few(sorted(agent.files))),
        Field(words("Tool calls"), str(agent.calls)),
    ]
    if gap is not None:
        fields.append(Field(words("Gap"), GAP_TYPES[gap.type], RowPlace("gaps", gap.id)))
    if ended is not None:
        if ended.why:
            fields.append(Field(words("Why"), ended.why))
        if ended.looked:
            fields.append(Field(words("Looked at"), looked_words(ended.looked)))
        if ended.missing:
            fields.append(Field(words("Not found"), "; ".join(ended.missing)))
        mine = {claim.id for claim in state.ledger.claims if claim.agent == agent.name}
        named = dict.fromkeys(
            state.known.finding_of[one] for one in sorted(mine) if one in state.known.finding_of
        )
        fields.append(Field(words("Findings"), few(list(named))))
    return Detail(agent.name, agent.task.focus, fields=tuple(fields))


AGENTS: ListTab[ResearchState, Agent] = ListTab(
    name=words("Agents"),
    columns=(
        Column(words("Agent"), lambda one: one.name, 112),
        Column(words("Focus"), lambda one: excerpt(one.task.focus)),
        Column(words("Files read"), lambda one: str(len(one.files)), 78),
        Column(words("State"), lambda one: AGENT_STATES[one.state], 84),
    ),
    rows=lambda state: list(state.agents.values()),
    stamp=lambda state: state.changes,
    key=lambda one: one.name,
    detail=_agent,
    detail_name=words("The chosen agent"),
    tally=(words("{n} agent"), words("{n} agents")),
    first=True,
    widths=(560, 360),
    empty=words("No agent has a task yet."),
)

REPORT: DocumentTab[ResearchState] = DocumentTab(
    name=words("Report"),
    text=lambda state: state.report,
    empty=words("The report is written at the end."),
)
TABS = (
    Tab("research_findings", words("Findings"), "list", source=FINDINGS),
    Tab("sources", words("Sources"), "list", source=SOURCES),
    Tab("coverage", words("Coverage"), "chart", source=COVERAGE),
    Tab("gaps", words("Gaps"), "list", source=GAPS),
    Tab("conflicts", words("Conflicts"), "list", source=CONFLICTS),
    Tab("agents", words("Agents"), "list", source=AGENTS),
    Tab("research_report", words("Report"), "document", source=REPORT),
    Tab("log", words("Log"), "log"),
)
