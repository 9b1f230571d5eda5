"""What was said of an earlier iteration, read again from its records when somebody looks at it."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from app.domain.fact_base import Fact
from app.workflows.draft.facts import DraftAttempted, DraftExplained, DraftJudged
from app.workflows.draft.state import Attempt, DraftState, Iteration

F = TypeVar("F", bound=Fact)


def explanation(state: DraftState, one: Iteration) -> DraftExplained | None:
    """Return what changed in an iteration, as it was told; None: nothing was."""
    if one.explained is not None or not one.explained_in:
        return one.explained
    return _read(state, one.explained_in, DraftExplained)


def whole(state: DraftState, one: Attempt) -> Attempt:
    """Return a text with all that was said of it."""
    if one.made.writer or state.records is None:
        return one
    made, *words = one.seqs
    read = [_read(state, seq, DraftJudged) for seq in words]
    return replace(
        one,
        made=_read(state, made, DraftAttempted) or one.made,
        words=[word for word in read if word is not None],
    )


def _read(state: DraftState, seq: int, kind: type[F]) -> F | None:
    if state.records is None:
        return None
    fact = state.records.fact(state.records.record(seq))
    return fact if isinstance(fact, kind) else None
