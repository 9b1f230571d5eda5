"""The nodes in which members write: first answers, and refined ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import CritiqueAnswered, TextProposed
from app.domain.messages import Missing
from app.engine.node import Ask, Context, Step
from app.workflows.common.replies import RefinementReply
from app.workflows.debate.asking import ask_structured, make_ask, pinned, question_inputs
from app.workflows.debate.drafting import first_answer
from app.workflows.debate.enough import UNREADABLE, require_answers
from app.workflows.debate.facts import RefinementNoted
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.guests import author_of, given
from app.workflows.debate.history import remembered
from app.workflows.debate.ledger import Point
from app.workflows.debate.pooling import pool
from app.workflows.debate.sampling import independent_answers
from app.workflows.debate.state import DebateState
from app.workflows.debate.window import room_for_all, with_history

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
        results = await context.gather(*(first_answer(state, context, seat) for seat in seats))
        facts = [fact for found in results for fact in found]
    facts = [*given(state, missing), *facts]
    require_answers(state, context, seats, facts)
    if state.setup.enabled and state.rung == "debate":
        answered = {fact.seat for fact in facts if isinstance(fact, TextProposed)}
        # Who answered in a quick check has told nothing yet.
        earlier = state.attempt.base if state.round == 1 else ()
        telling = [s for s in state.active if s in answered or s in earlier]
        facts = [*facts, *await pool(state, context, telling)]
    return Step(signal, tuple(facts))


def _points_for(state: DebateState, seat: str) -> list[Point]:
    """Return the points a member must answer: this round's, and accepted ones still open."""
    mine = [p for p in state.attempt.points if p.concerns(seat) and p.goes_to_author]
    carried = [p for p in state.points.values() if p.concerns(seat) and p.still_owed and p not in mine]
    return mine + carried


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
    if reply is None and not answered.text:
        # Half a JSON object is no answer: the member keeps its last text, and the round says so.
        return [
            *summed_up,
            *answered.mended,
            RefinementNoted(seat=seat, justification=UNREADABLE, unread=True),
        ]
    asked = state.last_asked("refinement", author, part)
    text = reply.text if reply else answered.text
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
