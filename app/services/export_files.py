"""Names of files that sessions are written to: what every file system takes, and nothing that is there."""

from __future__ import annotations

import re
from pathlib import Path

from app.domain.untrusted_files import is_there

LONGEST = 60
"""Characters of a name, without its ending."""
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
"""Names that Windows has for devices."""


def file_stem(title: str) -> str:
    """Return a name that every file system takes."""
    line = " ".join(title.split())[: LONGEST + 20]
    safe = "".join(c if c.isalnum() or c in "-_()" else " " for c in line)
    stem = " ".join(safe.split())[:LONGEST].strip() or "session"
    return f"{stem} session" if _DEVICES.fullmatch(stem) else stem


def free_path(folder: Path, stem: str, suffix: str) -> Path:
    """Return a path at which there is nothing yet; `suffix` without the dot, empty for a folder."""
    ending = f".{suffix}" if suffix else ""
    path, number = folder / f"{stem}{ending}", 2
    while is_there(path):
        path, number = folder / f"{stem} ({number}){ending}", number + 1
    return path
