"""kill −9 at every step of the ladder, and at the import of a given answer: nothing is asked twice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.kill_ladder_child import GIVEN, WAYS
from tests.e2e.killing import Child, parse
from tests.e2e.test_kill import check, outcome, read
from tests.support.counting_server import CountingServer
from tests.support.examples import sampled
from tests.support.nursery import Nursery

SIDES = ("before_commit", "after_commit")
AT_PUSH = (("after_commit", 4), ("before_commit", 9))
"""Which commits are tried at a push; of a run there are ten at least."""


class Climber(Child):
    """One life of the process."""

    module = "tests.e2e.kill_ladder_child"

    def __init__(self, way: str, folder: Path, port: int, born: Nursery, crash: str = "") -> None:
        self.arguments = (way,)
        super().__init__(folder, port, born, crash)


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


@pytest.mark.loopback
@pytest.mark.parametrize(
    "way", sampled(["debate", "guest"], {"debate"})
)  # the third climbs what the first has below it
def test_kills_on_the_ladder_ask_nothing_twice(tmp_path: Path, born: Iterator[Nursery], way: str) -> None:
    whole, _ = climbed(tmp_path / "undisturbed", way, born)
    for side, number in AT_PUSH:
        assert climbed(tmp_path / side, way, born, f"journal.append.{side}:{number}") == (whole, True)


@pytest.mark.nightly
@pytest.mark.loopback
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("way", WAYS)
def test_kills_at_every_commit_of_the_ladder_ask_nothing_twice(
    tmp_path: Path, born: Iterator[Nursery], way: str
) -> None:
    whole, _ = climbed(tmp_path / "undisturbed", way, born)
    kills = 0
    for side in SIDES:
        for number in count(1):
            found, died = climbed(tmp_path / f"{side}-{number}", way, born, f"journal.append.{side}:{number}")
            assert found == whole, (side, number)
            if not died:
                break
            kills += 1
    # Over a given answer fewer are asked: 19 kills were counted where the others take 20 or more.
    assert kills >= (9 if way == "guest" else 10) * len(SIDES)
