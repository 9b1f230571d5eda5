"""How quick this machine is now: what `import httpx` takes of processor and clock, in the same run.

Every bound on a time is a multiple of it, so that it means the same on a quick machine and on a slow one, and
of the clock's times also on a busy one; seconds are printed beside it and judge nothing.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from functools import cache
from typing import Any, Literal

import psutil

By = Literal["processor", "clock"]
TIMES = 5
_PIPES: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}


@cache
def _imports() -> dict[By, float]:
    """Return the seconds that importing httpx takes; medians of fresh processes."""
    taken: dict[By, list[float]] = {"processor": [], "clock": []}
    for _ in range(1 + TIMES):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([sys.executable, "-c", "import httpx"], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken["clock"].append(time.perf_counter() - began)
        taken["processor"].append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    # The first one writes the bytecode.
    return {by: statistics.median(seconds[1:]) for by, seconds in taken.items()}


def times(seconds: float, by: By = "processor") -> float:
    """Return a time as a multiple of the import; `by`: what it was measured by."""
    return seconds / _imports()[by]


def of(seconds: float, most: float, by: By = "processor") -> str:
    """Return how a time is told beside its bound: “0.42 × import httpx (at most 0.5), 92 ms”."""
    took = f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.2f} s"
    return f"{times(seconds, by):.2f} × import httpx (at most {most:g}), {took}"


def bare_memory() -> float:
    """Return the megabytes of memory that a Python takes which has imported nothing."""
    with subprocess.Popen([sys.executable, "-c", "print(); input()"], **_PIPES) as process:
        assert process.stdout is not None
        process.stdout.readline()
        size = psutil.Process(process.pid).memory_info().rss
        process.communicate(b"\n")
    return size / 2**20
