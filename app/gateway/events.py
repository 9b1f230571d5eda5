"""What the host's frames say, as the events of a call."""

from __future__ import annotations

from app.domain.messages import ToolCall
from app.domain.sentences import sentence_of
from app.domain.tokens import Timings
from app.domain.usage import Usage
from app.engine.ports import (
    Answering,
    Completed,
    Failed,
    ModelEvent,
    ReasoningDelta,
    Sent,
    TextDelta,
    ToolCallDelta,
)
from app.gateway.protocol import Delta, Done, Frame, HasBegun, HasFailed, WasSent


def events_of(frame: Frame) -> list[ModelEvent]:
    """Return what a frame tells of its call, none where it tells nothing new."""
    match frame:
        case WasSent():
            return [Sent()]
        case HasBegun():
            return [Answering()]
        case Delta():
            events: list[ModelEvent] = [ReasoningDelta(frame.reasoning)] if frame.reasoning else []
            events += [TextDelta(frame.text)] if frame.text else []
            return events + [ToolCallDelta(int(i), str(name), str(part)) for i, name, part in frame.tools]
        case Done():
            return [
                Completed(
                    text=frame.text,
                    reasoning=frame.reasoning,
                    tool_calls=tuple(ToolCall(**call) for call in frame.tool_calls),
                    finish=frame.finish_raw,
                    usage=Usage.model_validate(frame.usage),
                    dropped_options=tuple(frame.dropped),
                    vectors=frame.vectors,
                    marks=tuple(frame.marks),
                    timings=Timings(*frame.timings) if frame.timings else None,
                )
            ]
        case HasFailed():
            return [
                Failed(
                    kind=frame.kind,
                    message=sentence_of(frame.message),
                    sent=frame.sent,
                    hint=sentence_of(frame.hint),
                    received=frame.received,
                    retry_after=frame.retry_after,
                    partial=frame.partial,
                    usage=Usage.model_validate(frame.usage) if frame.usage is not None else None,
                    cut=frame.cut,
                    passing=frame.passing,
                    timings=Timings(*frame.timings) if frame.timings else None,
                )
            ]
        case _:
            return []
