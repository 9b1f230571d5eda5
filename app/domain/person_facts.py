"""What a person tells of a session: which facts those are, and which of them can be taken back."""

from app.domain.command_facts import AgentPermissionChanged
from app.domain.fact_base import Fact
from app.domain.facts import (
    AutoApproveChanged,
    ChangesReviewed,
    CritiqueDecided,
    DecisionWithdrawn,
    GuidanceGiven,
    LimitChanged,
    NoteAdded,
    SeatDropped,
    SeatReplaced,
    SessionRenamed,
    TagsChanged,
    TextDecided,
)
from app.domain.verdict_facts import (
    DecisionRecorded,
    ForecastMade,
    OutcomeRecorded,
    ResultGraded,
    ResultJudged,
    SeatRated,
)

PERSON_EVENTS: tuple[type[Fact], ...] = (
    TextDecided,
    ChangesReviewed,
    CritiqueDecided,
    GuidanceGiven,
    NoteAdded,
    SessionRenamed,
    TagsChanged,
    LimitChanged,
    AutoApproveChanged,
    AgentPermissionChanged,
    ResultJudged,
    ResultGraded,
    ForecastMade,
    DecisionRecorded,
    OutcomeRecorded,
    DecisionWithdrawn,
    SeatDropped,
    SeatRated,
    SeatReplaced,
)
"""What a person may tell at any time, beside the answers at gates; none moves the graph."""

WITHDRAWABLE: tuple[type[Fact], ...] = (
    TextDecided,
    CritiqueDecided,
    GuidanceGiven,
    NoteAdded,
    SessionRenamed,
    TagsChanged,
    SeatDropped,
    SeatRated,
)
"""What DecisionWithdrawn takes back; of anything else it is without effect."""
