"""A draft killed at every named point of an acceptance, a cull and an undo: one commit each, no more."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.crashpoint import VARIABLE
from app.domain.ids import SessionId
from app.store.clock import SystemClock
from tests.e2e.kill_draft_child import DARK
from tests.support.drafting import drafting
from tests.support.git_reading import assert_sound, git, needs_git
from tests.support.nursery import Nursery

pytestmark = [
    needs_git,
    pytest.mark.skipif(sys.platform == "win32", reason="a process is killed by a signal"),
]
SAMPLE = ("draft.finalize.committed:2", "git.file.before:4", "draft.undo.begun")
POINTS = (
    *("draft.finalize.begun", "draft.finalize.committed", "draft.finalize.kept"),
    *("draft.finalize.begun:2", "draft.finalize.kept:2", "draft.undo.committed", "draft.undo.kept"),
    *("git.file.before", "git.file.before:3", "git.file.before:5"),
    *("git.files.written", "git.files.written:2", "git.committed:2"),
    *("git.index.written", "git.index.written:3", "confined.part.written:5", "confined.part.written:9"),
)
COMMITS = [
    "[chapters] Undo: Make the end darker still",
    "[chapters] Make the end darker still",
    "[chapters] Make the end darker",
    "Edits made outside",
]


def life(born: Iterator[Nursery], folder: Path, session: str, crash: str) -> tuple[int, str]:
    """Live once; return the exit status and what was written."""
    home = str(folder / "home")
    nursery = next(born)
    environment = {**os.environ, VARIABLE: crash, "HOME": home, "XDG_CONFIG_HOME": home}
    reading, writing = os.pipe()
    pid = nursery.begin("tests.e2e.kill_draft_child", [str(folder), session], environment, {1: writing})
    os.close(writing)
    with open(reading, encoding="utf-8") as lines:  # noqa: PTH123  a descriptor has no path
        text = lines.read()
    return nursery.wait(pid), text


@pytest.mark.parametrize(
    "point", [*SAMPLE, *(pytest.param(point, marks=pytest.mark.nightly) for point in POINTS)]
)
async def test_a_draft_killed_at_a_point_comes_to_the_same_as_one_undisturbed(
    tmp_path: Path, born: Iterator[Nursery], point: str
) -> None:
    status, text = life(born, tmp_path, "", point)
    assert status == -9, "the point was not reached"
    session = text.split()[0]
    _, text = life(born, tmp_path, session, "")
    assert text.split()[-1:] == ["whole"]
    project = tmp_path / "my-novel"
    assert git(project, "log", "--format=%s").splitlines() == COMMITS
    assert_sound(project)
    assert (project / "chapter-beats" / "03-end.md").read_text(encoding="utf-8") == DARK
    assert (project / "chapters" / "02.md").exists(), "what was culled came back with the undo"
    left = [path.name for path in project.rglob("*") if ".part" in path.name or path.name.endswith(".lock")]
    assert set(left) <= {"roundtable.lock"}
    async with drafting(tmp_path, clock=SystemClock()) as draft:
        draft.id = SessionId(session)
        types = Counter(record.type for record in await draft.records())
    assert types["draft_finalized"] == 2
    assert types["draft_undone"] == 1
