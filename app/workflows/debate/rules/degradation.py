"""What was less than asked for, in words that a face translates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.domain.i18n import QT_TRANSLATE_NOOP, Message, words
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
