"""The power goes at any moment of what is done with sessions: nothing that was acknowledged is lost.

A library that is compiled here writes down every call by which the program changes its folders, and what the
program has acknowledged by then. From that log images are built of what the disk may hold after a loss at
some call (`disk/power_images.py`). Each is opened: every session in it is sound, and every record, session
and export that was acknowledged is there, byte for byte.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.disk.power_images import Call, Disk, Promised, calls_of
from tests.support.commands import ROOT
from tests.support.waiting import LONG

COMPILER = shutil.which("cc") or shutil.which("gcc")
IMAGES, IMAGES_NIGHTLY = 300, 20_000
pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="calls are recorded by a library that Linux preloads"),
    pytest.mark.skipif(COMPILER is None, reason="there is no C compiler for the library that records calls"),
]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[Call]:
    """Return every call by which a program changed its data folder, with its marks."""
    assert COMPILER is not None
    folder = tmp_path_factory.mktemp("power")
    library, log = folder / "power.so", folder / "log"
    source = Path(__file__).parent / "disk" / "power_library.c"
    subprocess.run([COMPILER, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True)
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.disk.power_child", str(folder / "home"), str(log)],
        env={**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return calls_of(log)


def lost(calls: list[Call], images: int, seed: str, root: Path) -> list[str]:
    """Build images of losses at some calls, and return what was not as promised in any of them."""
    chance, disk, promised, problems = random.Random(seed), Disk(), Promised(), []
    points = sorted(chance.randrange(1, len(calls) + 1) for _ in range(images))
    done = 0
    for point in points:
        for call in calls[done:point]:
            if call.kind == "A":
                promised.take(json.loads(call.content))
            else:
                disk.follow(call)
        done = max(done, point)
        shutil.rmtree(root, ignore_errors=True)
        for folder in ("sessions", "trash"):
            (root / folder).mkdir(parents=True)
        for path, content in disk.after_loss(chance):
            _, _, inside = path.rpartition("/home/data/")
            # The memory that processes share over a log is made anew by whoever opens it first.
            if inside.startswith(("sessions/", "trash/", "answer.json")) and not inside.endswith("-shm"):
                (root / inside).write_bytes(content)
        problems += [f"at call {point} of {len(calls)}: {problem}" for problem in promised.missing(root)]
    return problems


def test_some_losses_of_power_take_nothing_that_was_acknowledged(
    recorded: list[Call], tmp_path: Path
) -> None:
    marks = [json.loads(call.content)["kind"] for call in recorded if call.kind == "A"]
    assert marks[-1] == "over"
    assert marks.count("records") > 30
    assert lost(recorded, IMAGES, "push", tmp_path / "image") == []


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_many_more_losses_of_power_take_nothing_either(recorded: list[Call], tmp_path: Path) -> None:
    assert lost(recorded, IMAGES_NIGHTLY, "nightly", tmp_path / "image") == []


def test_an_image_shows_what_a_program_loses_that_syncs_nothing(recorded: list[Call], tmp_path: Path) -> None:
    """The images are worth something: without its syncs the same program would lose answers."""
    careless = [call for call in recorded if call.kind != "S"]
    assert len(lost(careless, 30, "careless", tmp_path / "image")) > 10


@pytest.mark.parametrize("folders", [False, True], ids=["files", "folders"])
def test_an_image_shows_what_is_lost_where_only_some_are_synced(
    recorded: list[Call], tmp_path: Path, folders: bool
) -> None:
    careless = [call for call in recorded if call.kind != "S" or bool(call.at) == folders]
    assert len(lost(careless, 60, "careless", tmp_path / "image")) > 5
