"""Reports of bugs: versions and tracebacks, no texts of sessions; kept on this computer, sent nowhere."""

from __future__ import annotations

import os
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path

from app.domain.private import make_private
from app.processes.child_env import environment

PREFIX = "report-"
"""How the name of a report begins that the window is to offer at its next start."""


def without_secrets(text: str) -> str:
    """Return a text with the values of the environment's keys, tokens and passwords taken out."""
    for name, value in environment().items():
        if len(value) >= 8 and any(word in name.upper() for word in ("KEY", "TOKEN", "SECRET", "PASS")):
            text = text.replace(value, "•••")
    return text


def head(version: str) -> str:
    """Return a report's first line."""
    return f"Roundtable {version} · Python {sys.version.split()[0]} · {_system()}\n"


def _system() -> str:
    # Not from `platform`, which reads the interpreter's file for it: it is asked at every start.
    if sys.platform == "win32":
        found = sys.getwindowsversion()
        return f"Windows {found.major}.{found.minor}.{found.build}"
    about = os.uname()
    return f"{about.sysname} {about.release} {about.machine}"


def keep_report(data: Path, version: str, error: BaseException) -> Path | None:
    """Write a report of an error nobody expected; return its file, None where it cannot be written."""
    now = datetime.now(UTC)
    path = data / "crashes" / f"{PREFIX}{now:%Y%m%dT%H%M%S}-{os.getpid()}.txt"
    trace = without_secrets("".join(traceback.format_exception(error)))
    try:
        make_private(path.parent)
        path.write_text(f"{head(version)}\n{now:%Y-%m-%d %H:%M:%S} UTC\n{trace}", encoding="utf-8")
        path.chmod(0o600)
    except OSError:
        return None
    return path
