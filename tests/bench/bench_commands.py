"""How long the quick commands take, in a fresh process each: the help, and a list of sessions.

Run: `python packaging/dev.py bench commands`. Medians of fresh processes after one that writes the bytecode;
the list over an empty folder, and over three finished debates of the offline council.
Limit: 0.35 s each. Exit 1 where it is missed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STARTS = 9
SECONDS = 0.35
ROOT = Path(__file__).resolve().parents[2]
DEBATE = ("run", "debate", "--question", "Where to?", "--approve", "all", "--set", "max_rounds=1")


def run(folder: str, *arguments: str) -> float:
    """Run a command over a data folder; return the seconds it took."""
    env = dict(os.environ, ROUNDTABLE_DATA_DIR=folder, ROUNDTABLE_CONFIG_DIR=folder)
    # An installed program finds its bytecode.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    env["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "bytecode")
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT,
        env=env,
        check=True,
        capture_output=True,
        timeout=60,
    )
    return time.perf_counter() - began


def usual(folder: str, *arguments: str) -> float:
    """Return the median of a command's times."""
    return statistics.median([run(folder, *arguments) for _ in range(1 + STARTS)][1:])


def main() -> int:
    """Measure, print, judge."""
    with tempfile.TemporaryDirectory() as folder:
        found = {"--help": usual(folder, "--help"), "list, nothing there": usual(folder, "list")}
        for _ in range(3):
            run(folder, *DEBATE)
        found["list, three sessions"] = usual(folder, "list")
    for name, seconds in found.items():
        sys.stdout.write(f"{name}: {seconds:.2f} s (limit {SECONDS})\n")
    return 0 if max(found.values()) <= SECONDS else 1


if __name__ == "__main__":
    raise SystemExit(main())
