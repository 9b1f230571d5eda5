"""The end of a run that failed: what to type next, and what the machine was short of."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.closing import COMMAND, MB, Machine, closing, look, shortages
from tests.support.examples import sampled

QUIET = Machine(cores=2, loads=(3.0, 3.0), all_ticks=1000, memory=4000 * MB, disks={"/home": 9000 * MB})
DOOR = "python3 packaging/dev.py test"


def test_a_failed_test_is_run_alone_by_a_line_that_can_be_copied() -> None:
    assert closing(["tests/a.py::test_b[it's x]"], [], DOOR) == [
        "Run alone what failed:",
        """    python3 packaging/dev.py test 'tests/a.py::test_b[it'"'"'s x]'""",
        "The machine was short of nothing: neither processors nor memory nor disk.",
    ]


def test_of_many_some_are_named_and_one_line_runs_them_all() -> None:
    lines = closing([f"tests/a.py::test_{n}" for n in range(12)], ["disk: none"], DOOR)
    assert lines[10:] == [
        f"    {DOOR} tests/a.py::test_9",
        "all 12 of them:",
        f"    {DOOR} --last-failed",
        "The machine was short of",
        "    disk: none",
    ]


def test_where_the_run_failed_and_no_test_did_it_is_run_again() -> None:
    assert closing([], [], DOOR)[:2] == ["No test failed, the run did. Once more:", f"    {DOOR}"]


@pytest.mark.parametrize(
    ("after", "sentences"),
    [
        (QUIET, []),
        (
            replace(QUIET, at=900.0, loads=(3.0, 9.5)),
            ["processors: 9.5 programs at once for 2 processors, of which 2 ran tests"],
        ),
        (replace(QUIET, at=900.0, loads=(9.5, 3.0)), []),
        (
            replace(QUIET, at=60.0, loads=(9.5, 3.0)),
            ["processors: 9.5 programs at once for 2 processors, of which 2 ran tests"],
        ),
        (
            replace(QUIET, all_ticks=2000, stolen_ticks=120),
            ["processors: 12% of their time went to other machines on the same hardware"],
        ),
        (replace(QUIET, killed=1), ["memory: the system ended 1 programs for want of it"]),
        (replace(QUIET, memory=20 * MB), ["memory: 20 MB are free"]),
        (replace(QUIET, disks={"/dev/shm": 3 * MB}), ["disk: 3 MB are free in /dev/shm"]),
    ],
)
def test_what_the_machine_was_short_of_is_told(after: Machine, sentences: list[str]) -> None:
    assert shortages(QUIET, after, 2) == sentences


def test_this_machine_can_be_looked_at(repository: Path) -> None:
    seen = look(repository)
    assert seen.cores > 0
    assert seen.disks


@pytest.mark.nightly
@pytest.mark.parametrize("spread", sampled([(), ("-n", "2")], [("-n", "2")]))
def test_the_last_line_of_a_run_stays_pytests_own(
    tmp_path: Path, repository: Path, spread: tuple[str, ...]
) -> None:
    file = tmp_path / "test_two.py"
    file.write_text("def test_bad():\n    assert False\n\ndef test_good():\n    pass\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.conftest",
        "-c",
        str(repository / "pyproject.toml"),
    ]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", *spread, str(file)],
        cwd=repository,
        env={**os.environ, COMMAND: "python3 dev.py test"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    lines = done.stdout.splitlines()
    assert lines[-1].startswith("1 failed, 1 passed in ")
    (at_once,) = [at for at, line in enumerate(lines) if line.startswith("Failed just now: ")]
    assert lines[at_once].endswith("::test_bad")
    at = lines.index("Run alone what failed:")
    assert at_once < lines.index(next(line for line in lines if "FAILURES" in line)) < at
    assert lines[at + 1].startswith("    python3 dev.py test ")
    assert lines[at + 1].rstrip("'").endswith("::test_bad")
    assert lines[at + 2].startswith("The machine was short of")
    assert [line for line in lines[:at] if line.startswith("FAILED ")]
