"""What one iteration of a draft is expected to ask: every figure here is an assumption."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.ids import SeatName
from app.domain.seats import Seat
from app.engine.planned import PlannedCalls
from app.workflows.draft.asked import EXPLAIN, JUDGE, RANK, RESTATE, WRITE
from app.workflows.draft.setup import DraftSetup
from app.workflows.draft.state import EXPLAINER, JUDGE_ROLE

LEVEL, ABOVE, TOLD = 2500, 1500, 500
"""Tokens of a level of middling length, of what stands above it, and of a judge's or explainer's words."""


def planned(setup: DraftSetup, seats: Mapping[SeatName, Seat]) -> Sequence[PlannedCalls]:
    """Return the calls of one iteration that is approved at once."""
    judges = [name for name, seat in seats.items() if seat.role == JUDGE_ROLE]
    writers = [name for name in seats if name not in judges and name != EXPLAINER]
    given, both = LEVEL + ABOVE + len(setup.brief) // 4, 2 * LEVEL + ABOVE
    asks = [PlannedCalls(WRITE, seat, 1, given, min(LEVEL, setup.max_output_tokens)) for seat in writers]
    asks += [PlannedCalls(JUDGE, seat, len(writers), both, TOLD) for seat in judges]
    if len(writers) > 1:
        shown = LEVEL * (1 + len(writers)) + ABOVE
        asks += [PlannedCalls(RANK, seat, 1, shown, TOLD) for seat in judges]
    if setup.plan_first and writers:
        asks.append(PlannedCalls(RESTATE, writers[0], 1, given, TOLD))
    return [*asks, PlannedCalls(EXPLAIN, EXPLAINER, 1, both, TOLD)]
