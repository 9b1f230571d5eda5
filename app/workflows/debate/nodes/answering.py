"""The nodes in which members write: first answers or the best of several drafts, and refined ones.

What is kept here: no round is built on fewer valid answers than it needs, and since who fails to refine
keeps its answer, only first ones can be too few. What single members know from files that they alone were
given is told to all: groups lose what one alone knows (Stasser and Titus 1985). A quote is looked for in its
file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import CritiqueAnswered, TextProposed
from app.domain.messages import Missing
from app.engine.node import Ask, Context, Lost, Step
from app.workflows.common.asking_twice import mended_facts
from app.workflows.common.reading.talk import keeps, refuses
from app.workflows.common.replies import KnownReply, PoolingReply, RefinementReply
from app.workflows.debate.facts import DraftWritten, KnowledgePooled, KnownAlone, RefinementNoted
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.ledger import Point
from app.workflows.debate.nodes.asking import (
    MOST_FETCHES,
    Answered,
    ask_fetching,
    ask_structured,
    make_ask,
    pinned,
    question_inputs,
)
from app.workflows.debate.nodes.history import remembered, room_for_all, with_history
from app.workflows.debate.nodes.judging import choose
from app.workflows.debate.nodes.sampling import independent_answers
from app.workflows.debate.rules.guests import author_of, given
from app.workflows.debate.rules.passages import stands
from app.workflows.debate.setup import ContextText
from app.workflows.debate.state import DebateState

_MOST = 20
"""Things that a member tells of its own files."""
_NO_CHOICE = "The judge gave no readable choice; the first draft was taken."
UNREADABLE = "Its reply could not be read, twice."
LEFT_OUT = "It was left out by decision, but fewer than two answers would remain."
_LEFT_OUT_ALONE = "It was left out by decision, but no answer would remain."
_A_POINT = 80
"""Tokens of the answer to a point."""


async def proposal(state: DebateState, context: Context) -> Step:
    """Ask every member for a fresh answer in round 1; later rounds carry the accepted texts over."""
    signal = DebateSignal.PROPOSALS_COMPLETE if state.setup.enabled else DebateSignal.SINGLE_PASS
    signal = DebateSignal.QUICK_COMPLETE if state.rung == "quick" else signal
    # A member that has no text yet (it failed in round 1) is asked later too: it has nothing to carry over.
    wanted = state.redo_seats or state.active
    missing = [s for s in state.active if s in wanted and s not in state.attempt.base]
    seats = [s for s in missing if s in state.askable]
    if state.setup.independent:
        facts = await independent_answers(state, context, seats)
    else:
        results = await context.gather(*(_first_answer(state, context, seat) for seat in seats))
        facts = [fact for found in results for fact in found]
    facts = [*given(state, missing), *facts]
    _require_answers(state, context, seats, facts)
    if state.setup.enabled and state.rung == "debate":
        answered = {fact.seat for fact in facts if isinstance(fact, TextProposed)}
        # Who answered in a quick check has told nothing yet.
        earlier = state.attempt.base if state.round == 1 else ()
        telling = [s for s in state.active if s in answered or s in earlier]
        facts = [*facts, *await _pool(state, context, telling)]
    return Step(signal, tuple(facts))


async def _first_answer(state: DebateState, context: Context, seat: str) -> list[Fact]:
    """Ask a member for its answer, or its drafts, and return what enters the round; nothing if it failed."""
    count = context.seat(seat).drafts
    if count == 1:
        ask = await room_for_all(state, context, _answer_ask(state, context, seat, 1, 1))
        answer = await ask_fetching(state, context, ask)
        # Without a word it is no answer: the round goes on as where its call failed.
        proposed = [_proposed(state, seat, "", answer)] if answer.text.strip() else []
        return [*answer.mended, *proposed]
    asks = [
        await room_for_all(state, context, _answer_ask(state, context, seat, number, count))
        for number in range(1, count + 1)
    ]
    answers = await context.gather(*(ask_fetching(state, context, ask) for ask in asks))
    drafts = {number: a.text for number, a in enumerate(answers, 1) if a.text.strip()}
    mended = [fact for answered in answers for fact in answered.mended]
    if not drafts:
        return []
    best, why = next(iter(drafts)), ""
    judged: tuple[Fact, ...] = ()
    if len(set(drafts.values())) > 1:
        best, why, judged = await _best_draft(state, context, seat, drafts)
    written = [
        DraftWritten(
            seat=seat, number=number, text=text, chosen=number == best, why=why if number == best else ""
        )
        for number, text in drafts.items()
    ]
    return [*mended, *judged, *written, _proposed(state, seat, f"draft-{best}", answers[best - 1])]


def _answer_ask(state: DebateState, context: Context, seat: str, number: int, count: int) -> Ask:
    inputs: dict[str, JsonValue] = {
        **question_inputs(state, seat),
        **pinned(state),
        "draft": number,
        "drafts": count,
        **({"fetches": MOST_FETCHES} if state.setup.tool_servers else {}),
    }
    return make_ask(state, context, "proposal", seat, inputs, part=f"draft-{number}" if count > 1 else "")


def _proposed(state: DebateState, seat: str, part: str, answer: Answered[BaseModel]) -> TextProposed:
    asked = state.last_asked("proposal", seat, part if answer.part is None else answer.part)
    return TextProposed(slot="answer", seat=seat, text=answer.text, asked=asked, cut=answer.cut)


async def _best_draft(
    state: DebateState, context: Context, seat: str, drafts: dict[int, str]
) -> tuple[int, str, tuple[Fact, ...]]:
    order = list(drafts)
    # The first seat is preferred by many judges: the order is drawn anew for every member.
    context.rng("drafts", state.round, state.attempt.number, seat).shuffle(order)
    labels = {f"Draft {number}": number for number in order}
    texts = {label: drafts[number] for label, number in labels.items()}
    answered = await choose(state, context, texts, seat, {}, labels)
    if answered.reply is None:
        return min(drafts), _NO_CHOICE, answered.mended
    return labels[answered.reply.best], answered.reply.why, answered.mended


def _require_answers(
    state: DebateState, context: Context, seats: Sequence[str], facts: Sequence[Fact]
) -> None:
    """Open the failure gate over the calls of `seats` that brought no text.

    Where enough texts are left, members whose calls a person left out are not asked about again. Members that
    sit out were let go at a failure gate, which keeps as many as are needed.
    """
    answered = {fact.seat for fact in facts if isinstance(fact, TextProposed)}
    lost = [seat for seat in seats if seat not in answered and seat not in state.attempt.absent]
    if len(state.prospects - set(lost)) >= state.needed:
        lost = [seat for seat in lost if seat not in state.left_out]
    if lost:
        context.fail([call for seat in lost for call in _calls(state, seat)])


def _calls(state: DebateState, seat: str) -> Iterator[Lost]:
    """Return what to ask again: all drafts, or the last of a question and its repetition."""
    parts = [part for asked, who, part in state.asked if (asked, who) == ("proposal", seat)]
    left_out = LEFT_OUT if state.needed > 1 else _LEFT_OUT_ALONE
    for part in ["reask"] if "reask" in parts else parts:
        yield Lost("proposal", seat, part, left_out if seat in state.left_out else UNREADABLE)


async def _pool(state: DebateState, context: Context, seats: Sequence[str]) -> list[Fact]:
    """Ask the members that have files of their own what stands in them; who has told them is not asked again.

    `seats`: those that have answered just now. One that could not yet is asked when it does.
    """
    told = {seat for seat, pooled in state.pooled.items() if not pooled.unread}
    asked = seats if state.setup.tell_files else ()
    own = [seat for seat in asked if state.setup.own_files(seat) and seat not in told]
    found = await context.gather(*(_told(state, context, seat) for seat in own))
    return [fact for facts in found for fact in facts]


async def _told(state: DebateState, context: Context, seat: str) -> list[Fact]:
    inputs = {**question_inputs(state, seat), "limit": _MOST}
    ask = make_ask(state, context, "pooling", seat, inputs, schema=PoolingReply)
    # Its answer stands all the same: that the others know nothing of its files is said in the report.
    names = {"file": [file.name for file in state.setup.own_files(seat)]}
    answered = await ask_structured(state, context, ask, PoolingReply, tolerate=True, shown=names)
    if answered.reply is None or isinstance(answered.outcome, Missing):
        return [*answered.mended, KnowledgePooled(seat=seat, unread=True)]
    files, said = state.setup.own_files(seat), answered.reply.known[:_MOST]
    # A file may be long.
    known = await context.compute(lambda: tuple(_known(files, one) for one in said))
    mended = mended_facts(ask, answered.outcome, ("too_many",)) if len(answered.reply.known) > _MOST else ()
    return [*answered.mended, *mended, KnowledgePooled(seat=seat, known=known)]


def _known(files: Sequence[ContextText], said: KnownReply) -> KnownAlone:
    quote = said.quote.strip()
    holding = [file.name for file in files if quote and stands(quote, file.text)]
    return KnownAlone(
        says=said.says.strip(),
        file=said.file if said.file in holding or not holding else holding[0],
        quote=quote,
        found=bool(holding),
    )


async def refinement(state: DebateState, context: Context) -> Step:
    """Let every member refine its own answer and answer each point it was given.

    Without a critique, a point or a person's words there is nothing to refine by, and nobody is asked.
    """
    told = any(pinned(state).values()) or any(_points_for(state, seat) for seat in state.present)
    if state.attempt.uncriticised and not told:
        return Step(DebateSignal.REFINEMENTS_COMPLETE)
    wanted = state.redo_seats or state.present
    seats = [s for s in state.present if s in wanted and author_of(state, s)]
    results = await context.gather(*(_refine(state, context, seat) for seat in seats))
    return Step(DebateSignal.REFINEMENTS_COMPLETE, tuple(fact for found in results for fact in found))


def _points_for(state: DebateState, seat: str) -> list[Point]:
    """Return the points a member must answer: this round's, and accepted ones still open."""
    mine = [p for p in state.attempt.points if p.concerns(seat) and p.goes_to_author]
    carried = [p for p in state.points.values() if p.concerns(seat) and p.still_owed and p not in mine]
    return mine + carried


async def _refine(state: DebateState, context: Context, seat: str) -> list[Fact]:
    """Return a member's refined text, its answers to its points and its note; no text where it failed."""
    base, author = state.attempt.base[seat], author_of(state, seat)
    # A given text is revised in the name of nobody: who does it writes an answer of its own besides.
    part = "" if author == seat else seat
    points = {str(number): point for number, point in enumerate(_points_for(state, seat), 1)}
    inputs = {
        **question_inputs(state, author),
        **pinned(state),
        "text": base.text,
        "critiques": [_point_for_author(number, point) for number, point in points.items()],
        "reasons": state.setup.name_reasons,
    }

    def build(history: Mapping[str, JsonValue]) -> Ask:
        asked = {**inputs, **history}
        return make_ask(state, context, "refinement", author, asked, part=part, schema=RefinementReply)

    known: Mapping[str, JsonValue] = {"history": "", "summarised": False}
    if author == seat:
        known = remembered(state, seat, raised=False)
    ask, summed_up = await with_history(state, context, author, known, build)
    ask = await room_for_all(state, context, ask, _A_POINT * (len(points) + 2))
    answered = await ask_structured(state, context, ask, RefinementReply, shown={"point": points})
    if isinstance(answered.outcome, Missing):
        return [*summed_up]
    reply = answered.reply
    if reply is None and (not answered.text or refuses(answered.text)):
        # Half a JSON object is no answer: the member keeps its last text, and the round says so.
        return [
            *summed_up,
            *answered.mended,
            RefinementNoted(seat=seat, justification=UNREADABLE, unread=True),
        ]
    asked = state.last_asked("refinement", author, part)
    text = reply.text if reply else answered.text
    # “No changes, my answer stands.” is none of its own.
    text = base.text if keeps(text) else text
    answers = list(_answers(seat, points, reply, asked))
    held = dict.fromkeys(answer.justification for answer in answers if answer.answer == "held")
    noted = RefinementNoted(
        seat=seat,
        summary=reply.summary if reply else "",
        justification=" ".join(filter(None, held)),
        because=reply.changed_because if reply and state.setup.name_reasons else "",
    )
    proposed = TextProposed(slot="answer", seat=seat, text=text, base=base.seq, asked=asked, cut=answered.cut)
    return [*summed_up, *answered.mended, proposed, *answers, noted]


def _point_for_author(number: str, point: Point) -> JsonValue:
    """Return a point as its author reads it: by a plain number, without its critic."""
    return {
        "id": number,
        "claim": point.fact.claim,
        "suggestion": point.fact.suggestion,
        "severity": point.fact.severity,
        "quote": point.fact.quote,
    }


def _answers(
    seat: str, points: Mapping[str, Point], reply: RefinementReply | None, asked: int | None
) -> Iterator[CritiqueAnswered]:
    """Return an answer per point; what the author passed over is unanswered."""
    given = {answer.id: answer for answer in reply.answers} if reply else {}
    for number, point in points.items():
        answer = given.get(number)
        yield CritiqueAnswered(
            critique=point.fact.critique,
            seat=seat,
            answer=answer.answer if answer else "unanswered",
            justification=answer.justification if answer else "",
            asked=asked,
        )
