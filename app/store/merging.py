"""Whole copies of a session's file, and bringing one back into the file that it is a later state of."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from app.domain.errors import ImportDiffers
from app.domain.i18n import words
from app.domain.private import put_whole
from app.store.layout import check, connect, connect_to_read, lay_out, translated

_WAL_FLAGS = slice(18, 20)
"""Bytes of SQLite's header that say whether a log may lie beside the file (2) or never does (1)."""


def content_of(db: sqlite3.Connection) -> bytes:
    """Return a session's file as one that is whole by itself: with all that its log holds."""
    content = bytearray(db.serialize())
    content[_WAL_FLAGS] = b"\x01\x01"
    return bytes(content)


def age(path: Path, beside: Path) -> float:
    """Return how long ago a file was touched, by the clock of the file system of a folder; raises OSError."""
    handle, name = tempfile.mkstemp(dir=beside, prefix=".now-")
    os.close(handle)
    try:
        return Path(name).stat().st_mtime - path.stat().st_mtime
    finally:
        Path(name).unlink(missing_ok=True)


def copy_whole(path: Path, target: Path) -> None:
    """Write a whole copy of a session's file, whoever appends to it; raises StorageError."""
    with translated(path), closing(connect_to_read(path)) as db:
        content = content_of(db)
    with translated(target):
        put_whole(target, content)


def length(path: Path) -> int:
    """Return how many records a whole copy holds; raises StorageError where it is no sound session."""
    with _whole(path) as db:
        return _length(db)


def make(path: Path, source: Path) -> None:
    """Make a session's file of a whole copy; raises StorageError where that is none."""
    with _whole(source) as origin, translated(path):
        lay_out(path, lambda db: _fill(db, origin, 0))


def merge(path: Path, source: Path) -> None:
    """Append to a session's file what a whole copy has more; the caller holds the session's lock.

    Raises ImportDiffers where both went on from a common beginning: nothing is changed then.
    """
    with _whole(source) as origin, translated(path), closing(connect(path)) as db:
        check(db, path)
        ours, theirs = _length(db), _length(origin)
        both = min(ours, theirs)
        rows = "SELECT * FROM records WHERE seq <= ? ORDER BY seq"
        if db.execute(rows, (both,)).fetchall() != origin.execute(rows, (both,)).fetchall():
            raise ImportDiffers(
                words(
                    "The session {session} was changed here while a worker had it; nothing is mixed.",
                    session=path.stem,
                ),
                words(
                    "The worker's is kept: {file}. Move one of the two away, then run the batch again.",
                    file=source,
                ),
            )
        if theirs > ours:
            db.execute("BEGIN IMMEDIATE")
            _fill(db, origin, ours)
            db.execute("COMMIT")


@contextmanager
def _whole(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file that is replaced at once or not at all, and never written to."""
    with translated(path), closing(connect(path, read_only=True, immutable=True)) as db:
        check(db, path)
        yield db


def _fill(db: sqlite3.Connection, origin: sqlite3.Connection, after: int) -> None:
    db.executemany("INSERT OR IGNORE INTO blobs VALUES (?, ?)", origin.execute("SELECT * FROM blobs"))
    rows = origin.execute("SELECT * FROM records WHERE seq > ? ORDER BY seq", (after,))
    db.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    db.execute("DELETE FROM chunks")
    db.executemany("INSERT INTO chunks VALUES (?, ?, ?)", origin.execute("SELECT * FROM chunks"))


def _length(db: sqlite3.Connection) -> int:
    number: int = db.execute("SELECT count(*) FROM records").fetchone()[0]
    return number
