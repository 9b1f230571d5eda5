"""What was less than asked for, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.workflows.debate.state import DebateState

_LOST = {
    "proposal": "answer in round {n} was",
    "critique": "critiques of round {n} were",
    "refinement": "refined answer in round {n} was",
    "evaluation": "figures of round {n} were",
}


def degradation_lines(state: DebateState, degraded: Sequence[str]) -> list[str]:
    """Return what was less than asked for, oldest first; `degraded` is what the state had noted by then."""
    lines = [*dict.fromkeys(degraded), *_left_out(state), *_unread(state)]
    if state.attempts:
        attempt = state.attempt
        missing = attempt.absent | state.left_out | {s for s in state.members if attempt.text(s) is None}
        answered = sum(1 for seat in state.members if seat not in missing)
        if answered < len(state.members):
            lines.insert(0, f"{answered} of {len(state.members)} members answered in the last round")
    elif state.reason == "context_limit_reached":
        lines.insert(
            0, "no round was run: the token budget was used up by the questions; the chair answers alone"
        )
    return lines


def _unread(state: DebateState) -> Iterator[str]:
    """Return whose refined answer could not be read, twice; its text of before stands."""
    for attempt in state.rounds_accepted:
        for seat, noted in attempt.noted.items():
            if noted.unread and seat not in attempt.refined:
                where = f"{seat}'s refined answer in round {attempt.round}"
                yield f"{where} could not be read: its earlier text stands"


def _left_out(state: DebateState) -> Iterator[str]:
    """Return what a person left out at an uncertain gate and did not ask for again."""
    for attempt in state.attempts:
        for purpose, seat in state.left_out_of(attempt):
            if purpose in _LOST:
                yield f"{seat}'s {_LOST[purpose].format(n=attempt.round)} left out by decision"
