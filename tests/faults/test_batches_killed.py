"""A batch over HTTP, its workers and its commands killed at random; what the server saw is the judge.

Nightly, with 40 rows each; ROUNDTABLE_TEST_SESSIONS=500 asks for more. `batch_lives` has the story, and runs
it at full length, to be interrupted and gone on with.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.faults.batch_lives import ARMS, SESSIONS, UNFINISHED, Ledgers, full_length, ledgers_of, story
from tests.faults.server import FaultServer
from tests.support.commands import call

pytestmark = [pytest.mark.nightly, pytest.mark.loopback, pytest.mark.timeout(7200)]
WAYS: dict[str, tuple[tuple[Any, ...], ...]] = {
    "processes": (("--workers", 4, "--jobs", 2),),
    "dask": (("--executor", "dask", "--workers", 4, "--jobs", 2),),
    "shards": tuple(("--shard", f"{n}/4", "--jobs", 2) for n in range(1, 5)),
    "jobs": (("--executor", "slurm", "--scheduler", "here", "--workers", 4, "--jobs", 2),),
}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
@pytest.mark.parametrize("way", WAYS)
def test_a_batch_whose_workers_and_commands_are_killed_loses_nothing_and_pays_nothing_twice(
    tmp_path: Path, way: str
) -> None:
    ledgers = Ledgers()
    with FaultServer(ledgers) as server:
        told = story(tmp_path, server, *WAYS[way])
        told.run()
    told.account(ledgers)


def test_a_limit_of_money_holds_over_all_workers_of_an_engine(tmp_path: Path) -> None:
    ledgers, limit = Ledgers(), 0.02
    with FaultServer(ledgers) as server:
        way = ("--executor", "dask", "--workers", 2, "--jobs", 1, "--cost-limit", limit)
        told = story(tmp_path, server, way)
        process = told.only()
    assert process == UNFINISHED, (tmp_path / "said-0").read_text(encoding="utf-8")
    rows = call("list", "--json", data=told.data).value
    assert rows
    assert 0 < sum(row["cost"] for row in rows) <= limit
    # As the server counts it.
    assert ledgers.bill <= limit


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_three_teams_under_kills_keep_the_limit_and_come_to_a_whole_table_and_an_exact_bill(
    tmp_path: Path,
) -> None:
    ledgers = Ledgers(ledgers_of(ARMS))
    with FaultServer(ledgers) as server:
        told = story(tmp_path, server, ("--workers", 4, "--jobs", 2), arms=ARMS)
        full_length(told, ledgers, 0.006 * SESSIONS)
