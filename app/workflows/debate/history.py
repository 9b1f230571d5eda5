"""What a member, or the chair, remembers of the accepted rounds; over the threshold as its own summary.

Rule: a member's history names nobody: it knows the others by their letters. The texts of the last
accepted round stand in the prompts in full and are no part of it. Dismissed and deferred points never
come in.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import CritiqueAnswered
from app.domain.ids import CHAIR
from app.domain.messages import Missing
from app.engine.node import Ask, Context, Step
from app.workflows.common.reading.reader import read_prose
from app.workflows.common.repairs import help_failed, mended_facts
from app.workflows.debate.asking import make_ask, question_inputs
from app.workflows.debate.facts import HistorySummarised
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.ledger import Attempt, Point
from app.workflows.debate.state import DebateState


def history_of(state: DebateState, seat: str) -> str:
    """Return a member's whole history, empty before the second round."""
    accepted = state.rounds_accepted
    parts: list[str] = []
    for attempt in accepted:
        lines: list[str] = []
        version = attempt.decided(seat)
        if version is not None and attempt is not accepted[-1]:
            lines.append(f"Your answer:\n{version.text}")
        lines += _received(state, attempt, seat)
        lines += _raised(attempt, seat)
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
        lines.append(f"- Against your answer, {_words(point)} You: {answer.answer}{justification}")
    return lines


def _raised(attempt: Attempt, seat: str) -> list[str]:
    lines = []
    for point in attempt.points:
        if point.fact.critic != seat or point.verdict in ("dismiss", "defer"):
            continue
        answer = _answer_in(point, attempt)
        justification = f" ({answer.justification})" if answer and answer.justification else ""
        reply = f" The author: {answer.answer}{justification}" if answer else ""
        lines.append(f"- You to {point.fact.label or 'the others'}, {_words(point)}{reply}")
    return lines


def _words(point: Point) -> str:
    suggestion = f" – {point.fact.suggestion}" if point.fact.suggestion else ""
    return f"{point.fact.severity}: {point.fact.claim}{suggestion}"


def _answer_in(point: Point, attempt: Attempt) -> CritiqueAnswered | None:
    found = point.answer_in(attempt.round)
    return found.fact if found else None


def remembered(state: DebateState, seat: str) -> dict[str, JsonValue]:
    """Return what a member's prompt holds of its history: in full, or its own summary for this round."""
    summary = state.summaries.get(seat)
    if summary is not None and summary.round == state.round:
        return {"history": summary.text, "summarised": True}
    return {"history": history_of(state, seat), "summarised": False}


def ask_summary(state: DebateState, context: Context, seat: str, history: str) -> Ask:
    """Return the question for a seat's own summary of its history."""
    inputs = {
        **question_inputs(state, seat),
        "history": history,
        "target": state.setup.summarization_target,
    }
    return make_ask(context, "summarization", seat, inputs)


async def summarization(state: DebateState, context: Context) -> Step:
    """Prepare each member's context: one whose history is over the threshold summarises it itself."""
    over: list[tuple[str, str]] = []
    for seat in state.redo_seats or state.active:
        history = history_of(state, seat)
        known = state.summaries.get(seat)
        if len(history) > state.setup.summarization_threshold and (
            known is None or known.round != state.round
        ):
            over.append((seat, history))
    asks = [ask_summary(state, context, *item) for item in over]
    outcomes = await context.ask_all(asks, tolerate=True)
    # A summary that is no shorter than what it stands for is none: the member then reads the whole.
    facts: list[Fact] = []
    for ask, (seat, history), outcome in zip(asks, over, outcomes, strict=True):
        if isinstance(outcome, Missing):
            facts += help_failed(ask, outcome)
            continue
        summary = read_prose(outcome.text)
        if summary.text and len(summary.text) < len(history):
            facts += mended_facts(ask, outcome, summary.mends)
            facts.append(
                HistorySummarised(seat=seat, round=state.round, text=summary.text, characters=len(history))
            )
    return Step(DebateSignal.CONTEXTS_READY, tuple(facts))


def told_rounds(state: DebateState, attempts: Sequence[Attempt]) -> list[JsonValue]:
    """Return accepted rounds as the chair reads them, with names; dismissed points left out."""
    rounds: list[JsonValue] = []
    for attempt in attempts:
        texts = {seat: attempt.decided(seat) for seat in state.members}
        answers: list[JsonValue] = [
            {"seat": seat, "text": version.text} for seat, version in texts.items() if version is not None
        ]
        critiques: list[JsonValue] = [
            {
                "critic": p.fact.critic,
                "target": p.fact.target,
                "claim": p.fact.claim,
                "severity": p.fact.severity,
                "answer": p.answer or "unanswered",
                "justification": p.justification,
            }
            for p in attempt.points
            if p.verdict != "dismiss"
        ]
        rounds.append({"number": attempt.round, "answers": answers, "critiques": critiques})
    return rounds


def chairs_history(state: DebateState) -> str:
    """Return the rounds before the last accepted one in words, as the chair would summarise them."""
    parts = []
    for accepted_round in told_rounds(state, state.rounds_accepted[:-1]):
        assert isinstance(accepted_round, dict)
        lines = [f"Round {accepted_round['number']}"]
        answers, critiques = accepted_round["answers"], accepted_round["critiques"]
        assert isinstance(answers, list)
        assert isinstance(critiques, list)
        lines += [f"{a['seat']}:\n{a['text']}" for a in answers if isinstance(a, dict)]
        lines += [
            f"- {c['critic']} to {c['target']}, {c['severity']}: {c['claim']} "
            f"The author: {c['answer']} {c['justification']}".rstrip()
            for c in critiques
            if isinstance(c, dict)
        ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


async def chair_remembers(
    state: DebateState, context: Context
) -> tuple[dict[str, JsonValue], tuple[Fact, ...]]:
    """Return what the chair reads of the rounds, and what became of the summary if they are too long."""
    history = chairs_history(state)
    whole: dict[str, JsonValue] = {"rounds": told_rounds(state, state.rounds_accepted), "history": ""}
    if len(history) <= state.setup.summarization_threshold:
        return whole, ()
    ask = ask_summary(state, context, CHAIR, history)
    outcome = await context.ask(ask, tolerate=True)
    if isinstance(outcome, Missing):
        return whole, help_failed(ask, outcome)
    summary = read_prose(outcome.text).text
    if not summary or len(summary) >= len(history):
        return whole, ()
    fact = HistorySummarised(seat=CHAIR, round=0, text=summary, characters=len(history))
    last = told_rounds(state, state.rounds_accepted[-1:])
    return {"rounds": last, "history": summary}, (fact,)
