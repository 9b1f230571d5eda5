"""kill −9 at any moment of a research: nothing is asked or read twice, and the findings are the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.killing import Child, OverFolders, kill_until, often
from tests.e2e.test_kill import check, done_once, outcome, read
from tests.support.laid_out import lay_out
from tests.support.nursery import Nursery
from tests.support.study import FILES


class Researching(Child):
    """One life of the process."""

    module = "tests.e2e.kill_research_child"


_USE = re.compile(r"^(\| .* files\) \|)[^|]*\|[^|]*\|$", re.MULTILINE)
"""A row of the table of agents, up to its tokens and cost."""


def laid_out(folder: Path) -> Path:
    lay_out(folder / "sources", FILES)
    return folder


def checked(folder: Path, acknowledged: set[tuple[int, str]]) -> list[Any]:
    """Check a finished run's journal; return what must not depend on the kills."""
    records = read(folder)
    check(records, acknowledged, Counter())
    done_once(records)
    told = [
        {name: value for name, value in record.body().items() if name != "seconds"}
        for record in records
        if record.type in ("research_agent_ended", "research_claims_checked", "research_findings_compared")
    ]
    return [list(map(_without_use, outcome(records))), told]


def _without_use(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a row without the tokens and costs of agents: a call asked again after a kill counts twice."""
    return tuple(_USE.sub(r"\1", part) if isinstance(part, str) else part for part in row)


RUNS = OverFolders(Researching, laid_out, checked)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, born: Iterator[Nursery]) -> list[Any]:
    found = RUNS.undisturbed(tmp_path_factory.mktemp("undisturbed"), born)
    assert len(found[1]) == 2 * (2 + 1 + 1), "two iterations, each of two agents, a check and a comparison"
    return found


@pytest.mark.nightly
@pytest.mark.parametrize("kills", often(4, 40, 600))
def test_random_kills_ask_and_read_nothing_twice(
    tmp_path: Path, undisturbed: list[Any], born: Iterator[Nursery], kills: int
) -> None:
    kill_until(kills, tmp_path, lambda folder: RUNS.begun(folder, born, undisturbed), 0.5)
