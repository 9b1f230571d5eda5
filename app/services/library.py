"""The library: what sessions there are, what was said in them, and what is done with whole ones.

Its index can always be rebuilt. What is put away or deleted can be taken back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.errors import InputError, NotFound, RoundtableError, StorageError, no_room
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.engine.session_rows import ARCHIVED, Found, SessionRow

if TYPE_CHECKING:
    from app.engine.ports import SessionIndex
    from app.engine.session_rows import RowRules
    from app.services.library_rows import RowFold
    from app.services.parts import Parts
    from app.services.review import Review
    from app.services.sessions import Sessions


_log = logging.getLogger(__name__)
_MOST_FOLDS = 8
"""Sessions that are being written are folded on from where they stood; of so many at most."""
_NO_INDEX = frozenset({"full", "read_only", "io"})
"""Why an index may not be written to that hides no session: listing reads the sessions themselves."""
_DAY = 86_400
"""Seconds."""
IN_THREAD_FROM = 500
"""Records from which a session is folded in a thread."""


@dataclass(frozen=True, slots=True)
class Family:
    """Where a session was forked from, and which were forked from it."""

    parent: SessionRow | None
    """None: from nowhere, or from one that is gone."""
    forks: tuple[SessionRow, ...] = ()
    """In the order they were made."""


class Library:
    """Lists and searches all sessions."""

    def __init__(self, parts: Parts, index: SessionIndex) -> None:
        self._parts = parts
        self._index = index
        self._known: dict[SessionId, SessionRow] | None = None
        self._folds: dict[SessionId, RowFold] = {}
        self._rules: dict[str, RowRules] | None = None
        """What rows need of workflows; None: the index was not asked yet."""
        self._reading = asyncio.Lock()
        self._begun = self._read_by = 0
        """How often the files were looked at, and which of these times gave `_rows`."""
        self._rows: Sequence[SessionRow] = ()
        self._unindexed: StorageError | None = None
        """Why the index does not hold all that is listed."""

    async def rows(self) -> Sequence[SessionRow]:
        """Return every session, newest change first; one that cannot be read says why.

        Only files that were written since are read.
        """
        before = self._begun
        async with self._reading:
            if self._read_by <= before:
                # Whoever waits in the same row shares what one finds that began after they asked.
                self._begun = turn = self._begun + 1
                self._rows = await self._read_all()
                self._read_by = turn
            rows = self._rows
        rows = [await self._as_it_runs(row) if row.state == "running" else row for row in rows]
        today = datetime.fromtimestamp(self._parts.clock.now() / 1e6).astimezone().date().isoformat()
        rows = [replace(row, due=True) if "" < row.look_back <= today else row for row in rows]
        return sorted(rows, key=lambda row: row.changed_at, reverse=True)

    async def _read_all(self) -> Sequence[SessionRow]:
        store, index = self._parts.store, self._index
        if self._known is None:
            if not await store.ids():
                # Who has no session yet does not wait for an index of none to be opened.
                return []
            self._known = {row.session: row for row in await index.rows()}
        stamps = await store.stamps()
        rows = []
        for session, stamp in stamps.items():
            row = self._known.get(session)
            if row is None or not stamp or row.stamp != stamp:
                row = await self._read(session, stamp, row)
            if row is not None:
                rows.append(row)
        for gone in self._known.keys() - stamps.keys():
            del self._known[gone]
            self._folds.pop(gone, None)
            try:
                await index.forget(gone)
            except StorageError as error:
                self._bear(error)
        return rows

    async def keep(self, sessions: Sequence[SessionId]) -> None:
        """Put the last few of these sessions into the index as they stand: no list need read them."""
        async with self._reading:
            # Their workflows are here: what rows need of them is kept as it is now.
            self._rules = {}
            for session in sessions[-_MOST_FOLDS:]:
                await self._read(session, "", (self._known or {}).get(session))

    async def row(self, session: SessionId) -> SessionRow:
        """Return one session's row; raises NotFound."""
        for row in await self.rows():
            if row.session == session:
                return row
        raise NotFound(
            words("Nothing was recorded in the session {session}.", session=session),
            words("Start a new one; “roundtable list” shows the others."),
        )

    async def family(self, session: SessionId) -> Family:
        """Return where a session was forked from, and which were forked from it."""
        rows = {row.session: row for row in await self.rows()}
        mine = rows.get(session)
        # Ids rise: they tell the order of two that were made at the same moment.
        forks = sorted(
            (row for row in rows.values() if row.parent == session),
            key=lambda row: (row.created_at, row.session),
        )
        return Family(rows.get(SessionId(mine.parent)) if mine is not None else None, tuple(forks))

    async def search(self, text: str) -> Sequence[tuple[SessionRow, int, str]]:
        """Return (row, seq, snippet) for everything said that contains `text`; raises StorageError."""
        return await self._index.search(text) if await self._searchable() else []

    async def find(self, text: str) -> Sequence[Found]:
        """Return each session in which `text` was said once, best first; raises StorageError."""
        return await self._index.find(text) if await self._searchable() else []

    async def snippets(self, text: str, found: Sequence[Found]) -> Mapping[SessionId, str]:
        """Return the surroundings of the best hits of some sessions, a line each."""
        return await self._index.snippets(text, found)

    async def _as_it_runs(self, row: SessionRow) -> SessionRow:
        """Return the row of a session that is running by its records: nobody may be moving it."""
        if await self._parts.store.busy(row.session):
            return row
        uncertain = row.uncertain_cost + row.open_cost
        return replace(row, state="interrupted", uncertain_cost=uncertain, open_cost=0.0)

    async def _read(self, session: SessionId, stamp: str, known: SessionRow | None) -> SessionRow | None:
        """Return a session's row, None where a process died before the first record."""
        try:
            reader = await self._parts.store.follow(session)
            try:
                head = await reader.head()
                if head == 0:
                    return None
                if known is not None and known.upto == head:
                    if not stamp:
                        return known
                    row, texts = replace(known, stamp=stamp), list[tuple[int, str]]()
                else:
                    # Late for start-up cost: most starts find nothing that was written since.
                    from app.services.library_rows import RowFold

                    fold = self._folds.pop(session, None)
                    records = await reader.read(fold.upto if fold is not None else 0)
                    if fold is None:
                        fold = RowFold(await self._rules_of(str(records[0].body().get("workflow", ""))))
                    if len(records) > IN_THREAD_FROM:
                        texts = await asyncio.to_thread(fold.take, records)
                    else:
                        texts = fold.take(records)
                    row = fold.row(session, stamp)
                    self._keep(session, fold)
            finally:
                await reader.close()
        except RoundtableError as error:
            if isinstance(error, StorageError) and error.reason == "no_handles":
                # The file is sound, and so are the others.
                raise
            return _unreadable(session, str(error))
        except Exception as error:
            short = no_room(error)
            if short is not None:
                raise short from error
            _log.exception("%s could not be read", session)
            return _unreadable(session, "Its records do not fit together.")
        try:
            await self._index.put(row, texts)
        except StorageError as error:
            self._bear(error)
            # The texts are not in the index yet: what is folded on from here would leave them out.
            self._folds.pop(session, None)
        if self._known is not None:
            self._known[session] = row
        return row

    async def _rules_of(self, workflow: str) -> RowRules:
        """Return what rows need of a workflow, which is made only where the index does not know it."""
        if self._rules is None:
            self._rules = dict(await self._index.rules(self._parts.version))
        if workflow not in self._rules:
            from app.services.library_rows import rules_of  # late, as above

            self._rules[workflow] = rules = rules_of(self._parts.plugins.get(workflow))
            try:
                await self._index.put_rules(self._parts.version, workflow, rules)
            except StorageError as error:
                self._bear(error)
        return self._rules[workflow]

    def _bear(self, error: StorageError) -> None:
        """Go on without an index that cannot be written to: what is listed is read from the sessions."""
        if error.reason not in _NO_INDEX:
            raise error
        self._unindexed = error

    async def _searchable(self) -> bool:
        """Have all sessions in the index, and tell whether there are any; raises StorageError."""
        if self._unindexed is not None:
            async with self._reading:
                # What it holds is asked again: it may have room by now.
                self._known, self._unindexed = None, None
                self._folds.clear()
        rows = await self.rows()
        if self._unindexed is not None:
            raise self._unindexed
        return bool(rows)

    def _keep(self, session: SessionId, fold: RowFold) -> None:
        """Keep a fold to go on with; the one that was used the longest ago goes."""
        self._folds[session] = fold
        while len(self._folds) > _MOST_FOLDS:
            del self._folds[next(iter(self._folds))]


def _unreadable(session: SessionId, problem: str) -> SessionRow:
    return SessionRow(session, "", str(session), "failed", 0, 0, 0, 0, None, problem=problem)


class SessionAdmin:
    """What is done with whole sessions."""

    def __init__(self, parts: Parts, sessions: Sessions, review: Review, library: Library) -> None:
        self._store, self._clock = parts.store, parts.clock
        self._sessions, self._review, self._library = sessions, review, library

    async def archive(self, session: SessionId, away: bool = True) -> None:
        """Put a session away, or take it out again; raises SessionBusy or StorageError."""
        tags = (await self._library.row(session)).tags
        if (ARCHIVED in tags) == away:
            return
        from app.domain.facts import TagsChanged  # late for start-up cost: the list needs no facts

        kept = tuple(tag for tag in tags if tag != ARCHIVED)
        await self._review.tell(session, TagsChanged(tags=(*kept, ARCHIVED) if away else kept))

    async def rename(self, session: SessionId, title: str) -> None:
        """Give a session another title; raises SessionBusy or StorageError."""
        from app.domain.facts import SessionRenamed  # late: start-up cost

        await self._review.tell(session, SessionRenamed(title=title))

    async def delete(self, session: SessionId) -> Path:
        """Move a session to the trash folder and return its place there.

        Raises InputError while it runs, SessionBusy elsewhere.
        """
        if self._sessions.running(session):
            raise InputError(words("This session is running."), words("Stop it first, then delete it."))
        await self._sessions.detach(session)
        return await self._store.delete(session)

    async def restore(self, session: SessionId) -> None:
        """Take a session back from the trash folder; raises NotFound or ImportRefused."""
        await self._store.restore(session)

    async def of_file(self, path: Path) -> SessionId:
        """Return the session whose very file this is; raises NotFound, also for another one of that name."""
        session = SessionId(path.name.removesuffix(".roundtable"))
        if session in await self._store.ids():
            try:
                if await asyncio.to_thread(path.samefile, self._store.path(session)):
                    return session
            except OSError:
                pass
        raise NotFound(
            words("{file} is no session of this library, so it was not opened.", file=path.name),
            words("Ask whoever has it for a JSON export; “Import…” takes that in."),
        )

    async def resolve_trashed(self, text: str) -> SessionId:
        """Return the session in the trash with this id or unique prefix; raises NotFound."""
        wanted = text.strip().lower()
        found = [session for session in await self._store.trashed() if wanted and session.startswith(wanted)]
        if len(found) == 1:
            return found[0]
        raise NotFound(
            words("“{text}” fits {count} sessions in the trash.", text=text, count=len(found))
            if found
            else words("There is no session “{text}” in the trash.", text=text),
            words("Write more of the id.")
            if found
            else words("“roundtable list” shows those that are here."),
        )

    async def clear_trash(self, days: int) -> Sequence[SessionId]:
        """Remove for good what has been in the trash for so many days; return what went."""
        return await self._store.clear_trash(self._clock.now() / 1e6, days * _DAY)
