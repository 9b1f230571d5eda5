"""kill −9 at any moment of a research: nothing is asked or read twice, and the findings are the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from app.domain.fact_base import Record
from tests.e2e.killing import NURSERIES, Child, Run, kill_until, nurseries
from tests.e2e.nursery import Nursery
from tests.e2e.test_kill import check, outcome, read
from tests.support.laid_out import lay_out
from tests.support.study import FILES


class Researching(Child):
    """One life of the process."""

    module = "tests.e2e.kill_research_child"


_USE = re.compile(r"^(\| .* files\) \|)[^|]*\|[^|]*\|$", re.MULTILINE)
"""A row of the table of agents, up to its tokens and cost."""


@pytest.fixture(scope="module")
def born() -> Iterator[Iterator[Nursery]]:
    """Return where each next life comes from."""
    with nurseries(Researching.module) as found:
        yield found


def laid_out(folder: Path) -> Path:
    lay_out(folder / "sources", FILES)
    return folder


def checked(folder: Path, acknowledged: set[tuple[int, str]]) -> list[Any]:
    """Check a finished run's journal; return what must not depend on the kills."""
    records = read(folder)
    check(records, acknowledged, Counter())
    done = Counter(_key(record) for record in records if record.type == "effect_completed")
    assert done, "no tool was run"
    assert set(done.values()) == {1}, "an effect was done twice"
    told = [
        {name: value for name, value in record.body().items() if name != "seconds"}
        for record in records
        if record.type in ("research_agent_ended", "research_claims_checked", "research_findings_compared")
    ]
    return [list(map(_without_use, outcome(records))), told]


def _without_use(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a row without the tokens and costs of agents: a call asked again after a kill counts twice."""
    return tuple(_USE.sub(r"\1", part) if isinstance(part, str) else part for part in row)


def _key(record: Record) -> tuple[Any, ...]:
    body = record.body()
    return (record.entry, body["purpose"], body["seat"], body["part"])


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, born: Iterator[Nursery]) -> list[Any]:
    found = []
    for _ in range(NURSERIES):
        folder = laid_out(tmp_path_factory.mktemp("undisturbed") / "run")
        assert Researching(folder, 0, next(born), within=True).lines()[-1] == "end finished"
        found.append(checked(folder, set()))
    assert found[0] == found[1]
    assert len(found[0][1]) == 2 * (2 + 1 + 1), "two iterations, each of two agents, a check and a comparison"
    return found[0]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("kills", [4, pytest.param(40, marks=pytest.mark.nightly)])
def test_random_kills_ask_and_read_nothing_twice(
    tmp_path: Path, undisturbed: list[Any], born: Iterator[Nursery], kills: int
) -> None:
    kill_until(kills, tmp_path, lambda folder: researching(folder, born, undisturbed), 0.5)


@contextmanager
def researching(folder: Path, born: Iterator[Nursery], undisturbed: list[Any]) -> Iterator[Run]:
    """Run over sources of its own, and compare what came of it with a run that nobody killed."""
    laid_out(folder)

    def over(acknowledged: set[tuple[int, str]]) -> None:
        assert checked(folder, acknowledged) == undisturbed

    yield Run(lambda: Researching(folder, 0, next(born)), over)
