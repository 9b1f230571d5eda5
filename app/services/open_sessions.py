"""Sessions that this process has open for appending.

Rules:
- An open session costs a connection, a thread, a task and its lock. It is closed as soon as nothing moves
  it, nobody works with it (`opened`) and nobody looks at it (`look`). Where agents may decide, who only looks
  does not keep it: their decisions come from other processes.
- Opening, and closing again, take turns: who opens what is just being closed waits, and opens it anew.
- Once the program ends, none is opened any more: nobody would close it.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from app.domain.errors import RoundtableError, StorageError
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.engine.commands import hold_cut_off
from app.engine.loop import StopMode, recover
from app.services.live import Live, end_commands, make_live, read_session
from app.services.parts import Parts
from app.services.run_log import open_run_log

_STOP_POLL_SECONDS = 0.5
_log = logging.getLogger(__name__)


def _idle(live: Live) -> bool:
    """Tell whether nothing of a session is under way, or will be by itself."""
    waits = live.due is not None and not live.due.done() and bool(live.fold.gates.open)
    return not (live.running or waits or live.commands or live.beginning)


def _without_frames(error: BaseException) -> BaseException:
    """Return an error that holds on to nothing of where it came through."""
    one: BaseException | None = error
    while one is not None:
        one.__traceback__ = None
        one = one.__cause__ or one.__context__
    return error


class OpenSessions(ABC):
    """Opens sessions, and closes those that nothing needs any more; who moves them is built on it."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self._live: dict[SessionId, Live] = {}
        self._opening = asyncio.Lock()
        self._holders: Counter[SessionId] = Counter()
        """How many work with a session or look at it; only of sessions that somebody does."""
        self._lookers: Counter[SessionId] = Counter()
        """How many of these only look."""
        self._kept: set[SessionId] = set()
        self._closing: set[asyncio.Task[None]] = set()
        self._ends = False
        self._opened_here: dict[SessionId, None] = {}
        """Sessions that this process has had open, in the order of their first opening."""
        self._errors: dict[SessionId, BaseException] = {}
        """What ended the last run of a session that is closed, until somebody is told or it is opened."""

    @abstractmethod
    async def stop(self, session: SessionId, mode: StopMode = "now") -> bool:
        """Stop a session; return whether it was here, and not in another process that is asked to."""

    def live(self, session: SessionId) -> Live | None:
        """Return a session this process has open."""
        return self._live.get(session)

    @asynccontextmanager
    async def opened(self, session: SessionId) -> AsyncIterator[Live]:
        """Open a session for appending while it is worked with; raises SessionBusy.

        Where nothing else needs it, it is closed afterwards.
        """
        self._take(session)
        try:
            yield await self._entered(session)
        finally:
            closing = self._leave(session)
            if closing is not None:
                await asyncio.shield(closing)

    async def attach(self, session: SessionId) -> Live:
        """Open a session for appending until `detach`, or return it where it is open; raises SessionBusy."""
        async with self.opened(session) as live:
            self._kept.add(session)
            return live

    def look(self, session: SessionId) -> Callable[[], None]:
        """Let a session stay open, whoever opens it, until the returned function is called."""
        self._take(session)
        self._lookers[session] += 1
        released = False

        def release() -> None:
            nonlocal released
            if not released:
                released = True
                self._lookers -= Counter((session,))
                self._leave(session)

        return release

    def _take(self, session: SessionId) -> None:
        self._holders[session] += 1

    def _leave(self, session: SessionId) -> asyncio.Task[None] | None:
        """Note that one of them is done; return what closes the session where it was the last."""
        self._holders[session] -= 1
        if not self._holders[session]:
            del self._holders[session]
        return self.let_go(session)

    def let_go(self, session: SessionId) -> asyncio.Task[None] | None:
        """Begin to close a session where nothing needs it; return what does so."""
        if not self._needless(session):
            return None
        return self._closed_apart(self._let_go(session))

    def _closed_apart(self, closing: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Close in a task of its own: whoever asked for it may be cancelled, halfway through."""
        task = asyncio.create_task(closing, name="letting go")
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)
        return task

    def _needless(self, session: SessionId) -> bool:
        live = self._live.get(session)
        if live is None or session in self._kept:
            return False
        shared = bool(live.fold.session.agents)
        holders = self._holders[session] - (self._lookers[session] if shared else 0)
        return holders <= 0 and _idle(live)

    async def _let_go(self, session: SessionId) -> None:
        # A wish that came while the run was ending is still to be obeyed; who works with it later lets go.
        mode = await self.parts.store.take_stop_request(session)
        if mode is not None:
            await self._obey(session, mode)
        async with self._opening:
            # Somebody may have come meanwhile.
            if self._needless(session):
                try:
                    await self._close(self._live.pop(session))
                except Exception:  # noqa: BLE001  nobody waits for it, and its lock is free
                    _log.exception("a session could not be closed")

    async def _open_no_more(self) -> None:
        """Refuse to open sessions from now on; wait for the one that is just being opened."""
        self._ends = True
        async with self._opening:
            pass

    async def _entered(self, session: SessionId) -> Live:
        """Open a session, or return it where it is open. Whoever calls this holds it.

        Raises SessionBusy, and RoundtableError where the program ends.
        """
        async with self._opening:
            live = self._live.get(session)
            if live is None:
                if self._ends:
                    raise RoundtableError(
                        words("The program is ending."), words("Start it again to open the session.")
                    )
                # What ended the last run is no more of interest to anybody.
                self._errors.pop(session, None)
                live = await self._open(session)
                self._live[session] = live
                self._opened_here[session] = None
                live.watch = asyncio.create_task(self._watch_stop_requests(session), name="stop requests")
            return live

    async def _open(self, session: SessionId) -> Live:
        journal = await self.parts.store.open(session)
        try:
            fold, records = await read_session(self.parts, journal)
            live = make_live(self.parts, journal, fold)
            if fold.commands.running():
                # Whoever did what a person had asked for is gone.
                await recover(live.runner)
                await hold_cut_off(live.runner)
            live.run_log = await open_run_log(self.parts, fold, session, records)
        except BaseException:
            await journal.close()
            raise
        return live

    async def _watch_stop_requests(self, session: SessionId) -> None:
        while True:
            await asyncio.sleep(_STOP_POLL_SECONDS)
            mode = await self.parts.store.take_stop_request(session)
            if mode is not None:
                await self._obey(session, mode)

    async def _obey(self, session: SessionId, mode: str) -> None:
        try:
            await self.stop(session, mode)  # type: ignore[arg-type]  # the store knows the modes
        except RoundtableError as error:
            _log.warning("a stop request was refused: %s", error)

    async def detach(self, session: SessionId) -> None:
        """Close a session whose loop has returned, whoever looks, though the caller be cancelled."""
        # Whoever opens it meanwhile waits until its lock is free, from this turn of the loop on.
        await self._opening.acquire()
        await asyncio.shield(self._closed_apart(self._close_by_name(session)))

    async def _close_by_name(self, session: SessionId) -> None:
        try:
            self._kept.discard(session)
            live = self._live.pop(session, None)
            if live is not None:
                await self._close(live)
        finally:
            self._opening.release()

    async def _close(self, live: Live) -> None:
        tasks = [task for task in (live.watch, live.due, live.run) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if live.error is not None:
            # Its frames hold all of the session.
            self._errors[live.writer.session] = _without_frames(live.error)
        await end_commands(live)
        try:
            await hold_cut_off(live.runner)
        except StorageError as error:
            _log.warning("what a person had asked for could not be noted as cut off: %s", error)
        try:
            if live.run_log is not None:
                await live.run_log.close()
        finally:
            await live.runner.tools.connections.close()
            await live.runner.ports.close()
            await live.writer.journal.close()

    async def _settle(self) -> None:
        """Wait until what is being let go is closed."""
        while self._closing:
            await asyncio.wait(set(self._closing))
