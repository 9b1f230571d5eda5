"""The library that counts calls of the system which change the disk, and lets one of them fail."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

COMPILER = shutil.which("cc") or shutil.which("gcc")


def compiled(folder: Path) -> Path:
    """Compile it into a folder; it is preloaded into the process whose calls are to fail."""
    assert COMPILER is not None
    library, source = folder / "faults.so", Path(__file__).parent / "fault_library.c"
    subprocess.run([COMPILER, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True)
    return library
