"""The last node: the lead writes the summary, the program adds all it knows, and counts what is founded."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.domain.canonical import JsonValue
from app.domain.facts import TextProposed
from app.domain.ids import CHAIR
from app.domain.messages import Reply
from app.engine.node import Context, Step
from app.workflows.common.asking_twice import ask_twice
from app.workflows.common.prose import prose_sentences
from app.workflows.common.reading.reader import read_answer
from app.workflows.research.face.report import report_text, unmet
from app.workflows.research.facts import ReportCounted, ResearchEnded
from app.workflows.research.graph import ResearchSignal
from app.workflows.research.nodes.asking import findings_told, make_ask, questions_told
from app.workflows.research.nodes.replies import SummaryReply
from app.workflows.research.state import ResearchState

NAMED = re.compile(r"\[((?:f\d+)(?:\s*[,;]\s*f\d+)*)\]")


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
