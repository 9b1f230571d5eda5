"""The library reads only what was written since, finds what was said, and knows who was forked from whom."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.domain.errors import InputError, NotFound, StorageError
from app.domain.facts import NoteAdded, SessionRenamed, TagsChanged
from app.domain.ids import SessionId
from app.services.library import Library, SessionAdmin
from app.store.library import SqliteLibrary, snippet
from tests.support.desk import Desk, desk, team
from tests.support.waiting import until


@asynccontextmanager
async def shelves(folder: Path) -> AsyncIterator[tuple[Desk, Library, SessionAdmin]]:
    async with desk(folder) as d:
        index = SqliteLibrary(folder / "library.db")
        library = Library(d.parts, index)
        try:
            yield d, library, SessionAdmin(d.parts, d.sessions, d.review, library)
        finally:
            await index.close()


def settle(folder: Path) -> None:
    """Make every session's file look as if it had been written a minute ago."""
    for path in (folder / "sessions").iterdir():
        before = path.stat()
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns - 60_000_000_000))


async def test_file_that_was_not_written_since_is_not_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shelves(tmp_path) as (d, library, _):
        first, second = await d.create(question="One?"), await d.create(question="Two?")
        settle(tmp_path)
        assert {row.session for row in await library.rows()} == {first, second}
        opened: list[SessionId] = []
        follow = d.parts.store.follow

        async def noting(session: SessionId) -> object:
            opened.append(session)
            return await follow(session)

        monkeypatch.setattr(d.parts.store, "follow", noting)
        await library.rows()
        assert opened == []
        await d.review.tell(second, SessionRenamed(title="Second"))
        titles = {row.session: row.title for row in await library.rows()}
        assert opened == [second]
        assert titles[second] == "Second"


async def test_another_process_reads_the_rows_from_the_index_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shelves(tmp_path) as (d, library, _):
        session = await d.create(question="One?")
        settle(tmp_path)
        rows = await library.rows()
    async with shelves(tmp_path) as (d, library, _):
        monkeypatch.setattr(d.parts.store, "follow", None)
        assert list(await library.rows()) == list(rows)
        assert rows[0].session == session
        assert rows[0].models == ("scripted/any",)


async def test_each_session_is_found_once_with_its_hits_counted_and_its_words_shown(tmp_path: Path) -> None:
    async with shelves(tmp_path) as (d, library, _):
        one, two = await d.create(question="About sails?"), await d.create(question="About ropes?")
        await d.review.tell(one, NoteAdded(text="The sails of the barge are red."), NoteAdded(text="sails"))
        found = await library.find("sails")
        assert [(hit.session, hit.times) for hit in found] == [(one, 3)]
        snippets = await library.snippets("sails", found)
        assert "sails" in snippets[one]
        assert {hit.session for hit in await library.find("about")} == {one, two}
        # As they stand, else each of the words: in any order, the shortest left out.
        assert [(hit.session, hit.times) for hit in await library.find("red as sails")] == [(one, 1)]
        assert (await library.search("barge is red"))[0][2] == "The sails of the barge are red."
        assert await library.find("red ropes") == []
        # Two characters are fewer than the index can look up.
        assert {hit.session for hit in await library.find("ro")} == {two}
        assert await library.find('"; DROP') == []


async def test_of_equal_hits_the_newest_session_comes_first_whichever_was_read_last(tmp_path: Path) -> None:
    async with shelves(tmp_path) as (d, library, _):
        one, two = await d.create(question="About sails?"), await d.create(question="About sails?")
        for read_last in (two, one):
            await library.rows()
            await library._index.forget(read_last)
            again = Library(d.parts, library._index)
            assert [hit.session for hit in await again.find("sails")] == [two, one]
            assert [row.session for row, _, _ in await again.search("sails")] == [two, one]
            assert [hit.session for hit in await again.find("ai")] == [two, one]


async def test_texts_are_indexed_once_though_two_programs_index_them(tmp_path: Path) -> None:
    async with shelves(tmp_path) as (d, library, _):
        other_index = SqliteLibrary(tmp_path / "library.db")
        other = Library(d.parts, other_index)
        session = await d.create(question="Sails?")
        await library.rows()
        await other.rows()
        await d.review.tell(session, NoteAdded(text="Sails again."))
        await library.rows()
        await other.rows()
        assert [hit.times for hit in await other.find("Sails")] == [2]
        await other_index.close()


async def test_sessions_that_an_index_without_room_cannot_take_are_listed_and_searching_says_so(
    tmp_path: Path,
) -> None:
    index = SqliteLibrary(tmp_path / "library.db")
    async with desk(tmp_path) as d:
        library = Library(d.parts, index)
        first, gone = await d.create(question="One?"), await d.create(question="Gone?")
        await library.rows()
        before = await index._do(lambda db: db.execute("PRAGMA max_page_count").fetchone()[0])
        await index._do(lambda db: db.execute("PRAGMA max_page_count=1").fetchone())
        second = await d.create(question="Two? " + "It is long. " * 5_000)
        await SessionAdmin(d.parts, d.sessions, d.review, library).delete(gone)
        for _ in range(2):
            assert {row.session for row in await library.rows()} == {first, second}
            with pytest.raises(StorageError, match="library"):
                await library.find("Two?")
        await index._do(lambda db: db.execute(f"PRAGMA max_page_count={before}").fetchone())
        assert [hit.session for hit in await library.find("It is long")] == [second]
        assert await library.search("Gone?") == []
        assert {row.session for row in await index.rows()} == {first, second}
    await index.close()


async def test_fork_knows_its_parent_and_the_parent_its_forks(tmp_path: Path) -> None:
    async with shelves(tmp_path) as (d, library, shelf):
        parent = await d.create()
        await d.run(parent)
        head = len(await d.sessions.records(parent))
        first, second = await d.sessions.fork(parent, head), await d.sessions.fork(parent, head)
        grandchild = await d.sessions.fork(first, head)
        assert {row.session for row in (await library.family(parent)).forks} == {first, second}
        family = await library.family(first)
        assert family.parent is not None
        assert family.parent.session == parent
        assert [row.session for row in family.forks] == [grandchild]
        assert (await library.row(first)).parent_seq <= head
        await d.sessions.detach(parent)
        await shelf.delete(parent)
        assert (await library.family(first)).parent is None


async def test_session_is_put_away_and_taken_out_again(tmp_path: Path) -> None:
    async with shelves(tmp_path) as (d, library, shelf):
        session = await d.sessions.create("toy", {"question": "Sails?"}, team("Ann", "Bob"))
        await shelf.archive(session)
        assert (await library.row(session)).archived
        # It is open for nobody: another program may go on with it.
        await until(lambda: d.sessions.live(session) is None)
        await shelf.archive(session, away=False)
        assert not (await library.row(session)).archived
        # By a tag, such as its batch's, it is found; where it was put away is no word of anybody's.
        await d.review.tell(session, TagsChanged(tags=("spring survey", "archived")))
        assert [hit.session for hit in await library.find("spring survey")] == [session]
        assert await library.find("archived") == []


async def test_session_gets_another_title_and_is_open_for_nobody_after_it(tmp_path: Path) -> None:
    async with shelves(tmp_path) as (d, library, shelf):
        session = await d.sessions.create("toy", {"question": "Sails?"}, team("Ann", "Bob"))
        await shelf.rename(session, "Sails, once more")
        assert (await library.row(session)).title == "Sails, once more"
        await until(lambda: d.sessions.live(session) is None)


async def test_deleted_session_can_be_brought_back_whole(tmp_path: Path) -> None:
    async with shelves(tmp_path) as (d, library, shelf):
        session = await d.create(question="Sails?")
        await d.run(session)
        before = [record.packed for record in await d.sessions.records(session)]
        await shelf.delete(session)
        assert list(await library.rows()) == []
        assert await library.find("Sails") == []
        with pytest.raises(NotFound):
            await library.row(session)
        await shelf.restore(session)
        assert [record.packed for record in await d.sessions.records(session)] == before
        assert [hit.session for hit in await library.find("Sails")] == [session]
        with pytest.raises(NotFound):
            await shelf.restore(SessionId("01k00000000000000000000000"))


async def test_running_session_is_not_deleted(tmp_path: Path) -> None:
    async with shelves(tmp_path) as (d, _, shelf):
        session = await d.create()
        await d.sessions.start(session)
        with pytest.raises(InputError, match="running"):
            await shelf.delete(session)
        await d.sessions.wait(session)


async def test_who_has_no_session_waits_for_no_index_and_finds_nothing_that_is_gone(tmp_path: Path) -> None:
    async with shelves(tmp_path) as (d, library, _):
        assert list(await library.rows()) == []
        assert not await library.search("question")
        assert not await library.find("question")
        assert not (tmp_path / "library.db").exists()
        await d.create(question="One question?")
        assert len(await library.find("question")) == 1
    for file in (tmp_path / "sessions").iterdir():
        file.unlink()
    async with shelves(tmp_path) as (d, library, _):
        assert not await library.search("question")
        assert not await library.find("question")
        await d.create(question="Another question?")
        assert [row.title for row, _, _ in await library.search("question")] == ["Another question?"]


async def test_many_who_ask_at_once_share_one_look_at_the_files_that_began_after_they_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shelves(tmp_path) as (d, library, _):
        looks, stamps = 0, d.parts.store.stamps

        async def counted() -> Mapping[SessionId, str]:
            nonlocal looks
            looks += 1
            return await stamps()

        monkeypatch.setattr(d.parts.store, "stamps", counted)
        await d.create(question="Sails?")
        first = asyncio.create_task(library.rows())
        await until(lambda: looks)
        # The first look is under way: what is made now may have escaped it.
        second = await d.create(question="Oars?")
        found = await asyncio.gather(*(library.rows() for _ in range(30)))
        assert len(await first) >= 1
        assert all(second in [row.session for row in rows] for rows in found)
        assert looks <= 3
        await library.rows()
        assert looks <= 4, "who asks later is told what is so then"


def test_a_hit_is_shown_without_the_signs_of_its_layout() -> None:
    text = "## Short answer\n\n**Audit**, then notice #2 of breach."
    assert snippet(text, "notice") == "Short answer Audit, then notice #2 of breach."
