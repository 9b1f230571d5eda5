"""kill −9 at any moment: nothing acknowledged is lost, nothing is silently asked twice."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from app.domain.fact_base import Record
from app.store.journal import SqliteReader
from tests.e2e.kill_child import SESSION
from tests.e2e.killing import NURSERIES, Child, Run, kill_until, often, parse
from tests.support.counting_server import CountingServer
from tests.support.nursery import Nursery


def read(folder: Path) -> Sequence[Record]:
    """Return the session's records."""

    async def work() -> Sequence[Record]:
        reader = await SqliteReader.open(SESSION, folder / "sessions" / f"{SESSION}.roundtable")
        records = await reader.read()
        await reader.close()
        return records

    return asyncio.run(work())


def outcome(records: Sequence[Record]) -> list[Any]:
    """Return what must not depend on when the process died: texts, critiques, figures, decisions, reason."""
    telling = {
        "text_proposed": ("slot", "seat", "text"),
        "text_assessed": ("seat", "status", "ratio", "summary"),
        "critique_filed": ("critique", "claim", "severity"),
        "critique_answered": ("critique", "answer", "justification"),
        "criterion_measured": ("name", "value"),
        "round_closed": ("number", "attempt", "accepted"),
        "node_left": ("node", "signal"),
        "session_finished": ("reason",),
    }
    return [
        (record.type, *(record.body()[name] for name in telling[record.type]))
        for record in records
        if record.type in telling
    ]


def check(
    records: Sequence[Record], acknowledged: set[tuple[int, str]], asked_of_server: Counter[str]
) -> None:
    """Check the promises of row 3 on a finished journal."""
    assert [record.seq for record in records] == list(range(1, len(records) + 1))
    assert acknowledged <= {(record.seq, record.type) for record in records}, "an acknowledged record is lost"
    asked: dict[int, tuple[str, str]] = {}
    history: dict[str, list[str]] = defaultdict(list)
    tries: Counter[str] = Counter()
    for record in records:
        body = record.body()
        if record.type == "call_asked":
            key = f"{record.entry}/{body['purpose']}/{body['seat']}/{body['part']}"
            asked[record.seq] = (key, str(body["identity"]))
            tries[str(body["identity"])] += 1
            if history[key]:
                # Only what was interrupted, and then decided, may be asked again.
                assert history[key][-2:] == ["call_interrupted", "ask_again"], history[key]
            history[key].append("asked")
        elif record.type in ("call_completed", "call_interrupted", "call_failed", "call_cancelled"):
            key = asked[int(str(body["asked"]))][0]
            assert history[key][-1] == "asked", f"{key} ended twice"
            history[key].append(record.type)
        elif record.type == "call_resolved":
            history[asked[int(str(body["asked"]))][0]].append(str(body["verb"]))
    assert all(steps[-1] == "call_completed" for steps in history.values())
    for identity, count in asked_of_server.items():
        assert count <= tries[identity], "the server was asked more often than the journal says"


def done_once(records: Sequence[Record]) -> None:
    """Check that effects were done, and each of them once."""
    done = Counter(
        (record.entry, *(str(record.body()[name]) for name in ("purpose", "seat", "part")))
        for record in records
        if record.type == "effect_completed"
    )
    assert done, "no effect was done"
    assert set(done.values()) == {1}, "an effect was done twice"


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, born: Iterator[Nursery]) -> list[Any]:
    found = []
    for _ in range(NURSERIES):
        folder = tmp_path_factory.mktemp("undisturbed")
        with CountingServer(delay=0.0) as server:
            assert Child(folder, server.port, next(born), within=True).lines()[-1] == "end finished"
            records = read(folder)
            check(records, set(), server.identities)
            # One request a call: a later round may well ask the same words again, under a key of its own.
            assert server.counts.total() == sum(1 for record in records if record.type == "call_asked")
        found.append(outcome(records))
    assert found[0] == found[1]
    return found[0]


@pytest.mark.loopback
@pytest.mark.parametrize("kills", often(8, 1000, 7200))
def test_random_kills_lose_nothing_and_ask_nothing_twice(
    tmp_path: Path, undisturbed: list[Any], born: Iterator[Nursery], kills: int
) -> None:
    kill_until(kills, tmp_path, lambda folder: debating(folder, born, undisturbed))


@contextmanager
def debating(folder: Path, born: Iterator[Nursery], undisturbed: list[Any]) -> Iterator[Run]:
    """Run over a server of its own, and compare what came of it with a run that nobody killed."""
    with CountingServer() as server:

        def over(acknowledged: set[tuple[int, str]]) -> None:
            # The last request may still be on its way from a process that is gone.
            server.count_all()
            records = read(folder)
            check(records, acknowledged, server.identities)
            assert outcome(records) == undisturbed

        yield Run(lambda: Child(folder, server.port, next(born)), over)


@pytest.mark.loopback
@pytest.mark.parametrize("count", [1, 20])
@pytest.mark.parametrize("point", ["journal.append.before_commit", "journal.append.after_commit"])
def test_a_crash_on_either_side_of_a_commit_resumes(
    tmp_path: Path, undisturbed: list[Any], born: Iterator[Nursery], point: str, count: int
) -> None:
    assert crash_and_resume(tmp_path, undisturbed, born, f"{point}:{count}"), "the point was not reached"


@pytest.mark.loopback
@pytest.mark.parametrize("point", ["journal.append.before_commit", "journal.append.after_commit"])
def test_a_crash_on_either_side_of_a_late_commit_resumes(
    tmp_path: Path, undisturbed: list[Any], born: Iterator[Nursery], point: str
) -> None:
    # A busy machine brings more records into one commit: there are some 40 commits, and may be fewer than 30.
    late = (
        crash_and_resume(tmp_path / str(count), undisturbed, born, f"{point}:{count}")
        for count in range(31, 20, -2)
    )
    assert any(late), "the run has fewer than 21 commits"


@pytest.mark.loopback
@pytest.mark.parametrize("point", ["journal.buffer.before_commit", "journal.buffer.after_commit"])
def test_a_crash_on_either_side_of_the_crash_buffers_commit_resumes(
    tmp_path: Path, undisturbed: list[Any], born: Iterator[Nursery], point: str
) -> None:
    # Eight pieces take longer than the crash buffer waits before it is written.
    reached = crash_and_resume(tmp_path, undisturbed, born, f"{point}:1", delay=0.05)
    assert reached, "the point was not reached"


def crash_and_resume(
    folder: Path, undisturbed: list[Any], born: Iterator[Nursery], point: str, delay: float = 0.0
) -> bool:
    """Let a life die at a point, and another bring its run to the end; False: it never came to the point."""
    folder.mkdir(exist_ok=True)
    with CountingServer(delay=delay) as server:
        child = Child(folder, server.port, next(born), point)
        first = child.lines()
        if child.status == 0:
            assert first[-1] == "end finished"
            return False
        assert child.status == -9, "the process died of something else"
        server.delay = 0.0
        second = Child(folder, server.port, next(born)).lines()
        assert second[-1] == "end finished"
        server.count_all()
        records = read(folder)
        check(records, parse(first) | parse(second), server.identities)
    assert outcome(records) == undisturbed
    return True
