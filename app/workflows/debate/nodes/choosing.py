"""The best answer as the result, word for word, with what others add; the chair writes what stands beside it.

Rule: whose text it is, the judge says in both orders, else the ranking. What the chair proposes as an
addition is taken until a person takes it out, and so is a point that a person accepted and the answer leaves
open; what is left out can be put back. Nobody is asked for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.gates import GateData
from app.domain.i18n import words
from app.domain.ids import CHAIR
from app.domain.messages import Missing
from app.engine.node import Context, Step
from app.engine.plugin import CommandResult, Wanted
from app.workflows.common.replies import DraftsReply, FrameReply, InsertionReply
from app.workflows.debate.facts import Insertion, InsertionDecided, ResultChosen, ResultStated
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.ledger import Version
from app.workflows.debate.nodes.asking import Answered, ask_structured, make_ask, pinned
from app.workflows.debate.nodes.history import chairs_ask
from app.workflows.debate.nodes.judging import choose, compare, grade, has_comparison
from app.workflows.debate.rules.additions import as_insertion, compose, objection_of, with_points
from app.workflows.debate.rules.guests import told_as
from app.workflows.debate.rules.short_answers import other_answer, turns, turns_told, vote_told
from app.workflows.debate.rules.stating import RESULT_CUT, rendered, state_result, stopped, without_the_chair
from app.workflows.debate.state import DebateState

By = Literal["judge", "ranking", "alone", "person"]
_LEFT = "1"
"""Ends the label of a text that its author left."""


async def best_result(state: DebateState, context: Context, inputs: Mapping[str, JsonValue]) -> Step | None:
    """Return the best answer with what stands beside it; None where no round was accepted.

    `inputs`: what the chair is told beside the rounds.
    """
    texts = state.standing_texts
    if not texts:
        return None
    pick = await _pick(state, context, texts)
    seat, version = pick.candidate.seat, pick.candidate.version
    others = {told_as(state, name): name for name in texts if name != seat}
    framed = {**inputs, "chosen": told_as(state, seat), "left_in": pick.candidate.left}
    ask, summed_up = await chairs_ask(
        state,
        context,
        lambda rounds: make_ask(state, context, "synthesis", CHAIR, {**framed, **rounds}, schema=FrameReply),
    )
    answered = await ask_structured(state, context, ask, FrameReply, shown={"answer": others})
    reply = answered.reply
    picked = ResultChosen(
        seat=seat,
        base=version.seq,
        text=version.text.strip(),
        chosen_by=pick.by,
        why=pick.why,
        insertions=tuple(with_points(state, seat, insertions_of(reply, others) if reply is not None else ())),
    )
    stated = state_result(state, reply, picked.text)
    stated = _with_additions(stated.model_copy(update={"objection": objection_of(state, seat)}), picked)
    lost = isinstance(answered.outcome, Missing)
    if lost or answered.cut:
        line = without_the_chair(seat) if lost else RESULT_CUT
        stated = stated.model_copy(update={"degradation": (*stated.degradation, str(line))})
    compared = await compare(state, context, stated.answer) if has_comparison(state) else ()
    graded = await grade(state, context, stated.answer)
    asked = None if lost else state.last_asked("synthesis", CHAIR)
    before = (*pick.mended, *answered.mended, *summed_up, picked)
    facts = (*before, *rendered(stated, asked=asked), *compared, *graded, *stopped(state))
    return Step(DebateSignal.COMPLETE, facts)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A text that can stand; `left`: the round in which its author left it, 0 where it stands."""

    seat: str
    version: Version
    left: int = 0


@dataclass(frozen=True, slots=True)
class _Pick:
    candidate: _Candidate
    by: By
    why: str = ""
    mended: tuple[Fact, ...] = ()


async def _pick(state: DebateState, context: Context, texts: Mapping[str, Version]) -> _Pick:
    """Return which text stands, who says so and why: the judge, asked in both orders, or the ranks.

    Where the orders differ, the better-ranked of both.
    """
    ranks = state.rounds_accepted[-1].average_ranks()
    ranked = sorted(texts, key=lambda seat: (ranks.get(seat, len(ranks) + 1), state.label(seat)))
    standing = {state.label(seat): _Candidate(seat, texts[seat]) for seat in sorted(texts, key=state.label)}
    named = {**standing, **_left(state, texts)}
    first = standing[state.label(ranked[0])]
    if state.result_from in texts:
        return _Pick(standing[state.label(state.result_from)], "person")
    if len({one.version.text for one in named.values()}) == 1:
        return _Pick(first, "alone" if len(texts) == 1 else "ranking")
    found: list[Answered[DraftsReply]] = []
    for part, order in (("best-ab", list(named)), ("best-ba", [*reversed(named)])):
        asked = await _asked(state, context, named, part, order)
        found.append(asked)
        if asked.reply is not None and named[asked.reply.best] is first:
            # Whatever the other order brings, this one is the better-ranked of both: nothing is paid for it.
            break
    replies = [one.reply for one in found]
    mended = tuple(fact for one in found for fact in one.mended)
    best = [named[reply.best] for reply in replies if reply is not None]
    why = " · ".join(dict.fromkeys(reply.why for reply in replies if reply is not None and reply.why))
    if not best:
        return _Pick(first, "ranking", mended=mended)
    return _Pick(min(best, key=lambda one: (ranked.index(one.seat), one.left)), "judge", why, mended)


def _left(state: DebateState, texts: Mapping[str, Version]) -> dict[str, _Candidate]:
    """Return texts that were left without a source or an error, by label, where nobody answers so any more.

    Members follow each other: what all gave up for the reasons of others alone can be the best all the same.
    """
    found: dict[str, _Candidate] = {}
    for one in turns(state):
        version = one.attempt.base.get(one.seat)
        if version is None or one.seat not in texts or one.because not in ("persuaded", ""):
            continue
        said = [*texts.values(), *(other.version for other in found.values())]
        if all(other_answer(version.text, other.text, state.setup.question) for other in said):
            found[f"{state.label(one.seat)}{_LEFT}"] = _Candidate(one.seat, version, one.attempt.round)
    return found


async def _asked(
    state: DebateState, context: Context, named: Mapping[str, _Candidate], part: str, order: Sequence[str]
) -> Answered[DraftsReply]:
    standing = {label: named[label].version.text for label in order if not named[label].left}
    left = [label for label in order if named[label].left]
    more: dict[str, JsonValue] = {
        **pinned(state),
        "left": [{"label": label, "text": named[label].version.text} for label in left],
        "refined": True,
        "vote": vote_told(state, lambda seat: state.label(seat, 1)),
        "turned": turns_told(state, state.label),
    }
    return await choose(state, context, standing, part, more, named)


def insertions_of(reply: FrameReply, others: Mapping[str, str]) -> Iterator[Insertion]:
    """Yield what is added, then what is left out; what only repeats another one is none."""
    seen = set[str]()
    # A chair that answers in the form of another result names these apart; they are left out like the rest.
    alone = [InsertionReply(who=one.who, text=one.says) for one in reply.only_one_says if one.says.strip()]
    for items, taken in ((reply.additions, True), (reply.left_out, False), (alone, False)):
        for item in items:
            text = as_insertion(item.text)
            if item.who in others and text and text.casefold() not in seen:
                seen.add(text.casefold())
                seat, after = others[item.who], item.after.strip()
                yield Insertion(id=f"i{len(seen)}", seat=seat, text=text, after=after, taken=taken)


def _with_additions(stated: ResultStated, picked: ResultChosen) -> ResultStated:
    return stated.model_copy(update={"answer": compose(picked.text, picked.others).text})


# --- decided by a person after the end -------------------------------------------------------------


class OneInsertion(GateData):
    """Which of them."""

    insertion: str


class OneMember(GateData):
    """Whose answer."""

    seat: str


async def _decide(taken: bool, state: DebateState, context: Context, wanted: Wanted) -> CommandResult:
    """Let an insertion stand in the final answer, or leave it out of it."""
    picked, stated = state.chosen, state.stated
    assert isinstance(wanted.data, OneInsertion)
    assert picked is not None
    assert stated is not None
    insertion = wanted.data.insertion
    if all(one.id != insertion or one.taken == taken for one in picked.others):
        return CommandResult(words("The final answer has no such passage; it stays as it is."))
    decision = InsertionDecided(insertion=insertion, taken=taken)
    after = _with_additions(stated, picked.after(decision))
    said = words("It stands in the final answer.") if taken else words("It is left out of the final answer.")
    return CommandResult(said, (decision, *rendered(after)))


_take_out, _put_back = partial(_decide, False), partial(_decide, True)


async def _take_another(state: DebateState, context: Context, wanted: Wanted) -> CommandResult:
    """Let another member's answer stand word for word; what was added to the one before is left out."""
    assert isinstance(wanted.data, OneMember)
    seat, texts, stated = wanted.data.seat, state.standing_texts, state.stated
    assert stated is not None
    if seat not in texts:
        return CommandResult(words("{seat} has no answer that could stand.", seat=seat))
    left_out = [one.model_copy(update={"taken": False}) for one in state.insertions if not one.is_point]
    version = texts[seat]
    picked = ResultChosen(
        seat=seat,
        base=version.seq,
        text=version.text.strip(),
        chosen_by="person",
        insertions=tuple(with_points(state, seat, left_out)),
    )
    said = words("{seat}'s answer is the final one now.", seat=seat)
    stated = stated.model_copy(update={"objection": objection_of(state, seat), "anew": False})
    return CommandResult(said, (picked, *rendered(_with_additions(stated, picked))))


def _has_taken(state: DebateState, payload: Mapping[str, JsonValue]) -> bool:
    return state.chosen is not None and any(one.taken for one in state.chosen.others)


def _has_left_out(state: DebateState, payload: Mapping[str, JsonValue]) -> bool:
    return state.chosen is not None and not all(one.taken for one in state.chosen.others)


def _has_others(state: DebateState, payload: Mapping[str, JsonValue]) -> bool:
    if state.stated is not None and state.stated.anew:
        return True
    return state.chosen is not None and len(state.standing_texts) > 1
