"""Folders of files, as somebody has them who wrote them elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def lay_out(folder: Path, files: Mapping[str, str]) -> Path:
    """Write files into a folder, which is made where it is not there; return it."""
    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="\n")
    return folder
