"""kill −9 at every step of the ladder, and at the import of a given answer: nothing is asked twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.kill_ladder_child import GIVEN, WAYS
from tests.e2e.killing import Child, nurseries, parse
from tests.e2e.nursery import Nursery
from tests.e2e.test_kill import check, outcome, read
from tests.support.counting_server import CountingServer

SIDES = ("before_commit", "after_commit")
SPREAD = 8
"""Every which commit is tried at a push."""


class Climber(Child):
    """One life of the process."""

    module = "tests.e2e.kill_ladder_child"

    def __init__(self, way: str, folder: Path, port: int, born: Nursery, crash: str = "") -> None:
        self.arguments = (way,)
        super().__init__(folder, port, born, crash)


@pytest.fixture(scope="module")
def born() -> Iterator[Iterator[Nursery]]:
    """Return where each next life comes from."""
    with nurseries(Climber.module) as found:
        yield found


def climbed(folder: Path, way: str, born: Iterator[Nursery], point: str = "") -> tuple[list[Any], bool]:
    """Return what came of a run, and whether it died at the point and was gone on with."""
    with CountingServer(delay=0.0) as server:
        life = Climber(way, folder, server.port, next(born), point)
        lines = life.lines()
        acknowledged, died = parse(lines), life.status == -9
        if died:
            lines = Climber(way, folder, server.port, next(born)).lines()
            acknowledged |= parse(lines)
        assert lines[-1] == "end finished"
        server.count_all()
        records = read(folder)
        check(records, acknowledged, server.identities)
    if way == "guest":
        given = [r for r in records if r.type == "text_proposed" and r.body()["text"] == GIVEN]
        assert len(given) == 1, "the given answer is taken in once"
    return outcome(records), died


def sweep(folder: Path, way: str, born: Iterator[Nursery], step: int) -> int:
    """Kill a run at every so many commits, on either side of them; return how many kills that took."""
    whole, _ = climbed(folder / "undisturbed", way, born)
    kills = 0
    for side in SIDES:
        count, died = 1, True
        while died:
            place = folder / f"{side}-{count}"
            found, died = climbed(place, way, born, f"journal.append.{side}:{count}")
            assert found == whole, (side, count)
            kills += died
            count += step
    return kills


@pytest.mark.loopback
@pytest.mark.parametrize("way", WAYS)
def test_kills_on_the_ladder_ask_nothing_twice(tmp_path: Path, born: Iterator[Nursery], way: str) -> None:
    assert sweep(tmp_path, way, born, SPREAD) >= 2 * len(SIDES)


@pytest.mark.nightly
@pytest.mark.loopback
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("way", WAYS)
def test_kills_at_every_commit_of_the_ladder_ask_nothing_twice(
    tmp_path: Path, born: Iterator[Nursery], way: str
) -> None:
    # Over a given answer fewer are asked: 19 kills were counted where the others take 20 or more.
    commits = 9 if way == "guest" else 10
    assert sweep(tmp_path, way, born, 1) >= commits * len(SIDES)
