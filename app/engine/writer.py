"""The one way facts get into a session: commit, fold, then tell.

Rule: an append that has begun is never cancelled half way; a cancellation waits for the commit.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from app.domain.errors import Bug
from app.domain.fact_base import SELF_ENTRY, Fact, NewRecord, Record
from app.domain.facts import NodeEntered, RoundOpened
from app.domain.ids import SessionId
from app.engine.bus import Appended, Bus
from app.engine.fold import SessionFold
from app.engine.ports import Journal
from app.engine.position import Position
from app.engine.seating import seat_objection

T = TypeVar("T")


async def unbroken(future: asyncio.Future[T]) -> T:
    """Await a future to its end even when cancelled meanwhile; the cancellation is raised afterwards."""
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.shield(future)
        except asyncio.CancelledError as error:
            if future.cancelled():
                raise
            cancelled = error
        except Exception:  # noqa: BLE001  it is raised below, by the future itself
            break
    if cancelled is not None and future.exception() is None:
        raise cancelled
    return future.result()


@dataclass(slots=True)
class _Pending:
    """Facts that somebody waits to see committed."""

    make: Callable[[int], Sequence[Fact]]
    ends: Sequence[int]
    done: asyncio.Future[Sequence[Record]]
    facts: Sequence[Fact] | None = None
    """What `make` will return, whatever is appended before; None: it decides when its turn has come."""

    @property
    def joins(self) -> bool:
        """Tell whether it may share a transaction: its envelopes hang on nothing that comes just before."""
        return self.facts is not None and not any(fact.type in Position.wants for fact in self.facts)


class SessionWriter:
    """Appends to one session's journal, keeps its fold, and publishes what was committed.

    What is appended while a commit is under way goes into the next transaction together, as far as it joins.
    """

    def __init__(self, journal: Journal, fold: SessionFold, bus: Bus) -> None:
        self.journal = journal
        self.fold = fold
        self._bus = bus
        self._queue: deque[_Pending] = deque()
        self._committing: asyncio.Task[None] | None = None

    @property
    def session(self) -> SessionId:
        """The session's id."""
        return self.journal.session

    async def append(self, *facts: Fact, ends: Sequence[int] = ()) -> Sequence[Record]:
        """Commit facts in one transaction. Raises StorageError; then nothing happened."""
        return await self._commit(lambda head: facts, ends, facts)

    async def decide(
        self, make: Callable[[int], Sequence[Fact]], *, ends: Sequence[int] = ()
    ) -> Sequence[Record]:
        """Commit what `make(head)` returns, decided while nobody else can append.

        The first fact gets seq head + 1. An exception of `make` appends nothing.
        """
        return await self._commit(make, ends)

    async def _commit(
        self, make: Callable[[int], Sequence[Fact]], ends: Sequence[int], facts: Sequence[Fact] | None = None
    ) -> Sequence[Record]:
        done: asyncio.Future[Sequence[Record]] = asyncio.get_running_loop().create_future()
        self._queue.append(_Pending(make, ends, done, facts))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit_all(), name="journal")
        return await unbroken(done)

    async def _commit_all(self) -> None:
        """Commit until nothing waits."""
        group: list[_Pending] = []
        try:
            while self._queue:
                group = self._next()
                await self._commit_some(group)
        except asyncio.CancelledError:
            # The loop ends: whoever waits for a commit must not wait for ever.
            for one in (*group, *self._queue):
                one.done.cancel()
            raise
        finally:
            self._committing = None

    def _next(self) -> list[_Pending]:
        """Take from the queue what goes into the next transaction."""
        group = [self._queue.popleft()]
        while group[0].joins and self._queue and self._queue[0].joins:
            group.append(self._queue.popleft())
        return group

    async def _commit_some(self, group: Sequence[_Pending]) -> None:
        """Commit in one transaction what several append; give each its own records, or the error."""
        try:
            parts = [one.make(self.fold.head) for one in group]
            facts = [fact for part in parts for fact in part]
            ends = [asked for one in group for asked in one.ends]
            records = await self._appended(facts, ends)
        except Exception as error:  # noqa: BLE001  whatever it is, it is raised where it is waited for
            if len(group) == 1:
                group[0].done.set_exception(error)
                return
            # Nothing happened. Alone, each gets the error that is its own.
            for one in group:
                await self._commit_some([one])
            return
        try:
            self.fold.apply_all(records)
        except Exception as error:  # noqa: BLE001  as above
            for one in group:
                one.done.set_exception(error)
            return
        if records:
            self._bus.publish(Appended(self.session, records))
        rest = iter(records)
        for one, part in zip(group, parts, strict=True):
            one.done.set_result(list(islice(rest, len(part))))

    async def _appended(self, facts: Sequence[Fact], ends: Sequence[int]) -> Sequence[Record]:
        if not facts:
            return ()
        wrong = seat_objection(self.fold, facts)
        if wrong is not None:
            # Whoever decides by a person's word has asked before; this one is the workflow's.
            raise Bug(str(wrong))
        return await self.journal.append(self._envelopes(facts), expect=self.fold.head, ends=ends)

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
