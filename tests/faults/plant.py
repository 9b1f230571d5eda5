"""Plants faults in a copy of the program, one at a time, and says which of them no test notices.

By hand before a release: `python -m tests.faults.plant [WORD…]`, some minutes. WORD: only faults whose file
or description has it. The faults, each with the test that is to notice it, are in `planted.toml`; one that
is noticed by none asks for a test. Exit 1 where more than one of thirty lives.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.commands import ROOT

COPIED = ("app", "tests", "resources", "packaging", "pyproject.toml", "README.md", "LICENSE")
SECONDS = 600
"""After this long a fault has made the program stand still, which is noticed."""
ONE_IN = 30


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault, and the test that is to notice it."""

    what: str
    file: str
    old: str
    new: str
    test: str


def planted() -> Sequence[Planted]:
    """Return all faults."""
    found = tomllib.loads((Path(__file__).parent / "planted.toml").read_text(encoding="utf-8"))
    return [Planted(**fault) for fault in found["fault"]]


def noticed(fault: Planted, copy: Path) -> bool:
    """Plant a fault in a copy, run its test there, and take it out again."""
    path = copy / fault.file
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(fault.old, fault.new, 1), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-x", "--nightly", "-p", "no:cacheprovider"]
    # What a test starts has the fault, too, also where it does not look in its own folder for the program.
    around = {**os.environ, "PYTHONPATH": str(copy)}
    try:
        ended = subprocess.run(
            [*command, fault.test], cwd=copy, env=around, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(whole, encoding="utf-8")
    # A negative one: a signal ended it, which nobody overlooks.
    if ended.returncode > 1:
        raise RuntimeError(f"{fault.test} could not be run: {ended.stdout.decode()[-2000:]}")
    return ended.returncode != 0


def main(words: Sequence[str]) -> int:
    """Plant all faults, or those that are named; return 1 where too many live."""
    wanted = [f for f in planted() if not words or any(word in f.file + f.what for word in words)]
    living = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, copy / name)
        for fault in wanted:
            found = noticed(fault, copy)
            living += not found
            sys.stdout.write(f"{'noticed' if found else 'LIVES  '}  {fault.file}: {fault.what}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(wanted) - living} of {len(wanted)} were noticed\n")
    return 1 if living * ONE_IN > len(wanted) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
