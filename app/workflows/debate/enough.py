"""Rule 2 where it arises: a round is not built on fewer valid answers than it needs.

Who fails to refine keeps its answer: only first answers can be too few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.domain.fact_base import Fact
from app.domain.facts import TextProposed
from app.engine.node import Context, Lost
from app.workflows.debate.state import DebateState

UNREADABLE = "Its reply could not be read, twice."
LEFT_OUT = "It was left out by decision, but fewer than two answers would remain."
_LEFT_OUT_ALONE = "It was left out by decision, but no answer would remain."


def require_answers(
    state: DebateState, context: Context, seats: Sequence[str], facts: Sequence[Fact]
) -> None:
    """Open the failure gate over the calls of `seats` that brought no text, where too few texts are left.

    Members that sit out were let go at a failure gate, which keeps as many as are needed.
    """
    answered = {fact.seat for fact in facts if isinstance(fact, TextProposed)}
    lost = [seat for seat in seats if seat not in answered and seat not in state.attempt.absent]
    if lost and len(state.prospects - set(lost)) < state.needed:
        context.fail([call for seat in lost for call in _calls(state, seat)])


def _calls(state: DebateState, seat: str) -> Iterator[Lost]:
    """Return what to ask again: all drafts, or the last of a question and its repetition."""
    parts = [part for asked, who, part in state.asked if (asked, who) == ("proposal", seat)]
    left_out = LEFT_OUT if state.needed > 1 else _LEFT_OUT_ALONE
    for part in ["reask"] if "reask" in parts else parts:
        yield Lost("proposal", seat, part, left_out if seat in state.left_out else UNREADABLE)
