"""The result stated part by part and in words, and what was less than asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.domain.fact_base import Fact
from app.domain.facts import TextProposed
from app.domain.i18n import QT_TRANSLATE_NOOP, Message, words
from app.domain.ids import CHAIR
from app.domain.no_model import no_model
from app.workflows.common.replies import SynthesisReply
from app.workflows.debate.facts import (
    Dispute,
    Dissent,
    OnlyOne,
    ResultStated,
    Side,
    TerminationDecided,
)
from app.workflows.debate.rules.additions import objection_of
from app.workflows.debate.rules.guests import meant_by
from app.workflows.debate.state import DebateState

RESULT_CUT = words("the final answer was cut off and is used as it is")
RESULT_SAYS_NOTHING = words(
    "the final answer has nothing of what the members wrote: continue the session to ask another chair or to "
    "write it yourself, or take an answer of theirs"
)
_LOST = {
    "proposal": QT_TRANSLATE_NOOP("app", "{seat}'s answer in round {n} was left out by decision"),
    "critique": QT_TRANSLATE_NOOP("app", "{seat}'s critiques of round {n} were left out by decision"),
    "refinement": QT_TRANSLATE_NOOP("app", "{seat}'s refined answer in round {n} was left out by decision"),
    "evaluation": QT_TRANSLATE_NOOP("app", "{seat}'s figures of round {n} were left out by decision"),
}
_ASKED_PARTS = ("agreed", "disputed", "dissent")
"""Parts of the chair's reply that say “nothing” where they stand there and are empty."""


def state_result(state: DebateState, reply: SynthesisReply | None, text: str) -> ResultStated:
    """Return the parts of the result; must-haves the judge marked unmet are added to the chair's."""
    degradation = tuple(degradation_lines(state, state.degraded))
    accepted = state.rounds_accepted
    unmet = accepted[-1].unmet if accepted else []
    objection = objection_of(state)
    if reply is None:
        return ResultStated(
            answer=text.strip(),
            unmet_must_haves=tuple(unmet),
            structured=False,
            degradation=degradation,
            objection=objection,
        )
    named = {item.strip().casefold(): item.strip() for item in (*unmet, *reply.unmet_must_haves)}
    return ResultStated(
        answer=reply.answer.strip(),
        agreed=tuple(dict.fromkeys(reply.agreed)),
        dissent=tuple(Dissent(seat=meant_by(state, d.seat), why=d.why) for d in reply.dissent),
        open_questions=tuple(dict.fromkeys(reply.open_questions)),
        unmet_must_haves=tuple(filter(None, named.values())),
        confidence=reply.confidence,
        degradation=degradation,
        # Signs without a letter or a figure decide nothing.
        decision=reply.decision.strip() if any(map(str.isalnum, reply.decision)) else "",
        disputed=tuple(
            Dispute(
                issue=dispute.issue.strip(),
                sides=tuple(
                    Side(who=meant_by(state, s.who), says=s.says, assumes=s.assumes) for s in dispute.sides
                ),
            )
            for dispute in reply.disputed
            if dispute.issue.strip()
        ),
        only_one_says=tuple(
            OnlyOne(who=meant_by(state, o.who), says=o.says) for o in reply.only_one_says if o.says.strip()
        ),
        objection=objection,
        departs_from_vote=reply.departs_from_vote.strip(),
        unsaid=tuple(name for name in _ASKED_PARTS if name not in reply.model_fields_set),
        what_changed=tuple(dict.fromkeys(line.strip() for line in reply.what_changed if line.strip())),
    )


def weighed(state: DebateState) -> bool:
    """Tell whether the chair weighed the answers; rules only quote: they state no confidence, no dissent."""
    stated, chair = state.stated, state.seats.get(CHAIR)
    if stated is None or not stated.structured:
        return False
    rules = chair is not None and no_model(chair.model) is not None
    return not rules or stated.confidence is not None or bool(stated.dissent)


def degradation_lines(state: DebateState, degraded: Sequence[Message]) -> list[str]:
    """Return what `degradation_words` does, as it is kept and sent."""
    return [str(line) for line in degradation_words(state, degraded)]


def degradation_words(state: DebateState, degraded: Sequence[Message]) -> list[Message]:
    """Return what was less than asked for, oldest first; `degraded` is what the state had noted by then."""
    lines = [*each_once(degraded), *_uncriticised(state), *_left_out(state), *_unread(state)]
    if state.attempts:
        attempt = state.attempt
        missing = attempt.absent | state.left_out | {s for s in state.members if attempt.text(s) is None}
        # On the lower rungs of the ladder not all are asked.
        asked = state.members if state.rung == "debate" else state.active
        answered, every = sum(1 for seat in asked if seat not in missing), len(asked)
        if answered < every:
            lines.insert(0, words("{n} of {all} members answered in the last round", n=answered, all=every))
    elif state.reason == "context_limit_reached":
        lines.insert(
            0,
            words("no round was run: the token budget was used up by the questions; the chair answers alone"),
        )
    return lines


def lacking_now(state: DebateState) -> list[Message]:
    """Return what is less than asked for of a debate without a final answer.

    A step's answers are taken in together: of a round that broke off before, it is not known who answered.
    """
    if not state.attempts or state.attempt.base or state.attempt.refined:
        return degradation_words(state, state.degraded)
    unfinished = words(
        "round {n} is not finished; what has been answered in it is kept, and not part of this report",
        n=state.attempt.round,
    )
    return [unfinished, *each_once(state.degraded), *_left_out(state)]


def each_once(lines: Iterable[Message]) -> Iterable[Message]:
    """Return lines without those that say the same as one before."""
    return {str(line): line for line in lines}.values()


def without_the_chair(best: str | None) -> Message:
    """Return what stands in place of the chair's answer that a person left out."""
    if best is None:
        return words("the chair's answer was left out by decision; there is no other text")
    return words(
        "the chair's answer was left out by decision; the answer of {seat} stands in its place", seat=best
    )


def _uncriticised(state: DebateState) -> Iterator[Message]:
    """Return in which rounds no critique came at all."""
    for attempt in state.attempts:
        if attempt.uncriticised and attempt.assessed and not attempt.refined:
            yield words("nobody's critique came in round {n}: no answer was refined", n=attempt.round)


def _unread(state: DebateState) -> Iterator[Message]:
    """Return whose refined answer could not be read, twice; its text of before stands."""
    for attempt in state.rounds_accepted:
        for seat, noted in attempt.noted.items():
            if noted.unread and seat not in attempt.refined:
                yield words(
                    "{seat}'s refined answer in round {n} could not be read: its earlier text stands",
                    seat=seat,
                    n=attempt.round,
                )


def _left_out(state: DebateState) -> Iterator[Message]:
    """Return what a person left out at an uncertain gate and did not ask for again."""
    for attempt in state.attempts:
        for purpose, seat in state.left_out_of(attempt):
            if purpose in _LOST:
                yield words(_LOST[purpose], seat=seat, n=attempt.round)


def _render_result(stated: ResultStated) -> str:
    """Return the final answer as Markdown; dissent is always named, if only as none."""
    parts = [stated.answer]
    if not stated.structured and not stated.alone:
        none = "not known: the chair wrote one text and did not list its points"
        parts.append(f"## Dissent\n\n{_objection(stated) or none}")
    elif stated.structured:
        if stated.agreed:
            parts.append("## Agreed\n\n" + _bullets(stated.agreed))
        dissent = tuple(f"**{d.seat}**: {d.why}" for d in stated.dissent)
        parts.append(
            "## Dissent\n\n"
            + (
                _bullets(dissent)
                or _objection(stated)
                or _otherwise(stated)
                or ("not stated" if "dissent" in stated.unsaid else "none")
            )
        )
    if stated.open_questions:
        parts.append("## Open questions\n\n" + _bullets(stated.open_questions))
    if stated.unmet_must_haves:
        parts.append("## Unmet must-haves\n\n" + _bullets(stated.unmet_must_haves))
    if stated.structured and not stated.rung:
        parts.append(f"## Confidence\n\n{stated.confidence or 'not stated'}")
    if stated.degradation:
        parts.append("## Limits of this answer\n\n" + _bullets(stated.degradation))
    return "\n\n".join(part for part in parts if part) + "\n"


def _objection(stated: ResultStated) -> str:
    one = stated.objection
    if one is None:
        return ""
    held = f" – {one.answer}" if one.answer else ""
    return f"- **{one.seat}** raised, and it was not taken up: {one.claim}{held}"


def _otherwise(stated: ResultStated) -> str:
    """Return where the answers of a quick check differ; that nobody dissents says nothing there."""
    if stated.rung != "take":
        return ""
    differ = (
        " ".join([one.issue, *(f"**{side.who}**: {side.says}" for side in one.sides)])
        for one in stated.disputed
    )
    return _bullets(tuple(differ)) or "nobody was asked what speaks against it"


def _bullets(lines: tuple[str, ...]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def rendered(
    stated: ResultStated, *, base: int | None = None, asked: int | None = None, cut: bool = False
) -> tuple[Fact, ...]:
    """Return the result as facts: its text, and what it is made of."""
    text = _render_result(stated)
    return (TextProposed(slot="result", seat=CHAIR, text=text, base=base, asked=asked, cut=cut), stated)


def stopped(state: DebateState) -> tuple[Fact, ...]:
    """Return the reason where *stop with answer* came from another node than the approval gate."""
    if state.reason is None and state.setup.enabled:
        return (TerminationDecided(reason="user_stopped"),)
    return ()
