"""A disk that takes longer for an answer than the call's limit allows the provider."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from app.domain.fact_base import NewRecord, Record
from app.domain.facts import CallCompleted
from app.domain.ids import SessionId
from app.engine.ports import Completed
from app.gateway.hosted import GRACE, HostedGateway
from app.gateway.protocol import Limits
from app.services.sessions import Sessions
from app.store.journal import SqliteJournal
from app.store.sessions import FileSessionStore
from tests.faults.asking import request
from tests.faults.debating import begin, of, panel
from tests.faults.server import FaultServer
from tests.faults.test_host_life import stand_in
from tests.support.desk import desk
from tests.support.pace import PACE

pytestmark = [pytest.mark.loopback, pytest.mark.keeps_threads("model host")]
TOTAL = 0.5 * PACE
"""Seconds that a call may take: the stand-in answers at once."""
SLOW = TOTAL + GRACE + 0.3
"""Seconds the disk takes for an answer."""


class SlowJournal(SqliteJournal):
    """A journal on a disk that is slow with answers."""

    async def append(
        self, records: Sequence[NewRecord], *, expect: int | None = None, ends: Sequence[int] = ()
    ) -> Sequence[Record]:
        """Commit as ever, late."""
        if any(isinstance(new.fact, CallCompleted) for new in records):
            await asyncio.sleep(SLOW)
        return await super().append(records, expect=expect, ends=ends)


class SlowDisk(FileSessionStore):
    """Session files on a slow disk."""

    async def open(self, session: SessionId) -> SqliteJournal:
        """Open for appending."""
        journal = await super().open(session)
        journal.__class__ = SlowJournal
        return journal


def patient(server: FaultServer) -> HostedGateway:
    """Return a gateway to the stand-in whose calls may take TOTAL seconds."""
    gateway = stand_in(server, "answer")
    gateway.limits = lambda _: Limits(total=TOTAL, first_byte=TOTAL, idle=TOTAL, bytes=2**20)
    return gateway


async def test_an_answer_that_takes_longer_to_store_than_to_come_is_stored(
    server: FaultServer, tmp_path: Path
) -> None:
    gateway = patient(server)
    async with desk(tmp_path, gateway=gateway) as table:
        slow = replace(table.parts, store=SlowDisk(tmp_path, table.parts.clock))
        sessions = Sessions(slow)
        session = await begin(table, panel(server, Ann="good"), enabled=False)
        try:
            await sessions.start(session)
            assert await sessions.wait(session) == "waiting"
            records = await sessions.records(session)
        finally:
            await sessions.shutdown()
    assert len(of(records, "call_asked")) == len(of(records, "call_completed")) > 0
    assert not [r.type for r in records if r.type in ("call_failed", "call_cancelled")]
    await gateway.close()


async def test_a_limit_does_not_run_while_whoever_listens_is_busy(server: FaultServer) -> None:
    gateway = patient(server)
    seen: list[Any] = []
    async with aclosing(cast(Any, gateway.start("c1", request(server, "good")))) as found:
        async for event in found:
            if not seen:
                await asyncio.sleep(SLOW)
            seen.append(event)
    assert isinstance(seen[-1], Completed)
    await gateway.close()
