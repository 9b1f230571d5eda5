"""An acceptance cut short at any step on the disk: the next life comes to the same, and nothing is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.faults.disk.library import COMPILER, compiled
from tests.support.examples import sampled
from tests.support.git_reading import needs_git

ROOT = Path(__file__).parents[2]
pytestmark = [
    needs_git,
    pytest.mark.skipif(sys.platform == "win32", reason="lives are forked, and killed by a signal"),
]
MOST = 400
LOGS = {
    "first": ["[chapters] First"],
    "accept": ["[chapters] Darker", "Edits made outside", "[chapters] First"],
    "undo": ["[chapters] Undo: Darker", "[chapters] Darker", "Edits made outside", "[chapters] First"],
}
KEPT = {
    "first": [["First", False]],
    "accept": [["Darker", False], ["First", False]],
    "undo": [["Darker", True], ["First", False]],
}
ENDS = {
    "kill": "killed",
    "torn": "killed",
    "full": "No space left on device. Free some space and go on.",
    "full for good": "No space left on device. Free some space and go on.",
    "io": "Input/output error. Look whether the disk is all right, and go on.",
}
SURVIVED = {"mkdir": 2, "removal": 1}
"""Calls whose failing stops nobody, and how often in a life: making a folder that is there already, and the
removal of something of our own that the next life removes."""
NIGHTLY = [(what, kind, 1, 1) for what in LOGS for kind in ENDS]
# Kills of an acceptance are tried at a push in the calls of the system, below.
SAMPLE = [("accept", "full for good", 14, 31), ("undo", "kill", 3, 23)]


def swept(
    folder: Path, what: str, kind: str, first: int, step: int, library: Path | None = None
) -> list[dict[str, Any]]:
    env = {**os.environ, "HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)}
    if library is not None:
        env["LD_PRELOAD"] = str(library)
    folder.mkdir(exist_ok=True)
    words = [str(folder), what, kind, str(first), str(step), str(MOST)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.draft_lives", *words],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Traceback" not in done.stderr, done.stderr[:3000]
    return [json.loads(line) for line in done.stdout.splitlines()]


def survives(call: str) -> str:
    """Return the kind of a call that may fail without stopping anybody, nothing for all others."""
    return (
        "removal" if call in ("unlink", "unlinkat", "remove", "rmdir") else call if call in SURVIVED else ""
    )


def checked(what: str, kind: str, lives: list[dict[str, Any]]) -> None:
    trees = {json.dumps(life["tree"]) for life in lives}
    assert len(trees) == 1, "whatever happened, the files come to the same"
    for life in lives:
        # On a full disk a call that frees space does not fail: then, and only then, nothing is hit.
        if kind in ("kill", "torn") or (life["failed"] and not survives(life["failed"])):
            assert ENDS[kind] in life["ended"], life
        elif life["ended"]:
            assert life["failed"], life
            assert ENDS[kind] in life["ended"], life
        assert life["again"] == "", life
        assert (life["log"], life["kept"]) == (LOGS[what], KEPT[what]), life
        assert (life["status"], life["fsck"], life["left"]) == ("", "", []), life
        assert life["true"], life
    survived = Counter(survives(life["failed"]) for life in lives if life["failed"] and not life["ended"])
    assert survived <= Counter(SURVIVED), "no other call of the same name was passed over"
    assert any(life["ended"] for life in lives), "faults were hit"


@pytest.mark.parametrize(("what", "kind", "first", "step"), sampled(SAMPLE, SAMPLE[:1], several=True))
def test_an_acceptance_survives_a_sample_of_faults(
    tmp_path: Path, what: str, kind: str, first: int, step: int
) -> None:
    lives = swept(tmp_path / "lives", what, kind, first, step)
    assert len(lives) >= 3
    checked(what, kind, lives)


@pytest.mark.nightly
@pytest.mark.parametrize(("what", "kind", "first", "step"), NIGHTLY)
def test_an_acceptance_survives_a_fault_at_every_step(
    tmp_path: Path, what: str, kind: str, first: int, step: int
) -> None:
    lives = swept(tmp_path / "lives", what, kind, first, step)
    assert len(lives) >= 60
    checked(what, kind, lives)


needs_compiler = pytest.mark.skipif(
    sys.platform != "linux" or COMPILER is None, reason="calls are counted by a library that Linux preloads"
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the library that lets calls of the system fail."""
    return compiled(tmp_path_factory.mktemp("faults"))


@pytest.mark.nightly
@needs_compiler
def test_an_acceptance_survives_a_sample_of_kills_in_calls_of_the_system(
    tmp_path: Path, library: Path
) -> None:
    checked("accept", "kill", swept(tmp_path / "lives", "accept", "kill", 5, 60, library))


@needs_compiler
@pytest.mark.nightly
@pytest.mark.parametrize(("what", "kind"), [(what, kind) for what in LOGS for kind in ENDS])
def test_an_acceptance_survives_a_fault_in_every_call_of_the_system(
    tmp_path: Path, library: Path, what: str, kind: str
) -> None:
    lives = swept(tmp_path / "lives", what, kind, 1, 1, library)
    assert len(lives) >= 60
    checked(what, kind, lives)
