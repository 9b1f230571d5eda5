"""All sessions of a data folder: files, locks, stop requests, copies."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from app import store
from app.domain.canonical import dumps, sound_value
from app.domain.errors import ImportRefused, NotFound, SessionBusy, StorageError, disk_refused
from app.domain.i18n import words
from app.domain.ids import SessionId, is_session_id
from app.domain.private import make_private, sync_folder
from app.store import merging
from app.store.layout import connect, connect_to_read, lay_out, translated, translation
from app.store.locks import take_lock
from app.store.packing import pack

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.fact_base import NewRecord
    from app.engine.ports import Clock
    from app.store.journal import HandBack, SqliteJournal, SqliteReader

SUFFIX = ".roundtable"
LOGS = ("-wal", "-shm")
"""What SQLite puts beside a session's file."""
_LOOKED = "looked-at"
"""The file of the trash whose time is when it was looked through last."""
_PARTS = 5
"""A time without a look counts for one of so many parts of what is kept, at most."""
_UNSETTLED_NS = 2_000_000_000
"""A file written less than this ago may be written again without a change of time or size to be seen."""
_LOOKING_SECONDS = (0.005, 0.01, 0.02, 0.03, 0.05)
"""Waits between tries to take a lock: to look whether it is held takes it for less than a millisecond."""


class FileSessionStore:
    """The SessionStore under `<data>/sessions`: one file each, 0600 in a folder 0700."""

    def __init__(self, data: Path, clock: Clock) -> None:
        self._folder = data / "sessions"
        self._clock = clock
        self._mirrors: dict[SessionId, HandBack] = {}

    def path(self, session: SessionId) -> Path:
        if not is_session_id(session):
            raise NotFound(
                words("“{text}” is no session id.", text=session),
                words("“roundtable list” shows the sessions there are."),
            )
        return self._folder / f"{session}{SUFFIX}"

    async def create(
        self, session: SessionId, first: Sequence[NewRecord], *, contested: bool = False
    ) -> None:
        at = self._clock.now()
        lines = [_line(new, seq, at) for seq, new in enumerate(first, 1)]
        if not contested:
            await self.import_records(session, lines)
            return
        self._free(session)
        # Two that both found nothing would replace each other's file, with all that one had asked by then.
        async with self._locked(session):
            await self.import_records(session, lines)

    async def open(self, session: SessionId) -> SqliteJournal:
        path = self._existing(session)
        release = await self._patient_lock(session)
        try:
            # A request left for a process that died before it saw it is nobody's wish any more.
            await self.take_stop_request(session)
            opened = await store.journal.SqliteJournal.start(
                session, path, self._clock, new=False, release=release
            )
            opened.hand_back = self._mirrors.get(session)
            return opened
        except BaseException:
            release()
            raise

    async def follow(self, session: SessionId) -> SqliteReader:
        return await store.journal.SqliteReader.open(session, self._existing(session))

    async def ids(self) -> Sequence[SessionId]:
        # Not by a pattern: that finds nothing, and says nothing, where the folder may not be looked into.
        with translated(self._folder):
            names = [path.name for path in self._folder.iterdir()] if self._has(self._folder) else []
        stems = [name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)]
        return [SessionId(stem) for stem in sorted(stems, reverse=True) if is_session_id(stem)]

    async def stamps(self) -> Mapping[SessionId, str]:
        """Return every session, newest first, with the state of its file: times and sizes, with the log's."""
        return await asyncio.to_thread(self._stamps)

    def _stamps(self) -> dict[SessionId, str]:
        files: dict[str, os.stat_result] = {}
        with translated(self._folder):
            if not self._has(self._folder):
                return {}
            with os.scandir(self._folder) as entries:
                for entry in entries:
                    if entry.name.endswith((SUFFIX, f"{SUFFIX}-wal")):
                        # It may be gone since the folder was read.
                        with suppress(FileNotFoundError):
                            files[entry.name] = entry.stat()
        # By the clock that the file system writes: a second write in one tick of it leaves no trace.
        settled = time.time_ns() - _UNSETTLED_NS
        found: dict[SessionId, str] = {}
        for name in sorted((name for name in files if name.endswith(SUFFIX)), reverse=True):
            stem = name.removesuffix(SUFFIX)
            if is_session_id(stem):
                parts = [files[name]]
                log = files.get(f"{name}-wal")
                if log is not None and log.st_size:
                    # An empty one is left by whoever only read.
                    parts.append(log)
                stamp = "+".join(f"{part.st_mtime_ns}.{part.st_size}" for part in parts)
                found[SessionId(stem)] = stamp if max(p.st_mtime_ns for p in parts) < settled else ""
        return found

    async def busy(self, session: SessionId) -> bool:
        try:
            (await self._patient_lock(session))()
        except SessionBusy:
            return True
        except StorageError as error:
            if error.reason == "no_handles":
                raise
            # Where no lock can be taken nobody holds one.
            return False
        return False

    async def fork(
        self, source: SessionId, upto: int, target: SessionId, last: NewRecord | None = None
    ) -> None:
        """Copy the records 1..upto and their texts, with `last` behind them, into a new journal."""
        origin = self._existing(source)
        path = self._free(target)

        def copy() -> None:
            with self._made(path), closing(connect_to_read(origin)) as source_db:

                def fill(db: sqlite3.Connection) -> None:
                    db.executemany(
                        "INSERT INTO blobs VALUES (?, ?)", source_db.execute("SELECT * FROM blobs")
                    )
                    rows = source_db.execute("SELECT * FROM records WHERE seq <= ? ORDER BY seq", (upto,))
                    db.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
                    if last is not None:
                        newest = db.execute("SELECT max(at) FROM records").fetchone()[0]
                        _insert(db, _line(last, upto + 1, max(self._clock.now(), newest)))

                lay_out(path, fill)

        await asyncio.to_thread(copy)

    async def request_stop(self, session: SessionId, mode: str) -> None:
        path = self._stop_file(session)
        part = path.with_name(f"{path.name}.part")
        try:
            part.write_text(mode, encoding="utf-8")
            part.replace(path)
        except OSError as error:
            raise self._refused(error, path) from error

    async def take_stop_request(self, session: SessionId) -> str | None:
        path = self._stop_file(session)
        try:
            mode = path.read_text(encoding="utf-8").strip()
            path.unlink(missing_ok=True)
        except (OSError, ValueError):
            return None
        return mode if mode in {"now", "after_round", "with_answer"} else None

    async def import_records(self, session: SessionId, lines: Sequence[Mapping[str, JsonValue]]) -> None:
        """Write an imported journal, whole or not at all; refuse an existing id."""
        path = self._free(session)

        def fill(db: sqlite3.Connection) -> None:
            for line in lines:
                _insert(db, line)

        def write() -> None:
            with self._made(path):
                lay_out(path, fill)

        await asyncio.to_thread(write)

    async def delete(self, session: SessionId) -> Path:
        path, target = self._existing(session), self._trashed(session)

        def move() -> None:
            with suppress(sqlite3.Error), closing(connect(path)) as db:
                # Then one file is all of it; a damaged one is moved as it is.
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            with translated(path):
                make_private(target.parent)
                _to_trash(path, target)

        async with self._locked(session):
            await asyncio.to_thread(move)
        return target

    async def trashed(self) -> Sequence[SessionId]:
        trash = self._folder.parent / "trash"
        stems = [path.name.removesuffix(SUFFIX) for path in trash.glob(f"*{SUFFIX}")]
        return [SessionId(stem) for stem in sorted(stems, reverse=True) if is_session_id(stem)]

    async def clear_trash(self, now: float, kept: float) -> Sequence[SessionId]:
        """Remove for good what has lain in the trash for `kept` seconds, and return what went.

        `now`: s since 1970. Of the time since somebody looked last a part of `kept` counts at most: a clock
        that leaps forward cannot make a session old.
        """

        def clear() -> list[SessionId]:
            gone, trash = [], self._folder.parent / "trash"
            looked = _time_of(trash / _LOOKED)
            for path in trash.glob(f"*{SUFFIX}"):
                # What somebody else removes meanwhile, or the disk keeps, is looked at another time.
                with suppress(OSError):
                    if now - _thrown_away(path, looked, now, kept / _PARTS) > kept:
                        for suffix in ("", *LOGS):
                            path.with_name(path.name + suffix).unlink(missing_ok=True)
                        gone.append(SessionId(path.name.removesuffix(SUFFIX)))
            if trash.is_dir():
                # Last: who is killed before it moves times once more, and what lies there stays for longer.
                with suppress(OSError):
                    (trash / _LOOKED).touch()
                    os.utime(trash / _LOOKED, (now, now))
            return gone

        return await asyncio.to_thread(clear)

    async def restore(self, session: SessionId) -> None:
        path, kept = self._free(session), self._trashed(session)
        if not self._has(kept):
            raise NotFound(
                words("The session {session} is not in the trash.", session=session),
                words("“roundtable list” shows the sessions there are."),
            )
        with translated(path):
            await asyncio.to_thread(_from_trash, kept, path)

    def mirror(self, session: SessionId, hand_back: HandBack | None) -> None:
        """Hand a session back within its appends, from when it is opened next; None: no longer."""
        self._mirrors.pop(session, None)
        if hand_back is not None:
            self._mirrors[session] = hand_back

    def length(self, session: SessionId) -> int:
        """Return how many records a session's file holds; raises StorageError."""
        path = self._existing(session)
        with translated(path), closing(connect_to_read(path)) as db:
            number: int = db.execute("SELECT count(*) FROM records").fetchone()[0]
        return number

    def make_of(self, session: SessionId, source: Path) -> None:
        """Make a session's file of a whole copy; raises StorageError where that is none."""
        path = self._free(session)
        merging.make(path, source)

    async def take_in(self, session: SessionId, source: Path) -> None:
        """Bring in what a whole copy has more of a session.

        Raises SessionBusy, StorageError, ImportDiffers.
        """
        if not self._has(self.path(session)):
            await asyncio.to_thread(self.make_of, session, source)
            return
        async with self._locked(session):
            await asyncio.to_thread(merging.merge, self.path(session), source)

    def forget_file(self, session: SessionId) -> None:
        """Remove a session's file for good, and what lies beside it; nobody may have it open."""
        path = self.path(session)
        for beside in (path, *(path.with_name(path.name + suffix) for suffix in LOGS)):
            beside.unlink(missing_ok=True)
        for suffix in (".lock", ".stop"):
            path.with_suffix(suffix).unlink(missing_ok=True)

    def _trashed(self, session: SessionId) -> Path:
        return self._folder.parent / "trash" / self.path(session).name

    def _make_folder(self) -> None:
        try:
            make_private(self._folder)
        except OSError as error:
            raise disk_refused(
                error,
                words("The folder {folder} cannot be made: {why}.", folder=self._folder),
                words("Give yourself write permission there, or set ROUNDTABLE_DATA_DIR to another folder."),
            ) from error

    def _free(self, session: SessionId) -> Path:
        """Return the path of a session that is not there yet, its folder made."""
        self._make_folder()
        path = self.path(session)
        if self._has(path):
            raise ImportRefused(
                words("A session {session} exists already.", session=session),
                words("Import it as a copy to get a new id."),
            )
        return path

    @staticmethod
    def _has(path: Path) -> bool:
        """Tell whether there is something; raises StorageError where its folder may not be looked into."""
        # What pathlib asks takes a file that may not be looked at for none, from Python 3.14 on.
        with translated(path.parent):
            try:
                path.stat()
            except (FileNotFoundError, NotADirectoryError):
                return False
            return True

    def _existing(self, session: SessionId) -> Path:
        path = self.path(session)
        if not self._has(path):
            raise NotFound(
                words("There is no session {session}.", session=session),
                words("“roundtable list” shows the sessions there are."),
            )
        return path

    def _stop_file(self, session: SessionId) -> Path:
        return self.path(session).with_suffix(".stop")

    @asynccontextmanager
    async def _locked(self, session: SessionId) -> AsyncIterator[None]:
        release = await self._patient_lock(session)
        try:
            yield
        finally:
            release()

    async def _patient_lock(self, session: SessionId) -> Callable[[], None]:
        """Take the lock; somebody who only looks whether it is held lets go of it in a moment."""
        for pause in _LOOKING_SECONDS:
            try:
                return self._lock(session)
            except SessionBusy:
                await asyncio.sleep(pause)
        return self._lock(session)

    def _lock(self, session: SessionId) -> Callable[[], None]:
        try:
            lock = take_lock(self.path(session).with_suffix(".lock"))
        except OSError as error:
            raise self._refused(error, self.path(session)) from error
        if lock is None:
            raise SessionBusy(
                words("The session {session} is open in another window or process.", session=session),
                words("Close it there, or stop it with “roundtable stop {session}”.", session=session),
            )
        return lock.release

    @contextmanager
    def _made(self, path: Path) -> Iterator[None]:
        """Turn what keeps a new file from being made into words; of the folder where that is the cause."""
        try:
            with translated(path):
                yield
        except StorageError as error:
            if error.reason == "read_only":
                raise self._unwritable() from error
            raise

    def _refused(self, error: OSError, path: Path) -> StorageError:
        """Return why nothing can be written beside a session; of the folder where that is the cause."""
        told = translation(error, path)
        return self._unwritable() if told.reason == "read_only" else told

    def _unwritable(self) -> StorageError:
        return StorageError(
            "read_only",
            words("The folder {folder} may not be written to.", folder=self._folder),
            words("Give yourself write permission for it, then try again."),
        )


def _to_trash(path: Path, target: Path) -> None:
    """Move a session's file, then a log that could not be written back: it belongs to no other file.

    Killed in between, the log lies where `_from_trash` puts the file again.
    """
    for suffix in LOGS:
        target.with_name(target.name + suffix).unlink(missing_ok=True)
    # When it was thrown away: what lies there for long is removed. Before it is moved: who may not touch it,
    # as somebody else's file, is refused while all of it is still here.
    os.utime(path)
    path.replace(target)
    log = path.with_name(f"{path.name}-wal")
    if log.exists():
        log.replace(target.with_name(f"{target.name}-wal"))
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    for folder in (target.parent, path.parent):
        sync_folder(folder)


def _thrown_away(path: Path, looked: float, now: float, most: float) -> float:
    """Return when a file came into the trash, and note it as the file's own time; raises OSError.

    It is later than it was by what has passed for more than `most` seconds without a look (`looked`: the last
    one), for that may be no time but a clock set forward; and what is yet to come is now.
    """
    there = path.stat().st_mtime
    leapt = now - max(there, looked) - most
    if leapt <= 0 and there <= now:
        return there
    came = min(there + max(0.0, leapt), now)
    os.utime(path, (came, came))
    return came


def _time_of(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _from_trash(kept: Path, path: Path) -> None:
    """Move a session's file back, its log before it: a file without its log is an older session."""
    log = kept.with_name(f"{kept.name}-wal")
    if log.exists():
        log.replace(path.with_name(f"{path.name}-wal"))
    kept.replace(path)
    for folder in (path.parent, kept.parent):
        sync_folder(folder)


def _line(new: NewRecord, seq: int, at: int) -> dict[str, JsonValue]:
    from app.domain.fact_base import SELF_ENTRY  # late: start-up cost, as above

    return {
        "seq": seq,
        "at": at,
        "entry": seq if new.entry == SELF_ENTRY else new.entry,
        "round": new.round,
        "attempt": new.attempt,
        "type": new.fact.tag(),
        "schema": new.fact.schema_version,
        "body": sound_value(new.fact.body()),
    }


def _insert(db: sqlite3.Connection, line: Mapping[str, JsonValue]) -> None:
    from app.domain.fact_base import ENVELOPE  # late: start-up cost, as above

    blobs: dict[str, str] = {}
    body = dumps(pack(line["body"], blobs.__setitem__))
    db.executemany("INSERT OR IGNORE INTO blobs VALUES (?, ?)", list(blobs.items()))
    envelope = (line[name] for name in ENVELOPE)
    db.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*envelope, body))
