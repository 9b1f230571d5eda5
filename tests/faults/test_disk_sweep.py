"""Every call that changes the disk, in everything that is done with sessions, fails in every way once.

A library that is compiled here counts the calls below the data folder and lets one of them fail: the process
is killed before it, a write stops half way, the disk is full, or breaks, once or for good. Afterwards no
session is damaged or empty, none is lost, nothing is asked again, and the same can be done again
(`sweep_child.py`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.disk.library import COMPILER, compiled
from tests.faults.disk.sweep_child import KINDS, VERBS
from tests.support.commands import ROOT
from tests.support.waiting import LONG

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="calls are counted by a library that Linux preloads"),
    pytest.mark.skipif(COMPILER is None, reason="there is no C compiler for the library that counts calls"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the library that lets calls fail."""
    return compiled(tmp_path_factory.mktemp("faults"))


def swept(
    scenario: str, library: Path, folder: Path, every: int, seconds: float, *kinds: str
) -> dict[str, int]:
    """Sweep one scenario; return how its cases ended. Fails with what was not as promised."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.disk.sweep_child", scenario, str(folder), str(every), *kinds],
        env={**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert [line for line in lines if "problem" in line] == []
    figures: dict[str, int] = lines[-1]
    assert "wrong" not in figures, done.stdout
    assert figures["done"] >= 1
    # An end that no case came to is not told.
    return {"killed": 0, "refused": 0, **figures}


@pytest.mark.parametrize(
    ("scenario", "every"),
    [
        *(("take_in", 62), ("accept", 470)),
        # These write what is taken in and what is decided as the others do: every night.
        *(
            pytest.param(*one, marks=pytest.mark.nightly)
            for one in (
                *(("delete", 46), ("batch", 790), ("fork", 74), ("rename", 260), ("decide", 400)),
                *(("sample", 160), ("guest", 280)),
            )
        ),
    ],
)
def test_some_failing_calls_of_the_disk_lose_nothing(
    scenario: str, every: int, library: Path, tmp_path: Path
) -> None:
    figures = swept(scenario, library, tmp_path, every, LONG)
    assert figures["killed"] + figures["refused"] + figures["done"] > figures["calls"] * 6 // every


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scenario", VERBS)
def test_every_failing_call_of_the_disk_loses_nothing(
    scenario: str, kind: str, library: Path, tmp_path: Path
) -> None:
    figures = swept(scenario, library, tmp_path, 1, 7000, kind)
    print(json.dumps(figures))
    assert figures["killed"] + figures["refused"] + figures["done"] == figures["calls"] + 1
