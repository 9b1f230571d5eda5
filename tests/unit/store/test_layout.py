"""The session file itself: what is no database is refused and let go."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from app.domain.errors import StorageError
from app.domain.fact_base import NewRecord
from app.domain.facts import NoteAdded
from app.domain.ids import SessionId
from app.store.clock import SystemClock
from app.store.journal import SqliteJournal
from app.store.layout import check, connect, connect_to_read, lay_out
from app.store.packing import LONG_TEXT


@pytest.mark.parametrize("opening", [connect, connect_to_read], ids=lambda way: way.__name__)
def test_a_file_that_is_no_database_is_not_kept_open(opening, tmp_path: Path) -> None:
    path = tmp_path / "x.roundtable"
    path.write_text("This is not a database. " * 50, encoding="utf-8")
    # The error holds on to where it was raised: an open connection would still be there.
    with pytest.raises(sqlite3.DatabaseError) as caught:
        opening(path)
    assert str(path) not in {file.path for file in psutil.Process().open_files()}
    assert caught.tb is not None


@pytest.mark.parametrize("how", ["appending", "reading", "reading for good", "in memory"])
def test_what_a_file_defines_runs_nothing_dangerous(how: str, tmp_path: Path) -> None:
    """A schema may name functions: those with effects are refused where it is not trusted."""
    path = tmp_path / "x.roundtable"
    lay_out(path)
    opened = {
        "appending": lambda: connect(path),
        "reading": lambda: connect_to_read(path),
        "reading for good": lambda: connect(path, read_only=True, immutable=True),
        "in memory": lambda: connect(None),
    }[how]()
    with closing(opened) as db:
        assert db.execute("PRAGMA trusted_schema").fetchone() == (0,)
        assert db.execute("PRAGMA foreign_keys").fetchone() == (1,)


TEXTS = (300, 700, 1_300, 2_400, 5_000)
"""Characters of what members say: most facts are short, answers and prompts are not."""


async def size_and_content(path: Path, records: int) -> tuple[int, int]:
    """Write records to a new session; return the bytes of its file and of what it holds."""
    journal = await SqliteJournal.start(SessionId("0" * 26), path, SystemClock(), new=True)
    held = 0
    for number in range(records):
        text = f"{number} " + "An answer of a member. " * (TEXTS[number % len(TEXTS)] // 23)
        (record,) = await journal.append([NewRecord(NoteAdded(text=text))])
        held += len(record.packed) + len(record.type) + 26
        held += len(text) + 64 if len(text) > LONG_TEXT else 0
    await journal.close()
    return os.stat(path).st_size, held  # noqa: PTH116


async def test_a_file_is_hardly_larger_than_what_it_holds(tmp_path: Path) -> None:
    size, held = await size_and_content(tmp_path / "x.roundtable", 150)
    assert size / held < 1.3


async def test_a_file_with_the_pages_of_earlier_versions_is_read_and_appended_to(tmp_path: Path) -> None:
    new, old = tmp_path / "new.roundtable", tmp_path / "old.roundtable"
    await size_and_content(new, 20)
    with closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        db.execute("PRAGMA page_size=4096")
        db.execute("VACUUM")
        db.execute("PRAGMA journal_mode=WAL")
    new.rename(old)
    journal = await SqliteJournal.start(SessionId("0" * 26), old, SystemClock(), new=False)
    await journal.append([NewRecord(NoteAdded(text="One more. " * 200))])
    assert [record.seq for record in await journal.read()] == list(range(1, 22))
    await journal.close()
    with closing(connect(old)) as db:
        assert db.execute("PRAGMA page_size").fetchone() == (4096,)


@pytest.mark.parametrize(
    "acts",
    [
        "CREATE TRIGGER t AFTER INSERT ON records BEGIN UPDATE records SET body = '{}'; END",
        "CREATE VIEW v AS SELECT load_extension('x') FROM records",
    ],
    ids=["trigger", "view"],
)
def test_a_file_that_does_something_by_itself_is_refused(acts: str, tmp_path: Path) -> None:
    path = tmp_path / "x.roundtable"
    lay_out(path)
    with closing(connect(path)) as db:
        check(db, path)
        db.execute(acts)
        with pytest.raises(StorageError, match="damaged") as refused:
            check(db, path)
    assert refused.value.reason == "damaged"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in a folder")
@pytest.mark.parametrize("opening", [connect, connect_to_read], ids=lambda way: way.__name__)
def test_a_pipe_in_the_place_of_a_session_is_refused_and_not_waited_for(opening, tmp_path: Path) -> None:
    path = tmp_path / "x.roundtable"
    os.mkfifo(path)
    with pytest.raises(StorageError, match="not a file but a folder, a pipe or a device"):
        opening(path)
