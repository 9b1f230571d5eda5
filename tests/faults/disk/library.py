"""The library that counts calls of the system which change the disk, and lets one of them fail."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

COMPILER = shutil.which("cc") or shutil.which("gcc")


def compiled(folder: Path, name: str = "fault_library.c") -> Path:
    """Compile it, or another one of this folder, into a folder; a process is started with it preloaded."""
    assert COMPILER is not None
    library, source = folder / f"{Path(name).stem}.so", Path(__file__).parent / name
    subprocess.run([COMPILER, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True)
    return library
