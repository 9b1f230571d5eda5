"""The node that writes the final answer, with dissent and degradation stated.

On a lower rung nobody is asked: one answer stands word for word, taken or attacked. What another says
differently is left out, and can be put back; a point that a person accepted and the answer leaves open is
added; the strongest objection that was not taken up stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.i18n import words
from app.domain.ids import CHAIR
from app.domain.messages import Missing
from app.engine.node import Context, Lost, Step
from app.engine.plugin import CommandResult, Wanted
from app.workflows.common.replies import SynthesisReply
from app.workflows.debate.facts import Insertion, ResultChosen, ResultStated
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.ledger import Version
from app.workflows.debate.nodes.asking import ask_structured, make_ask, pinned, question_inputs, unanswered
from app.workflows.debate.nodes.choosing import best_result
from app.workflows.debate.nodes.history import chairs_ask
from app.workflows.debate.nodes.judging import compare, grade, has_comparison
from app.workflows.debate.nodes.sampling import independent_result
from app.workflows.debate.rules.additions import as_insertion, compose, objection_of, with_points
from app.workflows.debate.rules.guests import told_as
from app.workflows.debate.rules.short_answers import turns_told, vote_told
from app.workflows.debate.rules.stating import (
    RESULT_CUT,
    RESULT_SAYS_NOTHING,
    degradation_lines,
    rendered,
    state_result,
    stopped,
    without_the_chair,
)
from app.workflows.debate.rules.substance import takes_up_nothing
from app.workflows.debate.state import DebateState

_TAKES_UP_NOTHING = words("The final answer has nothing of what the members wrote.")


async def synthesis(state: DebateState, context: Context) -> Step:
    """Ask the chair for the final answer from all accepted rounds, and in a batch whether refining helped."""
    if state.setup.independent:
        return await independent_result(state, context)
    sole = _sole_answer(state)
    if sole is not None:
        return await _answered_alone(state, context, sole)
    if state.rung in ("take", "attack"):
        return await _one_answer(state, context)
    inputs = _inputs(state)
    chosen = (state.result_from or state.setup.result_by) != "chair"
    if chosen and (step := await best_result(state, context, inputs)) is not None:
        return step
    facts = await _written(state, context, inputs)
    return (
        _without_the_chair(state) if facts is None else Step(DebateSignal.COMPLETE, (*facts, *stopped(state)))
    )


async def _one_answer(state: DebateState, context: Context) -> Step:
    """Return the answer that was taken or attacked, with what speaks against it."""
    texts = state.standing_texts
    seat = state.target if state.target in texts else next(iter(s for s in state.active if s in texts), "")
    if not seat:
        nothing = ResultStated(answer="No final answer was written.", structured=False)
        return Step(DebateSignal.COMPLETE, (*rendered(nothing), *stopped(state)))
    version, checked = texts[seat], state.checked
    picked = ResultChosen(
        seat=seat,
        base=version.seq,
        text=version.text.strip(),
        chosen_by="alone" if len(texts) == 1 else "person" if state.rung_asked else "first",
        insertions=tuple(with_points(state, seat, _left_out(state, seat))),
    )
    accepted = state.rounds_accepted[-1]
    stated = ResultStated(
        answer=compose(picked.text, picked.others).text,
        agreed=checked.agreed if checked is not None else (),
        disputed=checked.disputed if checked is not None else (),
        objection=objection_of(state, seat),
        rung="take" if state.rung == "take" else "attack",
        unmet_must_haves=tuple(accepted.unmet),
        degradation=tuple(degradation_lines(state, state.degraded_on_entry)),
    )
    graded = await grade(state, context, stated.answer)
    return Step(DebateSignal.COMPLETE, (picked, *rendered(stated), *graded, *stopped(state)))


def _left_out(state: DebateState, seat: str) -> Iterator[Insertion]:
    """Yield what other answers say where they differ from this one."""
    sides = [side for one in (state.checked.disputed if state.checked else ()) for side in one.sides]
    said = {as_insertion(side.says): side.who for side in sides if side.who != seat and side.says.strip()}
    for number, (text, who) in enumerate(said.items(), 1):
        yield Insertion(id=f"i{number}", seat=who, text=text, taken=False)


def _inputs(state: DebateState) -> Mapping[str, JsonValue]:
    left_open = unanswered(state)
    return {
        **question_inputs(state),
        **pinned(state),
        "degradation": list[JsonValue](degradation_lines(state, state.degraded_on_entry)),
        **({"unanswered": left_open} if left_open else {}),
        "vote": vote_told(state, lambda seat: told_as(state, seat, 1)),
        "turned": turns_told(state, lambda seat: told_as(state, seat)),
        **({"cites": True} if state.sources else {}),
    }


async def _written(
    state: DebateState, context: Context, inputs: Mapping[str, JsonValue], *, anew: bool = False
) -> tuple[Fact, ...] | None:
    """Return the answer that the chair wrote, as facts; None where the person does without it."""
    ask, summed_up = await chairs_ask(
        state,
        context,
        lambda rounds: make_ask(
            state, context, "synthesis", CHAIR, {**inputs, **rounds}, schema=SynthesisReply
        ),
    )
    answered = await ask_structured(state, context, ask, SynthesisReply)
    if isinstance(answered.outcome, Missing):
        return None
    reply, prose = answered.reply, answered.text or answered.words
    final = reply.answer if reply else prose
    says_nothing = takes_up_nothing(final, _answers(state))
    asks = state.who_answers == "person" and state.setup.gate_policy != "never_ask"
    # Of a cut answer it was decided that it is used.
    if says_nothing and asks and not (answered.outcome.kept or answered.cut):
        if CHAIR in state.attempt.absent:
            return None
        context.fail([Lost("synthesis", CHAIR, "", str(_TAKES_UP_NOTHING), asked=answered.outcome.asked)])
    compared = await compare(state, context, final) if has_comparison(state) else ()
    graded = await grade(state, context, final)
    # Only now: a judge that was replaced for the comparison is a degradation too.
    stated = state_result(state, reply, prose).model_copy(update={"anew": anew})
    facts: list[Fact] = [*answered.mended, *summed_up]
    if answered.cut:
        stated = stated.model_copy(update={"degradation": (*stated.degradation, str(RESULT_CUT))})
    if says_nothing:
        lines = (*stated.degradation, str(RESULT_SAYS_NOTHING))
        stated = stated.model_copy(update={"takes_up_nothing": True, "degradation": lines})
    facts += rendered(stated, asked=answered.outcome.asked, cut=answered.cut)
    return (*facts, *compared, *graded)


def _answers(state: DebateState) -> list[str]:
    """Return what the members wrote: their first answers, and those that stand."""
    first, accepted = state.first_round, state.rounds_accepted
    versions = list(first.base.values()) if first is not None else []
    if accepted:
        versions += [text for seat in state.members if (text := accepted[-1].decided(seat)) is not None]
    return [version.text for version in versions]


def _sole_answer(state: DebateState) -> Version | None:
    """Return the answer that was neither criticised nor has another beside it: a chair adds nothing to it."""
    told = any(pinned(state).values())
    if state.setup.enabled or state.setup.judge_all or told or not state.rounds_accepted:
        return None
    last = state.rounds_accepted[-1]
    texts = [text for seat in state.members if (text := last.decided(seat)) is not None]
    return texts[0] if len(texts) == 1 else None


async def _answered_alone(state: DebateState, context: Context, sole: Version) -> Step:
    degradation = tuple(degradation_lines(state, state.degraded_on_entry))
    stated = ResultStated(answer=sole.text.strip(), structured=False, alone=True, degradation=degradation)
    facts = (*rendered(stated, base=sole.seq), *await grade(state, context, stated.answer))
    return Step(DebateSignal.COMPLETE, facts)


def _without_the_chair(state: DebateState) -> Step:
    """Let the best-ranked text of the last accepted round stand where a person left the chair's out."""
    last, texts = state.rounds_accepted[-1] if state.rounds_accepted else None, state.standing_texts
    ranks = last.average_ranks() if last else {}
    best = min(texts, key=lambda seat: (ranks.get(seat, len(ranks) + 1), state.label(seat, 1)), default=None)
    stated = state_result(state, None, texts[best].text if best else "No final answer was written.")
    stated = stated.model_copy(update={"degradation": (*stated.degradation, str(without_the_chair(best)))})
    return Step(DebateSignal.COMPLETE, (*rendered(stated), *stopped(state)))


# --- asked for after the end ------------------------------------------------------------------


async def _write_new(state: DebateState, context: Context, wanted: Wanted) -> CommandResult:
    """Have the chair write a final answer in place of the one that was chosen, which stays in the record."""
    facts = await _written(state, context, _inputs(state), anew=True)
    if facts is None:
        return CommandResult(words("Nothing was written; the final answer stays as it is."))
    return CommandResult(words("The chair wrote a new final answer."), facts)


def _was_chosen(state: DebateState, payload: Mapping[str, JsonValue]) -> bool:
    return state.chosen is not None and state.rung == "debate" and bool(state.rounds_accepted)
