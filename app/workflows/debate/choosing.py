"""The best answer as the result, word for word, with what others add; the chair writes what stands beside it.

Rule: whose text it is, the judge says in both orders, else the ranking. What the chair proposes as an
addition is taken until a person takes it out; what it leaves out can be put back. Nobody is asked for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.command_facts import AFTER_END
from app.domain.fact_base import Fact
from app.domain.gates import GateData, Verb
from app.domain.i18n import Message, words
from app.domain.ids import CHAIR, JUDGE
from app.domain.messages import Missing
from app.engine.node import Context, Step
from app.engine.plugin import CommandResult, PersonCommand, Wanted
from app.workflows.common.replies import DraftsReply, FrameReply, InsertionReply
from app.workflows.debate.asking import Answered, ask_structured, make_ask, pinned, question_inputs
from app.workflows.debate.comparing import compare, has_comparison
from app.workflows.debate.degradation import RESULT_CUT, without_the_chair
from app.workflows.debate.facts import Insertion, InsertionDecided, ResultChosen, ResultStated
from app.workflows.debate.first_vote import vote_told
from app.workflows.debate.grading import grade
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.guests import told_as
from app.workflows.debate.history import chairs_ask
from app.workflows.debate.insertions import as_insertion, compose, decided
from app.workflows.debate.ledger import Version
from app.workflows.debate.other_answers import turns_told
from app.workflows.debate.state import DebateState
from app.workflows.debate.stating import rendered, state_result, stopped

By = Literal["judge", "ranking", "alone"]


async def best_result(state: DebateState, context: Context, inputs: Mapping[str, JsonValue]) -> Step | None:
    """Return the best answer with what stands beside it; None where no round was accepted.

    `inputs`: what the chair is told beside the rounds.
    """
    texts = state.standing_texts
    if not texts:
        return None
    seat, by, why, mended = await _pick(state, context, texts)
    others = {told_as(state, name): name for name in texts if name != seat}
    framed = {**inputs, "chosen": told_as(state, seat)}
    ask, summed_up = await chairs_ask(
        state,
        context,
        lambda rounds: make_ask(state, context, "synthesis", CHAIR, {**framed, **rounds}, schema=FrameReply),
    )
    answered = await ask_structured(state, context, ask, FrameReply, shown={"answer": others})
    reply = answered.reply
    picked = ResultChosen(
        seat=seat,
        base=texts[seat].seq,
        text=texts[seat].text.strip(),
        chosen_by=by,
        why=why,
        insertions=tuple(_insertions(reply, others)) if reply is not None else (),
    )
    stated = _with_additions(state_result(state, reply, picked.text), picked)
    lost = isinstance(answered.outcome, Missing)
    if lost or answered.cut:
        line = without_the_chair(seat) if lost else RESULT_CUT
        stated = stated.model_copy(update={"degradation": (*stated.degradation, str(line))})
    compared = await compare(state, context, stated.answer) if has_comparison(state) else ()
    graded = await grade(state, context, stated.answer)
    asked = None if lost else state.last_asked("synthesis", CHAIR)
    before = (*mended, *answered.mended, *summed_up, picked)
    facts = (*before, *rendered(stated, asked=asked), *compared, *graded, *stopped(state))
    return Step(DebateSignal.COMPLETE, facts)


async def _pick(
    state: DebateState, context: Context, texts: Mapping[str, Version]
) -> tuple[str, By, str, tuple[Fact, ...]]:
    """Return whose text stands, who says so and why: the judge, asked in both orders, or the ranks.

    Where the orders differ, the better-ranked of both.
    """
    ranks = state.rounds_accepted[-1].average_ranks()
    ranked = sorted(texts, key=lambda seat: (ranks.get(seat, len(ranks) + 1), state.label(seat)))
    if len({version.text for version in texts.values()}) == 1:
        return ranked[0], "alone" if len(texts) == 1 else "ranking", "", ()
    named = {state.label(seat): seat for seat in sorted(texts, key=state.label)}
    found: list[Answered[DraftsReply]] = []
    for part, order in (("best-ab", list(named)), ("best-ba", [*reversed(named)])):
        asked = await _asked(state, context, texts, named, part, order)
        found.append(asked)
        if asked.reply is not None and named[asked.reply.best] == ranked[0]:
            # Whatever the other order brings, this one is the better-ranked of both: nothing is paid for it.
            break
    replies = [one.reply for one in found]
    mended = tuple(fact for one in found for fact in one.mended)
    best = {named[reply.best] for reply in replies if reply is not None}
    why = " · ".join(dict.fromkeys(reply.why for reply in replies if reply is not None and reply.why))
    if not best:
        return ranked[0], "ranking", "", mended
    return min(best, key=ranked.index), "judge", why, mended


async def _asked(
    state: DebateState,
    context: Context,
    texts: Mapping[str, Version],
    named: Mapping[str, str],
    part: str,
    order: Sequence[str],
) -> Answered[DraftsReply]:
    drafts: list[JsonValue] = [{"label": label, "text": texts[named[label]].text} for label in order]
    inputs: dict[str, JsonValue] = {
        **question_inputs(state),
        **pinned(state),
        "drafts": drafts,
        "refined": True,
        "vote": vote_told(state, lambda seat: state.label(seat, 1)),
        "turned": turns_told(state, state.label),
    }
    ask = make_ask(state, context, "drafts", JUDGE, inputs, part=part, schema=DraftsReply)
    return await ask_structured(state, context, ask, DraftsReply, tolerate=True, shown={"draft": named})


def _insertions(reply: FrameReply, others: Mapping[str, str]) -> Iterator[Insertion]:
    """Yield what is added, then what is left out; what only repeats another one is none."""
    seen = set[str]()
    # A chair that answers in the form of another result names these apart; they are left out like the rest.
    alone = [InsertionReply(who=one.who, text=one.says) for one in reply.only_one_says if one.says.strip()]
    for items, taken in ((reply.additions, True), (reply.left_out, False), (alone, False)):
        for item in items:
            text = as_insertion(item.text)
            if item.who in others and text and text.casefold() not in seen:
                seen.add(text.casefold())
                yield _insertion(len(seen), others[item.who], item, text, taken=taken)


def _insertion(number: int, seat: str, item: InsertionReply, text: str, *, taken: bool) -> Insertion:
    return Insertion(id=f"i{number}", seat=seat, text=text, after=item.after.strip(), taken=taken)


def _with_additions(stated: ResultStated, picked: ResultChosen) -> ResultStated:
    return stated.model_copy(update={"answer": compose(picked.text, picked.others).text})


# --- decided by a person after the end -------------------------------------------------------------


class OneInsertion(GateData):
    """Which of them."""

    insertion: str


class OneMember(GateData):
    """Whose answer."""

    seat: str


async def _take_out(state: DebateState, context: Context, wanted: Wanted) -> CommandResult:
    del context
    assert isinstance(wanted.data, OneInsertion)
    return _changed(state, wanted.data.insertion, taken=False)


async def _put_back(state: DebateState, context: Context, wanted: Wanted) -> CommandResult:
    del context
    assert isinstance(wanted.data, OneInsertion)
    return _changed(state, wanted.data.insertion, taken=True)


def _changed(state: DebateState, insertion: str, *, taken: bool) -> CommandResult:
    picked, stated = state.chosen, state.stated
    assert picked is not None
    assert stated is not None
    said: Message = words("The final answer has no such passage; it stays as it is.")
    if all(one.id != insertion or one.taken == taken for one in picked.others):
        return CommandResult(said)
    decision = InsertionDecided(insertion=insertion, taken=taken)
    after = _with_additions(stated, decided(picked, decision))
    said = words("It stands in the final answer.") if taken else words("It is left out of the final answer.")
    return CommandResult(said, (decision, *rendered(after)))


async def _take_another(state: DebateState, context: Context, wanted: Wanted) -> CommandResult:
    """Let another member's answer stand word for word; what was added to the one before is left out."""
    del context
    assert isinstance(wanted.data, OneMember)
    seat, texts, stated = wanted.data.seat, state.standing_texts, state.stated
    assert state.chosen is not None
    assert stated is not None
    if seat not in texts:
        return CommandResult(words("{seat} has no answer that could stand.", seat=seat))
    left_out = [one.model_copy(update={"taken": False}) for one in state.chosen.insertions]
    version = texts[seat]
    picked = ResultChosen(
        seat=seat,
        base=version.seq,
        text=version.text.strip(),
        chosen_by="person",
        insertions=tuple(left_out),
    )
    said = words("{seat}'s answer is the final one now.", seat=seat)
    return CommandResult(said, (picked, *rendered(_with_additions(stated, picked))))


def _has_taken(state: DebateState, payload: Mapping[str, JsonValue]) -> bool:
    del payload
    return state.chosen is not None and any(one.taken for one in state.chosen.others)


def _has_left_out(state: DebateState, payload: Mapping[str, JsonValue]) -> bool:
    del payload
    return state.chosen is not None and not all(one.taken for one in state.chosen.others)


def _has_others(state: DebateState, payload: Mapping[str, JsonValue]) -> bool:
    del payload
    return state.chosen is not None and len(state.standing_texts) > 1


COMMANDS: tuple[PersonCommand, ...] = (
    PersonCommand(
        Verb(
            "take_out",
            words("Take out…"),
            OneInsertion,
            tip=words("Leave what another member added out of the final answer"),
            done=words("Took an addition out of the final answer"),
        ),
        _take_out,
        (AFTER_END,),
        offered=_has_taken,
    ),
    PersonCommand(
        Verb(
            "put_back",
            words("Put back…"),
            OneInsertion,
            tip=words("Put what was left out into the final answer"),
            done=words("Put into the final answer what was left out"),
        ),
        _put_back,
        (AFTER_END,),
        offered=_has_left_out,
    ),
    PersonCommand(
        Verb(
            "take_another",
            words("Take another…"),
            OneMember,
            tip=words("Let another member's answer be the final one, word for word"),
            done=words("Took another member's answer for the final one"),
        ),
        _take_another,
        (AFTER_END,),
        offered=_has_others,
    ),
)
