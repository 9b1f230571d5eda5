"""LibreOffice without a screen, steered from outside: what an editor does with a document, done for real."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from docx import Document

SCRIPT = Path(__file__).with_name("office_script.py")
_PYTHONS = ("/usr/bin/python3", "/usr/lib/libreoffice/program/python")


def missing() -> str:
    """Return why LibreOffice cannot be used here; empty: it can."""
    if shutil.which("soffice") is None:
        return "LibreOffice is not installed (apt-get install libreoffice-writer python3-uno)"
    return "" if _python() else "LibreOffice is here, but no Python that can steer it (python3-uno)"


def _python() -> str:
    for path in _PYTHONS:
        if Path(path).exists():
            asked = subprocess.run([path, "-c", "import uno"], capture_output=True, check=False)
            if asked.returncode == 0:
                return path
    return ""


def no_comments(folder: Path) -> str:
    """Return why LibreOffice cannot show comments here; empty: it can.

    Some packages of it lack the window that a comment stands in: it ends at any document that has one,
    whoever wrote it. Looked for with the plainest there is, which is none of ours.
    """
    document = Document()
    document.add_comment(document.add_paragraph("A word.").runs, text="Why?", author="Bo", initials="B")
    path = folder / "plain.docx"
    document.save(str(path))
    with Office(folder / "profile") as office:
        try:
            office.do("open", str(path))
            office.do("close")
        except AssertionError:
            return "LibreOffice ends at any document with a comment here (apt-get install libreoffice-writer)"
    return ""


class Office:
    """One running LibreOffice; each call is a step of `office_script`."""

    def __init__(self, profile: Path) -> None:
        pipe = f"roundtable{os.getpid()}x{time.monotonic_ns()}"
        self._office = subprocess.Popen(
            [
                *("soffice", "--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck"),
                f"-env:UserInstallation={profile.as_uri()}",
                f"--accept=pipe,name={pipe};urp",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._script = subprocess.Popen(
            [_python(), str(SCRIPT), pipe], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it, and what it started."""
        assert self._script.stdin is not None
        assert self._script.stdout is not None
        try:
            self._script.stdin.write('["quit"]\n')
            self._script.stdin.close()
            self._script.wait(20)
            self._office.wait(20)
        except (OSError, subprocess.TimeoutExpired):
            self._script.kill()
            os.killpg(self._office.pid, 9)
            self._script.wait()
            self._office.wait()
        self._script.stdout.close()

    def do(self, name: str, *given: Any) -> Any:
        """Do one step and return what it found; raises AssertionError where it fails."""
        assert self._script.stdin is not None
        assert self._script.stdout is not None
        self._script.stdin.write(json.dumps([name, *given]) + "\n")
        self._script.stdin.flush()
        line = self._script.stdout.readline()
        assert line, f"LibreOffice ended at {name}"
        answer = json.loads(line)
        assert "error" not in answer, f"{name}{given}: {answer['error']}"
        return answer["found"]
