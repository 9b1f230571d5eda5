"""kill −9 at any moment of an experiment: no call asked again, no tool run twice, the log as undisturbed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.kill_experiment_child import CYCLES, RUN
from tests.e2e.killing import Child, Run, kill_until, often, parse
from tests.e2e.test_kill import check, read
from tests.support.counting_server import CountingServer
from tests.support.examples import sampled
from tests.support.lab import log_of, read_lines, same
from tests.support.nursery import Nursery

Log = list[dict[str, Any]]


class Experimenter(Child):
    """One life of the process."""

    module = "tests.e2e.kill_experiment_child"


class Comparing(Experimenter):
    """One whose reflections are compared by a model."""

    arguments = ("loopback/embedder",)


def check_run(folder: Path, acknowledged: set[tuple[int, str]], server: CountingServer) -> Log:
    """Check a finished run's journal and tools; return its log without times and ids."""
    records = read(folder)
    check(records, acknowledged, server.identities)
    asked_for = [call["id"] for r in records if r.type == "model_answered" for call in r.body()["tool_calls"]]  # type: ignore[union-attr,index,call-overload]
    done = Counter(str(r.body()["call"]) for r in records if r.type == "tool_called")
    assert done == Counter(asked_for), "each tool call has its one result"
    assert sum(r.type == "cycle_ended" for r in records) == CYCLES
    embedded = [cycle for r in records if r.type == "reflections_embedded" for cycle in r.body()["cycles"]]  # type: ignore[union-attr]
    assert len(set(embedded)) == len(embedded), "a reflection was embedded twice"
    assert len(embedded) in (0, CYCLES)
    lines = read_lines(log_of(folder, RUN))
    seqs = [line["seq"] for line in lines]
    assert seqs == sorted(set(seqs)), "a line is missing its place or stands twice"
    return same(lines)


@pytest.fixture(scope="module")
def undisturbed(
    tmp_path_factory: pytest.TempPathFactory, born: Iterator[Nursery]
) -> dict[type[Experimenter], Log]:
    """Return the logs of runs that nobody kills: what compares decides what is advised."""
    logs = {}
    # One in each nursery.
    for child in (Experimenter, Comparing):
        folder = tmp_path_factory.mktemp("undisturbed")
        with CountingServer(delay=0.0) as server:
            assert child(folder, server.port, next(born), within=True).lines()[-1] == "end finished"
            logs[child] = check_run(folder, set(), server)
            assert max(server.identities.values()) == 1
    assert len(logs[Experimenter]) == len(logs[Comparing]) > 8 * CYCLES, "comparing by a model adds a line"
    return logs


@contextmanager
def experimenting(
    folder: Path, born: Iterator[Nursery], life: type[Experimenter], undisturbed: Log
) -> Iterator[Run]:
    """Run over a server of its own, and compare its log with that of a run that nobody killed."""
    with CountingServer(pieces=4) as server:

        def over(acknowledged: set[tuple[int, str]]) -> None:
            # The last request may still be on its way from a process that is gone.
            server.count_all()
            assert check_run(folder, acknowledged, server) == undisturbed

        yield Run(lambda: life(folder, server.port, next(born)), over)


@pytest.mark.loopback
@pytest.mark.parametrize("life", [pytest.param(Experimenter, marks=pytest.mark.nightly), Comparing])
@pytest.mark.parametrize("kills", often(5, 30, 1800))
def test_random_kills_ask_nothing_again_and_leave_the_log_as_it_would_be(
    tmp_path: Path,
    undisturbed: dict[type[Experimenter], Log],
    born: Iterator[Nursery],
    life: type[Experimenter],
    kills: int,
) -> None:
    def begun(folder: Path) -> AbstractContextManager[Run]:
        return experimenting(folder, born, life, undisturbed[life])

    kill_until(kills, tmp_path, begun, 0.4)


@pytest.mark.loopback
@pytest.mark.parametrize(
    "point",
    sampled(
        ["jsonl.append.before_write:40", "jsonl.append.torn:25", "jsonl.append.after_write:1"],
        {"jsonl.append.torn:25"},
    ),
)
def test_a_crash_on_either_side_of_a_line_or_within_it_leaves_the_log_whole(
    tmp_path: Path, undisturbed: dict[type[Experimenter], Log], born: Iterator[Nursery], point: str
) -> None:
    with CountingServer(delay=0.0) as server:
        child = Comparing(tmp_path, server.port, next(born), point)
        acknowledged = parse(child.lines())
        assert child.status == -9, "the point was not reached"
        second = Comparing(tmp_path, server.port, next(born)).lines()
        assert second[-1] == "end finished"
        server.count_all()
        assert check_run(tmp_path, acknowledged | parse(second), server) == undisturbed[Comparing]
