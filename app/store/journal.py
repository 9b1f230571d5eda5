"""A session's journal: records are appended by one thread that owns the connection, and never rewritten."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Protocol, TypeVar

from app.domain.canonical import JsonValue, digest, dumps, sound_value
from app.domain.crashpoint import reach
from app.domain.errors import StorageError
from app.domain.fact_base import SELF_ENTRY, NewRecord, Record
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.engine.ports import Clock, JournalMoved
from app.store.layout import (
    check,
    connect,
    connect_to_read,
    create,
    damaged,
    lay_out,
    translated,
    translation,
)
from app.store.merging import content_of
from app.store.packing import Bodies, pack
from app.store.worker import Worker, opened

T = TypeVar("T")
_COLUMNS = "seq, at, entry, round, attempt, type, schema, body"
_INSERT = "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


class HandBack(Protocol):
    """Keeps a whole copy of a session elsewhere, as it grows."""

    wants: frozenset[str]
    """The types of records that nobody may go on from before they are handed back."""

    def check(self) -> None:
        """Raise StorageError where a hand-back failed: nothing more may be appended."""
        ...

    def renew(self, content: bytes) -> None:
        """Hand the whole session back; raises StorageError, then and ever after."""
        ...


class SqliteReader:
    """The JournalReader of a session file, whoever appends to it."""

    def __init__(self, session: SessionId, path: Path | None, connection: sqlite3.Connection) -> None:
        self._session = session
        self._path = path
        self._db = connection
        # One thread owns the connection; the guard serves bodies that are decoded elsewhere.
        self._guard = threading.Lock()
        self._thread = Worker(f"journal-{session[-6:]}")
        name = path.name if path else "the session in memory"
        self._bodies = Bodies(self._fetch, lambda: damaged(path), origin=name)
        self._closed = False

    @classmethod
    async def open(cls, session: SessionId, path: Path) -> SqliteReader:
        """Open read-only. Raises StorageError."""

        def connected() -> sqlite3.Connection:
            with translated(path):
                db = connect_to_read(path)
                try:
                    check(db, path)
                except BaseException:
                    db.close()
                    raise
                return db

        return cls(session, path, await opened(connected))

    @property
    def session(self) -> SessionId:
        return self._session

    async def read(self, after: int = 0, limit: int | None = None) -> Sequence[Record]:
        query = f"SELECT {_COLUMNS} FROM records WHERE seq > ? ORDER BY seq LIMIT ?"  # noqa: S608  a constant
        rows = await self._do(
            lambda: self._db.execute(query, (after, -1 if limit is None else limit)).fetchall()
        )
        return [self._record(row) for row in rows]

    async def head(self) -> int:
        return await self._do(self._head)

    async def partials(self) -> Mapping[int, str]:
        """Return the crash buffer by the seq of its calls' CallAsked."""
        rows = await self._do(
            lambda: self._db.execute("SELECT asked, text FROM chunks ORDER BY id").fetchall()
        )
        texts: dict[int, list[str]] = {}
        for asked, text in rows:
            texts.setdefault(asked, []).append(text)
        return {asked: "".join(pieces) for asked, pieces in texts.items()}

    async def close(self) -> None:
        """Let go of the file and of the thread."""
        if not self._closed:
            self._closed = True
            await self._thread.end(self._let_go)

    def _let_go(self) -> None:
        # A body may be read in another thread: a connection that is closed under it ends the program.
        with self._guard:
            self._db.close()

    def _record(self, row: tuple[int, int, int, int, int, str, int, str]) -> Record:
        seq, at, entry, round_, attempt, type_, schema, body = row
        return Record(seq, at, entry, round_, attempt, type_, schema, body, self._bodies)

    def _head(self) -> int:
        head: int = self._db.execute("SELECT coalesce(max(seq), 0) FROM records").fetchone()[0]
        return head

    def _fetch(self, name: str) -> str:
        query = "SELECT text FROM blobs WHERE hash = ?"
        with translated(self._path), self._guard:
            if not self._closed:
                row = self._db.execute(query, (name,)).fetchone()
            elif self._path is not None:
                # Records outlive their reader: a body that is read late opens the file for a moment.
                with closing(connect_to_read(self._path)) as db:
                    row = db.execute(query, (name,)).fetchone()
            else:
                raise StorageError("gone", words("The session is closed."), words("Open it again."))
        # A page that was overwritten may still be a sound page: only the hash tells.
        if row is None or digest(str(row[0])) != name:
            raise damaged(self._path)
        return str(row[0])

    async def _do(self, work: Callable[..., T], *arguments: object) -> T:
        if self._closed:
            raise StorageError("gone", words("The session is closed."), words("Open it again."))
        return await self._thread.do(self._guarded, work, *arguments)

    def _guarded(self, work: Callable[..., T], *arguments: object) -> T:
        # Not `with translated(…)`: a generator costs an append a twentieth of its time.
        try:
            with self._guard:
                return work(*arguments)
        except (sqlite3.Error, OSError) as error:
            raise translation(error, self._path) from error


class SqliteJournal(SqliteReader):
    """The Journal of a session file; the caller holds the session's lock."""

    def __init__(
        self,
        session: SessionId,
        path: Path | None,
        connection: sqlite3.Connection,
        clock: Clock,
        release: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(session, path, connection)
        self._clock = clock
        self._release = release
        self.hand_back: HandBack | None = None
        self._name = str(path) if path is not None else ""
        self._file = self._identity()
        self._last_at: int = self._db.execute("SELECT coalesce(max(at), 0) FROM records").fetchone()[0]
        # Known without asking: the lock keeps everybody else from appending.
        self._seq = self._head()

    @classmethod
    async def start(
        cls,
        session: SessionId,
        path: Path | None,
        clock: Clock,
        *,
        new: bool,
        release: Callable[[], None] = lambda: None,
    ) -> SqliteJournal:
        """Open for appending (path None: in memory, always new). Raises StorageError."""

        def connected() -> sqlite3.Connection:
            with translated(path):
                if path is not None and not new and not path.exists():
                    raise StorageError(
                        "gone",
                        words("The session file {file} is not there.", file=path.name),
                        words("Restore it, or delete the session from the library."),
                    )
                if new and path is not None:
                    lay_out(path)
                db = connect(path)
                try:
                    if path is None:
                        # No file, no log: nothing of it outlives the process.
                        create(db)
                    check(db, path)
                    return db
                except BaseException:
                    db.close()
                    raise

        db = await opened(connected)
        return cls(session, path, db, clock, release)

    async def append(
        self, records: Sequence[NewRecord], *, expect: int | None = None, ends: Sequence[int] = ()
    ) -> Sequence[Record]:
        """Commit records in one transaction; see the port."""
        return await self._do(self._append, records, expect, ends)

    def next_at(self) -> int:
        # A clock set back must not put a record before its predecessor.
        return max(self._clock.now(), self._last_at)

    async def buffer(self, deltas: Mapping[int, str]) -> None:
        def write() -> None:
            with self._transaction("buffer"):
                self._db.executemany("INSERT INTO chunks (asked, text) VALUES (?, ?)", list(deltas.items()))

        await self._do(write)

    async def close(self) -> None:
        """Let go of the file, the thread and the lock."""
        if not self._closed:
            try:
                await super().close()
            finally:
                self._release()

    def _append(self, records: Sequence[NewRecord], expect: int | None, ends: Sequence[int]) -> list[Record]:
        if self.hand_back is not None:
            self.hand_back.check()
        done = self._commit(records, expect, ends)
        if self.hand_back is not None and any(record.type in self.hand_back.wants for record in done):
            self.hand_back.renew(content_of(self._db))
        return done

    def _commit(self, records: Sequence[NewRecord], expect: int | None, ends: Sequence[int]) -> list[Record]:
        blobs: dict[str, str] = {}
        packed = [_packed(new.fact.body(), blobs) for new in records]
        # No record lies before its predecessor, whatever the clock does meanwhile.
        at = max([self.next_at(), *(new.at for new in records)])
        head = self._seq
        if expect is not None and expect != head:
            raise JournalMoved(f"expected head {expect}, found {head}")
        rows = [
            (
                head + i,
                new.at or at,
                head + i if new.entry == SELF_ENTRY else new.entry,
                new.round,
                new.attempt,
                new.fact.tag(),
                new.fact.schema_version,
                body,
            )
            for i, (new, body) in enumerate(zip(records, packed, strict=True), 1)
        ]
        if len(rows) == 1 and not blobs and not ends:
            # One statement is a transaction by itself: BEGIN and COMMIT around it cost a tenth of it.
            self._present()
            reach("journal.append.before_commit")
            self._db.execute(_INSERT, rows[0])
            reach("journal.append.after_commit")
        else:
            with self._transaction("append"):
                if blobs:
                    self._db.executemany("INSERT OR IGNORE INTO blobs VALUES (?, ?)", list(blobs.items()))
                self._db.executemany(_INSERT, rows)
                if ends:
                    self._db.executemany("DELETE FROM chunks WHERE asked = ?", [(asked,) for asked in ends])
        self._last_at = at
        self._seq = head + len(rows)
        for name, text in blobs.items():
            self._bodies.remember(name, text)
        return [self._record(row) for row in rows]

    def _identity(self) -> tuple[int, int] | None:
        """Return what tells the file from another one of its name, None where it is not there."""
        try:
            found = os.stat(self._name) if self._name else None  # noqa: PTH116  asked at every append
        except OSError:
            return None
        return (found.st_dev, found.st_ino) if found is not None else None

    def _transaction(self, name: str) -> _Transaction:
        self._present()
        return _Transaction(self._db, name)

    def _present(self) -> None:
        # SQLite goes on writing to a file that was removed: what it commits there would be lost.
        if self._path is not None and self._identity() != self._file:
            raise StorageError(
                "gone",
                words("The session file {file} was removed or replaced.", file=self._path.name),
                words("Put it back, then resume; what was saved up to then is in it."),
            )


class _Transaction:
    """BEGIN IMMEDIATE … COMMIT, with a crash point on either side of the commit."""

    def __init__(self, db: sqlite3.Connection, name: str) -> None:
        self._db = db
        self._name = name

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        try:
            if kind is None:
                reach(f"journal.{self._name}.before_commit")
                self._db.execute("COMMIT")
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        if kind is None:
            reach(f"journal.{self._name}.after_commit")


def _packed(body: JsonValue, blobs: dict[str, str]) -> str:
    """Return a body as it is stored, its long texts put into `blobs`."""
    found: dict[str, str] = {}
    text = dumps(pack(body, found.__setitem__))
    try:
        for sound in (text, *found.values()):
            sound.encode()
    except UnicodeEncodeError:
        # Lone surrogates are rare: only then is every text gone through.
        found.clear()
        text = dumps(pack(sound_value(body), found.__setitem__))
    blobs.update(found)
    return text
