"""What the judge says of the final answer: against the best one of round 1 in both orders, and by the rubric.

Compared is in batches, where a person wants it of every session, and after the end where a person asks for
it. Only the judge is shown the rubric, and only once the answer is written: nobody can write towards it. It
does not know which text is the final one, nor who wrote any; a text that stands there twice is graded once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.i18n import Message, words
from app.domain.ids import JUDGE
from app.engine.node import Context
from app.engine.plugin import CommandResult, Wanted
from app.workflows.common.replies import CompareReply, DraftsReply, GradingReply
from app.workflows.debate.facts import AnswersGraded, FinalCompared, Grade
from app.workflows.debate.ledger import Version
from app.workflows.debate.nodes.asking import Answered, ask_structured, make_ask, question_inputs
from app.workflows.debate.state import DebateState

Winner = Literal["first", "second", "tie"]
Verdict = Literal["better", "same", "worse"]
COMPARED: Mapping[Verdict | None, Message] = {
    "better": words("the final answer is better"),
    "same": words("neither is better"),
    "worse": words("the answer of round 1 is better"),
    None: words("its word could not be read"),
}
"""The judge's, or the person's, word on the final answer against the best of round 1."""


async def choose(
    state: DebateState,
    context: Context,
    texts: Mapping[str, str],
    part: str,
    more: Mapping[str, JsonValue],
    names: Collection[str],
) -> Answered[DraftsReply]:
    """Ask the judge which of these texts is the best, by their labels, in their order.

    `more`: what it is told besides; `names`: all labels that it may say.
    """
    shown: list[JsonValue] = [{"label": label, "text": text} for label, text in texts.items()]
    inputs = {**question_inputs(state), "drafts": shown, **more}
    ask = make_ask(state, context, "drafts", JUDGE, inputs, part=part, schema=DraftsReply)
    return await ask_structured(state, context, ask, DraftsReply, tolerate=True, shown={"draft": names})


async def grade(state: DebateState, context: Context, final: str) -> tuple[Fact, ...]:
    """Ask the judge to grade the final and the first answers; nothing where there is no rubric.

    It is an extra: its failure never stands in the way of the answer.
    """
    rubric = state.setup.rubric.strip()
    if not rubric or not final.strip():
        return ()
    of_seat = {"": final, **dict(_first(state))}
    texts = list(dict.fromkeys(text.strip() for text in of_seat.values()))
    context.rng("grading").shuffle(texts)
    labels = {text: f"Answer {number}" for number, text in enumerate(texts, 1)}
    shown: list[JsonValue] = [{"label": label, "text": text} for text, label in labels.items()]
    inputs = {**question_inputs(state), "rubric": rubric, "answers": shown}
    ask = make_ask(state, context, "grading", JUDGE, inputs, schema=GradingReply)
    names = {"answer": labels.values()}
    answered = await ask_structured(state, context, ask, GradingReply, tolerate=True, shown=names)
    if answered.reply is None:
        return answered.mended
    given = {one.label: one for one in answered.reply.grades}
    found = {seat: given.get(labels[text.strip()]) for seat, text in of_seat.items()}
    grades = tuple(Grade(seat=s, grade=one.grade, why=one.why) for s, one in found.items() if one is not None)
    if not grades:
        return answered.mended
    return (*answered.mended, AnswersGraded(grades=grades))


def _first(state: DebateState) -> Iterator[tuple[str, str]]:
    """Yield each member's answer before any critique."""
    first = state.first_round
    for seat in state.members if first is not None else ():
        version = first.base.get(seat) if first is not None else None
        if version is not None:
            yield seat, version.text


def has_comparison(state: DebateState) -> bool:
    """Tell whether the comparison belongs to the run itself: a batch counts it, or a person wants it."""
    return state.setup.judge_all or state.who_answers == "batch"


def best_of_round_one(state: DebateState) -> tuple[str, Version] | None:
    """Return the best-ranked answer of round 1 before refining; None where no round was judged by peers."""
    first = state.first_round
    if first is None or not state.setup.enabled:
        return None
    ranks = first.average_ranks()
    ranked = sorted((rank, state.label(seat, 1), seat) for seat, rank in ranks.items() if seat in first.base)
    if ranked:
        best = ranked[0][2]
    elif len(first.base) == 1:
        best = next(iter(first.base))
    else:
        return None
    return best, first.base[best]


async def compare(state: DebateState, context: Context, final: str) -> tuple[Fact, ...]:
    """Ask the judge in both orders; return what it said, and what was done to read that.

    Nothing where there are no two texts. An unreadable or failed word leaves the comparison open: it is an
    extra, and never stands in the way of the answer.
    """
    best = best_of_round_one(state)
    if best is None or not final.strip():
        return ()
    seat, version = best
    pairs = {"order-ab": (version.text, final), "order-ba": (final, version.text)}
    answered = await context.gather(*(_order(state, context, part, *pair) for part, pair in pairs.items()))
    replies = [one.reply for one in answered]
    forward, backward = (reply.winner if reply else None for reply in replies)
    compared = FinalCompared(
        seat=seat,
        baseline=version.seq,
        forward=forward,
        backward=backward,
        verdict=verdict(forward, backward),
        why=" · ".join(dict.fromkeys(reply.why for reply in replies if reply and reply.why)),
    )
    return (*(fact for one in answered for fact in one.mended), compared)


async def _order(
    state: DebateState, context: Context, part: str, first: str, second: str
) -> Answered[CompareReply]:
    inputs: dict[str, JsonValue] = {**question_inputs(state), "first": first, "second": second}
    ask = make_ask(state, context, "compare", JUDGE, inputs, part=part, schema=CompareReply)
    return await ask_structured(state, context, ask, CompareReply, tolerate=True)


def verdict(forward: Winner | None, backward: Winner | None) -> Verdict | None:
    """Return the final answer against the other: `forward` was asked with the final one second."""
    if forward is None or backward is None:
        return None
    if (forward, backward) == ("second", "first"):
        return "better"
    if (forward, backward) == ("first", "second"):
        return "worse"
    return "same"


# --- asked for after the end ------------------------------------------------------------------


async def _asked_for(state: DebateState, context: Context, wanted: Wanted) -> CommandResult:
    assert state.stated is not None
    facts = await compare(state, context, state.stated.answer)
    found = next(fact for fact in facts if isinstance(fact, FinalCompared))
    said = words(
        "The judge compared the final answer with {seat}'s first one in both orders: {verdict}.",
        seat=found.seat,
        verdict=COMPARED[found.verdict],
    )
    return CommandResult(said, facts)


def _is_open(state: DebateState, payload: Mapping[str, JsonValue]) -> bool:
    final = state.stated.answer if state.stated is not None else ""
    asked = state.compared is not None and state.compared.verdict is not None
    return bool(final.strip()) and not asked and best_of_round_one(state) is not None
