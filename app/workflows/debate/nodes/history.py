"""What a member, or the chair, remembers of the accepted rounds, and what of it fits a model's window.

Rules: a member's history names nobody: it knows the others by their letters. Every sentence stands once: the
texts of the last accepted round stand in the prompts in full, and of an earlier one only what its author no
longer says. Dismissed and deferred points never come in, nor those whose passage stands nowhere. A history is
long where it takes half of the window, or by its characters where nobody knows that: then its reader sums it
up. An answer may be as long as lets all answers of a round stand in one later prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import CritiqueAnswered
from app.domain.ids import CHAIR
from app.domain.messages import ChatMessage, Missing
from app.domain.tokens import LEAST_ANSWER
from app.engine.node import Ask, Context, Step
from app.prompts.fences import one_line
from app.workflows.common.asking_twice import help_failed, mended_facts
from app.workflows.common.reading.reader import read_prose
from app.workflows.debate.facts import HistorySummarised
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.ledger import Attempt, Point
from app.workflows.debate.nodes.asking import make_ask, question_inputs
from app.workflows.debate.rules.guests import told_as
from app.workflows.debate.rules.substance import REPEATED, no_longer_said
from app.workflows.debate.setup import LONG_HISTORY
from app.workflows.debate.state import DebateState

_AROUND = 300
"""Tokens of a later prompt beside the question, its material and the answers."""
_MOST_PIECES = 16
_A_TOKEN = 2
"""Characters of a summary at least."""


async def _is_long(state: DebateState, context: Context, seat: str, history: str) -> bool:
    """Tell whether a history is to be summarised."""
    characters = state.setup.summarization_threshold
    if characters is not None or not history:
        return len(history) > (characters or 0)
    told = await context.estimate(Ask("summarization", seat, (ChatMessage(role="user", text=history),)))
    if told.context_limit is None:
        return len(history) > LONG_HISTORY
    return told.tokens_in > told.context_limit // 2


async def _summarise(
    state: DebateState, context: Context, seat: str, history: str, of_round: int
) -> tuple[str, tuple[Fact, ...]]:
    """Return a seat's own summary of a history, and what became of it; empty where there is none.

    What does not fit the model's window is summed up piece by piece. A summary that is no shorter than what
    it stands for is none: the whole is read then.
    """
    pieces = await _pieces(state, context, seat, history)
    text, facts = "", list[Fact]()
    for number, piece in enumerate(pieces, 1):
        part = f"piece-{number}" if len(pieces) > 1 else ""
        ask = _summary_ask(state, context, seat, f"{text}\n\n{piece}".strip(), part)
        if (await context.estimate(ask)).context_limit is not None:
            ask = replace(ask, longest=state.setup.summarization_target // _A_TOKEN)
        outcome = await context.ask(ask, tolerate=True)
        if isinstance(outcome, Missing):
            return "", help_failed(ask, outcome)
        summary = read_prose(outcome.text)
        text = summary.text
        facts += mended_facts(ask, outcome, summary.mends)
    if not text or len(text) >= len(history):
        return "", ()
    facts.append(HistorySummarised(seat=seat, round=of_round, text=text, characters=len(history)))
    return text, tuple(facts)


def _summary_ask(state: DebateState, context: Context, seat: str, history: str, part: str = "") -> Ask:
    of_chair = question_inputs(state) if seat == CHAIR else question_inputs(state, seat)
    inputs = {**of_chair, "history": history, "target": state.setup.summarization_target}
    return make_ask(state, context, "summarization", seat, inputs, part=part)


async def _pieces(state: DebateState, context: Context, seat: str, history: str) -> list[str]:
    """Return a history in as few pieces as fit the model's window, each beside the summary so far."""
    if (await context.estimate(_summary_ask(state, context, seat, history))).fits:
        return [history]
    so_far = "word " * (state.setup.summarization_target // _A_TOKEN)
    pieces = [history]
    for count in range(2, _MOST_PIECES + 1):
        pieces = list(_split(history, -(-len(history) // count)))
        longest = max(pieces, key=len)
        if (await context.estimate(_summary_ask(state, context, seat, f"{so_far}\n\n{longest}"))).fits:
            break
    return pieces


def _split(text: str, most: int) -> Iterator[str]:
    """Yield a text in pieces of so many characters at most, cut between lines where there are some."""
    while len(text) > most:
        at = text.rfind("\n", most // 2, most) + 1 or most
        yield text[:at].strip()
        text = text[at:]
    yield text.strip()


async def with_history(
    state: DebateState,
    context: Context,
    seat: str,
    remembered: Mapping[str, JsonValue],
    build: Callable[[Mapping[str, JsonValue]], Ask],
) -> tuple[Ask, tuple[Fact, ...]]:
    """Return a question with what a seat remembers, summarised where the whole does not fit."""
    ask, history = build(remembered), str(remembered["history"])
    if not history or remembered["summarised"] or (await context.estimate(ask)).fits:
        return ask, ()
    text, facts = await _summarise(state, context, seat, history, state.round)
    return (build({"history": text, "summarised": True}) if text else ask), facts


async def room_for_all(state: DebateState, context: Context, ask: Ask, more: int = 0) -> Ask:
    """Return a question for an answer of at most the length that lets all answers stand in one prompt.

    `more`: tokens that are said beside the answer.
    """
    given = " ".join(_texts_in(question_inputs(state, ask.seat)))
    # Once for each model: what is given to all is counted, and may be a book.
    seats = {_model_of(context, seat): seat for seat in (*state.active, CHAIR)}
    asks = (Ask(ask.purpose, seat, (ChatMessage(role="user", text=given),)) for seat in seats.values())
    rooms = [
        told.context_limit - told.tokens_in - _AROUND
        for told in [await context.estimate(one) for one in asks]
        if told.context_limit is not None
    ]
    if not rooms:
        return ask
    return replace(ask, longest=max(LEAST_ANSWER, min(rooms) // (len(state.active) + 1)) + more)


def _model_of(context: Context, seat: str) -> tuple[str, str | None, int | None]:
    """Return what a seat's window hangs on."""
    occupant = context.seat(seat)
    return occupant.model, occupant.base_url, occupant.context_length


def _texts_in(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(one)


def _history_of(state: DebateState, seat: str, *, raised: bool = True) -> str:
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
    return {"history": _history_of(state, seat, raised=raised), "summarised": False}


async def summarization(state: DebateState, context: Context) -> Step:
    """Prepare each member's context: one whose history is over the threshold summarises it itself."""
    found = await context.gather(
        *(_prepared(state, context, s) for s in state.redo_seats or state.active if s in state.askable)
    )
    return Step(DebateSignal.CONTEXTS_READY, tuple(fact for facts in found for fact in facts))


async def _prepared(state: DebateState, context: Context, seat: str) -> tuple[Fact, ...]:
    history, known = _history_of(state, seat), state.summaries.get(seat)
    if known is not None and known.round == state.round:
        return ()
    if not await _is_long(state, context, seat, history):
        return ()
    return (await _summarise(state, context, seat, history, state.round))[1]


def _told_rounds(state: DebateState, attempts: Sequence[Attempt]) -> list[JsonValue]:
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
    for told in _told_rounds(state, state.rounds_accepted)[:-1]:
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
    last: list[JsonValue] = _told_rounds(state, state.rounds_accepted[-1:])
    ask = build({"rounds": _told_rounds(state, state.rounds_accepted), "history": ""})
    text, facts = "", tuple[Fact, ...]()
    fits = (await context.estimate(ask)).fits
    if history and (not fits or await _is_long(state, context, CHAIR, history)):
        text, facts = await _summarise(state, context, CHAIR, history, 0)
    if text:
        ask = build({"rounds": last, "history": text})
    if not (await context.estimate(ask)).fits:
        answers: list[JsonValue] = [{**one, "critiques": []} for one in last if isinstance(one, dict)]
        ask = build({"rounds": answers, "history": text})
    return ask, facts
