"""The iteration state: plain mutable models of rounds and when they end, for scripts and other programs.

Nothing in the engine uses these; `iteration_state` builds them from a journal, `iteration_of` from a folded
debate. Model fields hold members' names, answers are called `Response <letter>`, critiques go by their ids.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from enum import Enum
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from app.domain.fact_base import FactCatalogue, Record
from app.domain.facts import SHARED_FACTS, Status, TextChoice
from app.projections.base import moment
from app.workflows.debate.facts import DEBATE_FACTS
from app.workflows.debate.ledger import Attempt, Point
from app.workflows.debate.rules.termination import RuleInputs, termination
from app.workflows.debate.state import DebateState


def _utc(value: datetime) -> datetime:
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value


_Moment = Annotated[datetime, AfterValidator(_utc)]


class TerminationReason(str, Enum):  # noqa: UP042  as the source has it: its members are read as `str(…)` too
    """Why the rounds ended."""

    MAX_ROUNDS = "max_rounds_reached"
    CONVERGENCE = "models_converged"
    USER_STOP = "user_stopped"
    NO_CHANGES = "no_significant_changes"
    ERROR = "error_occurred"
    CONTEXT_LIMIT = "context_limit_reached"


class _Model(BaseModel):
    model_config = ConfigDict(defer_build=True)


class CritiqueItem(_Model):
    """One point against an answer; `critique_text` is claim and suggestion."""

    source_model: str
    target_response: str
    """`Response A`, `Response B`…"""
    critique_text: str
    severity: str = "medium"
    """high, medium or low."""


class RefinementResult(_Model):
    """What a member made of its answer."""

    model: str
    original_response: str
    refined_response: str
    critiques_addressed: list[str]
    """Ids of the critiques answered `fixed`."""
    changes_made: bool
    change_summary: str | None = None
    decided: Literal["refined", "previous", "edit"] = "refined"
    """What a person let go on as `refined_response`: the refinement, the text before, or an edit."""


class IterationRound(_Model):
    """All of one round; naive times are read as UTC."""

    model_config = ConfigDict(defer_build=True, validate_assignment=True)

    round_number: int
    started_at: _Moment
    completed_at: _Moment | None = None
    critiques: dict[str, list[CritiqueItem]]
    """By the label of the answer they are about."""
    refinements: list[RefinementResult]
    models_that_changed: list[str]
    models_unchanged: list[str]
    """Those that held their text."""
    models_minor: list[str] = Field(default_factory=list)
    """Changed by less than the smallest change that counts."""
    models_failed: list[str] = Field(default_factory=list)
    models_skipped: list[str] = Field(default_factory=list)


class IterationState(_Model):
    """The rounds of one deliberation so far; `current_round` is the one under review."""

    enabled: bool = False
    max_rounds: int = Field(default=2, ge=1, le=5)
    current_round: int = 0
    rounds: list[IterationRound] = Field(default_factory=list)
    terminated: bool = False
    termination_reason: TerminationReason | None = None
    total_tokens_used: int = 0
    context_budget: int = 50000
    auto_stop_on_convergence: bool = True
    min_change_threshold: float = Field(default=0.1, ge=0, le=1)


class IterationConfig(_Model):
    """What a person sets."""

    enabled: bool = True
    max_rounds: int = Field(default=2, ge=1, le=5)
    auto_stop_on_convergence: bool = True
    min_change_threshold: float = Field(default=0.1, ge=0, le=1)
    context_budget: int = Field(default=50000, ge=1000)


def initialize_iteration_state(config: IterationConfig) -> IterationState:
    """Return the state before the first round."""
    return IterationState(
        enabled=config.enabled,
        max_rounds=config.max_rounds,
        context_budget=config.context_budget,
        auto_stop_on_convergence=config.auto_stop_on_convergence,
        min_change_threshold=config.min_change_threshold,
    )


def should_continue_iteration(state: IterationState) -> tuple[bool, TerminationReason | None]:
    """Tell whether another round should begin, and if not why (None where iteration is off).

    The rules in the order of the specification; the judge's figures (rule 7) are not part of this state.
    """
    if not state.enabled:
        return False, None
    if state.terminated:
        return False, state.termination_reason
    counts: dict[Status, int] = {}
    if state.rounds:
        last = state.rounds[-1]
        counts = {
            "changed": len(last.models_that_changed),
            "minor": len(last.models_minor),
            "held": len(last.models_unchanged),
            "failed": len(last.models_failed),
        }
    failed = counts.pop("failed", 0)
    valid = sum(counts.values())
    reason = termination(
        RuleInputs(
            current_round=state.current_round,
            max_rounds=state.max_rounds,
            statuses=[status for status, n in counts.items() for _ in range(n)],
            # Where nobody failed there were not too few answers, however many are noted.
            asked=valid + failed if failed else 0,
            valid=valid if failed else 1,
            tokens=state.total_tokens_used,
            context_budget=state.context_budget,
            termination="convergence",
            auto_stop=state.auto_stop_on_convergence,
            figure=None,
            threshold=0,
            high_open=False,
        )
    )
    return reason is None, TerminationReason(reason) if reason is not None else None


def start_new_round(state: IterationState) -> IterationRound:
    """Open the next round and return it. Raises ValueError where the state is ended or a round is open."""
    if state.terminated:
        raise ValueError("the iteration has ended; initialise a new state to go on")
    if _open_round(state) is not None:
        raise ValueError(f"round {state.current_round} is open; complete it first")
    state.current_round += 1
    opened = IterationRound(
        round_number=state.current_round,
        started_at=datetime.now(UTC),
        critiques={},
        refinements=[],
        models_that_changed=[],
        models_unchanged=[],
    )
    state.rounds.append(opened)
    return opened


def complete_round(state: IterationState, round_data: IterationRound, tokens_used: int) -> None:
    """Close the open round with what it brought. Raises ValueError where no round is open."""
    if _open_round(state) is None:
        raise ValueError("no round is open; start one first")
    round_data.completed_at = datetime.now(UTC)
    state.total_tokens_used += tokens_used
    state.rounds[-1] = round_data


def _open_round(state: IterationState) -> IterationRound | None:
    return state.rounds[-1] if state.rounds and state.rounds[-1].completed_at is None else None


def terminate_iteration(state: IterationState, reason: TerminationReason) -> None:
    """Mark the iteration as ended."""
    state.terminated = True
    state.termination_reason = reason


def get_iteration_summary(state: IterationState) -> dict[str, Any]:
    """Return the figures to show; durations in seconds.

    A round under review is listed and not yet completed; a minor change is a change in every column.
    """
    if not state.rounds:
        return {"message": "No iterations performed"}
    return {
        "rounds_completed": sum(r.completed_at is not None for r in state.rounds),
        "max_rounds": state.max_rounds,
        "total_refinements": sum(len(r.models_that_changed) + len(r.models_minor) for r in state.rounds),
        "total_unchanged": sum(len(r.models_unchanged) for r in state.rounds),
        "terminated_reason": state.termination_reason.value if state.termination_reason else None,
        "tokens_used": state.total_tokens_used,
        "round_summaries": [
            {
                "round": r.round_number,
                "models_changed": len(r.models_that_changed) + len(r.models_minor),
                "models_unchanged": len(r.models_unchanged),
                "duration_seconds": (
                    (r.completed_at - r.started_at).total_seconds() if r.completed_at else None
                ),
            }
            for r in state.rounds
        ],
    }


# --- of a debate ------------------------------------------------------------------------------

_REASONS = frozenset(reason.value for reason in TerminationReason)


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
        started_at=moment(attempt.opened_at),
        completed_at=moment(attempt.completed_at) if attempt.accepted and attempt.completed_at else None,
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
