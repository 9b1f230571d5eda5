"""Integration: every citation is looked up, findings are compared, and quoted lines weighed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.ids import CHAIR, JUDGE
from app.engine.node import Ask, Context, Step
from app.workflows.common.embedding_models import Embedded, embed, likeness
from app.workflows.research.facts import FindingsCompared
from app.workflows.research.graph import ResearchSignal
from app.workflows.research.model import (
    Claim,
    CounterSearch,
    Finding,
    Relation,
    RelationKind,
    Resolution,
    lines_said,
)
from app.workflows.research.nodes.asking import MOST_QUOTED, ask_fields, in_thread
from app.workflows.research.nodes.checking import check_reports
from app.workflows.research.nodes.replies import JudgeReply, SupportReply
from app.workflows.research.rules.candidates import MOST_PAIRS, candidates
from app.workflows.research.rules.grouping import whole
from app.workflows.research.rules.integration import (
    Known,
    Ledger,
    Place,
    SupportVerdict,
    assemble,
    confirmations,
    new_in,
    repetitions,
)
from app.workflows.research.state import Agent, ResearchState

EMBEDDING = "research_embedding"
_MOST_LIKENED = 4 * MOST_PAIRS
"""Pairs, the best by their words, that an embedding model puts in order."""
_LONGEST_LIKENED = 2_000
"""Characters of a finding that an embedding model is shown."""
_MOST_WEIGHED = 40
"""Quotations of an iteration whose support the lead model is asked about."""
_MOST_ASKED = 2
"""Times that it is asked about one which it passes over."""


async def integrate(state: ResearchState, context: Context) -> Step:
    """Check what the agents reported, compare it with what is known, and weigh the lines it stands on."""
    agents, table = state.tasks(), state.table
    checked = await check_reports(state, context, agents)
    # A copy: the builder's own is never changed by a node.
    ledger = state.ledger.copy()
    ledger.claims += checked.claims
    ledger.origins.update(checked.origins)

    async def assembled() -> Known:
        return await in_thread(context, len(ledger.claims), lambda: assemble(ledger, table))

    known = await assembled()
    resolutions = [one for agent in agents if (one := _resolution(agent, known)) is not None]
    counters = [made for agent in agents if (made := _counter(agent, checked.claims)) is not None]
    repeated = repetitions(known, state.iteration)
    if repeated:
        ledger.relations += repeated
        known = await assembled()
    said, wanted = confirmations(known, checked.claims, state.iteration)
    if said or resolutions or counters:
        ledger.relations += said
        ledger.resolutions += resolutions
        ledger.counters += counters
        known = await assembled()
    compared = [(whole(one.a, known.became), whole(one.b, known.became)) for one in ledger.relations]
    # Not the new ones alone: what did not fit into the pairs of one iteration is compared in the next.
    choose = partial(candidates, known.findings, compared, wanted=wanted)
    model, many = state.setup.embedding_model, len(known.findings)
    pairs = await in_thread(context, many, lambda: choose(most=_MOST_LIKENED if model else MOST_PAIRS))
    similarity, vectors = await _liken(state, context, known, pairs)
    if model:
        pairs = await in_thread(context, many, lambda: choose(similarity=similarity))
    judged, mended = await _judge(state, context, known, pairs)
    if judged:
        ledger.relations += judged
        known = await assembled()
    supports, mended_too = await _weigh(state, context, known, ledger)
    found = FindingsCompared(
        relations=(*repeated, *said, *judged),
        resolutions=tuple(resolutions),
        counters=tuple(counters),
        supports=tuple(supports),
        compared=len(pairs),
        embedded=vectors.asked,
        embedding_model=model,
        embedding_problem=vectors.problem,
    )
    return Step(ResearchSignal.INTEGRATED, (*mended, *mended_too, checked, found))


def _resolution(agent: Agent, known: Known) -> Resolution | None:
    """Return how an agent settled its conflict, its findings by the names they have now.

    One that failed leaves it open, which counts against convergence.
    """
    gap, ended = agent.task.gap, agent.ended
    if gap is None or gap.type != "conflict" or not gap.conflict_id or ended is None:
        return None
    if ended.resolution is None or ended.failed:
        return Resolution(conflict=gap.conflict_id, open=True, by=agent.name, iteration=agent.task.iteration)
    named = (known.finding(name) for name in ended.resolution.keeps)
    keeps = tuple(dict.fromkeys(finding.id for finding in named if finding is not None))
    return ended.resolution.model_copy(update={"keeps": keeps, "open": not keeps})


def _counter(agent: Agent, claims: Sequence[Claim]) -> CounterSearch | None:
    gap, ended = agent.task.gap, agent.ended
    if gap is None or not gap.counter or not gap.finding_ids or ended is None or ended.failed:
        return None
    if not ended.looked:
        return None  # who looked nowhere has not searched, whatever they say
    return CounterSearch(
        finding=gap.finding_ids[0],
        agent=agent.name,
        iteration=agent.task.iteration,
        searched=ended.looked,
        against=tuple(claim.id for claim in claims if claim.agent == agent.name and claim.counters),
    )


# --- which findings are compared -------------------------------------------------------------------


async def _liken(
    state: ResearchState, context: Context, known: Known, pairs: Sequence[tuple[str, str]]
) -> tuple[Mapping[tuple[str, str], float], Embedded]:
    """Measure how alike findings are, where the set-up names a model for it: each is embedded once.

    It only chooses and orders the pairs that the judge is shown. Nothing where words are to be counted.
    """
    model = state.setup.embedding_model
    texts = {
        name: finding.description[:_LONGEST_LIKENED]
        for pair in pairs
        for name in pair
        if (finding := known.finding(name)) is not None
    }
    if not model or not texts:
        return {}, Embedded()
    ask = Ask(EMBEDDING, CHAIR, (), part=f"iteration-{state.iteration}", embeds=model)
    found = await embed(context, ask, texts, state.vectors)
    vectors = found.vectors
    return {(a, b): likeness(vectors[a], vectors[b]) for a, b in pairs if vectors}, found


# --- what models say of them -----------------------------------------------------------------------


async def _judge(
    state: ResearchState, context: Context, known: Known, pairs: Sequence[tuple[str, str]]
) -> tuple[Sequence[Relation], Sequence[Fact]]:
    """Ask the judge how pairs stand to each other, all in one call; what it passes over is asked again."""
    sides = [(known.finding(one), known.finding(other)) for one, other in pairs]
    both = [(a, b) for a, b in sides if a is not None and b is not None]
    shown = {str(number): pair for number, pair in enumerate(both, 1)}
    if not shown:
        return (), ()
    told: list[JsonValue] = [
        {"id": name, "a": a.description, "b": b.description, "quotes_a": _quotes(a), "quotes_b": _quotes(b)}
        for name, (a, b) in shown.items()
    ]
    reply, facts = await ask_fields(
        context,
        "judge",
        JUDGE,
        JudgeReply,
        {"pairs": told},
        part=f"iteration-{state.iteration}",
        shown={"pair": list(shown)},
    )
    if reply is None:
        return (), facts
    said = {one.id: one for one in reply.pairs}
    relations = []
    for name, (a, b) in shown.items():
        if (one := said.get(name)) is None:
            continue
        # The judge is asked how b stands to a: a narrower b qualifies a, a wider one is qualified by it.
        first, second = (b, a) if one.relation == "qualifies" else (a, b)
        kind: RelationKind = "qualifies" if one.relation == "qualified" else one.relation
        relations.append(
            Relation(a=first.id, b=second.id, kind=kind, iteration=state.iteration, by="judge", why=one.why)
        )
    return relations, facts


def _quotes(finding: Finding) -> list[JsonValue]:
    return [
        _quotation(citation.file, *citation.lines, citation.quote)
        for citation in finding.citations[:3]
        if citation.verified
    ]


def _quotation(file: str, first: int, last: int, quote: str) -> str:
    return f"{file}:{lines_said(first, last)} “{quote[:MOST_QUOTED]}”"


async def _weigh(
    state: ResearchState, context: Context, known: Known, ledger: Ledger
) -> tuple[Sequence[SupportVerdict], Sequence[Fact]]:
    """Ask the lead whether quoted lines support critical and important findings.

    Once for each finding and quote; one that was passed over is asked about once more, in another question.
    """
    before: dict[int, set[Place]] = defaultdict(set)
    for said_before in ledger.supports:
        before[said_before.iteration].add(said_before.place(known.became))
    asked_before = Counter(place for places in before.values() for place in places)
    settled = {one.place(known.became) for one in ledger.supports if one.support}
    items: dict[Place, Finding] = {}
    new = set(new_in(known, state.iteration))
    for finding in sorted(known.findings, key=lambda one: one.id not in new):
        if finding.category == "informational" or finding.status == "dismissed":
            continue
        for citation in finding.citations:
            of_lines = (finding.id, citation.file, *citation.lines)
            place = (*of_lines, citation.quote)
            done = place in settled or (*of_lines, "") in settled or asked_before[place] >= _MOST_ASKED
            if citation.verified and not done and len(items) < _MOST_WEIGHED:
                items[place] = finding
    if not items or set(items) in before.values():
        return (), ()
    told: list[JsonValue] = [
        {"id": str(number), "claim": finding.description, "quotes": [_quotation(*place[1:])]}
        for number, (place, finding) in enumerate(items.items(), 1)
    ]
    reply, facts = await ask_fields(
        context,
        "support",
        CHAIR,
        SupportReply,
        {"claims": told},
        part=f"iteration-{state.iteration}",
        shown={"item": [str(number) for number in range(1, len(items) + 1)]},
    )
    if reply is None:
        return (), facts
    said = {one.id: one.support for one in reply.claims}
    verdicts = [
        SupportVerdict(
            finding=name,
            file=file,
            first=first,
            last=last,
            quote=quote,
            support=said.get(str(number), ""),
            iteration=state.iteration,
        )
        for number, (name, file, first, last, quote) in enumerate(items, 1)
    ]
    return verdicts, facts
