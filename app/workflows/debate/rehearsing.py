"""What a debate's nodes would build when they are first run."""

from __future__ import annotations

from collections.abc import Iterator

from app import diffing
from app.projections.answers import key_of
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
    """Build the forms of replies, what gates show, what reads answers and what measures a change."""
    key_of("1")
    yield
    for reply in (CritiqueReply, RefinementReply, EvaluationReply, SynthesisReply, CompareReply):
        schema_of(reply)
        yield
    for shown in (CritiqueShown, ReviewPayload, SeatShown, FigureShown, RuleShown, ApprovalPayload):
        shown.model_rebuild()
        yield
    _ = diffing.change_ratio
    yield
    yield from diffing.prepare()
