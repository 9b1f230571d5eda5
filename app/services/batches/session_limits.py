"""The limit that a batch gives each of its sessions: one of what its purse holds back for it.

Rules: it is written behind the session's tags, or as the answer of a flag: so what the batch limited is told
from what a person did, and only that is lifted again. The limit that a row sets is never raised.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from app.domain.fact_base import Fact, Record
from app.domain.facts import LimitChanged, TagsChanged
from app.domain.gate_lines import limit_of
from app.domain.ids import SessionId
from app.domain.interruption_gates import BUDGET
from app.engine.command_options import FirstAnswer
from app.engine.ledger import Held
from app.services.sessions import Sessions

Unit = Literal["cost", "tokens"]
Own = Mapping[Unit, float | None]
"""What the row's setup limits a session to; None: nothing."""
LIMITS: Mapping[Unit, str] = {"cost": "cost_limit", "tokens": "token_limit"}
"""The field of a setup that limits a session."""


def limits_of(held: Held, own: Own) -> Sequence[LimitChanged]:
    """Return the limits of a session that begins."""
    found: list[LimitChanged] = []
    for unit, value in _values(held).items():
        mine = own[unit]
        if value is not None and (mine is None or value < mine):
            found.append(LimitChanged(limit=unit, value=value))
    return found


async def limited_anew(sessions: Sessions, session: SessionId, held: Held, own: Own) -> FirstAnswer | None:
    """Give a session that goes on what is held for it; return what is answered where it waits for just that.

    Without a limit of the batch, one that the batch gave it before is lifted; what a person set stays.
    """
    first: FirstAnswer | None = None
    async with sessions.opened(session) as live:
        spend, gate = live.fold.spend, live.fold.gates.open_gate()
        asked = limit_of(gate.fact.payload) if gate is not None and gate.fact.kind == BUDGET.name else None
        gone: Mapping[Unit, float] = {"cost": spend.total.cost, "tokens": spend.total.tokens}
        changes: list[Fact] = []
        for unit, more in _values(held).items():
            now, wanted = spend.limits.get(unit), own[unit]
            if more is not None:
                wanted = gone[unit] + more if wanted is None else min(wanted, gone[unit] + more)
            if now == wanted or (more is None and not _by_batch(await live.writer.journal.read(0), unit)):
                continue
            raised = wanted is None or now is None or wanted > now
            if asked is not None and asked.tokens == (unit == "tokens") and raised:
                first = FirstAnswer(BUDGET.name, "raise", {"limit": wanted})
            else:
                changes.append(LimitChanged(limit=unit, value=wanted))
        if changes:
            await live.writer.append(TagsChanged(tags=tuple(live.fold.session.tags)), *changes)
    return first


def _values(held: Held) -> Mapping[Unit, float | None]:
    return {"cost": held.cost, "tokens": held.tokens}


def _by_batch(records: Sequence[Record], unit: Unit) -> bool:
    """Tell whether the limit in force is one that a batch gave."""
    newest = next(
        (
            at
            for at in range(len(records) - 1, -1, -1)
            if records[at].type == LimitChanged.tag() and records[at].body().get("limit") == unit
        ),
        None,
    )
    if newest is None:
        return False
    before = newest
    while records[before].type == LimitChanged.tag():
        before -= 1
    behind = records[newest + 1] if newest + 1 < len(records) else None
    answered = behind is not None and behind.type == "gate_answered" and behind.body().get("by") == "flag"
    return records[before].type == TagsChanged.tag() or answered
