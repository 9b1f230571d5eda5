"""What was done to a reply so that it could be read, as a fact: for every workflow that reads replies."""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.fact_base import Fact
from app.domain.facts import ReplyMended
from app.domain.messages import Reply
from app.engine.node import Ask


def mended_facts(ask: Ask, reply: Reply, how: Iterable[str]) -> tuple[Fact, ...]:
    """Return the record of what was done to read a reply; none where it needed nothing."""
    done = tuple(dict.fromkeys((*reply.marks, *how)))
    return (ReplyMended(asked=reply.asked, purpose=ask.purpose, seat=ask.seat, how=done),) if done else ()
