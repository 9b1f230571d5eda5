"""After an iteration: whether questions are answered and the criteria hold; at the end the report."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import CriterionMeasured, TextProposed
from app.domain.ids import CHAIR
from app.domain.messages import Reply
from app.engine.node import Context, Step
from app.workflows.common.asking_twice import ask_twice
from app.workflows.common.prose import prose_sentences
from app.workflows.common.reading.reader import read_answer
from app.workflows.research.face.report import NAMED, report_text, unmet
from app.workflows.research.facts import CriteriaTested, QuestionsJudged, ReportCounted, ResearchEnded
from app.workflows.research.graph import ResearchSignal
from app.workflows.research.model import Convergence, Coverage, IterationMetrics
from app.workflows.research.nodes.asking import (
    MOST_FINDINGS,
    ask_fields,
    findings_told,
    known_first,
    make_ask,
    questions_told,
    told_by_person,
)
from app.workflows.research.nodes.assigning import current_gaps
from app.workflows.research.nodes.exploring import READ
from app.workflows.research.nodes.replies import AnsweredReply, GapsReply, SummaryReply
from app.workflows.research.rules import convergence as convergence_rules
from app.workflows.research.rules.evidence import mean_confidence
from app.workflows.research.rules.gaps import lead_gap
from app.workflows.research.rules.integration import new_in
from app.workflows.research.rules.questions import QuestionMark, judged
from app.workflows.research.state import ResearchState

_MOST_SEARCHES = 80
"""Searches that the lead model is told of."""
_MOST_LEAD_GAPS = 12


async def convergence(state: ResearchState, context: Context) -> Step:
    """Let the lead model judge the questions, then test the criteria; facts only, the gate decides."""
    await known_first(state, context)
    facts: list[Fact] = []
    marks: tuple[QuestionMark, ...] = ()
    lead_gaps = state.lead_gaps
    if state.judged_in != state.iteration:
        told = await _judged(state, context)
        for found in told:
            if isinstance(found, QuestionsJudged):
                marks, lead_gaps = found.marks, found.gaps
        facts += told
    questions = judged(state.plan, [*state.marks, *marks], state.findings, state.unresolved)
    coverage = state.coverage
    rows = convergence_rules.criteria(coverage, state.findings, state.conflicts, questions, state.limits)
    fresh = [len(new_in(state.known, n)) for n in range(1, state.iteration + 1)]
    result = convergence_rules.converge(rows, state.iteration, fresh, state.limits)
    gaps = await current_gaps(state, context, questions, lead_gaps)
    figures = _metrics(state, coverage, fresh)
    facts.append(CriteriaTested(convergence=result, coverage=coverage, metrics=figures, gaps=gaps))
    return Step(ResearchSignal.EVALUATED, (*facts, *_measured(result)))


async def _judged(state: ResearchState, context: Context) -> list[Fact]:
    """Ask the lead model how far the questions are answered, and what is missing that no figure shows."""
    searched = [text for agent in state.agents.values() if agent.ended for text in agent.ended.looked]
    inputs: dict[str, JsonValue] = {
        "brief": state.setup.brief,
        "questions": questions_told(state.plan),
        "findings": findings_told(state.standing, quotes=False),
        "searched": list[JsonValue](dict.fromkeys(searched[:_MOST_SEARCHES])),
        **told_by_person(state),
    }
    shown = {
        "question": [question.id for question in state.plan],
        "finding": [finding.id for finding in state.standing[:MOST_FINDINGS]],
    }
    part = f"iteration-{state.iteration}"
    reply, facts = await ask_fields(context, "gaps", CHAIR, GapsReply, inputs, part=part, shown=shown)
    if reply is None:
        return [*facts]
    marks = tuple(_mark(state, one) for one in reply.questions)
    gaps = tuple(
        lead_gap(one.type, one.reason, one.focus, one.findings) for one in reply.gaps[:_MOST_LEAD_GAPS]
    )
    return [*facts, QuestionsJudged(marks=marks, gaps=gaps)]


def _mark(state: ResearchState, said: AnsweredReply) -> QuestionMark:
    """Return what the lead says of a question; one that agents looked for in vain is not in these sources."""
    name = said.id
    looked = [
        agent.ended
        for agent in state.agents.values()
        if agent.ended is not None and agent.task.gap is not None and name in agent.task.gap.question_ids
    ]
    in_vain = bool(looked) and not any(one.failed or one.reported for one in looked)
    asked = said.state == "absent" or (said.state == "open" and in_vain)
    everybody = [agent.ended for agent in state.agents.values() if agent.ended is not None]
    looked_at = [text for one in (looked if in_vain else everybody) for text in one.looked]
    searched = [text for text in looked_at if not text.startswith(READ)]
    return QuestionMark(
        question=name,
        state="absent" if asked and searched else "open" if said.state == "absent" else said.state,
        findings=said.findings,
        note=said.note,
        searched=tuple(dict.fromkeys(searched))[:_MOST_SEARCHES] if asked else (),
        iteration=state.iteration,
    )


def _metrics(state: ResearchState, coverage: Coverage, fresh: Sequence[int]) -> IterationMetrics:
    """Return the figures of the open iteration, with what it gained over the one before."""
    agents = state.tasks()
    earlier = {
        passage.path
        for agent in state.agents.values()
        if agent.ended is not None and agent.task.iteration < state.iteration
        for passage in agent.ended.shown
    }
    shown = {passage.path for agent in agents if agent.ended for passage in agent.ended.shown}
    before = state.iterations.get(state.iteration - 1)
    was = before.tested.metrics if before is not None and before.tested is not None else None
    confidence = mean_confidence(state.findings)
    return IterationMetrics(
        iteration=state.iteration,
        agents=len(agents),
        failed_agents=sum(1 for agent in agents if agent.state == "failed"),
        new_files=len(shown - earlier),
        new_findings=fresh[-1] if fresh else 0,
        citations_added=sum(
            len(claim.citations) for claim in state.ledger.claims if claim.iteration == state.iteration
        ),
        seconds=max((agent.ended.seconds for agent in agents if agent.ended), default=0.0),
        coverage=coverage.fraction,
        confidence=confidence,
        coverage_gain=100 * (coverage.fraction - (was.coverage if was else 0.0)),
        confidence_gain=confidence - (was.confidence if was else 0.0),
    )


_NAMES = {
    "coverage": "coverage",
    "confidence": "mean_confidence",
    "conflicts": "open_conflicts",
    "questions": "critical_questions",
}
"""What the criteria are called among the figures of a session, by their names in the rules."""


def _measured(result: Convergence) -> list[Fact]:
    """Return the table as figures of a hundred; what is counted is told as a share, with the count beside."""
    facts: list[Fact] = []
    for row in result.criteria:
        value, threshold, note = row.value * 100, row.threshold * 100, ""
        if row.name == "questions":
            settled, all_of_them = round(row.value), round(row.threshold)
            value, threshold = (100.0 * settled / all_of_them if all_of_them else 100.0), 100.0
            note = f"{settled} of {all_of_them} answered."
        elif row.name == "conflicts":
            continue
        facts.append(
            CriterionMeasured(
                name=_NAMES[row.name],
                value=round(value, 1),
                threshold=round(threshold, 1),
                passes=row.passes,
                note=note,
            )
        )
    return facts


# --- the report -------------------------------------------------------------------------------------


async def report(state: ResearchState, context: Context) -> Step:
    """Write the report: the lead's summary, then findings, conflicts, gaps and figures as they are known."""
    inputs: dict[str, JsonValue] = {
        "brief": state.setup.brief,
        "questions": questions_told(state.questions),
        "findings": findings_told(state.standing, quotes=False),
        "conflicts": [
            {"id": one.id, "a": one.a, "b": one.b, "state": one.state, "resolution": one.resolution}
            for one in state.conflicts
        ],
        "unmet": list[JsonValue](str(line) for line in unmet(state)),
    }
    ask = make_ask(context, "report", CHAIR, inputs)
    # Who went on without the lead is not asked about it once more.
    read = await ask_twice(context, ask, SummaryReply, tolerate=state.leadless)
    # A summary in prose is a summary; the program tells all else by itself.
    prose = read_answer(read.replies[0].text).text if read.replies else ""
    reply = read.value or SummaryReply.model_construct(summary=prose, edge_cases=(), untraced=())
    summary = reply.summary.strip()
    cut = isinstance(read.outcome, Reply) and read.outcome.partial
    counted = _count(state, summary)
    ended = () if state.reason is not None else (ResearchEnded(reason="partial_convergence"),)
    text = report_text(state, summary, counted, (*_edges(state), *reply.edge_cases), reply.untraced)
    proposed = TextProposed(slot="result", seat=CHAIR, text=text, cut=cut)
    return Step(ResearchSignal.COMPLETE, (*read.mended, *ended, counted, proposed))


def _edges(state: ResearchState) -> Iterator[str]:
    for agent in state.agents.values():
        if agent.ended is not None:
            yield from agent.ended.edge_cases


def _count(state: ResearchState, summary: str) -> ReportCounted:
    """Count the summary's claims against findings, and those against citations."""
    sentences = prose_sentences(summary)
    named: dict[str, None] = {}
    founded = 0
    for sentence in sentences:
        found = [
            finding.id
            for names in NAMED.findall(sentence)
            for name in re.findall(r"f\d+", names)
            if (finding := state.known.finding(name)) is not None and finding.status != "dismissed"
        ]
        founded += bool(found)
        named |= dict.fromkeys(found)
    cited = [
        citation
        for name in named
        if (finding := state.known.finding(name)) is not None
        for citation in finding.citations
    ]
    return ReportCounted(
        claims=len(sentences),
        founded=founded,
        findings=tuple(named),
        citations=len(cited),
        verified=sum(1 for citation in cited if citation.verified),
        by_agent=True,
    )
