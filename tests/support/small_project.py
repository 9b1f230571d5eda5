"""A project as small as can be, which packaging/dev.py sets up with real venv and pip, and no connection."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.signals import as_in_a_terminal

ROOT = Path(__file__).resolve().parents[2]
FILES = ("dev.py", "dev_quick.py", "dev_commands.py", "dev_environment.py", "dev_machine.py")
BACKEND = """
import os, time, zipfile

def build_editable(folder, settings=None, metadata=None):
    while os.path.exists("wait"):
        open("waiting", "w").close()
        time.sleep(0.02)
    project = "NAMED".replace("-", "_")
    name = project + "-1-py3-none-any.whl"
    info = project + "-1.dist-info/"
    with zipfile.ZipFile(os.path.join(folder, name), "w") as wheel:
        wheel.writestr("_editable_impl_" + project + ".pth", os.getcwd() + "\\n")
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: NAMED\\nVersion: 1\\n")
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(info + "entry_points.txt", "[console_scripts]\\nroundtable = app.__main__:main\\n")
        wheel.writestr(info + "RECORD", "")
    return name

build_wheel = build_editable
"""
PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
[project]
name = "NAMED"
version = "1"
"""


class SmallProject:
    """Its folder, and what it says when it is started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "packaging" / "locks").mkdir(parents=True)
        for name in FILES:
            shutil.copy(ROOT / "packaging" / name, folder / "packaging" / name)
        for name in ("build.txt", "run.txt", "dev.txt"):
            (folder / "packaging" / "locks" / name).write_text("# Nothing is needed.\n", encoding="utf-8")
        self.name("roundtable-desk")
        (folder / "app").mkdir()
        (folder / "app" / "__init__.py").touch()
        words = "import sys\nprint('started in', sys.prefix, *sys.argv[1:])\n"
        (folder / "app" / "__main__.py").write_text(words, encoding="utf-8")

    def lock(self, line: str) -> None:
        """Let the program need one thing more."""
        (self.folder / "packaging" / "locks" / "run.txt").write_text(line + "\n", encoding="utf-8")

    def name(self, distribution: str) -> None:
        """Give the distribution a name; the command keeps its own."""
        for file, text in (("pyproject.toml", PROJECT), ("backend.py", BACKEND)):
            (self.folder / file).write_text(text.replace("NAMED", distribution), encoding="utf-8")

    def start(self, *arguments: str, **env: str) -> subprocess.Popen[str]:
        """Start `dev.py run` in a folder of its own, where no package index is to be reached."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))}
        nowhere = {
            "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_RETRIES": "0",
        }
        python = getattr(sys, "_base_executable", sys.executable)
        with as_in_a_terminal(signal.SIGINT):
            return subprocess.Popen(
                [python, "packaging/dev.py", "run", *(arguments or ("hello",))],
                cwd=self.folder,
                env={**kept, **nowhere, **env},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                start_new_session=True,
            )
