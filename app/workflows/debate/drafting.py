"""A member's first answer: one, or the judge's choice among several drafts."""

from __future__ import annotations

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import TextProposed
from app.domain.ids import JUDGE
from app.domain.messages import Reply
from app.engine.node import Ask, Context
from app.workflows.common.replies import DraftsReply
from app.workflows.debate.asking import Answered, ask_structured, make_ask, pinned, question_inputs
from app.workflows.debate.facts import DraftWritten
from app.workflows.debate.fetching import MOST_FETCHES, ask_fetching
from app.workflows.debate.state import DebateState
from app.workflows.debate.window import room_for_all

UNREADABLE = "The judge gave no readable choice; the first draft was taken."


async def first_answer(state: DebateState, context: Context, seat: str) -> list[Fact]:
    """Ask a member for its answer, or its drafts, and return what enters the round; nothing if it failed."""
    count = context.seat(seat).drafts
    if count == 1:
        ask = await room_for_all(state, context, _ask(state, context, seat, 1, 1))
        answer = await ask_fetching(state, context, ask)
        if not isinstance(answer.outcome, Reply):
            return []
        return [*answer.mended, _proposed(state, seat, "", answer)]
    asks = [
        await room_for_all(state, context, _ask(state, context, seat, number, count))
        for number in range(1, count + 1)
    ]
    answers = await context.gather(*(ask_fetching(state, context, ask) for ask in asks))
    drafts = {number: a.text for number, a in enumerate(answers, 1) if isinstance(a.outcome, Reply)}
    mended = [fact for answered in answers for fact in answered.mended]
    if not drafts:
        return []
    best, why = next(iter(drafts)), ""
    judged: tuple[Fact, ...] = ()
    if len(set(drafts.values())) > 1:
        best, why, judged = await _judged(state, context, seat, drafts)
    written = [
        DraftWritten(
            seat=seat, number=number, text=text, chosen=number == best, why=why if number == best else ""
        )
        for number, text in drafts.items()
    ]
    return [*mended, *judged, *written, _proposed(state, seat, f"draft-{best}", answers[best - 1])]


def _ask(state: DebateState, context: Context, seat: str, number: int, count: int) -> Ask:
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


async def _judged(
    state: DebateState, context: Context, seat: str, drafts: dict[int, str]
) -> tuple[int, str, tuple[Fact, ...]]:
    order = list(drafts)
    # The first seat is preferred by many judges: the order is drawn anew for every member.
    context.rng("drafts", state.round, state.attempt.number, seat).shuffle(order)
    labels = {f"Draft {number}": number for number in order}
    shown: list[JsonValue] = [{"label": label, "text": drafts[number]} for label, number in labels.items()]
    ask = make_ask(
        state,
        context,
        "drafts",
        JUDGE,
        {**question_inputs(state), "drafts": shown},
        part=seat,
        schema=DraftsReply,
    )
    names = {"draft": labels}
    answered = await ask_structured(state, context, ask, DraftsReply, tolerate=True, shown=names)
    if answered.reply is None:
        return min(drafts), UNREADABLE, answered.mended
    return labels[answered.reply.best], answered.reply.why, answered.mended
