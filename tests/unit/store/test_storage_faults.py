"""The disk says no: clear words with the next step, nothing half written, and it works again after repair."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import ImportRefused, RoundtableError, StorageError
from app.domain.fact_base import NewRecord
from app.domain.facts import NoteAdded
from app.domain.ids import SessionId
from app.services.unattended import AnswerPlan
from app.store.clock import SystemIds
from app.store.journal import SqliteJournal, SqliteReader
from app.store.layout import translation
from app.store.library import SqliteLibrary
from app.store.sessions import FileSessionStore
from tests.support.clocks import ManualClock
from tests.support.commands import Ran, born
from tests.support.desk import desk
from tests.support.waiting import AMPLE

ROOT = Path(__file__).resolve().parents[3]


def note(text: str) -> NewRecord:
    """Return a record with a text that tells it apart."""
    return NewRecord(NoteAdded(text=text))


async def journal_at(folder: Path, clock: ManualClock | None = None) -> SqliteJournal:
    """Make a journal with one record."""
    store = FileSessionStore(folder, clock or ManualClock())
    session = SystemIds().session_id()
    await store.create(session, [note("first")])
    return await store.open(session)


def no_room(journal: SqliteJournal) -> int:
    """Let the file grow no further, as on a full disk; return the limit that held before."""
    before: int = journal._db.execute("PRAGMA max_page_count").fetchone()[0]
    journal._db.execute("PRAGMA max_page_count=1")
    return before


async def texts(journal: SqliteJournal) -> list[object]:
    """Return the texts of all notes."""
    return [record.body()["text"] for record in await journal.read()]


def clear(error: RoundtableError) -> None:
    """Check that an error names the file and the next step."""
    assert str(error.message).endswith(".")
    assert str(error.next).endswith(".")


async def test_a_full_disk_is_named_nothing_is_half_written_and_room_is_enough_to_go_on(
    tmp_path: Path,
) -> None:
    journal = await journal_at(tmp_path)
    before = no_room(journal)
    with pytest.raises(StorageError) as refused:
        await journal.append([note("small"), *(note(f"{i} " + "x" * 5000) for i in range(20))])
    assert refused.value.reason == "full"
    assert journal.session in str(refused.value)
    clear(refused.value)
    assert await texts(journal) == ["first"]
    with pytest.raises(StorageError):
        await journal.buffer({1: "y" * 50_000})
    assert await journal.partials() == {}
    journal._db.execute(f"PRAGMA max_page_count={before}")
    await journal.append([note("second" * 5000)], expect=1)
    assert await texts(journal) == ["first", "second" * 5000]
    await journal.close()


async def test_another_writer_that_holds_the_file_is_named_and_waiting_for_it_is_enough(
    tmp_path: Path,
) -> None:
    journal = await journal_at(tmp_path)
    journal._db.execute("PRAGMA busy_timeout=50")
    other = sqlite3.connect(tmp_path / "sessions" / f"{journal.session}.roundtable", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StorageError) as refused:
        await journal.append([note("second")])
    assert refused.value.reason == "locked"
    clear(refused.value)
    other.execute("ROLLBACK")
    other.close()
    await journal.append([note("second")])
    assert await texts(journal) == ["first", "second"]
    await journal.close()


async def test_a_clock_set_back_keeps_the_records_in_order(tmp_path: Path) -> None:
    clock = ManualClock()
    journal = await journal_at(tmp_path, clock)
    session = journal.session
    await journal.close()
    store = FileSessionStore(tmp_path, ManualClock(1))
    journal = await store.open(session)
    await journal.append([note("second")])
    times = [record.at for record in await journal.read()]
    assert times == sorted(times)
    assert await texts(journal) == ["first", "second"]
    await journal.close()


async def test_a_file_that_is_removed_is_named_and_can_be_put_back(tmp_path: Path) -> None:
    journal = await journal_at(tmp_path)
    session = journal.session
    await journal.close()
    store = FileSessionStore(tmp_path, ManualClock())
    path = store.path(session)
    away = path.rename(tmp_path / "away")
    with pytest.raises(RoundtableError) as refused:
        await store.open(session)
    assert session in str(refused.value)
    clear(refused.value)
    away.rename(path)
    journal = await store.open(session)
    assert await texts(journal) == ["first"]
    await journal.close()


async def test_a_text_that_is_no_longer_what_was_written_is_called_damaged_and_not_shown(
    tmp_path: Path,
) -> None:
    journal = await journal_at(tmp_path)
    session = journal.session
    await journal.append([note("long " * 1000)])
    await journal.close()
    store = FileSessionStore(tmp_path, ManualClock())
    with closing(sqlite3.connect(store.path(session), isolation_level=None)) as db:
        # Sound for SQLite: a page that another program wrote, or that came back from elsewhere.
        assert db.execute("UPDATE blobs SET text = replace(text, 'long', 'wrong')").rowcount == 1
    reader = await store.follow(session)
    first, second = await reader.read()
    assert first.body()["text"] == "first"
    with pytest.raises(StorageError) as refused:
        second.body()
    assert refused.value.reason == "damaged"
    clear(refused.value)
    await reader.close()


async def test_a_file_removed_while_open_is_never_taken_for_written(tmp_path: Path) -> None:
    journal = await journal_at(tmp_path)
    for file in (tmp_path / "sessions").glob(f"{journal.session}.roundtable*"):
        file.unlink()
    with pytest.raises(StorageError) as refused:
        await journal.append([note("second")])
    assert refused.value.reason == "gone"
    assert journal.session in str(refused.value)
    clear(refused.value)
    assert await texts(journal) == ["first"]
    await journal.close()


async def test_a_closed_journal_says_so(tmp_path: Path) -> None:
    journal = await journal_at(tmp_path)
    await journal.close()
    with pytest.raises(StorageError, match="closed"):
        await journal.head()
    await journal.close()


async def test_a_run_on_a_full_disk_ends_with_words_keeps_what_it_had_and_goes_on_after_repair(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path, lambda request: f"{request.seat} " + "long " * 2000) as one:
        session: SessionId = await one.create(rounds=3)
        assert await one.run(session) == "waiting"
        journal = one.live(session).writer.journal
        assert isinstance(journal, SqliteJournal)
        kept = [(record.seq, record.type, record.packed) for record in await journal.read()]
        before = no_room(journal)
        with pytest.raises(StorageError) as refused:
            await one.drive(session, AnswerPlan(approve="all"))
        assert refused.value.reason == "full"
        clear(refused.value)
        after = [(record.seq, record.type, record.packed) for record in await journal.read()]
        assert after[: len(kept)] == kept
        journal._db.execute(f"PRAGMA max_page_count={before}")
    async with desk(tmp_path, lambda request: f"{request.seat} " + "long " * 2000) as two:
        plan = AnswerPlan(approve="all", on_uncertain="ask-again")
        assert await two.drive(session, plan) == "finished"
        types = await two.types(session)
        assert types[: len(after)] == [kind for _, kind, _ in after]


def held_to_modes(data: Path, *arguments: str) -> tuple[int, Any, str]:
    """Run a command as one who may do what a file's mode says; return status, error or value, and stderr."""
    said = json.dumps([[*arguments, "--json"]])
    ((code, out, err),) = born(said, data=data, life="tests.support.dropped_life").value
    value = Ran(code, out, err).value
    refused = isinstance(value, dict) and "error" in value
    return code, value["error"] if refused else value, err


def test_a_folder_that_may_not_be_written_to_is_named(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "sessions").mkdir(parents=True)
    (data / "sessions").chmod(0o555)
    code, error, shown = held_to_modes(data, "run", "debate", "--question", "Must we?", "--approve", "all")
    assert (code, error["kind"]) == (5, "storage"), error
    assert str(data) in error["message"]
    assert "permission" in error["next"]
    assert "Traceback" not in shown
    (data / "sessions").rmdir()
    data.chmod(0o555)
    code, error, shown = held_to_modes(data, "run", "debate", "--question", "Must we?")
    assert (code, error["kind"]) == (5, "storage"), error
    assert str(data) in error["message"]
    assert "Traceback" not in shown
    data.chmod(0o755)


async def test_a_session_moved_to_the_trash_is_whole_and_a_damaged_one_can_be_moved_too(
    tmp_path: Path,
) -> None:
    store = FileSessionStore(tmp_path, ManualClock())
    journal = await journal_at(tmp_path)
    await journal.append([note("second")])
    # Somebody who reads keeps the log from being written back and removed.
    reader = await store.follow(journal.session)
    assert await reader.head() == 2
    await journal.close()
    await store.delete(journal.session)
    await reader.close()
    assert await store.ids() == []
    await store.restore(journal.session)
    again = await store.open(journal.session)
    assert await texts(again) == ["first", "second"]
    await again.close()
    path = store.path(journal.session)
    path.write_bytes(b"no database at all " * 300)
    kept = await store.delete(journal.session)
    assert kept.read_bytes().startswith(b"no database")
    assert await store.ids() == []


@pytest.mark.parametrize(
    ("number", "reason"), [(errno.ENOSPC, "full"), (errno.EACCES, "read_only"), (errno.EIO, "io")]
)
def test_what_the_system_says_of_a_file_is_told_with_the_next_step(number: int, reason: str) -> None:
    error = translation(OSError(number, os.strerror(number)), Path("x.roundtable"))
    assert error.reason == reason
    assert "x.roundtable" in str(error)
    clear(error)


async def test_a_file_that_may_not_be_written_to_is_named_and_the_right_to_write_is_enough(
    tmp_path: Path,
) -> None:
    journal = await journal_at(tmp_path)
    # What SQLite says of a file system that is read-only, whoever asks.
    journal._db.execute("PRAGMA query_only=ON")
    with pytest.raises(StorageError) as refused:
        await journal.append([note("second")])
    assert refused.value.reason == "read_only"
    assert journal.session in str(refused.value)
    clear(refused.value)
    journal._db.execute("PRAGMA query_only=OFF")
    await journal.append([note("second")], expect=1)
    assert await texts(journal) == ["first", "second"]
    await journal.close()


async def test_sessions_that_may_only_be_read_are_listed_shown_searched_and_exported(
    tmp_path: Path,
) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    async with desk(data) as d:
        session = await d.create("toy", question="Where is the ferry?")
        await d.run(session)
    out.mkdir()
    out.chmod(0o777)
    for path in (data / "sessions", *(data / "sessions").iterdir()):
        path.chmod(0o555 if path.is_dir() else 0o444)
    data.chmod(0o555)
    try:
        listed = await asyncio.to_thread(held_to_modes, data, "list")
        assert listed[0] == 0, listed
        assert [row["session"] for row in listed[1]] == [session]
        found = await asyncio.to_thread(held_to_modes, data, "search", "ferry")
        assert found[1][0]["session"] == session, found
        written = await asyncio.to_thread(
            held_to_modes, data, "export", session, "--format", "jsonl", "-o", str(out / "x.jsonl")
        )
        assert written[0] == 0, written
        assert len((out / "x.jsonl").read_text(encoding="utf-8").splitlines()) > 5
        refused = await asyncio.to_thread(held_to_modes, data, "resume", session)
        assert (refused[0], refused[1]["kind"]) == (5, "storage"), refused
    finally:
        data.chmod(0o755)
        (data / "sessions").chmod(0o755)


async def test_an_index_that_another_program_has_locked_is_not_thrown_away(tmp_path: Path) -> None:
    first = SqliteLibrary(tmp_path / "library.db")
    assert await first.rows() == []
    await first.close()
    other = sqlite3.connect(tmp_path / "library.db", isolation_level=None)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    before = (tmp_path / "library.db").stat().st_ino
    second = SqliteLibrary(tmp_path / "library.db", patience=0.05)
    with pytest.raises(StorageError) as refused:
        await second.rows()
    assert refused.value.reason == "locked"
    other.close()
    assert (tmp_path / "library.db").stat().st_ino == before
    assert await second.rows() == []
    await second.close()


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM records WHERE seq = 2",
        "UPDATE records SET seq = -1 WHERE seq = 1",
        "UPDATE records SET seq = 9 WHERE seq = 3",
        "UPDATE records SET round = -1 WHERE seq = 2",
        "UPDATE records SET schema = 0 WHERE seq = 3",
        "UPDATE records SET at = -5 WHERE seq = 3",
        "UPDATE records SET at = 253402300800000000 WHERE seq = 3",
        "UPDATE records SET at = 9223372036854775807",
    ],
)
async def test_a_file_with_holes_or_impossible_numbers_is_refused_in_words(
    tmp_path: Path, change: str
) -> None:
    store = FileSessionStore(tmp_path, ManualClock())
    journal = await journal_at(tmp_path)
    await journal.append([note("second")])
    await journal.append([note("third")])
    await journal.close()
    with sqlite3.connect(store.path(journal.session)) as db:
        db.execute(change)
    db.close()
    for opening in (store.open, store.follow):
        with pytest.raises(StorageError, match="numbers are missing or impossible") as refused:
            await opening(journal.session)
        assert refused.value.reason == "damaged"
        clear(refused.value)


async def test_nothing_is_ever_written_over_a_session_that_is_there(tmp_path: Path) -> None:
    store = FileSessionStore(tmp_path, ManualClock())
    journal = await journal_at(tmp_path)
    await journal.close()
    session, path = journal.session, store.path(journal.session)
    before = path.read_bytes()
    writes = [
        lambda: store.create(session, [note("another")]),
        lambda: store.import_records(session, []),
        lambda: store.fork(session, 1, session),
        lambda: store.restore(session),
    ]
    for write in writes:
        with pytest.raises(ImportRefused) as refused:
            await write()
        assert session in str(refused.value)
        clear(refused.value)
        assert path.read_bytes() == before


async def test_a_session_is_closed_when_the_last_body_that_is_being_read_elsewhere_is_read(
    tmp_path: Path,
) -> None:
    journal = await journal_at(tmp_path)
    await journal.append([note("long " * 2_000)])
    path = journal._path
    assert path is not None
    reader = await SqliteReader.open(journal.session, path)
    record = (await reader.read())[-1]
    amid, go_on = threading.Event(), threading.Event()

    def held(text: bytes) -> str:
        # Between two calls of SQLite, which lets nobody close while one is under way.
        amid.set()
        assert go_on.wait(AMPLE)
        return text.decode()

    reader._db.text_factory = held
    reading = asyncio.create_task(asyncio.to_thread(record.body))
    await asyncio.to_thread(amid.wait, AMPLE)
    closing_it = asyncio.create_task(reader.close())
    # Long enough for a close that waits for nobody: it would be over, or the process would.
    await asyncio.wait({closing_it}, timeout=0.2)
    assert not closing_it.done()
    go_on.set()
    assert str((await reading)["text"]).startswith("long")
    await closing_it
    assert record.body() == (await reading), "a body that is read late opens the file for a moment"
    await journal.close()
