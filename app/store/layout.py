"""The layout of a session file, version 1, frozen; and how SQLite's errors become ours."""

from __future__ import annotations

import os
import sqlite3
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from app.domain.crashpoint import reach
from app.domain.errors import StorageError, StorageReason, disk_refused, storage_reason
from app.domain.i18n import Message, words
from app.domain.ids import LATEST
from app.domain.private import sync_folder

_APPLICATION_ID = 0x524E4454
"""`RNDT`, in the file's header."""

VERSION = 1

SCHEMA = (
    """
CREATE TABLE records (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, entry INTEGER NOT NULL, round INTEGER NOT NULL,
    attempt INTEGER NOT NULL, type TEXT NOT NULL, schema INTEGER NOT NULL, body TEXT NOT NULL
) STRICT""",
    "CREATE TABLE blobs (hash TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE chunks (id INTEGER PRIMARY KEY, asked INTEGER NOT NULL, text TEXT NOT NULL) STRICT",
    "CREATE INDEX chunks_by_call ON chunks (asked)",
)

_PAGE_BYTES = 1024
"""Bytes of a page of a new file; one with others is read as well.

Each long text ends in a page of its own, and a commit writes whole pages to the log: with SQLite's 4096 a
file was up to twice what it holds, and an append wrote three times as much. With 512 a text's hash would not
fit beside its beginning, so that to look one up would read further pages.
"""

_PART = ".part"
"""How the name of a file ends that is not whole yet."""
LONGEST_PATH = 500
"""Bytes of a session's path: SQLite takes 512 on POSIX, with its `-journal` and what a part's name adds."""
_HANDLES = 4
"""Files that SQLite opens for one session: itself, its log, what its readers share, and the folder."""
_PART_SECONDS = 3600
"""A part older than this is nobody's: its process died. Writing the largest session takes seconds."""

_SUFFIXES = ("-journal", "-wal", "-shm")

_NUMBERS = (
    "SELECT count(*), max(seq), min(min(seq) - 1, min(schema) - 1, min(at), min(entry), min(round),"
    " min(attempt)), max(at) FROM records"
)
"""How many records there are, the last one, the least number (below 0: one is impossible), the last time."""

_PARTS = {("table", "records"), ("table", "blobs"), ("table", "chunks")}


def connect(path: Path | None, *, read_only: bool = False, immutable: bool = False) -> sqlite3.Connection:
    """Open a session file (None: in memory). The connection may be used from one other thread.

    `immutable`: with `read_only`, a file that nobody can write to. Raises StorageError for what is no file.
    """
    keeper: sqlite3.Connection | None = None
    if path is not None:
        _must_be_a_file(path)
        keeper = None if read_only else _keeper(path)
    if path is None:
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    elif read_only:
        uri = f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if immutable else ''}"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=5)
    else:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    try:
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("PRAGMA foreign_keys=ON")
        if not read_only:
            # NORMAL loses acknowledged answers on power loss.
            connection.execute("PRAGMA synchronous=FULL")
        if keeper is not None:
            # The log is taken in here, while it is kept.
            connection.execute("PRAGMA schema_version").fetchone()
    except BaseException:
        # Of a file that is no database this is the first look; nobody else could close it.
        connection.close()
        raise
    finally:
        if keeper is not None:
            keeper.close()
    return connection


def _keeper(path: Path) -> sqlite3.Connection | None:
    """Return what keeps the log of a session that nobody closed, None where there is none.

    A connection that can make no shared memory knows nothing of the log, takes it for empty when it is closed
    as the last one, and removes it with every record in it (SQLite 3.40). One that only reads removes none,
    and while it is open another is not the last.
    """
    log = path.with_name(f"{path.name}-wal")
    try:
        if not log.stat().st_size:
            return None
    except OSError:
        return None
    keeper = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=5,
    )
    try:
        keeper.execute("PRAGMA schema_version").fetchone()
    except BaseException:
        keeper.close()
        raise
    return keeper


def _must_be_a_file(path: Path) -> None:
    """Raise StorageError for a pipe or a device: SQLite would wait for ever for somebody who writes to it."""
    with suppress(FileNotFoundError):
        kind = path.stat().st_mode
        if not stat.S_ISREG(kind):
            raise StorageError(
                "io",
                words("{file} is not a file but a folder, a pipe or a device.", file=path.name),
                words("Move it out of the folder of sessions, then try again."),
            )


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a session file to read, also in a folder in which SQLite can put nothing beside it."""
    connection = connect(path, read_only=True)
    try:
        # The first look at the file is where SQLite wants its shared memory.
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error as error:
        connection.close()
        log = path.with_name(f"{path.name}-wal")
        if not refuses_writing(error) or (log.exists() and log.stat().st_size):
            raise
        return connect(path, read_only=True, immutable=True)
    except BaseException:
        connection.close()
        raise
    return connection


def refuses_writing(error: sqlite3.Error) -> bool:
    """Tell whether SQLite could not make or write a file."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


def create(connection: sqlite3.Connection) -> None:
    """Lay out an empty journal in memory."""
    connection.execute("BEGIN IMMEDIATE")
    _lay_out(connection)
    connection.execute("COMMIT")


def _lay_out(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA application_id={_APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={VERSION}")
    for statement in SCHEMA:
        connection.execute(statement)


def lay_out(path: Path, fill: Callable[[sqlite3.Connection], None] | None = None) -> None:
    """Make a session file, whole or not at all: it gets its name when all of it is on the disk.

    `fill` writes what it is to hold from the start, in one transaction. Raises sqlite3.Error and OSError;
    then nothing of it is left. What a killed process left is cleared away by the next one, after a while.
    """
    _clear_parts(path.parent)
    # A name of its own: two processes that write the same session do not meddle with each other's part.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}.", suffix=_PART)
    os.close(handle)
    part = Path(name)
    try:
        with closing(connect(part)) as connection:
            # Nobody else knows the file. A log would be written back by the closing, which fails unseen.
            connection.execute("PRAGMA journal_mode=MEMORY")
            connection.execute(f"PRAGMA page_size={_PAGE_BYTES}")
            connection.execute("BEGIN IMMEDIATE")
            _lay_out(connection)
            if fill is not None:
                fill(connection)
            connection.execute("COMMIT")
            (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
            if mode != "wal":
                raise sqlite3.OperationalError(f"the file is kept in the mode {mode}")
        log = _beside(part, "-wal")
        if log.exists() and log.stat().st_size:
            raise sqlite3.OperationalError("a new file could not be written back")
        # A log that an earlier file of this name has left would be taken for this one's.
        for suffix in _SUFFIXES:
            _beside(path, suffix).unlink(missing_ok=True)
        reach("layout.before_rename")
        part.replace(path)
        sync_folder(path.parent)
        reach("layout.renamed")
    except BaseException:
        _remove(part)
        raise


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _remove(part: Path) -> None:
    for suffix in ("", *_SUFFIXES):
        # What went wrong is told; a part that cannot be removed either is cleared away later.
        with suppress(OSError):
            _beside(part, suffix).unlink(missing_ok=True)


def _clear_parts(folder: Path) -> None:
    """Remove parts that were left by processes that died, told by their age."""
    latest = time.time() - _PART_SECONDS
    for part in folder.glob(f"*{_PART}*"):
        with suppress(OSError):
            if part.stat().st_mtime < latest:
                part.unlink()


def check(connection: sqlite3.Connection, path: Path | None) -> None:
    """Refuse what is no sound session file. Raises StorageError."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION_ID:
        raise damaged(path, words("{file} is no Roundtable session.", file=_name(path)))
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise damaged(
            path,
            words("{file} was written by a newer Roundtable.", file=_name(path)),
            words("Update Roundtable, then open it again."),
        )
    parts = set(connection.execute("SELECT type, name FROM sqlite_schema"))
    # What a file does by itself when it is written to is nobody's record.
    acts = any(type_ in ("trigger", "view") for type_, _ in parts)
    if acts or not parts >= _PARTS or connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise damaged(path)
    number, last, least, latest = connection.execute(_NUMBERS).fetchone()
    if number and (last != number or least < 0 or latest > LATEST):
        raise damaged(
            path,
            words(
                "The records of {file} are not whole: numbers are missing or impossible.", file=_name(path)
            ),
        )


def _name(path: Path | None) -> str:
    if path is None:
        return "the session in memory"
    return path.name if path.suffix else str(path)


def damaged(path: Path | None, message: Message | None = None, next: Message | None = None) -> StorageError:
    """Return the error for a file that cannot be trusted; the file is left as it is."""
    return StorageError(
        "damaged",
        message or words("The session file {file} is damaged.", file=_name(path)),
        next or words("It was left untouched: keep a copy and restore it from a backup or an export."),
    )


@contextmanager
def translated(path: Path | None) -> Iterator[None]:
    """Turn SQLite's errors into StorageError that names the file, the cause and the next step."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise translation(error, path) from error


def translation(error: sqlite3.Error | OSError, path: Path | None) -> StorageError:
    """Return the StorageError that names the file, the cause and the next step."""
    if isinstance(error, sqlite3.Error):
        return _storage_error(error, path)
    return disk_refused(
        error,
        words("{file}: {why}.", file=_name(path)),
        words("See that its folder is there, has room and lets you write, then try again."),
    )


def _unopened(path: Path | None) -> StorageError | None:
    """Return what the system says of a file that SQLite cannot open: itself it gives no cause."""
    if path is None:
        return None
    length = len(os.fsencode(os.path.realpath(path)))
    if os.name == "posix" and length > LONGEST_PATH:
        return StorageError(
            "long_path",
            words(
                "The path of {file} has {n} bytes, more than the {most} that a session may have.",
                file=path.name,
                n=length,
                most=LONGEST_PATH,
            ),
            words("Move the folder of sessions to a shorter path, or name one with ROUNDTABLE_DATA_DIR."),
        )
    taken: list[int] = []
    try:
        # What is asked for is handles; the folder is there also where the file is to be made.
        for _ in range(_HANDLES):
            taken.append(os.open(path.parent, os.O_RDONLY))  # noqa: PERF401  what is open is closed again
    except OSError as error:
        if storage_reason(error) in ("no_handles", "long_path"):
            return translation(error, path)
    finally:
        for handle in taken:
            os.close(handle)
    return None


def _storage_error(error: sqlite3.Error, path: Path | None) -> StorageError:
    text = str(error).lower()
    name = _name(path)
    reason: StorageReason
    code = getattr(error, "sqlite_errorcode", None)
    # Also who only reads needs room for what SQLite shares between readers.
    if "full" in text or code == sqlite3.SQLITE_IOERR_SHMSIZE:
        reason, message = "full", words("The disk is full: {file} could not be written.", file=name)
        step = words("Free some space and resume; everything up to here is saved.")
    elif "readonly" in text or "read-only" in text:
        reason, message = "read_only", words("{file} may not be written to.", file=name)
        step = words("Give yourself write permission for its folder, then resume.")
    elif "locked" in text or "busy" in text:
        reason, message = "locked", words("{file} is locked by another program.", file=name)
        step = words("Close the program that uses it, then resume.")
    elif "unable to open" in text and (told := _unopened(path)) is not None:
        return told
    elif "unable to open" in text or "no such table" in text:
        reason, message = "gone", words("{file} cannot be opened.", file=name)
        step = words("See that the file is there and that you may read its folder.")
    elif "malformed" in text or "not a database" in text:
        return damaged(path)
    else:
        reason, message = (
            "io",
            words("{file} could not be read or written ({why}).", file=name, why=str(error)),
        )
        step = words("Check the disk, then resume; everything up to here is saved.")
    return StorageError(reason, message, step)
