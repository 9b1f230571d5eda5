"""What became of a reply, as a fact: what was done so that it could be read, and that none came."""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.fact_base import Fact
from app.domain.facts import HelpFailed, ReplyMended
from app.domain.messages import Missing, Reply
from app.engine.node import Ask


def mended_facts(ask: Ask, reply: Reply, how: Iterable[str]) -> tuple[Fact, ...]:
    """Return the record of what was done to read a reply; none where it needed nothing."""
    done = tuple(dict.fromkeys((*reply.marks, *how)))
    return (ReplyMended(asked=reply.asked, purpose=ask.purpose, seat=ask.seat, how=done),) if done else ()


def help_failed(ask: Ask, outcome: Missing) -> tuple[Fact, ...]:
    """Return the record that help did not come; none where a person or a rule left the seat out."""
    if outcome.kind in ("absent", "dropped"):
        return ()
    return (HelpFailed(purpose=ask.purpose, seat=ask.seat, reason=outcome.reason),)
