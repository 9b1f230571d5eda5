"""A disk on which names that differ in their capitals alone are one: nothing is written over, known is known.

A library that is compiled here is preloaded and lets a folder be such a disk, for whoever runs in it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.disk.library import COMPILER, compiled
from tests.support.commands import ROOT, Ran
from tests.support.study import BRIEF, lay_out
from tests.support.waiting import AMPLE

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the disk is made by a library that Linux preloads"),
    pytest.mark.skipif(COMPILER is None, reason="there is no C compiler for the library that makes the disk"),
]
QUESTION = ("run", "debate", "--question", "Must we paint the hall?", "--approve", "all", "--json")


class Disk:
    """A folder whose names have no case, and commands that run in it."""

    def __init__(self, folder: Path, library: Path) -> None:
        self.folder = folder
        self._environment = {
            **os.environ,
            "LD_PRELOAD": str(library),
            "CASELESS": str(folder),
            "ROUNDTABLE_DATA_DIR": str(folder / "data"),
            "ROUNDTABLE_CONFIG_DIR": str(folder / "config"),
            "PYTHONPATH": str(ROOT),
        }

    def call(self, *words: object) -> Ran:
        """Run a command in the folder."""
        done = subprocess.run(
            [sys.executable, "-m", "app", *map(str, words)],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=AMPLE,
            check=False,
        )
        ran = Ran(done.returncode, done.stdout, done.stderr)
        assert ran.code != 1, ran
        return ran


@pytest.fixture
def disk(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Disk:
    return Disk(tmp_path, compiled(tmp_path_factory.mktemp("caseless"), "caseless.c"))


def test_a_backup_is_not_written_over_and_an_export_replaces_the_one_of_before(disk: Disk) -> None:
    session = disk.call(*QUESTION).value["session"]
    assert disk.call("export", session, "--format", "md", "-o", "Report.md").code == 0
    assert disk.call("export", session, "--format", "md", "-o", "REPORT.MD").code == 0
    assert [one.name for one in disk.folder.glob("*.[mM]*")] == ["Report.md"]
    assert disk.call("backup", "All.zip").code == 0
    again = disk.call("backup", "ALL.ZIP")
    assert again.code == 2
    assert "already" in again.err
    own = disk.call(
        "export", session, "--format", "json", "-o", f"DATA/Sessions/{session.upper()}.Roundtable"
    )
    assert own.code == 2
    assert "would be replaced" in own.err
    assert disk.call("show", session).code == 0
    assert disk.call("show", session.upper()).code in (0, 2)
    assert len(json.loads(disk.call("list", "--json").out)) == 1


def test_a_batch_is_known_by_its_folder_and_no_session_begun_twice(disk: Disk) -> None:
    (disk.folder / "Rows.csv").write_text("id,question,max-rounds\na,Must we?,1\nb,Which?,1\n")
    for table, out in (("Rows.csv", "Out"), ("rows.CSV", "OUT")):
        ran = disk.call("batch", "run", table, "--out", out, "--approve", "all", "--team", "offline-pair")
        assert ran.code == 0, ran
    assert [one.name for one in disk.folder.iterdir() if one.name.lower() == "out"] == ["Out"]
    assert len(json.loads(disk.call("list", "--json").out)) == 2


def test_a_team_of_a_name_in_other_capitals_is_the_same_one(disk: Disk) -> None:
    teams = disk.folder / "config" / "teams"
    teams.mkdir(parents=True)
    (teams / "panel.toml").write_text(
        "[[member]]\nname='Ada'\nmodel='offline/analyst'\n[chair]\nname='C'\nmodel='offline/analyst'\n"
    )
    for name in ("panel", "Panel", "PANEL"):
        assert disk.call(*QUESTION, "--team", name).code in (0, 2), name
    assert disk.call("teams").out.count("panel") >= 1
    assert [one.name for one in teams.iterdir()] == ["panel.toml"]


def test_what_usually_holds_secrets_stays_closed_in_whatever_capitals_it_is_named(disk: Disk) -> None:
    sources = lay_out(disk.folder / "Sources")
    (Path(sources) / ".ENV").write_text("KEY=canary-of-the-owner\n")
    asked = ("--brief", BRIEF, "--set", "max_iterations=1", "--approve", "all", "--json")
    ran = disk.call("run", "research", "SOURCES", *asked)
    assert ran.code == 0, ran
    log = disk.call("log", ran.value["session"], "--json").out
    assert "canary-of-the-owner" not in log
