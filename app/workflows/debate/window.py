"""What fits a model's window: long histories become summaries, and answers leave room for what comes after.

Rules: an answer may be as long as lets all answers of a round stand in one later prompt. A history is long
where it takes half of the window; where nobody knows the window, by its characters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.ids import CHAIR
from app.domain.messages import ChatMessage, Missing
from app.domain.tokens import LEAST_ANSWER
from app.engine.node import Ask, Context
from app.workflows.common.reading.reader import read_prose
from app.workflows.common.repairs import help_failed, mended_facts
from app.workflows.debate.asking import make_ask, question_inputs
from app.workflows.debate.facts import HistorySummarised
from app.workflows.debate.setup import LONG_HISTORY
from app.workflows.debate.state import DebateState

_AROUND = 300
"""Tokens of a later prompt beside the question, its material and the answers."""
_MOST_PIECES = 16
_A_TOKEN = 2
"""Characters of a summary at least."""


async def is_long(state: DebateState, context: Context, seat: str, history: str) -> bool:
    """Tell whether a history is to be summarised."""
    characters = state.setup.summarization_threshold
    if characters is not None or not history:
        return len(history) > (characters or 0)
    told = await context.estimate(Ask("summarization", seat, (ChatMessage(role="user", text=history),)))
    if told.context_limit is None:
        return len(history) > LONG_HISTORY
    return told.tokens_in > told.context_limit // 2


async def summarise(
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
        ask = _ask(state, context, seat, f"{text}\n\n{piece}".strip(), part)
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


def _ask(state: DebateState, context: Context, seat: str, history: str, part: str = "") -> Ask:
    """Return the question for a seat's own summary."""
    of_chair = question_inputs(state) if seat == CHAIR else question_inputs(state, seat)
    inputs = {**of_chair, "history": history, "target": state.setup.summarization_target}
    return make_ask(state, context, "summarization", seat, inputs, part=part)


async def _pieces(state: DebateState, context: Context, seat: str, history: str) -> list[str]:
    """Return a history in as few pieces as fit the model's window, each beside the summary so far."""
    if (await context.estimate(_ask(state, context, seat, history))).fits:
        return [history]
    so_far = "word " * (state.setup.summarization_target // _A_TOKEN)
    pieces = [history]
    for count in range(2, _MOST_PIECES + 1):
        pieces = list(_split(history, -(-len(history) // count)))
        longest = max(pieces, key=len)
        if (await context.estimate(_ask(state, context, seat, f"{so_far}\n\n{longest}"))).fits:
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
    text, facts = await summarise(state, context, seat, history, state.round)
    return (build({"history": text, "summarised": True}) if text else ask), facts


async def room_for_all(state: DebateState, context: Context, ask: Ask, more: int = 0) -> Ask:
    """Return a question for an answer of at most the length that lets all answers stand in one prompt.

    `more`: tokens that are said beside the answer.
    """
    given = " ".join(_texts(question_inputs(state, ask.seat)))
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


def _texts(value: JsonValue) -> Iterator[str]:
    """Yield all texts within a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)
