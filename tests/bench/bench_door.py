"""What a second `dev.py run` adds to the program's own start.

Run: `python packaging/dev.py bench door`. The door and the program in turn, each in a fresh process with
`--help`, the quickest thing the program does; the median of the differences of the pairs, after one pair that
writes the bytecode. Limit: 0.75 × `import httpx`. Exit 1 where it is missed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from tests.bench import yardstick

PAIRS = 15
LIMIT = 0.75
ROOT = Path(__file__).resolve().parents[2]
PYTHON = getattr(sys, "_base_executable", sys.executable)
WAYS = {
    "door": [PYTHON, str(ROOT / "packaging" / "dev.py"), "run", "--help"],
    "program": [sys.executable, "-m", "app", "--help"],
}


def seconds(command: list[str]) -> float:
    """Return how long a command takes by the clock."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    began = time.perf_counter()
    subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def main() -> int:
    """Print the medians and say whether the limit is kept."""
    for command in WAYS.values():
        seconds(command)
    pairs = [{name: seconds(command) for name, command in WAYS.items()} for _ in range(PAIRS)]
    added = statistics.median(pair["door"] - pair["program"] for pair in pairs)
    for name in WAYS:
        print(f"{name:8} {statistics.median(pair[name] for pair in pairs) * 1000:7.0f} ms")
    print(f"{'added':8} {yardstick.of(added, LIMIT, 'clock')}")
    return 0 if yardstick.times(added, "clock") <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
