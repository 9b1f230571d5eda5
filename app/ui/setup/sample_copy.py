"""A folder to begin with that sessions write to: a copy of it, where the person keeps documents."""

from __future__ import annotations

import shutil
from pathlib import Path, PurePath

from PySide6.QtCore import QStandardPaths

from app import resources


def sample_copy(sample: str) -> Path:
    """Return the copy of a sample folder, made where there is none yet; raises OSError where it cannot be.

    One that is there is gone on with as it is: it may have been worked on.
    """
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    folder = Path(documents or Path.home()) / "Roundtable" / PurePath(sample).name
    if folder.exists():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    # The program's own files may be for reading only: their modes are not taken over.
    shutil.copytree(resources.path(sample), part, copy_function=shutil.copyfile)
    for place in (part, *part.rglob("*")):
        if place.is_dir():
            place.chmod(0o755)
    part.rename(folder)
    return folder
