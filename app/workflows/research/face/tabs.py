"""The tabs of a research: findings, sources, coverage, gaps, conflicts, agents, report, plan; its status."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from app.domain.excerpt import excerpt
from app.domain.i18n import Message, translate, verbatim, words
from app.engine.status import DueRow, Section, Status, Tile
from app.engine.tabs import (
    Cell,
    ChartTab,
    Column,
    Detail,
    DocumentTab,
    Field,
    Figure,
    FilePlace,
    ListTab,
    Mark,
    Part,
    PartLook,
    RowPlace,
    Search,
    SecondLine,
    Tab,
)
from app.markup.escaping import code, inline
from app.workflows.research.face.contributions import Contribution, contributions
from app.workflows.research.face.finding_tabs import (
    CONFLICTS,
    DEGREES,
    FINDINGS,
    choice,
    few,
    gap_acts,
    linked,
    looked_words,
    named_agents,
)
from app.workflows.research.face.labels import (
    CATEGORY,
    CRITERIA,
    GAP_STATES,
    GAP_TYPES,
    QUESTION_STATES,
    ROLES,
    agent_title,
)
from app.workflows.research.face.report import report_said
from app.workflows.research.face.shown import (
    GapRow,
    Source,
    due_gaps,
    gap_rows,
    gaps_stamp,
    source_rows,
    sources_stamp,
)
from app.workflows.research.face.telling import gap_kind, gap_title, share
from app.workflows.research.facts import CriteriaTested
from app.workflows.research.model import Criterion
from app.workflows.research.rules import gaps as gap_rules
from app.workflows.research.state import Agent, ResearchState

# --- sources ----------------------------------------------------------------------------------------


def _source(state: ResearchState, source: Source) -> Detail:
    fields = [
        Field(words("Analysed"), words("yes") if source.analysed else words("no")),
        Field(words("Lines shown to a model"), source.lines),
        Field(words("Read by"), named_agents(source.readers)),
    ]
    if source.copies:
        fields.append(Field(words("Copies of one text"), ", ".join(source.copies)))
    if source.referred_by:
        fields.append(Field(words("Named by"), ", ".join(source.referred_by)))
    fields += [
        Field(
            words("Cited by"),
            excerpt(finding.description),
            RowPlace("research_findings", finding.id),
        )
        for finding in state.findings
        if finding.id in source.findings
    ]
    return Detail(source.path, fields=tuple(fields))


_SOURCE_STATES: dict[str, Message] = {
    "analysed": words("analysed"),
    "looked": words("looked into"),
    "unread": words("not read"),
}
_SOURCES: ListTab[ResearchState, Source] = ListTab(
    name=words("Sources"),
    columns=(
        Column(
            words("File"),
            lambda one: one.path,
            mark=lambda one: Mark("⧉", words("Copy of another file")) if one.copy else None,
        ),
        Column(words("State"), lambda one: _SOURCE_STATES[one.state], 92),
        Column(words("Lines shown"), lambda one: one.lines, 98),
        Column(words("Citations"), lambda one: str(one.citations) if one.citations else "", 76),
    ),
    rows=source_rows,
    stamp=sources_stamp,
    key=lambda one: one.path,
    detail=_source,
    detail_name=words("The chosen file"),
    filters=(
        choice(words("Show only these files"), words("All files"), _SOURCE_STATES, lambda one: one.state),
        Search(words("Search the files"), lambda one: (one.path,)),
    ),
    tally=(words("{n} file"), words("{n} files")),
    opens=lambda one: FilePlace(one.path, 1),
    counted=True,
    widths=(560, 360),
    empty=words("No file was looked at yet."),
    hint=words("Choose a file to see who read it and what cites it."),
)

# --- coverage and the other criteria ----------------------------------------------------------------


def _tested(state: ResearchState) -> Sequence[CriteriaTested]:
    return [one.tested for one in state.iterations.values() if one.tested is not None]


def _row(tested: CriteriaTested, name: str) -> float:
    return next((row.value for row in tested.convergence.criteria if row.name == name), 0.0)


_COVERAGE: ChartTab[ResearchState, CriteriaTested] = ChartTab(
    name=words("Coverage"),
    word=words("Iteration"),
    rows=_tested,
    stamp=lambda state: (len(state.iterations), state.changes),
    number=lambda one: one.convergence.iteration,
    label=lambda one: str(one.convergence.iteration),
    figures=(
        Figure(CRITERIA["coverage"], lambda one: 100 * one.metrics.coverage, "%"),
        Figure(CRITERIA["confidence"], lambda one: 100 * one.metrics.confidence, "%"),
        Figure(CRITERIA["conflicts"], lambda one: _row(one, "conflicts"), stands=True),
        Figure(CRITERIA["questions"], lambda one: _row(one, "questions"), stands=True),
        Figure(words("New findings"), lambda one: float(one.metrics.new_findings)),
        Figure(words("Citations added"), lambda one: float(one.metrics.citations_added)),
        Figure(words("New files"), lambda one: float(one.metrics.new_files)),
        Figure(words("Agents"), lambda one: float(one.metrics.agents)),
    ),
)

# --- gaps and conflicts -----------------------------------------------------------------------------


_GAP_LOOKS: dict[str, PartLook] = {
    "open": "none",
    "assigned": "later",
    "deferred": "later",
    "dismissed": "dropped",
    "resolved": "good",
    "unresolved": "doubtful",
}


def _gap(state: ResearchState, row: GapRow) -> Detail:
    gap = row.gap
    fields = [
        *linked(state, words("Finding"), gap.finding_ids[:3]),
        *(
            Field(words("Agent"), agent_title(agent.name), RowPlace("agents", agent.name))
            for agent in state.agents.values()
            if agent.task.gap is not None and agent.task.gap.id == gap.id
        ),
    ]
    if gap.conflict_id:
        fields.append(Field(words("Conflict"), words("Show it"), RowPlace("conflicts", gap.conflict_id)))
    if gap.files:
        fields.append(Field(words("Files"), few(gap.files, 40)))
    said = state.decided.get(gap.id)
    if said is not None and said.reason:
        who = (
            words("The agent {agent} said", agent=agent_title(said.actor.name))
            if said.actor
            else words("You said")
        )
        fields.append(Field(who, said.reason))
    why = gap_rules.reason(gap)
    # Where it is about nothing but its reason, that is its heading.
    text = "" if str(why) == str(row.text) else why
    return Detail(
        row.text, text, fields=tuple(fields), note=words("for an agent: {role}", role=ROLES[gap.role])
    )


_GAPS: ListTab[ResearchState, GapRow] = ListTab(
    name=words("Gaps"),
    columns=(Column(words("Gap"), lambda one: one.text),),
    second_line=SecondLine(
        lambda one: (
            Part(GAP_STATES[one.gap.status], _GAP_LOOKS[one.gap.status]),
            Part(gap_kind(one.gap)),
            Part(ROLES[one.gap.role]),
        ),
        lambda one: Part(CATEGORY[one.gap.priority], DEGREES[one.gap.priority]),
        leads=True,
    ),
    rows=gap_rows,
    stamp=gaps_stamp,
    key=lambda one: one.gap.id,
    detail=_gap,
    detail_name=words("The chosen gap"),
    filters=(
        choice(words("Show only this state"), words("Any state"), GAP_STATES, lambda one: one.gap.status),
    ),
    tally=(words("{n} gap in all"), words("{n} gaps in all")),
    acts=lambda _state, row: gap_acts(row.gap),
    counted=True,
    counts=lambda row: row.gap.left,
    widths=(560, 360),
    empty=words("No gap is known yet."),
)


# --- agents -----------------------------------------------------------------------------------------

_MOST_LINKED = 12
"""Findings of an agent that are a press away."""
_AGENT_STATES: dict[str, Message] = {
    "working": words("working"),
    "done": words("done"),
    "failed": words("failed"),
}


class _AgentRow(NamedTuple):
    """An agent, and what it contributed by now."""

    agent: Agent
    figures: Contribution


def _agent(state: ResearchState, row: _AgentRow) -> Detail:
    agent, figures = row
    ended, gap = agent.ended, agent.task.gap
    fields = [
        Field(words("State"), _AGENT_STATES[agent.state]),
        Field(words("Iteration"), str(agent.task.iteration)),
        Field(words("Files read"), few(sorted(agent.files))),
        Field(words("Citations"), figures.citations_words),
        Field(words("Patterns"), str(figures.patterns)),
        Field(words("Coverage"), figures.coverage_words),
        Field(words("Tokens"), figures.tokens_words),
        Field(words("Cost"), figures.account.price),
        Field(words("Seconds"), f"{figures.seconds:.1f}"),
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
        fields += [
            *linked(state, words("Finding"), figures.findings[:_MOST_LINKED]),
        ]
    return Detail(agent_title(agent.name), agent.task.focus, fields=tuple(fields))


def _kept(figures: Contribution) -> Cell:
    if not figures.citations:
        return ""
    return words("{n} of {m}", n=figures.verified, m=figures.citations)


_AGENTS: ListTab[ResearchState, _AgentRow] = ListTab(
    name=words("Agents"),
    columns=(
        Column(words("Agent"), lambda one: agent_title(one.agent.name), 116),
        Column(words("Focus"), lambda one: excerpt(one.agent.task.focus)),
        Column(words("Files read"), lambda one: str(one.figures.files), 78),
        Column(words("Citations"), lambda one: _kept(one.figures), 76),
        Column(words("Tokens"), lambda one: one.figures.tokens_words, 70),
        Column(words("State"), lambda one: _AGENT_STATES[one.agent.state], 84),
    ),
    rows=lambda state: [_AgentRow(state.agents[one.agent], one) for one in contributions(state)],
    stamp=lambda state: state.changes,
    key=lambda one: one.agent.name,
    detail=_agent,
    detail_name=words("The chosen agent"),
    tally=(words("{n} agent"), words("{n} agents")),
    widths=(560, 360),
    empty=words("No agent has a task yet."),
)

_REPORT: DocumentTab[ResearchState] = DocumentTab(
    name=words("Report"),
    text=report_said,
    empty=words("The report is written at the end."),
)


def _plan(state: ResearchState) -> str:
    if state.scope is None:
        return ""
    lines = [f"# {translate('Questions')}", ""]
    lines += [
        f"{n}. {inline(one.text)} – *{QUESTION_STATES[one.state]}*"
        for n, one in enumerate(state.questions, 1)
    ]
    patterns = (*state.setup.left_out, *state.left_out)
    lines += ["", f"# {translate('Files that matter')}", "", *(f"- {code(path)}" for path in state.estimate)]
    if patterns:
        lines += [
            "",
            f"# {translate('Left out by you')}",
            "",
            *(f"- {code(pattern)}" for pattern in patterns),
        ]
    return "\n".join(lines)


_PLAN: DocumentTab[ResearchState] = DocumentTab(
    name=words("Plan"), text=_plan, empty=words("The brief is being read.")
)
_OPEN, _TOLD, _DONE = words("Open points"), words("Report"), words("Log")
TABS = (
    Tab("research_findings", words("Findings"), "list", source=FINDINGS),
    Tab("gaps", words("Gaps"), "list", source=_GAPS, group=_OPEN),
    Tab("conflicts", words("Conflicts"), "list", source=CONFLICTS, group=_OPEN),
    Tab("coverage", words("Coverage"), "chart", source=_COVERAGE, group=_OPEN),
    Tab("sources", words("Sources"), "list", source=_SOURCES),
    Tab("research_report", words("Report"), "document", source=_REPORT, group=_TOLD),
    Tab("summary", words("Summary"), "summary", group=_TOLD),
    Tab("log", words("Log"), "log", group=_DONE),
    Tab("agents", words("Agents"), "list", source=_AGENTS, group=_DONE),
    Tab("plan", words("Plan"), "document", source=_PLAN, group=_DONE),
)

# --- how it stands, beside the tabs ------------------------------------------------------------------

_TILES: Mapping[str, Message] = {
    **CRITERIA,
    "confidence": words("Mean confidence", "tile"),
    "questions": words("Critical questions"),
}

_DUE_LOOKS: Mapping[str, PartLook] = {"question": "high", "conflict": "disputed", "evidence": "doubtful"}
"""Of a gap, by its type."""


def standing(state: ResearchState) -> Status | None:
    """Return the criteria and the gaps that are due; None before the first table."""
    if state.tested is None:
        return None
    table = state.tested.convergence
    due = () if state.reason else due_gaps(state)
    rows = tuple(
        DueRow(
            gap_title(state, gap),
            words("{kind} · {role}", kind=gap_kind(gap), role=ROLES[gap.role]),
            RowPlace("gaps", gap.id),
            _DUE_LOOKS.get(gap.type, "none"),
        )
        for gap in due
    )
    criteria = Section(
        words("Criteria after iteration {n}", n=table.iteration), tuple(_tile(row) for row in table.criteria)
    )
    title = words("Next in iteration {n}", n=table.iteration + 1)
    gaps = Section(title, rows, counted=True, of=len(state.gaps_left))
    return Status((criteria, gaps) if rows else (criteria,))


def _tile(row: Criterion) -> Tile:
    value, needed = verbatim(share(row.value, row.threshold)), words("needed {n}", n=share(row.threshold))
    if row.name == "conflicts":
        value, needed = words("{n}", n=round(row.value)), words("at most {n}", n=round(row.threshold))
    elif row.name == "questions":
        value = words("{n} of {m}", n=round(row.value), m=round(row.threshold))
        needed = words("all answered")
    return Tile(_TILES[row.name], value, needed, row.passes)
