"""The one way facts get into a session: commit, fold, then tell.

Rules:
- An append that has begun is never cancelled half way; a cancellation waits for the commit.
- What follows from the journal alone may be folded ahead of its commit, and shares the next transaction:
  nobody waits for the disk between two nodes that ask nobody. It is told when it is committed.
- An answer is folded as it comes and its commit begins at once: the next node is worked out meanwhile.
  Nothing new leaves before both are written, for one journal is written in its order.
- Where that commit fails, the fold goes back to what the journal holds, and nothing more is appended until
  whoever decided on what is lost has begun again (`begin`).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

from app.domain.canonical import dumps, sound_value
from app.domain.errors import StorageError
from app.domain.fact_base import SELF_ENTRY, Fact, NewRecord, PlainBodies, Record
from app.domain.facts import NodeEntered, RoundOpened
from app.domain.ids import SessionId
from app.engine.bus import Appended, Bus
from app.engine.fold import Position, SessionFold
from app.engine.ports import Journal

T = TypeVar("T")
AHEAD_SECONDS = 0.01
"""How long what is folded ahead waits for company at most."""


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
        self._group: Sequence[_Pending] = ()
        """Being committed, and folded only afterwards."""
        self._committing: asyncio.Task[None] | None = None
        self._ahead: list[NewRecord] = []
        """Folded and not committed yet."""
        self._ahead_ends: list[int] = []
        """The calls that end with it."""
        self._ahead_at = 0
        """The time that the last of it was given."""
        self._urgent = False
        """Whether some of it waits for no company."""
        self._timer: asyncio.TimerHandle | None = None
        self._lost: Exception | None = None
        """Why what was folded ahead could not be committed."""

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

    async def advance(self, make: Callable[[int], Sequence[Fact]]) -> None:
        """Fold what `make(head)` returns at once, and commit it with what is appended next.

        Only for what follows from the journal alone: who dies before the commit comes to the same again.
        Nothing that is done or shown outside may hang on it before something was appended behind it.
        """
        if not await self._folded(make, ()):
            await self.decide(make)
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(AHEAD_SECONDS, self._settle)

    async def hand_in(self, *facts: Fact, ends: Sequence[int]) -> None:
        """Fold the end of a call at once, and begin to commit it without waiting for the disk.

        Whoever goes on with it appends before anything leaves; a commit that failed is raised there.
        """
        if await self._folded(lambda head: facts, ends):
            self._settle()
        else:
            await self.append(*facts, ends=ends)

    async def _folded(self, make: Callable[[int], Sequence[Fact]], ends: Sequence[int]) -> bool:
        """Fold facts ahead of their commit; return whether that could be."""
        if self._queue or self._group:
            # The fold must not get ahead of what waits already.
            return False
        if self._lost is not None:
            raise self._lost
        facts = make(self.fold.head)
        # What is being committed is not yet the journal's last.
        at = self._ahead_at = max(self._ahead_at, self.journal.next_at())
        new = [replace(one, at=at) for one in self._envelopes(facts)]
        records = [_folded_ahead(one, seq) for seq, one in enumerate(new, self.fold.head + 1)]
        self._ahead += new
        self._ahead_ends += ends
        try:
            self.fold.apply_all(records)
        except Exception as error:
            await self._lose(error)
            raise
        return True

    async def flush(self) -> None:
        """Commit what is folded ahead. Raises StorageError; then it is lost, and comes to the same again."""
        if self._ahead or self._lost is not None:
            await self.append()

    async def begin(self) -> None:
        """Begin anew where what was folded ahead was lost. Raises StorageError."""
        if self._lost is not None:
            await self._fold_again()
            self._lost = None

    async def _lose(self, error: Exception, group: Sequence[_Pending] = ()) -> None:
        """Forget what is folded ahead, and refuse what was decided on it."""
        self._lost = error
        refused = [*group, *self._queue]
        self._queue.clear()
        self._ahead.clear()
        self._ahead_ends.clear()
        try:
            with suppress(StorageError):
                await self._fold_again()
        finally:
            for one in refused:
                one.done.set_exception(error)

    async def _fold_again(self) -> None:
        records = await self.journal.read()
        self.fold.clear()
        self.fold.apply_all(records)

    def _settle(self) -> None:
        """Commit what nothing was appended behind."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._urgent = bool(self._ahead)
        if self._urgent and self._committing is None:
            self._committing = asyncio.create_task(self._commit_all(), name="journal")

    async def _commit(
        self, make: Callable[[int], Sequence[Fact]], ends: Sequence[int], facts: Sequence[Fact] | None = None
    ) -> Sequence[Record]:
        if self._lost is not None:
            raise self._lost
        done: asyncio.Future[Sequence[Record]] = asyncio.get_running_loop().create_future()
        self._queue.append(_Pending(make, ends, done, facts))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit_all(), name="journal")
        return await unbroken(done)

    async def _commit_all(self) -> None:
        """Commit until nothing waits."""
        try:
            while self._queue or self._urgent:
                self._urgent = False
                self._group = self._next()
                await self._commit_some(self._group)
        except asyncio.CancelledError:
            # The loop ends: whoever waits for a commit must not wait for ever.
            for one in (*self._group, *self._queue):
                one.done.cancel()
            raise
        finally:
            self._group = ()
            self._committing = None

    def _next(self) -> list[_Pending]:
        """Take from the queue what goes into the next transaction; nothing: only what is folded ahead."""
        if not self._queue:
            return []
        group = [self._queue.popleft()]
        while group[0].joins and self._queue and self._queue[0].joins:
            group.append(self._queue.popleft())
        return group

    async def _commit_some(self, group: Sequence[_Pending]) -> None:
        """Commit in one transaction what several append; give each its own records, or the error."""
        ahead, ended = len(self._ahead), len(self._ahead_ends)
        try:
            parts = [one.make(self.fold.head) for one in group]
            facts = [fact for part in parts for fact in part]
            ends = [asked for one in group for asked in one.ends]
            records = await self._appended(facts, ends)
        except Exception as error:  # noqa: BLE001  whatever it is, it is raised where it is waited for
            if ahead and not (group and await self._committed_ahead()):
                await self._lose(error, group)
                return
            if len(group) == 1:
                group[0].done.set_exception(error)
                return
            # Nothing happened. Alone, each gets the error that is its own.
            for one in group:
                await self._commit_some([one])
            return
        del self._ahead[:ahead], self._ahead_ends[:ended]
        try:
            self.fold.apply_all(records[ahead:])
        except Exception as error:  # noqa: BLE001  as above
            for one in group:
                one.done.set_exception(error)
            return
        if records:
            self._bus.publish(Appended(self.session, records))
        rest = iter(records[ahead:])
        for one, part in zip(group, parts, strict=True):
            one.done.set_result(list(islice(rest, len(part))))

    async def _committed_ahead(self) -> bool:
        """Commit what is folded ahead by itself; tell whether it could be."""
        try:
            records = await self._appended((), ())
        except Exception:  # noqa: BLE001  the error that led here is the one that is told
            return False
        self._ahead.clear()
        self._ahead_ends.clear()
        self._bus.publish(Appended(self.session, records))
        return True

    async def _appended(self, facts: Sequence[Fact], ends: Sequence[int]) -> Sequence[Record]:
        """Commit what is folded ahead and some facts; return the records of both."""
        new = [*self._ahead, *self._envelopes(facts)]
        if not new:
            return ()
        head = self.fold.head - len(self._ahead)
        return await self.journal.append(new, expect=head, ends=[*self._ahead_ends, *ends])

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


def _folded_ahead(new: NewRecord, seq: int) -> Record:
    """Return a record as the journal will return it."""
    body, fact = new.fact.body(), new.fact
    try:
        packed = dumps(body)
        packed.encode()
    except UnicodeEncodeError:
        packed = dumps(sound_value(body))
    entry = seq if new.entry == SELF_ENTRY else new.entry
    return Record(
        seq, new.at, entry, new.round, new.attempt, fact.tag(), fact.schema_version, packed, PlainBodies()
    )
