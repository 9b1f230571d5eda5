"""What the system has too little of is named: open files, and letters in a path."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.domain.errors import InputError, NoRoom, RoundtableError, StorageError
from app.domain.fact_base import NewRecord
from app.domain.facts import NoteAdded
from app.domain.ids import SessionId
from app.domain.untrusted_files import read_untrusted
from app.services.context_files import context_texts
from app.services.library import Library
from app.services.writing import write_whole
from app.settings.toml_files import read_toml, write_toml
from app.store.clock import SystemIds
from app.store.layout import LONGEST_PATH
from app.store.library import SqliteLibrary
from app.store.sessions import FileSessionStore
from tests.support.clocks import ManualClock
from tests.support.desk import desk, echo

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX's limits of open files and SQLite's there")
FIRST = [NewRecord(NoteAdded(text="first"))]


@contextmanager
def no_handle_left(but: int = 0) -> Iterator[None]:
    """Let this process open nothing more, or so many files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = [os.open(os.devnull, os.O_RDONLY) for _ in range(but + 1)]
    for handle in free:
        os.close(handle)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (free[-1], hard))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def refused(work: Callable[[], object]) -> RoundtableError:
    """Return how something is refused that needs a handle."""
    with no_handle_left(), pytest.raises(RoundtableError) as told:
        work()
    return told.value


async def test_a_session_that_finds_no_handle_is_not_called_gone_and_opens_when_there_is_one(
    tmp_path: Path,
) -> None:
    store, session = FileSessionStore(tmp_path, ManualClock()), SystemIds().session_id()
    await store.create(session, FIRST)
    await _lives(store, SystemIds().session_id())  # what is imported at its first use is there now
    before = await store.ids()
    other = SystemIds().session_id()
    ends = []
    for work in (
        lambda: store.create(other, FIRST),
        lambda: store.open(session),
        lambda: store.follow(session),
        lambda: store.fork(session, 1, other),
        lambda: store.busy(session),
        lambda: store.request_stop(session, "now"),
    ):
        with no_handle_left(), pytest.raises(StorageError) as told:
            await work()
        ends.append(told.value)
    assert [error.reason for error in ends] == ["no_handles"] * 6
    assert all("Too many files are open at once." in str(error.next) for error in ends)
    assert await store.ids() == before
    journal = await store.open(session)
    await journal.append(FIRST)
    await journal.close()


@pytest.mark.parametrize("left", range(5))
async def test_sound_sessions_are_listed_or_it_is_said_that_too_many_files_are_open(
    left: int, tmp_path: Path
) -> None:
    async with desk(tmp_path, echo) as d:
        sessions = [await d.create(rounds=1) for _ in range(3)]
        index = SqliteLibrary(tmp_path / "library.db")
        library = Library(d.parts, index)
        # What is imported at its first use is there afterwards, and the index is open.
        assert len(await library.rows()) == 3
        for session in sessions:
            await d.sessions.detach(session)
            os.utime(d.parts.store.path(session))
        with no_handle_left(but=left):
            try:
                rows = await library.rows()
            except (NoRoom, StorageError) as error:
                assert "too many" in f"{error} {error.next}".lower()  # noqa: PT017  either end is a fair one
            else:
                assert {row.problem for row in rows} == {""}
        assert {row.problem for row in await library.rows()} == {""}
        await index.close()


def test_whatever_is_read_or_written_says_that_too_many_files_are_open(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("x", encoding="utf-8")
    write_toml(tmp_path / "before.toml", {"a": 1})  # what is imported at its first use is there now
    works: Sequence[Callable[[], object]] = (
        lambda: read_untrusted(file, 100),
        lambda: context_texts([file]),
        lambda: context_texts([tmp_path]),
        lambda: write_whole(tmp_path / "b.md", b"x"),
        lambda: write_toml(tmp_path / "c.toml", {"a": 1}),
        lambda: read_toml(tmp_path / "before.toml"),
    )
    ends = [refused(work) for work in works]
    assert ["Too many files are open at once." in str(error.next) for error in ends] == [True] * len(works)


def folder_of(length: int, root: Path) -> Path:
    """Make a folder whose path has so many bytes."""
    folder = root
    while (rest := length - len(os.fsencode(folder))) > 1:
        folder /= "d" * (rest - 1 if rest < 200 else 100)
    folder.mkdir(parents=True)
    assert len(os.fsencode(folder)) == length
    return folder


@pytest.mark.parametrize("over", [0, 1, 2, 3, 4, 5, 12, 300])
async def test_a_path_that_is_too_long_for_a_session_is_said_and_up_to_there_all_works(
    over: int, tmp_path: Path
) -> None:
    session = SystemIds().session_id()
    beside = len(os.fsencode(FileSessionStore(tmp_path, ManualClock()).path(session))) - len(
        os.fsencode(tmp_path)
    )
    store = FileSessionStore(folder_of(LONGEST_PATH - beside + over, tmp_path), ManualClock())
    if not over:
        await _lives(store, session)
        return
    with pytest.raises(StorageError, match=f"has {LONGEST_PATH + over} bytes, more than the") as told:
        await store.create(session, FIRST)
    assert told.value.reason == "long_path"
    assert "ROUNDTABLE_DATA_DIR" in str(told.value.next)
    assert list(store.path(session).parent.iterdir()) == []


async def _lives(store: FileSessionStore, session: SessionId) -> None:
    """Do with a session what can be done."""
    await store.create(session, FIRST)
    journal = await store.open(session)
    await journal.append(FIRST)
    await journal.close()
    reader = await store.follow(session)
    assert await reader.head() == 2
    await reader.close()
    await store.fork(session, 2, SystemIds().session_id())
    await store.delete(session)
    await store.restore(session)


@pytest.mark.skipif(sys.platform == "win32", reason="as above")
def test_a_name_longer_than_the_system_takes_is_said_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="too long") as told:
        read_untrusted(tmp_path / ("x" * 300), 100)
    assert "shorter path" in str(told.value.next)
