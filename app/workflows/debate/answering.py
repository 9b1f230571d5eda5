"""The nodes of a round: answers, critiques, refinements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import CritiqueAnswered, CritiqueFiled, TextProposed
from app.domain.ids import CHAIR
from app.domain.messages import Missing
from app.engine.plugin import Context, GateRequest, Step
from app.workflows.common.replies import CritiqueReply, RefinementReply
from app.workflows.debate.asking import ask_structured, make_ask, pinned, question_inputs
from app.workflows.debate.drafting import first_answer
from app.workflows.debate.enough import UNREADABLE, require_answers
from app.workflows.debate.facts import AnswersRanked, RefinementNoted
from app.workflows.debate.graph import Signal
from app.workflows.debate.history import remembered
from app.workflows.debate.ledger import Point
from app.workflows.debate.payloads import CritiqueShown, ReviewPayload
from app.workflows.debate.state import DebateState

_BROKEN = re.compile(r"\s*(```\w*\s*)?[\[{]")
MOST_POINTS = 5
"""Points a reviewer may make against one answer (spec, Critique)."""


async def proposal(state: DebateState, context: Context) -> Step:
    """Ask every member for a fresh answer in round 1; later rounds carry the accepted texts over."""
    signal = Signal.PROPOSALS_COMPLETE if state.setup.enabled else Signal.SINGLE_PASS
    # A member that has no text yet (it failed in round 1) is asked later too: it has nothing to carry over.
    wanted = state.redo_seats or state.active
    seats = [s for s in state.active if s in wanted and s not in state.attempt.base]
    results = await context.gather(*(first_answer(state, context, seat) for seat in seats))
    facts = [fact for found in results for fact in found]
    require_answers(state, context, "proposal", seats, facts)
    return Step(signal, tuple(facts))


async def critique(state: DebateState, context: Context) -> Step:
    """Let every member review every other answer under letters; a sole member is reviewed by the chair."""
    if state.redo_seats:
        return Step(Signal.CRITIQUES_COMPLETE)
    # As they were on entry: who fails here sits out, its answer is reviewed all the same.
    present = state.present_on_entry
    reviewers = present if len(present) > 1 else (CHAIR,)
    results = await context.gather(*(_review(state, context, critic) for critic in reviewers))
    facts = [fact for facts in results for fact in facts]
    return Step(Signal.CRITIQUES_COMPLETE, tuple(_numbered(state, facts)))


def _numbered(state: DebateState, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Give every point its id, `<round>.<attempt>.<number>`: it goes to the author and must name nobody."""
    number = 0
    for fact in facts:
        if isinstance(fact, CritiqueFiled):
            number += 1
            yield fact.model_copy(update={"critique": f"{state.round}.{state.attempt.number}.{number}"})
        else:
            yield fact


async def _review(state: DebateState, context: Context, critic: str) -> list[Fact]:
    others = [seat for seat in state.present_on_entry if seat != critic]
    context.rng("review", state.round, critic).shuffle(others)
    labels = {f"Response {state.letters[seat]}": seat for seat in others}
    answers: list[JsonValue] = []
    for label, seat in labels.items():
        version = state.attempt.text(seat)
        assert version is not None
        answers.append({"label": label, "text": version.text})
    inputs = {**question_inputs(state), **pinned(state), **remembered(state, critic), "answers": answers}
    reply, outcome = await ask_structured(
        context, make_ask(context, "critique", critic, inputs, schema=CritiqueReply), CritiqueReply
    )
    if isinstance(outcome, Missing):
        return []
    if reply is None:
        # Kept whole, marked, and shown as what it is: nobody guesses points or a severity from prose.
        # What covers several answers is laid at no single author's door.
        label, seat = next(iter(labels.items())) if len(labels) == 1 else ("", "")
        return [
            CritiqueFiled(
                critique="",
                critic=critic,
                target=seat,
                label=label,
                claim=outcome.text,
                unstructured=True,
            )
        ]
    facts: list[Fact] = []
    ranked = dict.fromkeys(_label(name) for name in reply.ranking)
    ranking = tuple(labels[label] for label in ranked if label in labels)
    if ranking:
        facts.append(AnswersRanked(critic=critic, ranking=ranking))
    counts = dict.fromkeys(labels, 0)
    for item in reply.items:
        label = _label(item.target)
        if label not in labels and len(labels) == 1:
            label = next(iter(labels))
        if label not in labels or counts[label] >= MOST_POINTS:
            continue
        counts[label] += 1
        facts.append(
            CritiqueFiled(
                critique="",
                critic=critic,
                target=labels[label],
                label=label,
                claim=item.claim,
                suggestion=item.suggestion,
                severity=item.severity,
                category=item.category,
                quote=item.quote,
            )
        )
    return facts


def _label(name: str) -> str:
    """Return `Response B` for what a critic may have written for it: B, response b, **Response B**."""
    letter = re.sub(r"(?i)\W|response", "", name)
    return f"Response {letter.upper()}"


async def critique_review(state: DebateState, context: Context) -> Step:
    """Let the person decide each critique first, where the setup says so."""
    offered = ledger_shown(state)
    wanted = state.setup.review_critiques and bool(offered) and not state.redo_seats
    await context.gate(
        GateRequest(
            "critique_review",
            ReviewPayload(
                round=state.round,
                attempt=state.attempt.number,
                critiques=offered,
                letters=state.letters,
                hide_names=state.names_hidden,
            ).data(),
            ("send",),
            primary="send",
            passed_by_policy=None if wanted else ("send", {}),
        )
    )
    return Step(Signal.CRITIQUES_REVIEWED)


def reviewable(state: DebateState) -> list[Point]:
    """Return what a gate offers for a decision: this attempt's points, then those that wait from earlier.

    Deferred ones, accepted ones that are still open, and carried ones that were answered in this attempt.
    """
    attempt = state.attempt
    waiting = [
        p
        for p in state.points.values()
        if p not in attempt.points and (p.verdict == "defer" or p.still_owed or p.answer_in(attempt.round))
    ]
    return [*attempt.points, *waiting]


def ledger_shown(state: DebateState) -> tuple[CritiqueShown, ...]:
    """Return what a gate shows of the ledger."""
    here = state.attempt.points
    return tuple(
        CritiqueShown(
            id=p.fact.critique,
            critic=p.fact.critic,
            target=p.fact.target,
            label=p.fact.label,
            claim=p.fact.claim,
            suggestion=p.fact.suggestion,
            severity=p.fact.severity,
            category=p.fact.category,
            quote=p.fact.quote,
            unstructured=p.fact.unstructured,
            round=p.round,
            attempt=p.attempt,
            verdict=p.decisions[-1][1].verdict if p.decisions else None,
            reason=p.reason,
            answer=p.last.fact.answer if p.last else None,
            justification=p.justification,
            carried=p not in here,
        )
        for p in reviewable(state)
    )


def points_for(state: DebateState, seat: str) -> list[Point]:
    """Return the points a member must answer: this round's, and accepted ones still open."""
    mine = [p for p in state.attempt.points if p.concerns(seat) and p.goes_to_author]
    carried = [p for p in state.points.values() if p.concerns(seat) and p.still_owed and p not in mine]
    return mine + carried


async def refinement(state: DebateState, context: Context) -> Step:
    """Let every member refine its own answer and answer each point it was given."""
    seats = [s for s in state.present if s in state.redo_seats] if state.redo_seats else state.present
    results = await context.gather(*(_refine(state, context, seat) for seat in seats))
    facts = [fact for found in results for fact in found]
    require_answers(state, context, "refinement", seats, facts)
    return Step(Signal.REFINEMENTS_COMPLETE, tuple(facts))


async def _refine(state: DebateState, context: Context, seat: str) -> list[Fact]:
    base = state.attempt.base[seat]
    points = points_for(state, seat)
    critiques: list[JsonValue] = [
        {
            "id": p.fact.critique,
            "claim": p.fact.claim,
            "suggestion": p.fact.suggestion,
            "severity": p.fact.severity,
            "category": p.fact.category,
            "quote": p.fact.quote,
        }
        for p in points
    ]
    inputs = {
        **question_inputs(state),
        **pinned(state),
        **remembered(state, seat),
        "role": context.seat(seat).role,
        "text": base.text,
        "critiques": critiques,
    }
    reply, outcome = await ask_structured(
        context, make_ask(context, "refinement", seat, inputs, schema=RefinementReply), RefinementReply
    )
    if isinstance(outcome, Missing):
        return []
    if reply is None and _BROKEN.match(outcome.text):
        # Half a JSON object is no answer: the member keeps its last text, and the round says it failed.
        return [RefinementNoted(seat=seat, justification=UNREADABLE)]
    text = reply.text if reply else outcome.text
    asked = state.asked.get(("refinement", seat, "reask")) or state.asked.get(("refinement", seat, ""))
    facts: list[Fact] = [TextProposed(slot="answer", seat=seat, text=text, base=base.seq, asked=asked)]
    answers = {answer.id: answer for answer in reply.answers} if reply else {}
    held = []
    for point in points:
        answer = answers.get(point.fact.critique)
        if answer is None:
            facts.append(
                CritiqueAnswered(critique=point.fact.critique, seat=seat, answer="unanswered", asked=asked)
            )
            continue
        if answer.answer == "held":
            held.append(answer.justification)
        facts.append(
            CritiqueAnswered(
                critique=point.fact.critique,
                seat=seat,
                answer=answer.answer,
                justification=answer.justification,
                asked=asked,
            )
        )
    facts.append(
        RefinementNoted(
            seat=seat,
            summary=reply.summary if reply else "",
            justification=" ".join(dict.fromkeys(filter(None, held))),
        )
    )
    return facts
