"""Facts that are appended at the same time are committed together, and each caller gets its own records."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.canonical import JsonValue
from app.domain.errors import StorageError
from app.domain.fact_base import Fact, FactCatalogue, Record, UnknownFact
from app.domain.facts import SHARED_FACTS, NodeEntered, NodeLeft, NoteAdded
from app.domain.ids import SessionId
from app.engine import writer
from app.engine.bus import Appended, Bus, BusMessage
from app.engine.fold import SessionFold
from app.engine.writer import SessionWriter
from app.store.journal import SqliteJournal
from tests.support.clocks import ManualClock
from tests.support.toy import ToyPlugin, ToyState
from tests.support.waiting import AMPLE

SESSION = SessionId("01" + "a" * 24)


class Unwritable(Fact):
    """Cannot be written down."""

    type: str = "unwritable"

    def body(self) -> dict[str, JsonValue]:
        return {"x": float("nan")}


class Book:
    """A writer over a session file, and what was published of it: a list of texts for each transaction."""

    def __init__(self, journal: SqliteJournal) -> None:
        self.journal, self.batches = journal, list[list[str]]()
        self.bus = Bus()
        self.bus.subscribe(self._hear)
        self.fold = SessionFold(ToyPlugin(), FactCatalogue(SHARED_FACTS))
        self.writer = SessionWriter(journal, self.fold, self.bus)

    def _hear(self, message: BusMessage) -> None:
        assert isinstance(message, Appended)
        self.batches.append([_text(record) for record in message.records])

    async def note(self, *texts: str) -> list[str]:
        """Append notes; return the texts of the records that the caller gets."""
        return [_text(record) for record in await self.writer.append(*map(_note, texts))]

    async def ahead(self, *facts: Fact) -> None:
        """Fold facts ahead of their commit."""
        await self.writer.advance(lambda head: facts)

    async def written(self) -> list[str]:
        """Return what is in the file."""
        return [_text(record) for record in await self.journal.read()]

    def no_room(self) -> int:
        """Let the file grow no further, as on a full disk; return the limit that held before."""
        before: int = self.journal._db.execute("PRAGMA max_page_count").fetchone()[0]
        self.journal._db.execute("PRAGMA max_page_count=1")
        return before

    def room(self, pages: int) -> None:
        """Let the file grow again."""
        self.journal._db.execute(f"PRAGMA max_page_count={pages}")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def book(tmp_path: Path, clock: ManualClock) -> AsyncIterator[Book]:
    journal = await SqliteJournal.start(SESSION, tmp_path / "s.roundtable", clock, new=True)
    yield Book(journal)
    await journal.close()


def _note(text: str) -> NoteAdded:
    return NoteAdded(text=text)


def _text(record: Record) -> str:
    return str(record.body().get("text", record.type))


async def test_what_is_appended_together_is_committed_together_and_each_caller_gets_its_own_records(
    book: Book,
) -> None:
    found = list(await asyncio.gather(book.note("a"), book.note("b", "c"), book.note("d")))
    assert found == [["a"], ["b", "c"], ["d"]]
    assert book.batches == [["a", "b", "c", "d"]]
    assert await book.written() == ["a", "b", "c", "d"]


async def test_what_comes_during_a_commit_waits_for_the_next_one(book: Book) -> None:
    first = asyncio.ensure_future(book.note("first"))
    for _ in range(2):
        # Queued, then handed to the journal's thread; its answer comes in a turn of its own.
        await asyncio.sleep(0)
    await asyncio.gather(book.note("a"), book.note("b"))
    assert await first == ["first"]
    assert book.batches == [["first"], ["a", "b"]]


async def test_a_fact_that_cannot_be_written_fails_for_its_own_caller_alone(book: Book) -> None:
    found = await asyncio.gather(
        book.note("a"), book.writer.append(Unwritable()), book.note("b"), return_exceptions=True
    )
    assert found[0] == ["a"]
    assert isinstance(found[1], ValueError)
    assert found[2] == ["b"]
    assert await book.written() == ["a", "b"]
    assert await book.note("c") == ["c"]


async def test_a_decision_sees_everything_that_was_appended_before_it(book: Book) -> None:
    def decide(head: int) -> Sequence[Fact]:
        return [_note(f"decided at {head}, folded up to {book.fold.head}")]

    await asyncio.gather(book.note("a"), book.note("b"), book.writer.decide(decide), book.note("c"))
    assert await book.written() == ["a", "b", "decided at 2, folded up to 2", "c"]


async def test_what_is_appended_behind_a_node_lies_in_that_nodes_entry(book: Book) -> None:
    await asyncio.gather(
        book.note("before"),
        book.writer.append(NodeEntered(node="n")),
        book.note("within"),
        book.writer.append(NodeLeft(node="n", signal="S"), NodeEntered(node="m")),
        book.note("next"),
    )
    entries = [(_text(record), record.entry) for record in await book.journal.read()]
    assert entries == [
        ("before", 0),
        ("node_entered", 2),
        ("within", 2),
        ("node_left", 2),
        ("node_entered", 5),
        ("next", 5),
    ]


async def test_what_follows_from_the_journal_is_folded_at_once_and_committed_with_what_comes_next(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine the moment it waits for company is over before this test is.
    monkeypatch.setattr(writer, "AHEAD_SECONDS", AMPLE)
    await book.ahead(NodeEntered(node="n"))
    await book.ahead(NodeLeft(node="n", signal="S"), NodeEntered(node="m"))
    position = book.fold.position
    assert (book.fold.head, position.node, position.entry) == (3, "m", 3)
    assert (await book.written(), book.batches) == ([], [])
    assert await book.note("within") == ["within"]
    assert book.batches == [["node_entered", "node_left", "node_entered", "within"]]
    assert [record.entry for record in await book.journal.read()] == [1, 1, 3, 3]


async def test_a_fact_folded_ahead_is_the_one_that_is_read_back(book: Book) -> None:
    seen: list[Record] = []

    class Seeing(ToyState):
        """Keeps the records that it is given."""

        def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
            """Take in one record."""
            seen.append(record)
            super().apply(record, fact)

    book.fold.state = Seeing()
    long = "x" * 5000
    await book.ahead(NodeEntered(node="n"))
    await book.ahead(_note(long), _note("half \ud800 a sign"), NodeLeft(node="n", signal="S"))
    await book.writer.flush()
    stored = await book.journal.read()
    assert len(stored) == 4
    for early, late in zip(seen, stored, strict=True):
        # A long text is stored apart: the body tells, not how it is written.
        assert replace(early, packed=late.packed) == late
        assert early.body() == late.body()


async def test_what_nothing_is_appended_behind_is_committed_by_itself(book: Book) -> None:
    notified = asyncio.Event()
    book.bus.subscribe(lambda message: notified.set())
    await book.ahead(NodeEntered(node="n"))
    async with asyncio.timeout(AMPLE):
        await notified.wait()
    assert book.batches == [["node_entered"]]


async def test_a_fact_that_cannot_be_written_takes_nothing_with_it_that_was_folded_ahead(book: Book) -> None:
    await book.ahead(_note("ahead"))
    found = await asyncio.gather(book.writer.append(Unwritable()), book.note("b"), return_exceptions=True)
    assert isinstance(found[0], ValueError)
    assert found[1] == ["b"]
    with pytest.raises(ValueError, match="JSON"):
        await book.ahead(Unwritable())
    assert await book.note("c") == ["c"]
    assert await book.written() == ["ahead", "b", "c"]


async def test_a_disk_without_room_takes_the_fold_back_and_nothing_is_built_on_what_is_lost(
    book: Book,
) -> None:
    await book.note("kept")
    pages = book.no_room()
    long = [_note(f"{number} " + "x" * 5000) for number in range(20)]
    await book.ahead(*long, NodeEntered(node="n"))
    found = await asyncio.gather(book.note("with it"), book.note("and it"), return_exceptions=True)
    assert all(isinstance(one, StorageError) for one in found)
    assert (book.fold.head, book.fold.position.node) == (1, "")
    book.room(pages)
    with pytest.raises(StorageError):
        await book.note("decided in the node that is lost")
    with pytest.raises(StorageError):
        await book.ahead(NodeLeft(node="n", signal="S"))
    await book.writer.begin()
    await book.ahead(NodeEntered(node="n"))
    await book.note("again")
    assert await book.written() == ["kept", "node_entered", "again"]


async def test_an_answer_is_folded_at_once_and_its_commit_begins_without_waiting_for_company(
    book: Book,
) -> None:
    await book.writer.hand_in(_note("answer"), ends=())
    assert book.fold.head == 1
    for _ in range(2):
        # Its commit is handed to the journal's thread.
        await asyncio.sleep(0)
    await book.ahead(NodeEntered(node="n"))
    await book.writer.hand_in(_note("second answer"), ends=())
    await book.ahead(NodeLeft(node="n", signal="S"), NodeEntered(node="m"))
    assert (book.fold.head, book.fold.position.node) == (5, "m")
    assert await book.note("asked") == ["asked"]
    written = ["answer", "node_entered", "second answer", "node_left", "node_entered", "asked"]
    assert book.batches[0] == ["answer"]
    assert [text for batch in book.batches for text in batch] == written
    assert await book.written() == written


async def test_an_answer_that_comes_while_others_are_committed_keeps_its_turn(book: Book) -> None:
    first = asyncio.ensure_future(book.note("first"))
    await asyncio.sleep(0)
    await asyncio.gather(book.writer.hand_in(_note("answer"), ends=()), book.note("last"))
    assert await first == ["first"]
    assert await book.written() == ["first", "answer", "last"]


async def test_the_crash_buffer_of_a_call_is_emptied_with_its_answer_and_not_before(book: Book) -> None:
    await book.journal.buffer({7: "half of it", 8: "another's"})
    pages = book.no_room()
    await book.writer.hand_in(_note("x" * 50_000), ends=[7])
    with pytest.raises(StorageError):
        await book.writer.flush()
    assert await book.journal.partials() == {7: "half of it", 8: "another's"}
    book.room(pages)
    await book.writer.begin()
    await book.writer.hand_in(_note("whole"), ends=[7])
    await book.writer.flush()
    assert await book.journal.partials() == {8: "another's"}
    assert await book.written() == ["whole"]


async def test_who_goes_on_with_an_answer_that_could_not_be_written_is_told(book: Book) -> None:
    pages = book.no_room()
    await book.writer.hand_in(_note("x" * 50_000), ends=())
    await book.ahead(NodeEntered(node="n"))
    with pytest.raises(StorageError):
        await book.note("the next request")
    assert (book.fold.head, book.fold.position.node) == (0, "")
    book.room(pages)
    for late in (book.note("later"), book.ahead(NodeEntered(node="n")), book.writer.flush()):
        with pytest.raises(StorageError):
            await late
    assert await book.written() == []


async def test_a_clock_set_back_during_a_commit_puts_nothing_before_its_predecessor(
    book: Book, clock: ManualClock
) -> None:
    await book.writer.hand_in(_note("answer"), ends=())
    for _ in range(2):
        await asyncio.sleep(0)
    clock.time -= 40
    await book.ahead(NodeEntered(node="n"))
    await book.note("next")
    at = [record.at for record in await book.journal.read()]
    assert at == sorted(at)


@pytest.mark.parametrize("turns", range(8))
async def test_who_is_cancelled_meanwhile_has_its_facts_in_the_journal_all_the_same(
    book: Book, turns: int
) -> None:
    waiting = [asyncio.ensure_future(book.note(text)) for text in "abc"]
    await asyncio.sleep(0)
    for _ in range(turns):
        await asyncio.sleep(0)
    waiting[1].cancel()
    found = await asyncio.gather(*waiting, return_exceptions=True)
    assert found[0] == ["a"]
    assert found[1] == ["b"] or isinstance(found[1], asyncio.CancelledError)
    assert found[2] == ["c"]
    assert await book.written() == ["a", "b", "c"]


def test_a_loop_that_ends_leaves_nobody_waiting_for_a_commit(tmp_path: Path) -> None:
    waiting: list[asyncio.Task[list[str]]] = []

    async def begin() -> SqliteJournal:
        journal = await SqliteJournal.start(SESSION, tmp_path / "s.roundtable", ManualClock(), new=True)
        book = Book(journal)
        waiting.extend(asyncio.ensure_future(book.note(text)) for text in "ab")
        for _ in range(2):
            await asyncio.sleep(0)
        return journal

    # Ending, it cancels whatever is under way.
    journal = asyncio.run(begin())
    assert all(task.done() for task in waiting)
    asyncio.run(journal.close())
