"""The one way facts get into a session: commit, fold, then tell.

Rule: an append that has begun is never cancelled half way; a cancellation waits for the commit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from app.domain.fact_base import SELF_ENTRY, Fact, NewRecord, Record
from app.domain.facts import NodeEntered, RoundOpened
from app.domain.ids import SessionId
from app.engine.bus import Appended, Bus
from app.engine.fold import SessionFold
from app.engine.ports import Journal

T = TypeVar("T")


async def unbroken(work: Coroutine[Any, Any, T]) -> T:
    """Await `work` to its end even when cancelled meanwhile; the cancellation is raised afterwards."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError as error:
            if task.cancelled():
                raise
            cancelled = error
        except Exception:  # noqa: BLE001  it is raised below, by the task itself
            break
    if cancelled is not None and task.exception() is None:
        raise cancelled
    return task.result()


class SessionWriter:
    """Appends to one session's journal, keeps its fold, and publishes what was committed."""

    def __init__(self, journal: Journal, fold: SessionFold, bus: Bus) -> None:
        self.journal = journal
        self.fold = fold
        self._bus = bus
        self._lock = asyncio.Lock()

    @property
    def session(self) -> SessionId:
        """The session's id."""
        return self.journal.session

    async def append(self, *facts: Fact, ends: Sequence[int] = ()) -> Sequence[Record]:
        """Commit facts in one transaction. Raises StorageError; then nothing happened."""
        return await self.decide(lambda head: facts, ends=ends)

    async def decide(
        self, make: Callable[[int], Sequence[Fact]], *, ends: Sequence[int] = ()
    ) -> Sequence[Record]:
        """Commit what `make(head)` returns, decided while nobody else can append.

        The first fact gets seq head + 1. An exception of `make` appends nothing.
        """
        return await unbroken(self._decide(make, ends))

    async def _decide(self, make: Callable[[int], Sequence[Fact]], ends: Sequence[int]) -> Sequence[Record]:
        async with self._lock:
            facts = make(self.fold.head)
            if not facts:
                return ()
            records = await self.journal.append(self._envelopes(facts), expect=self.fold.head, ends=ends)
            self.fold.apply_all(records)
        self._bus.publish(Appended(self.session, records))
        return records

    def _envelopes(self, facts: Sequence[Fact]) -> list[NewRecord]:
        position = self.fold.position
        round_, attempt = position.round, position.attempt
        new = []
        for fact in facts:
            if isinstance(fact, RoundOpened):
                round_, attempt = fact.number, fact.attempt
            entry = SELF_ENTRY if isinstance(fact, NodeEntered) else position.entry
            new.append(NewRecord(fact, entry, round_, attempt))
        return new
