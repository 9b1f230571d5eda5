"""The nodes of the critiques: members review each other under letters, the person may decide each first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import CritiqueFiled, HelpFailed
from app.domain.messages import Missing
from app.engine.node import Context, GateRequest, Step
from app.workflows.common.asking_twice import mended_facts
from app.workflows.common.reading.talk import refuses
from app.workflows.common.replies import CritiqueReply, ShownCritiqueReply, ShownPointReply
from app.workflows.debate.face.payloads import CritiqueShown, ReviewPayload
from app.workflows.debate.facts import AnswersRanked
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.ledger import Point
from app.workflows.debate.nodes.asking import ask_structured, make_ask, pinned, question_inputs
from app.workflows.debate.nodes.history import remembered, with_history
from app.workflows.debate.rules.passages import NOBODY_LOOKED, looked_up
from app.workflows.debate.state import DebateState

_MOST_POINTS = 5
"""Points a reviewer may make against one answer (spec, Critique)."""


async def critique(state: DebateState, context: Context) -> Step:
    """Let every member review every other answer under letters; a sole member is reviewed by the chair."""
    if state.redo_seats:
        return Step(DebateSignal.CRITIQUES_COMPLETE)
    results = await context.gather(*(_review(state, context, critic) for critic in state.critics))
    facts = [fact for facts in results for fact in facts]
    return Step(DebateSignal.CRITIQUES_COMPLETE, tuple(_numbered(state, facts)))


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
    """Return what a critic says of the answers it is shown, under letters and in an order of its own."""
    others = [seat for seat in state.present_on_entry if seat != critic]
    context.rng("review", state.round, critic).shuffle(others)
    texts = {seat: version for seat in others if (version := state.attempt.text(seat)) is not None}
    answers: list[JsonValue] = [
        {"label": state.label(seat), "text": version.text} for seat, version in texts.items()
    ]
    quoting = state.setup.check_passages
    inputs = {
        **question_inputs(state, critic),
        **pinned(state),
        "answers": answers,
        "quoting": quoting,
        "rules": list[JsonValue](state.setup.critic_rules),
    }
    labels = {state.label(seat): seat for seat in texts}
    wanted: type[CritiqueReply] = ShownCritiqueReply if quoting else CritiqueReply
    ask, summed_up = await with_history(
        state,
        context,
        critic,
        remembered(state, critic),
        lambda history: make_ask(state, context, "critique", critic, {**inputs, **history}, schema=wanted),
    )
    names = {"answer": labels}
    answered = await ask_structured(state, context, ask, wanted, tolerate=True, shown=names)
    if isinstance(answered.outcome, Missing):
        # A critique is help: without it the others' points stand, and the round says whose are lacking.
        return [*summed_up, *answered.mended]
    reply = answered.reply
    if reply is None and refuses(answered.words):
        failed = HelpFailed(purpose=ask.purpose, seat=critic, reason=answered.words)
        return [*summed_up, *answered.mended, failed]
    if reply is None:
        return [*summed_up, *answered.mended, _unread(critic, answered.words, labels)]
    facts: list[Fact] = [*summed_up, *answered.mended]
    shown = {state.label(seat): version.text for seat, version in texts.items()}
    points = list(_points(critic, reply, labels, shown))
    if len(points) < len(reply.items):
        facts += mended_facts(ask, answered.outcome, ("too_many",))
    if reply.ranking:
        facts.append(AnswersRanked(critic=critic, ranking=tuple(labels[label] for label in reply.ranking)))
    return [*facts, *points]


def _unread(critic: str, text: str, labels: Mapping[str, str]) -> CritiqueFiled:
    """Return a reply without structure as one point: nobody guesses points or a severity from prose.

    What covers several answers is laid at no single author's door.
    """
    label, seat = next(iter(labels.items())) if len(labels) == 1 else ("", "")
    return CritiqueFiled(critique="", critic=critic, target=seat, label=label, claim=text, unstructured=True)


def _points(
    critic: str, reply: CritiqueReply, labels: Mapping[str, str], shown: Mapping[str, str]
) -> Iterator[CritiqueFiled]:
    """Yield the points, of each answer so many; what is meant for all is laid at no author's door."""
    counts: Counter[str] = Counter()
    for item in reply.items:
        counts[item.target] += 1
        if counts[item.target] <= _MOST_POINTS:
            found = looked_up(item, shown) if isinstance(item, ShownPointReply) else NOBODY_LOOKED
            yield CritiqueFiled(
                critique="",
                critic=critic,
                target=labels.get(item.target, ""),
                label=item.target,
                unstructured=not item.target,
                claim=item.claim,
                suggestion=item.suggestion,
                severity=item.severity,
                category=item.category,
                quote=item.quote,
                **found,
            )


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
                letters=dict(state.letters),
                hide_names=state.names_hidden,
            ).data(),
            ("send",),
            auto_answer=None if wanted else ("send", {}),
        )
    )
    return Step(DebateSignal.CRITIQUES_REVIEWED)


def _reviewable(state: DebateState) -> list[Point]:
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
            missing=p.fact.missing,
            passage=p.fact.passage,
            met=p.fact.met,
            unstructured=p.fact.unstructured,
            round=p.round,
            attempt=p.attempt,
            verdict=p.decisions[-1][1].verdict if p.decisions else None,
            reason=p.reason,
            answer=p.last.fact.answer if p.last else None,
            justification=p.justification,
            carried=p not in here,
        )
        for p in _reviewable(state)
    )
