"""The wheel, installed elsewhere: the command, the window and every resource, without the source tree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import PySide6
import pytest

EXPORTS = ("md", "html", "pdf", "docx", "csv", "json", "jsonl")
WINDOW = """
import sys
from PySide6.QtCore import QTimer
from app import resources
from app.bootstrap import build
from app.ui.startup.start import run_lazily
seen = []
def usable(window, stage):
    seen.append(stage)
    if stage == "usable":
        window.grab()
        QTimer.singleShot(0, window.close)
code = run_lazily(build, usable)
print(code, *seen, resources.root())
"""


@pytest.fixture(scope="module")
def wheel(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by what the environment holds: nothing is fetched."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=repository, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own that holds the wheel; the libraries are those of this one."""
    folder = tmp_path_factory.mktemp("elsewhere")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    (packages,) = folder.glob("lib/python3.*/site-packages")
    # Not the .pth files of that folder: one of them leads to the source tree.
    (packages / "libraries.pth").write_text(f"{Path(PySide6.__file__).parents[1]}\n", encoding="utf-8")
    return folder


def run(folder: Path, home: Path, *command: str) -> str:
    """Run something of that environment, with nothing of the tests' own around it."""
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "LANG": "C.UTF-8"}
    program = [str(folder / "bin" / command[0]), *command[1:]]
    done = subprocess.run(program, cwd=home, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def test_wheel_holds_every_resource_and_nothing_of_the_tests(wheel: Path, repository: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    there = (repository / "resources").rglob("*")
    wanted = {
        f"app/_resources/{path.relative_to(repository / 'resources')}" for path in there if path.is_file()
    }
    assert wanted <= names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"app"}


@pytest.mark.nightly
def test_installed_elsewhere_it_debates_and_exports_everything(elsewhere: Path, tmp_path: Path) -> None:
    said = run(
        elsewhere,
        tmp_path,
        "roundtable",
        "run",
        "debate",
        "--question",
        "4 or 5?",
        "--approve",
        "all",
        "--json",
    )
    session = json.loads(said.splitlines()[-1])
    assert session["state"] == "finished"
    for kind in EXPORTS:
        file = tmp_path / f"it.{kind}"
        run(
            elsewhere, tmp_path, "roundtable", "export", session["session"], "--format", kind, "-o", str(file)
        )
        assert file.stat().st_size > 100, kind


@pytest.mark.nightly
def test_installed_elsewhere_its_window_opens_with_its_own_resources(elsewhere: Path, tmp_path: Path) -> None:
    code, *stages, root = run(elsewhere, tmp_path, "python", "-P", "-c", WINDOW).split()
    assert (code, stages) == ("0", ["frame", "usable"])
    assert Path(root).is_relative_to(elsewhere)
    assert (Path(root) / "i18n" / "roundtable_de.qm").is_file()
