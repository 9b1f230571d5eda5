"""kill −9 at any moment of a run that reads a folder and commits: each done once, and as undisturbed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.kill_binder_child import ROUNDS
from tests.e2e.killing import Child, OverFolders, kill_until, often, parse
from tests.e2e.test_kill import check, done_once, outcome, read
from tests.support.git_reading import git, needs_git
from tests.support.nursery import Nursery

pytestmark = needs_git


class Binding(Child):
    """One life of the process."""

    module = "tests.e2e.kill_binder_child"


def laid_out(folder: Path) -> Path:
    for name in ("sources", "project"):
        (folder / name).mkdir(parents=True)
    (folder / "sources" / "a.md").write_text("Limpets hold on.\nThey graze.\n", encoding="utf-8")
    return folder


def checked(folder: Path, acknowledged: set[tuple[int, str]]) -> list[Any]:
    """Check a finished run's journal and its project; return what must not depend on the kills."""
    records = read(folder)
    check(records, acknowledged, Counter())
    done_once(records)
    commits = [str(record.body()["commit"]) for record in records if record.type == "binder_notes_kept"]
    project = folder / "project"
    assert git(project, "log", "--format=%H").splitlines() == commits[::-1], (
        "one commit a round, and nothing else"
    )
    assert git(project, "status", "--porcelain") == ""
    # A commit that a kill kept from its branch stays unused, as git's own would.
    assert git(project, "fsck", "--strict", "--no-dangling") == ""
    left = {path.name for path in (project / ".git").iterdir()}
    assert not left & {"index.lock", "roundtable.writing"}
    return [outcome(records), git(project, "ls-tree", "-r", "HEAD").splitlines()]


RUNS = OverFolders(Binding, laid_out, checked)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, born: Iterator[Nursery]) -> list[Any]:
    found = RUNS.undisturbed(tmp_path_factory.mktemp("undisturbed"), born)
    assert len(found[1]) == ROUNDS * 3
    return found


@pytest.mark.nightly
@pytest.mark.parametrize("kills", often(4, 30, 900))
def test_random_kills_read_and_commit_nothing_twice(
    tmp_path: Path, undisturbed: list[Any], born: Iterator[Nursery], kills: int
) -> None:
    kill_until(kills, tmp_path, lambda folder: RUNS.begun(folder, born, undisturbed), 0.6)


POINTS: Sequence[str] = (
    *(
        "git.made",
        "git.marked",
        "git.file.before:2",
        "confined.part.written:4",
        "git.files.written:2",
        "git.committed",
        "git.committed:3",
    ),
    *("git.index.written:2", "journal.append.before_commit:14", "journal.append.after_commit:14"),
)


AT_EVERY_PUSH = {
    "confined.part.written:4",
    "git.file.before:2",
    "git.committed",
    "journal.append.after_commit:14",
}


@pytest.mark.parametrize(
    "point",
    [pytest.param(point, marks=() if point in AT_EVERY_PUSH else pytest.mark.nightly) for point in POINTS],
)
def test_a_crash_at_a_named_point_resumes(
    tmp_path: Path, undisturbed: list[Any], born: Iterator[Nursery], point: str
) -> None:
    folder = laid_out(tmp_path / "run")
    child = Binding(folder, 0, next(born), point)
    acknowledged = parse(child.lines())
    assert child.status == -9, "the point was not reached"
    second = Binding(folder, 0, next(born)).lines()
    assert second[-1] == "end finished"
    assert checked(folder, acknowledged | parse(second)) == undisturbed
