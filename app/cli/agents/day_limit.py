"""Day limit: what the sessions of all agents may cost together in 24 hours, whichever server began them.

The journals are the account. A session that is not over counts with the whole limit it was begun with, one
that is over with what it came to. One that nothing has touched for a day counts no more; an agent that goes
on with it needs room for what is left of its limit. Hours and not dates: no summer time takes part.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from app.cli.agents.shapes import NoMoney, plain
from app.domain.errors import RoundtableError
from app.domain.ids import SessionId
from app.engine.session_rows import SessionRow
from app.services.core import Core

_DAY = 24 * 3600 * 1_000_000
"""Microseconds."""
_PATIENCE = 20.0
"""Seconds that another server may take to begin a session."""
_LEAST = 1e-9


@asynccontextmanager
async def one_at_a_time(core: Core) -> AsyncIterator[None]:
    """Let no two servers look for room and take it at once; raises RoundtableError, OSError."""
    until = time.monotonic() + _PATIENCE
    while (turn := core.agents_turn()) is None:
        if time.monotonic() > until:
            raise RoundtableError(
                plain("Another agent is beginning a session."), plain("Call again in a moment.")
            )
        await asyncio.sleep(0.02)
    try:
        yield
    finally:
        turn.release()


async def check_start(core: Core, most: float, wanted: float) -> None:
    """Raise NoMoney where a session of `wanted` dollars has no room in the day's sum."""
    _check(most, wanted, await _used(core, await core.library.rows()))


async def check_answer(core: Core, most: float, session: SessionId) -> None:
    """Raise NoMoney where a session that was left alone for a day has no room to go on."""
    rows = await core.library.rows()
    row = next((one for one in rows if one.session == session), None)
    # A person's own session has the person's own limit.
    if row is None or not row.begun_by or _is_of_today(core, row):
        return
    _check(most, await _held(core, row) - row.known_cost, await _used(core, rows))


def _check(most: float, wanted: float, used: float) -> None:
    if used + wanted <= most + _LEAST:
        return
    raise NoMoney(
        plain(
            "Sessions of agents may cost ${most} together in 24 hours here; ${used} are spent, or held by "
            "sessions that are not over.",
            most=f"{most:,.2f}",
            used=f"{used:,.2f}",
        ),
        plain(
            "Give a cost_limit up to ${left}, wait until a session is over, or ask the person to register "
            "another --day-limit.",
            left=f"{max(0.0, most - used):,.2f}",
        ),
    )


async def _used(core: Core, rows: Iterable[SessionRow]) -> float:
    return sum([await _held(core, row) for row in rows if row.begun_by and _is_of_today(core, row)])


def _is_of_today(core: Core, row: SessionRow) -> bool:
    # Whatever a clock that was set back makes of the future, it counts.
    return row.changed_at > core.parts.clock.now() - _DAY


async def _held(core: Core, row: SessionRow) -> float:
    """Return what a session has come to, of one that is not over what it may come to."""
    if row.problem or row.state == "finished":
        return row.known_cost
    try:
        fold = await core.sessions.fold(row.session)
    except RoundtableError:
        return row.known_cost
    limit = fold.session.setup.get("cost_limit")
    return max(row.known_cost, float(limit) if isinstance(limit, int | float) else 0.0)
