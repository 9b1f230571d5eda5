"""Integration: every citation is looked up, findings are compared, and quoted lines weighed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.ids import CHAIR, JUDGE
from app.engine.node import Context, Step
from app.workflows.research.agents import Agent
from app.workflows.research.facts import FindingsCompared
from app.workflows.research.graph import ResearchSignal
from app.workflows.research.model import (
    Claim,
    CounterSearch,
    Finding,
    Pair,
    Relation,
    RelationKind,
    Resolution,
)
from app.workflows.research.nodes.asking import MOST_QUOTED, ask_reply, lines_said, make_ask
from app.workflows.research.nodes.checking import check_reports
from app.workflows.research.nodes.computing import in_thread
from app.workflows.research.nodes.likening import MOST_LIKENED, liken
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
from app.workflows.research.state import ResearchState

MOST_WEIGHED = 40
"""Quotations of an iteration whose support the lead model is asked about."""
MOST_ASKED = 2
"""Times that it is asked about one which it passes over."""


async def integrate(state: ResearchState, context: Context) -> Step:
    """Check what the agents reported, compare it with what is known, and weigh the lines it stands on."""
    agents = state.tasks()
    checked = await check_reports(state, context, agents)
    claims = checked.claims
    ledger = _with(state.ledger, claims, origins=checked.origins)
    known = await _assembled(state, context, ledger)
    resolutions = [one for agent in agents if (one := _resolution(agent, known)) is not None]
    counters = [made for agent in agents if (made := _counter(agent, claims)) is not None]
    repeated = repetitions(known, state.iteration)
    if repeated:
        ledger = _with(ledger, relations=repeated)
        known = await _assembled(state, context, ledger)
    said = confirmations(known, claims, state.iteration)
    if said.relations or resolutions or counters:
        ledger = _with(ledger, relations=said.relations, resolutions=resolutions, counters=counters)
        known = await _assembled(state, context, ledger)
    compared_before = [(whole(one.a, known.became), whole(one.b, known.became)) for one in ledger.relations]
    findings = known.findings
    # Not the new ones alone: what did not fit into the pairs of one iteration is compared in the next.
    names = set(known.by_id)

    def chosen(most: int, similarity: Mapping[tuple[str, str], float]) -> list[Pair]:
        return candidates(
            findings, names, compared_before, wanted=said.wanted, similarity=similarity, most=most
        )

    model = state.setup.embedding_model
    pairs = await in_thread(context, len(findings), lambda: chosen(MOST_LIKENED if model else MOST_PAIRS, {}))
    alike = await liken(state, context, known, pairs)
    if model:
        pairs = await in_thread(context, len(findings), lambda: chosen(MOST_PAIRS, alike.similarity))
    judged, mended = await _judge(state, context, known, pairs)
    if judged:
        ledger = _with(ledger, relations=judged)
        known = await _assembled(state, context, ledger)
    supports, mended_too = await _weigh(state, context, known, ledger)
    compared = FindingsCompared(
        relations=(*repeated, *said.relations, *judged),
        resolutions=tuple(resolutions),
        counters=tuple(counters),
        supports=tuple(supports),
        compared=len(pairs),
        embedded=alike.embedded,
        embedding_model=model,
        embedding_problem=alike.problem,
    )
    return Step(ResearchSignal.INTEGRATED, (*mended, *mended_too, checked, compared))


async def _assembled(state: ResearchState, context: Context, ledger: Ledger) -> Known:
    table = state.table
    return await in_thread(context, len(ledger.claims), lambda: assemble(ledger, table))


# --- comparing ------------------------------------------------------------------------------------


def _with(
    ledger: Ledger,
    claims: Iterable[Claim] = (),
    *,
    relations: Iterable[Relation] = (),
    resolutions: Iterable[Resolution] = (),
    counters: Iterable[CounterSearch] = (),
    origins: Mapping[str, str] | None = None,
) -> Ledger:
    """Return a ledger that holds this besides; the builder's own is never changed by a node."""
    return replace(
        ledger,
        claims=[*ledger.claims, *claims],
        relations=[*ledger.relations, *relations],
        resolutions=[*ledger.resolutions, *resolutions],
        counters=[*ledger.counters, *counters],
        origins={**ledger.origins, **(origins or {})},
    )


def _resolution(agent: Agent, known: Known) -> Resolution | None:
    """Return how an agent settled its conflict, its findings by the names they have now.

    One that failed leaves it open, which counts against convergence.
    """
    gap, ended = agent.task.gap, agent.ended
    if gap is None or gap.type != "conflict" or not gap.conflict_id or ended is None:
        return None
    if ended.resolution is None or ended.failed:
        return Resolution(conflict=gap.conflict_id, open=True, by=agent.name, iteration=agent.task.iteration)
    keeps = tuple(
        dict.fromkeys(
            finding.id for name in ended.resolution.keeps if (finding := known.finding(name)) is not None
        )
    )
    return ended.resolution.model_copy(update={"keeps": keeps, "open": not keeps})


def _counter(agent: Agent, claims: Sequence[Claim]) -> CounterSearch | None:
    gap, ended = agent.task.gap, agent.ended
    if gap is None or not gap.counter or not gap.finding_ids or ended is None or ended.failed:
        return None
    if not ended.looked:
        return None  # who looked nowhere has not searched, whatever they say
    against = tuple(claim.id for claim in claims if claim.agent == agent.name and claim.counters)
    return CounterSearch(
        finding=gap.finding_ids[0],
        agent=agent.name,
        iteration=agent.task.iteration,
        searched=ended.looked,
        against=against,
    )


async def _judge(
    state: ResearchState, context: Context, known: Known, pairs: Sequence[Pair]
) -> tuple[list[Relation], list[Fact]]:
    """Ask the judge how pairs stand to each other, all in one call; what it passes over is asked again."""
    shown = [
        (pair, a, b)
        for pair in pairs
        if (a := known.finding(pair.a)) is not None and (b := known.finding(pair.b)) is not None
    ]
    if not shown:
        return [], []
    told: list[JsonValue] = [
        {
            "id": str(number),
            "a": a.description,
            "b": b.description,
            "quotes_a": _quotes(a),
            "quotes_b": _quotes(b),
        }
        for number, (_, a, b) in enumerate(shown, 1)
    ]
    ask = make_ask(
        context, "judge", JUDGE, {"pairs": told}, part=f"iteration-{state.iteration}", schema=JudgeReply
    )
    asked = await ask_reply(context, ask, JudgeReply, {"pair": _numbers(shown)})
    if asked is None:
        return [], []
    reply, facts = asked
    said = {one.id: one for one in reply.pairs}
    relations = []
    for number, (pair, _, _) in enumerate(shown, 1):
        one = said.get(str(number))
        if one is None:
            continue
        said_kind = one.relation
        # The judge is asked how b stands to a: a narrower b qualifies a, a wider one is qualified by it.
        first, second = (pair.b, pair.a) if said_kind == "qualifies" else (pair.a, pair.b)
        kind: RelationKind = "qualifies" if said_kind == "qualified" else said_kind
        relations.append(
            Relation(a=first, b=second, kind=kind, iteration=state.iteration, by="judge", why=one.why)
        )
    return relations, facts


def _numbers(shown: Sequence[object]) -> list[str]:
    """Return the names under which a model is shown things: plain ones, which it writes as they are."""
    return [str(number) for number in range(1, len(shown) + 1)]


def _quotes(finding: Finding) -> list[JsonValue]:
    return [
        f"{citation.file}:{lines_said(*citation.lines)} “{citation.quote[:MOST_QUOTED]}”"
        for citation in finding.citations[:3]
        if citation.verified
    ]


# --- weighing the lines ---------------------------------------------------------------------------


async def _weigh(
    state: ResearchState, context: Context, known: Known, ledger: Ledger
) -> tuple[list[SupportVerdict], list[Fact]]:
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
            done = place in settled or (*of_lines, "") in settled or asked_before[place] >= MOST_ASKED
            if citation.verified and not done and len(items) < MOST_WEIGHED:
                items[place] = finding
    if not items or set(items) in before.values():
        return [], []
    told: list[JsonValue] = [
        {
            "id": str(number),
            "claim": finding.description,
            "quotes": [f"{file}:{lines_said(first, last)} “{quote[:MOST_QUOTED]}”"],
        }
        for number, ((_, file, first, last, quote), finding) in enumerate(items.items(), 1)
    ]
    ask = make_ask(
        context, "support", CHAIR, {"claims": told}, part=f"iteration-{state.iteration}", schema=SupportReply
    )
    asked = await ask_reply(context, ask, SupportReply, {"item": _numbers(told)})
    if asked is None:
        return [], []
    reply, facts = asked
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
