"""Integration: every citation is looked up, findings are compared, and quoted lines weighed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import BaseModel

from app.documents.places import place_at
from app.domain.canonical import JsonValue, digest, dumps
from app.domain.errors import InputError
from app.domain.fact_base import Fact
from app.domain.ids import CHAIR, JUDGE
from app.engine.folders import SourceText
from app.engine.plugin import Context, Step
from app.workflows.research.agents import Agent
from app.workflows.research.asking import MOST_QUOTED, ask_reply, lines_said, make_ask
from app.workflows.research.facts import ClaimsChecked, FindingsCompared
from app.workflows.research.graph import ResearchSignal
from app.workflows.research.model import (
    Citation,
    Claim,
    CounterSearch,
    Finding,
    Pair,
    Relation,
    Resolution,
)
from app.workflows.research.replies import JudgeReply, SupportReply
from app.workflows.research.rules import citations as citation_rules
from app.workflows.research.rules.candidates import candidates
from app.workflows.research.rules.coverage import references
from app.workflows.research.rules.integration import (
    Known,
    Ledger,
    SupportVerdict,
    assemble,
    confirmations,
    new_in,
)
from app.workflows.research.rules.origins import origins
from app.workflows.research.state import ResearchState

MOST_WEIGHED = 40
"""Quotations of an iteration whose support the lead model is asked about."""
MOST_REFERRING = 400
"""Files of an iteration that are looked through for the files they name."""


class _Looked(BaseModel):
    """The value of the check: citations by claim, origins of the files, and what files refer to."""

    citations: dict[str, list[Citation]]
    origins: dict[str, str]
    refers: dict[str, list[str]]


async def integrate(state: ResearchState, context: Context) -> Step:
    """Check what the agents reported, compare it with what is known, and weigh the lines it stands on."""
    agents = state.tasks()
    checked = await _check(state, context, agents)
    claims = checked.claims
    ledger = _with(state.ledger, claims, origins=checked.origins)
    known = assemble(ledger, state.table)
    resolutions = [one for agent in agents if (one := _resolution(agent, known)) is not None]
    counters = [made for agent in agents if (made := _counter(agent, claims)) is not None]
    relations = confirmations(known, claims, state.iteration)
    ledger = _with(ledger, relations=relations, resolutions=resolutions, counters=counters)
    known = assemble(ledger, state.table)
    pairs = candidates(
        known.findings,
        _of_claims(known, claims),
        [(one.a, one.b) for one in ledger.relations],
        wanted=list(_wanted(known, claims)),
    )
    judged, mended = await _judge(state, context, known, pairs)
    ledger = _with(ledger, relations=judged)
    known = assemble(ledger, state.table)
    supports, mended_too = await _weigh(state, context, known, ledger)
    compared = FindingsCompared(
        relations=(*relations, *judged),
        resolutions=tuple(resolutions),
        counters=tuple(counters),
        supports=tuple(supports),
        compared=len(pairs),
    )
    return Step(ResearchSignal.INTEGRATED, (*mended, *mended_too, checked, compared))


# --- looking citations up -------------------------------------------------------------------------


async def _check(state: ResearchState, context: Context, agents: Sequence[Agent]) -> ClaimsChecked:
    """Look up every citation in the folder, in one effect: what was found stays what it was."""
    said = [agent.ended for agent in agents if agent.ended is not None]
    rules = state.setup.rules(state.left_out)
    reports = [one.model_dump(mode="json", include={"agent", "reported"}) for one in said]
    shown = sorted({passage.path for one in said for passage in one.shown} - set(state.refers))

    async def effect() -> JsonValue:
        folder = context.ports.sources.by_rules(rules)
        texts: dict[str, SourceText | None] = {}

        async def text(path: str) -> SourceText | None:
            if path and path not in texts:
                try:
                    texts[path] = await folder.text(path)
                except InputError:
                    texts[path] = None
            return texts.get(path)

        citations: dict[str, JsonValue] = {}
        for ended in said:
            for number, reported in enumerate(ended.reported, 1):
                citations[f"{ended.agent}/{number}"] = [
                    citation_rules.check(
                        cited,
                        _source(await text(citation_rules.inside(cited.file))),
                        agent=ended.agent,
                        iteration=state.iteration,
                    ).model_dump(mode="json")
                    for cited in reported.citations
                ]
        listing = await folder.files()
        files = [file.path for file in listing.files]
        refers: dict[str, JsonValue] = {}
        for path in shown[:MOST_REFERRING]:
            source = await text(path)
            if source is not None:
                named = await asyncio.to_thread(references, path, source.text, files)
                refers[path] = list[JsonValue](named)
        cited_files = {path for path, source in texts.items() if source is not None}
        for path in sorted({path for path in state.ledger.origins} - texts.keys()):
            if await text(path) is not None:
                cited_files.add(path)
        bodies = {path: source.text for path, source in texts.items() if source is not None}
        bodies = {path: body for path, body in bodies.items() if path in cited_files}
        groups = await asyncio.to_thread(origins, bodies)
        return {"citations": citations, "origins": dict[str, JsonValue](groups), "refers": refers}

    identity = digest(dumps([reports, shown, sorted(rules.allowed), list(rules.left_out)]))
    value = await context.once(
        "research_check", CHAIR, f"iteration-{state.iteration}", identity, effect, harmless=True
    )
    looked = _Looked.model_validate(value)
    claims = [
        Claim(
            agent=ended.agent,
            iteration=state.iteration,
            number=number,
            description=reported.description,
            category=reported.category,
            subject=reported.subject,
            citations=tuple(looked.citations.get(f"{ended.agent}/{number}", ())),
            confirms=reported.confirms,
            question=reported.question,
            counters=_countered(state, ended.agent, reported.confirms),
        )
        for ended in said
        for number, reported in enumerate(ended.reported, 1)
    ]
    return ClaimsChecked(
        claims=tuple(claims),
        origins=looked.origins,
        refers={path: tuple(named) for path, named in looked.refers.items()},
    )


def _source(found: SourceText | None) -> citation_rules.Source | None:
    if found is None:
        return None

    def name(line: int) -> str:
        place = place_at(found.places, line)
        return place.label() if place is not None else ""

    return citation_rules.Source(found.path, found.text, found.digest, name)


def _countered(state: ResearchState, agent: str, confirms: str) -> str:
    """Return the finding that a claim was found against, by a search for what speaks against it."""
    gap = state.agents[agent].task.gap
    if gap is None or not gap.counter or not gap.finding_ids or confirms in gap.finding_ids:
        return ""
    return gap.finding_ids[0]


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
    return Ledger(
        claims=[*ledger.claims, *claims],
        relations=[*ledger.relations, *relations],
        resolutions=[*ledger.resolutions, *resolutions],
        supports=list(ledger.supports),
        counters=[*ledger.counters, *counters],
        decisions=list(ledger.decisions),
        origins={**ledger.origins, **(origins or {})},
    )


def _resolution(agent: Agent, known: Known) -> Resolution | None:
    """Return how an agent settled its conflict, its findings by the names they have now."""
    ended = agent.ended
    if ended is None or ended.resolution is None or ended.failed:
        return None
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
    against = tuple(claim.id for claim in claims if claim.agent == agent.name and claim.counters)
    return CounterSearch(
        finding=gap.finding_ids[0],
        agent=agent.name,
        iteration=agent.task.iteration,
        searched=ended.searched,
        against=against,
    )


def _of_claims(known: Known, claims: Iterable[Claim]) -> set[str]:
    return {known.finding_of[claim.id] for claim in claims if claim.id in known.finding_of}


def _wanted(known: Known, claims: Iterable[Claim]) -> Iterator[tuple[str, str]]:
    """Yield the pairs that agents themselves speak of: what a claim confirms, or was found against."""
    for claim in claims:
        other = known.finding(claim.confirms or claim.counters)
        mine = known.finding_of.get(claim.id)
        if other is not None and mine and mine != other.id:
            yield other.id, mine


async def _judge(
    state: ResearchState, context: Context, known: Known, pairs: Sequence[Pair]
) -> tuple[list[Relation], list[Fact]]:
    """Ask the judge how pairs stand to each other, all in one call; what it passes over stays unrelated."""
    by_id = {f"{pair.a}-{pair.b}": pair for pair in pairs}
    told: list[JsonValue] = []
    for name, pair in by_id.items():
        a, b = known.finding(pair.a), known.finding(pair.b)
        if a is not None and b is not None:
            told.append(
                {
                    "id": name,
                    "a": a.description,
                    "b": b.description,
                    "quotes_a": _quotes(a),
                    "quotes_b": _quotes(b),
                }
            )
    if not told:
        return [], []
    ask = make_ask(
        context, "judge", JUDGE, {"pairs": told}, part=f"iteration-{state.iteration}", schema=JudgeReply
    )
    asked = await ask_reply(context, ask, JudgeReply)
    if asked is None:
        return [], []
    reply, facts = asked
    said = {one.id.strip(): one for one in reply.pairs}
    relations = []
    for name, pair in by_id.items():
        one = said.get(name)
        kind = one.relation if one is not None else "unrelated"
        # The judge is asked how b stands to a, and a narrower b qualifies a.
        first, second = (pair.b, pair.a) if kind == "qualifies" else (pair.a, pair.b)
        why = one.why if one is not None else ""
        relations.append(
            Relation(a=first, b=second, kind=kind, iteration=state.iteration, by="judge", why=why)
        )
    return relations, facts


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
    """Ask the lead once whether quoted lines support critical and important findings."""
    asked_before = {(one.finding, one.file, one.first, one.last) for one in ledger.supports}
    items: dict[str, tuple[Finding, Citation]] = {}
    new = set(new_in(known, ledger, state.iteration))
    for finding in sorted(known.findings, key=lambda one: one.id not in new):
        if finding.category == "informational" or finding.status == "dismissed":
            continue
        for citation in finding.citations:
            place = (finding.id, citation.file, *citation.lines)
            if citation.verified and place not in asked_before and len(items) < MOST_WEIGHED:
                asked_before.add(place)
                items[f"{finding.id}:{len(items) + 1}"] = (finding, citation)
    if not items:
        return [], []
    told: list[JsonValue] = [
        {
            "id": name,
            "claim": finding.description,
            "quotes": [f"{citation.file}:{lines_said(*citation.lines)} “{citation.quote[:MOST_QUOTED]}”"],
        }
        for name, (finding, citation) in items.items()
    ]
    ask = make_ask(
        context, "support", CHAIR, {"claims": told}, part=f"iteration-{state.iteration}", schema=SupportReply
    )
    asked = await ask_reply(context, ask, SupportReply)
    if asked is None:
        return [], []
    reply, facts = asked
    verdicts = [
        SupportVerdict(
            finding=items[one.id.strip()][0].id,
            file=items[one.id.strip()][1].file,
            first=items[one.id.strip()][1].lines[0],
            last=items[one.id.strip()][1].lines[1],
            support=one.support,
            iteration=state.iteration,
        )
        for one in reply.claims
        if one.id.strip() in items
    ]
    return verdicts, facts
