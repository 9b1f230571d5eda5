"""One suite over every Journal: a session file, and the same class in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.canonical import JsonValue, dumps
from app.domain.errors import StorageError
from app.domain.fact_base import NO_ENTRY, SELF_ENTRY, Fact, NewRecord
from app.domain.facts import (
    CallCompleted,
    CriterionMeasured,
    GuidanceGiven,
    NodeEntered,
    NodeLeft,
    NoteAdded,
    RoundOpened,
    TagsChanged,
    TextProposed,
)
from app.domain.ids import SessionId
from app.engine.ports import JournalMoved
from app.store.journal import SqliteJournal, SqliteReader
from app.store.packing import pack, unpack
from tests.support.clocks import ManualClock
from tests.support.examples import examples

SESSION = SessionId("01" + "a" * 24)


@pytest.fixture(params=["file", "memory"])
async def journal(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SqliteJournal]:
    path = tmp_path / "s.roundtable" if request.param == "file" else None
    opened = await SqliteJournal.start(SESSION, path, ManualClock(), new=True)
    yield opened
    await opened.close()


def note(text: str) -> NewRecord:
    return NewRecord(NoteAdded(text=text))


async def test_an_empty_journal_has_head_zero_and_no_records(journal: SqliteJournal) -> None:
    assert await journal.head() == 0
    assert await journal.read() == []
    assert await journal.partials() == {}


async def test_sequence_numbers_run_without_holes(journal: SqliteJournal) -> None:
    for size in (1, 3, 2):
        await journal.append([note(str(i)) for i in range(size)])
    assert [record.seq for record in await journal.read()] == [1, 2, 3, 4, 5, 6]
    assert await journal.head() == 6


async def test_records_come_back_in_the_order_they_were_appended(journal: SqliteJournal) -> None:
    await journal.append([note(text) for text in "abc"])
    await journal.append([note(text) for text in "de"])
    assert [record.body()["text"] for record in await journal.read()] == list("abcde")


async def test_reading_after_a_record_skips_it_and_what_is_before(journal: SqliteJournal) -> None:
    await journal.append([note(text) for text in "abcde"])
    assert [record.seq for record in await journal.read(after=3)] == [4, 5]
    assert [record.seq for record in await journal.read(after=1, limit=2)] == [2, 3]
    assert await journal.read(after=99) == []


async def test_records_of_which_one_cannot_be_written_leave_nothing_behind(journal: SqliteJournal) -> None:
    await journal.append([note("a")])
    long = "x" * 5000
    with pytest.raises(OverflowError):
        await journal.append([note(long), NewRecord(NoteAdded(text="b"), round=2**70)])
    assert await journal.head() == 1
    await journal.append([note("c")], expect=1)
    assert [record.body()["text"] for record in await journal.read()] == ["a", "c"]


async def test_an_unexpected_head_appends_nothing(journal: SqliteJournal) -> None:
    await journal.append([note("a")], expect=0)
    with pytest.raises(JournalMoved):
        await journal.append([note("b")], expect=0)
    with pytest.raises(JournalMoved):
        await journal.append([note("b")], expect=2)
    assert await journal.head() == 1


async def test_of_two_appends_on_one_head_exactly_one_wins(journal: SqliteJournal) -> None:
    results = await asyncio.gather(
        *(journal.append([note(str(i))], expect=0) for i in range(5)), return_exceptions=True
    )
    assert sum(isinstance(result, JournalMoved) for result in results) == 4
    assert await journal.head() == 1


async def test_an_entry_of_its_own_is_the_records_seq(journal: SqliteJournal) -> None:
    await journal.append([note("before")])
    (entered,) = await journal.append([NewRecord(NodeEntered(node="n"), SELF_ENTRY)])
    assert entered.entry == entered.seq == 2


async def test_the_envelope_comes_back_as_it_was_given(journal: SqliteJournal) -> None:
    await journal.append([NewRecord(RoundOpened(number=3, attempt=2), 7, 3, 2)])
    (record,) = await journal.read()
    assert (record.entry, record.round, record.attempt) == (7, 3, 2)
    assert (record.type, record.schema) == ("round_opened", 1)


async def test_records_of_one_append_have_one_time(journal: SqliteJournal) -> None:
    records = await journal.append([note("a"), note("b")])
    assert records[0].at == records[1].at


async def test_returned_records_equal_those_read_back(journal: SqliteJournal) -> None:
    appended = await journal.append([note("x" * 5000), NewRecord(NodeLeft(node="n", signal="S"))])
    read = await journal.read()
    assert list(appended) == list(read)
    assert [r.body() for r in appended] == [r.body() for r in read]


TEXTS = {
    "empty": "",
    "umlauts": "äöüß",
    "combining": "e\u0301 a\u0308",
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈",
    "cjk": "四日制の導入" * 300,
    "right to left": "שלום עולם",
    "bidi controls": "a\u202eb\u2066c",
    "null": "a\0b",
    "newlines": "a\r\nb\nc\rd",
    "quotes": "\"'`\\",
    "sql": "'; DROP TABLE records; --",
    "long": "word " * 1000,
    "exactly the limit": "x" * 1024,
    "one over the limit": "x" * 1025,
    "like a reference": '{"$text":"abc"}',
    "five megabytes": "0123456789" * 500_000,
}


@pytest.mark.parametrize("name", TEXTS)
async def test_every_text_comes_back_as_it_was(journal: SqliteJournal, name: str) -> None:
    await journal.append([note(TEXTS[name])])
    (record,) = await journal.read()
    assert record.body()["text"] == TEXTS[name]


async def test_lone_surrogates_become_replacement_characters(journal: SqliteJournal) -> None:
    await journal.append([note("a\ud800b\udfffc")])
    (record,) = await journal.read()
    assert record.body()["text"] == "a\ufffdb\ufffdc"


async def test_a_long_text_is_stored_once_however_often_it_is_said(journal: SqliteJournal) -> None:
    text = "carried over " * 500
    for seat in ("a", "b", "c"):
        await journal.append([NewRecord(TextProposed(slot="answer", seat=seat, text=text))])
    assert all(len(record.packed) < 300 for record in await journal.read())
    assert [record.body()["text"] for record in await journal.read()] == [text] * 3


async def test_the_crash_buffer_joins_the_pieces_of_each_call(journal: SqliteJournal) -> None:
    await journal.buffer({1: "a", 2: "x"})
    await journal.buffer({1: "b"})
    assert await journal.partials() == {1: "ab", 2: "x"}


async def test_the_buffer_of_an_ended_call_is_emptied_with_its_record(journal: SqliteJournal) -> None:
    await journal.append([note("a")])
    await journal.buffer({1: "partial", 2: "other"})
    await journal.append([NewRecord(CallCompleted(asked=1, text="whole"))], ends=[1])
    assert await journal.partials() == {2: "other"}


async def test_a_refused_append_leaves_the_crash_buffer(journal: SqliteJournal) -> None:
    await journal.buffer({1: "partial"})
    with pytest.raises(JournalMoved):
        await journal.append([note("a")], expect=9, ends=[1])
    assert await journal.partials() == {1: "partial"}


async def test_an_empty_append_changes_nothing(journal: SqliteJournal) -> None:
    assert list(await journal.append([])) == []
    assert await journal.head() == 0


async def test_closing_twice_is_allowed_and_a_closed_journal_says_so(journal: SqliteJournal) -> None:
    await journal.close()
    await journal.close()
    with pytest.raises(StorageError, match="closed"):
        await journal.append([note("a")])
    with pytest.raises(StorageError, match="closed"):
        await journal.head()


async def test_many_appends_at_once_all_arrive(journal: SqliteJournal) -> None:
    await asyncio.gather(*(journal.append([note(str(i))]) for i in range(50)))
    found = {record.body()["text"] for record in await journal.read()}
    assert found == {str(i) for i in range(50)}


FACTS: list[Fact] = [
    NoteAdded(text="n"),
    GuidanceGiven(text="g"),
    TagsChanged(tags=("a", "b")),
    CriterionMeasured(name="agreement", value=None),
    CriterionMeasured(name="agreement", value=0.1 + 0.2, threshold=80, passes=False),
    NodeEntered(node="x"),
    RoundOpened(number=2**40, attempt=1),
]


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact.type}")
async def test_every_fact_comes_back_equal(journal: SqliteJournal, fact: Fact) -> None:
    await journal.append([NewRecord(fact, NO_ENTRY)])
    (record,) = await journal.read()
    assert type(fact).model_validate(record.body()) == fact


async def test_a_failing_append_leaves_nothing_of_itself(journal: SqliteJournal) -> None:
    class Unwritable(Fact):
        type: str = "unwritable"

        def body(self) -> dict[str, JsonValue]:
            return {"x": float("nan")}

    with pytest.raises(ValueError, match="JSON"):
        await journal.append([note("a"), NewRecord(Unwritable())])
    assert await journal.head() == 0
    await journal.append([note("b")])
    assert await journal.head() == 1


# --- what only a file can show ----------------------------------------------------------------


async def test_a_reopened_file_holds_everything_that_was_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "s.roundtable"
    first = await SqliteJournal.start(SESSION, path, ManualClock(), new=True)
    await first.append([note("x" * 3000), note("short")])
    await first.buffer({2: "half"})
    await first.close()
    again = await SqliteJournal.start(SESSION, path, ManualClock(), new=False)
    assert [r.body()["text"] for r in await again.read()] == ["x" * 3000, "short"]
    assert await again.partials() == {2: "half"}
    await again.close()


async def test_a_follower_sees_commits_as_they_come_and_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "s.roundtable"
    journal = await SqliteJournal.start(SESSION, path, ManualClock(), new=True)
    follower = await SqliteReader.open(SESSION, path)
    assert await follower.head() == 0
    await journal.append([note("a")])
    assert await follower.head() == 1
    assert not hasattr(follower, "append")
    await follower.close()
    await journal.close()


async def test_records_can_be_read_after_their_reader_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "s.roundtable"
    journal = await SqliteJournal.start(SESSION, path, ManualClock(), new=True)
    await journal.append([note("y" * 3000)])
    await journal.close()
    reader = await SqliteReader.open(SESSION, path)
    (record,) = await reader.read()
    await reader.close()
    assert record.body()["text"] == "y" * 3000


async def test_a_clock_set_back_puts_no_record_before_its_predecessor(tmp_path: Path) -> None:
    clock = ManualClock(2_000)
    journal = await SqliteJournal.start(SESSION, tmp_path / "s.roundtable", clock, new=True)
    await journal.append([note("a")])
    clock.time = 1_000
    await journal.append([note("b")])
    await journal.close()
    again = await SqliteJournal.start(SESSION, tmp_path / "s.roundtable", ManualClock(500), new=False)
    await again.append([note("c")])
    times = [record.at for record in await again.read()]
    assert times == [2_000, 2_000, 2_000]
    await again.close()


async def test_a_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.roundtable"
    journal = await SqliteJournal.start(SESSION, path, ManualClock(), new=True)
    assert path.stat().st_mode & 0o777 == 0o600
    await journal.close()


async def test_commits_are_full_so_that_power_loss_takes_no_acknowledged_answer(
    journal: SqliteJournal,
) -> None:
    level = await journal._do(lambda: journal._db.execute("PRAGMA synchronous").fetchone()[0])
    assert level == 2


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(max_size=20) | st.just("z" * 2000),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["$text", "$as", "a", "b"]) | st.text(max_size=5), inner, max_size=4
        )
    ),
    max_leaves=20,
)


@settings(max_examples=examples(300, 3000), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(json_values)
def test_packing_and_unpacking_give_any_value_back(value: JsonValue) -> None:
    blobs: dict[str, str] = {}
    packed = pack(value, blobs.__setitem__)
    assert dumps(unpack(packed, blobs.__getitem__)) == dumps(value)
