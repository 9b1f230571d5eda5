"""What a debate's nodes would build when they are first run."""

from __future__ import annotations

from collections.abc import Iterator

from app import diffing
from app.workflows.common.asking_twice import schema_of
from app.workflows.common.replies import (
    CompareReply,
    CritiqueReply,
    EvaluationReply,
    RefinementReply,
    SynthesisReply,
)
from app.workflows.debate.payloads import (
    ApprovalPayload,
    CritiqueShown,
    FigureShown,
    ReviewPayload,
    RuleShown,
    SeatShown,
)


def rehearse() -> Iterator[None]:
    """Build what replies are asked for with, what the gates show and what measures a change."""
    for reply in (CritiqueReply, RefinementReply, EvaluationReply, SynthesisReply, CompareReply):
        schema_of(reply)
        yield
    for shown in (CritiqueShown, ReviewPayload, SeatShown, FigureShown, RuleShown, ApprovalPayload):
        shown.model_rebuild()
        yield
    _ = diffing.change_ratio
    yield
    yield from diffing.prepare()
