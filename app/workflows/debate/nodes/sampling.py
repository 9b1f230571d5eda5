"""Baselines for a debate: independent answers, as many as a number of tokens allows, counted or judged.

Rule: the members answer wave by wave, each by itself; another wave begins only where the tokens that a wave
took on average still fit. What was asked is known from the replies alone, so a node that is run again asks
for the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import TextProposed
from app.domain.i18n import words
from app.domain.ids import CHAIR, JUDGE
from app.domain.messages import Reply
from app.domain.seats import Team
from app.engine.baselines import Baseline
from app.engine.node import Ask, Context, Step
from app.projections.answers import answer_of, keys_of
from app.workflows.common.replies import GroupingReply
from app.workflows.debate.facts import (
    AnswerCount,
    AnswersCounted,
    Dissent,
    DraftWritten,
    ResultStated,
)
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.nodes.asking import ask_structured, ask_text, make_ask, pinned, question_inputs
from app.workflows.debate.nodes.judging import choose, grade
from app.workflows.debate.rules.stating import degradation_lines, stopped
from app.workflows.debate.state import DebateState

_TOKENS = "answer_tokens"
_WITHOUT: Mapping[str, JsonValue] = {
    "enabled": False,
    "gate_policy": "never_ask",
    "interactive_clarifications": False,
}
"""No critique, and nobody who is asked between: what is compared is the answers alone."""
_UNREADABLE = "The judge gave no readable choice; the first answer was taken."
_MOST_WAVES = 100
"""Answers of one member: a vote of more is no other vote."""


def _begin(
    result_by: str, *, alone: bool = False
) -> Callable[[Mapping[str, JsonValue], Team], tuple[Mapping[str, JsonValue], Team]]:
    def begin(setup: Mapping[str, JsonValue], team: Team) -> tuple[Mapping[str, JsonValue], Team]:
        members = tuple(seat.model_copy(update={"drafts": 1}) for seat in team.enabled)
        asked = team.model_copy(update={"members": members[:1] if alone else members})
        begun = {**setup, **_WITHOUT, "result_by": result_by}
        given = begun.get("context")
        if isinstance(given, list):
            # A file that was for somebody who is not asked here would be nobody's.
            there = {"", *(member.name for member in asked.members)}
            begun["context"] = [
                one for one in given if isinstance(one, dict) and one.get("only", "") in there
            ]
        return begun, asked

    return begin


BASELINES: Mapping[str, Baseline] = {
    "single": Baseline(_begin("vote", alone=True), _TOKENS, words("one member alone")),
    "vote": Baseline(_begin("vote"), _TOKENS, words("a vote")),
    "best": Baseline(_begin("best"), _TOKENS, words("the judge’s choice")),
}
"""`single`: what its first member answers most often."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One independent answer; `label` names it to the judge, who must not know whose it is."""

    seat: str
    text: str
    label: str = ""


async def independent_answers(state: DebateState, context: Context, seats: Sequence[str]) -> list[Fact]:
    """Ask members for answer after answer, and return what enters the round; nothing of who failed always."""
    written: dict[str, dict[int, str]] = {seat: {} for seat in seats}
    cut: set[tuple[str, int]] = set()
    mended: list[Fact] = []
    judged = (state.setup.result_by == "best") + (state.setup.same_answer == "judge")
    used = read = wave = 0
    while wave < _MOST_WAVES and seats:
        wave += 1
        asks = [_ask(state, context, seat, wave) for seat in seats]
        answers = await context.gather(*(ask_text(state, context, ask) for ask in asks))
        for seat, answered in zip(seats, answers, strict=True):
            mended += answered.mended
            if isinstance(answered.outcome, Reply):
                written[seat] |= {wave: answered.text} if answered.text.strip() else {}
                cut |= {(seat, wave)} if answered.cut else set()
                used += answered.outcome.usage.tokens
                read += answered.outcome.usage.tokens_out
        if not any(wave in texts for texts in written.values()):
            break
        # What the judge is going to read is paid for out of the same tokens.
        if not used or (used + judged * read) * (wave + 1) / wave > (state.setup.answer_tokens or 0):
            break
    facts: list[Fact] = list(mended)
    for seat, texts in written.items():
        if texts:
            facts += _entered(state, seat, texts, {wave for who, wave in cut if who == seat})
    return facts


def _ask(state: DebateState, context: Context, seat: str, wave: int) -> Ask:
    inputs: dict[str, JsonValue] = {
        **question_inputs(state, seat),
        **pinned(state),
        "draft": wave,
        # To its author each is the only one: an answer that is to differ from others is not independent.
        "drafts": 1,
    }
    return make_ask(state, context, "proposal", seat, inputs, part=f"draft-{wave}")


def _entered(state: DebateState, seat: str, texts: Mapping[int, str], cut: set[int]) -> list[Fact]:
    """Return a member's answers; the first of those it gave most often is shown as its own."""
    keys = keys_of(list(texts.values()), state.setup.question)
    common = max(keys, key=keys.count)
    chosen = list(texts)[keys.index(common)]
    asked = state.asked.get(("proposal", seat, f"draft-{chosen}"))
    drafts: list[Fact] = [
        DraftWritten(seat=seat, number=number, text=text, chosen=number == chosen)
        for number, text in texts.items()
    ]
    entered = TextProposed(slot="answer", seat=seat, text=texts[chosen], asked=asked, cut=chosen in cut)
    return [*drafts, entered]


async def independent_result(state: DebateState, context: Context) -> Step:
    """Return the answer that most gave, or that the judge chose, and how often each was given."""
    samples = _samples(state)
    if not samples:
        stated = ResultStated(answer="No final answer was written.", structured=False)
        return _stated(state, stated, ())
    groups, mended = await _groups(state, context, samples)
    if state.setup.result_by == "best":
        best, why, more = await _best(state, context, samples)
        mended = (*mended, *more)
    else:
        best, why = max(groups, key=lambda group: len(group[1]))[1][0], ""
    counted = AnswersCounted(
        answers=tuple(
            AnswerCount(answer=answer, count=len(group), seats=_in_order(state, group))
            for answer, group in sorted(groups, key=lambda group: -len(group[1]))
        ),
        grouped_by=state.setup.same_answer,
        chosen_by=state.setup.result_by,
        why=why,
    )
    winners = next((group for _, group in groups if best in group), [best])
    agreeing = {sample.seat for sample in winners}
    dissent = tuple(
        Dissent(seat=seat, why=answer_of(next(s.text for s in samples if s.seat == seat)))
        for seat in _in_order(state, samples)
        if seat not in agreeing
    )
    stated = ResultStated(
        answer=best.text.strip(),
        dissent=dissent,
        degradation=tuple(degradation_lines(state, state.degraded_on_entry)),
        decision=answer_of(best.text),
    )
    return _stated(state, stated, (*mended, counted), await grade(state, context, stated.answer))


def _in_order(state: DebateState, samples: Sequence[Sample]) -> tuple[str, ...]:
    seats = {sample.seat for sample in samples}
    return tuple(seat for seat in state.members if seat in seats)


def _stated(
    state: DebateState, stated: ResultStated, before: Sequence[Fact], after: Sequence[Fact] = ()
) -> Step:
    proposed = TextProposed(slot="result", seat=CHAIR, text=f"{stated.answer}\n")
    return Step(DebateSignal.COMPLETE, (*before, proposed, stated, *after, *stopped(state)))


def _samples(state: DebateState) -> list[Sample]:
    """Return the answers of the last attempt by letter; a person's edit stands for its draft."""
    if not state.rounds_accepted:
        return []
    attempt = state.rounds_accepted[-1]
    found = []
    for seat in sorted(state.members, key=state.label):
        decided = attempt.decided(seat)
        drafts = attempt.drafts.get(seat, [])
        if decided is None or seat in state.dropped:
            continue
        found += [Sample(seat, decided.text if draft.chosen else draft.text) for draft in drafts] or [
            Sample(seat, decided.text)
        ]
    return [Sample(one.seat, one.text, f"Answer {number}") for number, one in enumerate(found, 1)]


Group = tuple[str, list[Sample]]


async def _groups(
    state: DebateState, context: Context, samples: Sequence[Sample]
) -> tuple[list[Group], tuple[Fact, ...]]:
    """Return the answers that say the same, each with what it says, in the order of their first."""
    alike = _same_words(samples, state.setup.question)
    if state.setup.same_answer == "judge" and len(alike) > 1:
        shown: list[JsonValue] = [{"label": one.label, "text": one.text} for one in _drawn(context, samples)]
        inputs = {**question_inputs(state), "answers": shown}
        ask = make_ask(state, context, "grouping", JUDGE, inputs, schema=GroupingReply)
        names = {"answer": [one.label for one in samples]}
        answered = await ask_structured(state, context, ask, GroupingReply, tolerate=True, shown=names)
        if answered.reply is not None:
            return _read_groups(answered.reply, samples), answered.mended
        return alike, answered.mended
    return alike, ()


def _same_words(samples: Sequence[Sample], question: str) -> list[Group]:
    groups: dict[str, Group] = {}
    for one, key in zip(samples, keys_of([one.text for one in samples], question), strict=True):
        groups.setdefault(key, (answer_of(one.text), []))[1].append(one)
    return list(groups.values())


def _read_groups(reply: GroupingReply, samples: Sequence[Sample]) -> list[Group]:
    """Return the judge's groups; an answer it named nowhere stands alone, one named twice counts once."""
    left = {one.label: one for one in samples}
    groups: list[Group] = []
    for group in reply.alike:
        found = [one for label in group.labels if (one := left.pop(label, None)) is not None]
        if found:
            groups.append((group.answer.strip() or answer_of(found[0].text), found))
    groups += [(answer_of(one.text), [one]) for one in left.values()]
    order = {one.label: at for at, one in enumerate(samples)}
    return sorted(groups, key=lambda group: min(order[one.label] for one in group[1]))


async def _best(
    state: DebateState, context: Context, samples: Sequence[Sample]
) -> tuple[Sample, str, tuple[Fact, ...]]:
    """Return the answer that the judge chooses, its reason, and what was done to read its word."""
    if len({one.text for one in samples}) == 1:
        return samples[0], "", ()
    by_label = {one.label: one for one in samples}
    texts = {one.label: one.text for one in _drawn(context, samples)}
    answered = await choose(state, context, texts, "best", {"independent": True}, by_label)
    if answered.reply is None:
        return samples[0], _UNREADABLE, answered.mended
    return by_label[answered.reply.best], answered.reply.why, answered.mended


def _drawn(context: Context, samples: Sequence[Sample]) -> list[Sample]:
    """Return the answers in an order drawn anew: the first one is preferred by many judges."""
    order = list(samples)
    context.rng("samples").shuffle(order)
    return order
