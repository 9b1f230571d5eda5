"""What a member, or the chair, remembers of the accepted rounds; over the threshold as its own summary.

Rules: a member's history names nobody: it knows the others by their letters. Every sentence stands once: the
texts of the last accepted round stand in the prompts in full, and of an earlier one only what its author no
longer says. Dismissed and deferred points never come in, nor those whose passage stands nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import CritiqueAnswered
from app.domain.ids import CHAIR
from app.engine.node import Ask, Context, Step
from app.prompts.fences import one_line
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.guests import told_as
from app.workflows.debate.ledger import Attempt, Point
from app.workflows.debate.state import DebateState
from app.workflows.debate.substance import REPEATED, no_longer_said
from app.workflows.debate.window import is_long, summarise


def history_of(state: DebateState, seat: str, *, raised: bool = True) -> str:
    """Return a member's whole history, empty before the second round; `raised`: with its own points."""
    accepted = state.rounds_accepted
    parts: list[str] = []
    for attempt, after in zip_longest(accepted, accepted[1:]):
        lines: list[str] = []
        version, next_one = attempt.decided(seat), after.decided(seat) if after is not None else None
        if version is not None and next_one is not None:
            left = no_longer_said(version.text, next_one.text)
            lines += [f"You said, and no longer say:\n{left}"] if left else []
        lines += _received(state, attempt, seat)
        lines += _raised(attempt, seat) if raised else []
        if lines:
            parts.append("\n".join([f"Round {attempt.round}", *lines]))
    return "\n\n".join(parts)


def _received(state: DebateState, attempt: Attempt, seat: str) -> list[str]:
    lines = []
    for point in state.points.values():
        answer = _answer_in(point, attempt)
        if answer is None or answer.seat != seat or point.verdict in ("dismiss", "defer"):
            continue
        justification = f" ({answer.justification})" if answer.justification else ""
        lines.append(f"- Against your answer{_words(point, answer)} You: {answer.answer}{justification}")
    return lines


def _raised(attempt: Attempt, seat: str) -> list[str]:
    lines = []
    for point in attempt.points:
        if point.fact.critic != seat or point.apart or point.verdict in ("dismiss", "defer"):
            continue
        answer = _answer_in(point, attempt)
        justification = f" ({answer.justification})" if answer and answer.justification else ""
        reply = f" The author: {answer.answer}{justification}" if answer else ""
        lines.append(f"- You to {point.fact.label or 'the others'}{_words(point, answer)}{reply}")
    return lines


def _words(point: Point, answer: CritiqueAnswered | None) -> str:
    if answer is not None and answer.answer == "fixed":
        # What was done about it tells more than how grave it was and what was suggested.
        return f": {point.fact.claim}"
    suggestion = f" – {point.fact.suggestion}" if point.fact.suggestion else ""
    return f", {point.fact.severity}: {point.fact.claim}{suggestion}"


def _answer_in(point: Point, attempt: Attempt) -> CritiqueAnswered | None:
    found = point.answer_in(attempt.round)
    return found.fact if found else None


def remembered(state: DebateState, seat: str, *, raised: bool = True) -> dict[str, JsonValue]:
    """Return what a member's prompt holds of its history: in full, or its own summary for this round.

    `raised`: with the points that it raised itself; who mends its own answer needs none of them.
    """
    summary = state.summaries.get(seat)
    if summary is not None and summary.round == state.round:
        return {"history": summary.text, "summarised": True}
    return {"history": history_of(state, seat, raised=raised), "summarised": False}


async def summarization(state: DebateState, context: Context) -> Step:
    """Prepare each member's context: one whose history is over the threshold summarises it itself."""
    found = await context.gather(
        *(_prepared(state, context, s) for s in state.redo_seats or state.active if s in state.askable)
    )
    return Step(DebateSignal.CONTEXTS_READY, tuple(fact for facts in found for fact in facts))


async def _prepared(state: DebateState, context: Context, seat: str) -> tuple[Fact, ...]:
    history, known = history_of(state, seat), state.summaries.get(seat)
    if known is not None and known.round == state.round:
        return ()
    if not await is_long(state, context, seat, history):
        return ()
    return (await summarise(state, context, seat, history, state.round))[1]


def told_rounds(state: DebateState, attempts: Sequence[Attempt]) -> list[JsonValue]:
    """Return accepted rounds as the chair reads them, with names; dismissed points left out.

    Of an answer only what its author's next one among them no longer says.
    """
    rounds: list[JsonValue] = []
    for attempt, after in zip_longest(attempts, attempts[1:]):
        answers: list[JsonValue] = []
        for seat in state.members:
            version, later = attempt.decided(seat), after.decided(seat) if after is not None else None
            if version is not None:
                text = version.text if later is None else no_longer_said(version.text, later.text) or REPEATED
                answers.append({"seat": told_as(state, seat, attempt.round), "text": text})
        critiques: list[JsonValue] = [
            _for_chair(state, p) for p in attempt.points if p.verdict != "dismiss" and not p.apart
        ]
        rounds.append({"number": attempt.round, "answers": answers, "critiques": critiques})
    return rounds


def _for_chair(state: DebateState, point: Point) -> str:
    """Return a point and what became of it, in one line: nothing in it can begin another one."""
    fact, why = point.fact, f" ({point.justification})" if point.justification else ""
    target = told_as(state, fact.target, point.round) if fact.target else "all"
    said = f"{fact.critic} to {target} ({fact.severity}): {fact.claim}"
    return one_line(f"{said} The author: {point.answer or 'unanswered'}{why}")


def _chairs_history(state: DebateState) -> str:
    """Return the rounds before the last accepted one in words, as the chair would summarise them."""
    parts = []
    for told in told_rounds(state, state.rounds_accepted)[:-1]:
        assert isinstance(told, dict)
        answers, critiques = told["answers"], told["critiques"]
        assert isinstance(answers, list)
        assert isinstance(critiques, list)
        lines = [f"Round {told['number']}"]
        lines += [f"{a['seat']}:\n{a['text']}" for a in answers if isinstance(a, dict)]
        lines += [f"- {one}" for one in critiques]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


async def chairs_ask(
    state: DebateState, context: Context, build: Callable[[Mapping[str, JsonValue]], Ask]
) -> tuple[Ask, tuple[Fact, ...]]:
    """Return what the chair is asked, its rounds summarised where they are long, and what became of that.

    Where the last round does not fit either, its answers stand alone, without what was said against them.
    """
    history = _chairs_history(state)
    last: list[JsonValue] = told_rounds(state, state.rounds_accepted[-1:])
    ask = build({"rounds": told_rounds(state, state.rounds_accepted), "history": ""})
    text, facts = "", tuple[Fact, ...]()
    fits = (await context.estimate(ask)).fits
    if history and (not fits or await is_long(state, context, CHAIR, history)):
        text, facts = await summarise(state, context, CHAIR, history, 0)
    if text:
        ask = build({"rounds": last, "history": text})
    if not (await context.estimate(ask)).fits:
        answers: list[JsonValue] = [{**one, "critiques": []} for one in last if isinstance(one, dict)]
        ask = build({"rounds": answers, "history": text})
    return ask, facts
