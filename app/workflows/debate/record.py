"""The iteration state of a debate as its journal tells it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from app.domain.fact_base import FactCatalogue, Record
from app.domain.facts import SHARED_FACTS, TextChoice
from app.workflows.debate.facts import DEBATE_FACTS
from app.workflows.debate.iteration import (
    CritiqueItem,
    IterationRound,
    IterationState,
    RefinementResult,
    TerminationReason,
)
from app.workflows.debate.ledger import Attempt, Point
from app.workflows.debate.state import DebateState

_REASONS = frozenset(reason.value for reason in TerminationReason)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def iteration_state(journal: Iterable[Record]) -> IterationState:
    """Build the iteration state from a debate's records, in order from the first."""
    catalogue = FactCatalogue([*SHARED_FACTS, *DEBATE_FACTS])
    state = DebateState()
    for record in journal:
        state.apply(record, catalogue.decode(record))
    return iteration_of(state)


def iteration_of(state: DebateState) -> IterationState:
    """Build the iteration state from a folded debate; a rejected attempt is replaced by the next.

    A single pass has no rounds of iteration. Once the rounds are over, one that nobody accepted is none.
    """
    setup = state.setup
    over = state.ended or state.reason is not None
    attempts = [a for a in state.attempts if a.accepted or (a.accepted is None and not over)]
    number = attempts[-1].round if over and attempts else state.round
    reason = state.reason or (state.halted if state.ended else None)
    if reason == "attacked":
        # The source knows no attack: whoever began it wanted no more than that.
        reason = TerminationReason.USER_STOP
    return IterationState(
        enabled=setup.enabled,
        max_rounds=state.max_rounds,
        current_round=number if setup.enabled else 0,
        rounds=[_round(state, attempt) for attempt in attempts] if setup.enabled else [],
        terminated=over,
        termination_reason=TerminationReason(reason) if reason in _REASONS else None,
        total_tokens_used=state.spend.total.tokens,
        context_budget=state.budget,
        auto_stop_on_convergence=setup.auto_stop_on_convergence,
        min_change_threshold=setup.min_change_threshold,
    )


def _round(state: DebateState, attempt: Attempt) -> IterationRound:
    def seats(status: str) -> list[str]:
        return [seat for seat, assessed in attempt.assessed.items() if assessed.status == status]

    critiques: dict[str, list[CritiqueItem]] = {}
    for point in attempt.points:
        for label in _labels(state, point):
            critiques.setdefault(label, []).append(
                CritiqueItem(
                    source_model=point.fact.critic,
                    target_response=label,
                    critique_text=f"{point.fact.claim} {point.fact.suggestion}".strip(),
                    severity=point.fact.severity,
                )
            )
    return IterationRound(
        round_number=attempt.round,
        started_at=_time(attempt.opened_at),
        completed_at=_time(attempt.completed_at) if attempt.accepted and attempt.completed_at else None,
        critiques=critiques,
        refinements=[_refinement(state, attempt, seat) for seat in _refined(attempt)],
        models_that_changed=seats("changed"),
        models_unchanged=seats("held"),
        models_minor=seats("minor"),
        models_failed=seats("failed"),
        models_skipped=seats("skipped"),
    )


def _labels(state: DebateState, point: Point) -> list[str]:
    """Return the label of the answer a point is about; one about several is filed under each."""
    if point.fact.target:
        return [state.label(point.fact.target, point.round)]
    return [state.label(seat, point.round) for seat in state.first_letters if seat != point.fact.critic]


def _refined(attempt: Attempt) -> list[str]:
    """Return whose text goes on another than it was, or was asked to: by the member or by a person's edit."""
    edited = [c.seat for _, c in attempt.choices if c.seat not in attempt.refined and c.choice == "edit"]
    return [seat for seat in dict.fromkeys([*attempt.refined, *edited]) if seat in attempt.base]


def _refinement(state: DebateState, attempt: Attempt, seat: str) -> RefinementResult:
    assessed, noted = attempt.assessed.get(seat), attempt.noted.get(seat)
    addressed = [
        point.fact.critique
        for point in state.points.values()
        if (answered := point.answer_in(attempt.round, seat)) and answered.fact.answer == "fixed"
    ]
    base, version = attempt.base[seat].text, attempt.decided(seat)
    refined = version.text if version is not None else base
    chosen: TextChoice = "refined"
    choice = next((c.choice for _, c in reversed(attempt.choices) if c.seat == seat), chosen)
    # What a person wrote or took back is compared itself: the member's status is not about it.
    by_status = assessed is not None and choice == "refined"
    changed = assessed.status in ("changed", "minor") if assessed and by_status else base != refined
    return RefinementResult(
        model=seat,
        original_response=base,
        refined_response=refined,
        critiques_addressed=addressed,
        changes_made=changed,
        change_summary=(noted.summary or None) if noted else None,
        decided=choice,
    )


def _time(at: int) -> datetime:
    return _EPOCH + timedelta(microseconds=at)
