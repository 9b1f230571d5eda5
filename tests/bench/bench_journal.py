"""What durability costs: an append beside a bare FULL commit of the same bytes, in one run."""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path

from app.domain.fact_base import NewRecord
from app.domain.facts import NoteAdded
from app.domain.ids import SessionId
from app.store.clock import SystemClock
from app.store.journal import SqliteJournal

ROUNDS = 1000
BOUND = 2.0
"""Append p50 at most this many times a bare FULL commit (first deliberation, Must show)."""
TEXT = "An answer of ordinary length, as a member would give it in a debate. " * 8


def bare_commit(db: sqlite3.Connection, number: int) -> float:
    """Return the seconds of one bare commit."""
    begun = time.perf_counter()
    db.execute("BEGIN IMMEDIATE")
    db.execute("INSERT INTO t VALUES (?, ?)", (number, TEXT))
    db.execute("COMMIT")
    return time.perf_counter() - begun


async def measure(folder: Path) -> tuple[float, float]:
    """Return the medians in seconds of (append, bare commit), taken in turn."""
    journal = await SqliteJournal.start(
        SessionId("01" + "b" * 24), folder / "s.roundtable", SystemClock(), new=True
    )
    db = sqlite3.connect(folder / "bare.db", isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, x TEXT)")
    appends, commits = [], []
    for number in range(ROUNDS):
        begun = time.perf_counter()
        await journal.append([NewRecord(NoteAdded(text=TEXT))], expect=number)
        appends.append(time.perf_counter() - begun)
        commits.append(bare_commit(db, number))
    await journal.close()
    db.close()
    return statistics.median(appends), statistics.median(commits)


def main() -> int:
    """Print the table; return 1 where the bound is missed."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        append, commit = asyncio.run(measure(Path(name)))
    ratio = append / commit
    ok = ratio <= BOUND
    print(f"{'append p50':<40} {append * 1e3:8.3f} ms")
    print(f"{'bare FULL commit p50':<40} {commit * 1e3:8.3f} ms")
    print(f"{'append / bare commit':<40} {ratio:8.2f} x  bound {BOUND:.1f}  {'ok' if ok else 'MISSED'}")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
