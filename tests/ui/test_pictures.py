"""The pictures of all states, as a command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.waiting import AMPLE


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--help"], 0, "usage: dev.py pictures"),
        (["--unknown"], 2, "the following arguments are required: folder"),
        pytest.param([], 2, "the following arguments are required: folder", marks=pytest.mark.nightly),
        (["pictures", "nowhere"], 2, "there is no scene “nowhere”; the scenes are: "),
    ],
)
def test_asking_for_help_or_wrongly_makes_no_folder(
    tmp_path: Path, repository: Path, arguments: list[str], code: int, message: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.scenes.pictures", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(repository), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=AMPLE,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert message in done.stdout + done.stderr
    assert {created.name for created in tmp_path.iterdir()} <= {"home", "config"}
