"""What nodes and gates record of a round: that it was decided, and what a person says to all."""

from __future__ import annotations

from app.domain.facts import GuidanceGiven, RoundClosed
from app.engine.node import Context, GateReply


def closed(context: Context, *, accepted: bool, feedback: str | None = None) -> RoundClosed:
    """Return that the open round's attempt was decided."""
    return RoundClosed(number=context.round, attempt=context.attempt, accepted=accepted, feedback=feedback)


def guidance(text: str, *, pinned: bool = False) -> tuple[GuidanceGiven, ...]:
    """Return a person's words to all, for the next round or (`pinned`) all that follow; none where blank."""
    return (GuidanceGiven(text=text.strip(), pinned=pinned),) if text.strip() else ()


def guidance_beside(reply: GateReply) -> tuple[GuidanceGiven, ...]:
    """Return what was said beside an answer and not in its data: no event of the gate has recorded it."""
    return () if reply.data.get("note") else guidance(reply.note)
