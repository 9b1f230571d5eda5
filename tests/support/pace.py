"""Time that other programs on the machine take no part in.

A bound in seconds says nothing on a busy or slow machine. What a test bounds is measured in one of two ways:
`worked` counts the processor's time of this thread in units of a piece of work that is measured beside it;
`Own` counts the time by the clock, less what this process stood in line for a processor. A limit that the
program keeps by its own clock, and that an answer must come within, is given in units of `PACE`.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

QUIET = 0.03
"""Seconds in which a machine with nothing else to do starts a bare interpreter."""
SLOWEST = 8.0
"""More than this is not waited for: tests of a limit wait as much longer."""


def unit() -> float:
    """Return the seconds of processor time that a fixed piece of work takes here, the least of three."""

    def once() -> float:
        began = time.thread_time()
        sum(len(str(number)) for number in range(100_000))
        return time.thread_time() - began

    return min(once() for _ in range(3))


def worked(work: Callable[[], object]) -> float:
    """Return how many units of processor time some work takes in this thread."""
    before = unit()
    began = time.thread_time()
    work()
    return (time.thread_time() - began) / max(before, unit())


class Own:
    """A watch that stands still while this process, or a child, could run and was not let."""

    def __init__(self) -> None:
        self._began, self._waited = time.monotonic(), _stood_in_line()

    @property
    def seconds(self) -> float:
        """What has passed since it was made; by the clock where the system does not tell of the line."""
        waited = max(0, _stood_in_line() - self._waited) / 1e9
        return time.monotonic() - self._began - waited


def _stood_in_line(pid: int | str = "self") -> int:
    """Return the nanoseconds that the threads of a process and of its children waited for a processor."""
    total = 0
    for thread in Path(f"/proc/{pid}/task").glob("[0-9]*"):
        try:
            total += int((thread / "schedstat").read_text().split()[1])
            total += sum(map(_stood_in_line, (thread / "children").read_text().split()))
        except (OSError, IndexError):
            # It has ended meanwhile, or the system does not tell.
            continue
    return total


def _pace() -> float:
    """Return how many times longer a process takes to start than on a quiet machine."""
    found = []
    for _ in range(3):
        began = time.monotonic()
        subprocess.run([sys.executable, "-S", "-c", ""], check=True)
        found.append(time.monotonic() - began)
    return min(SLOWEST, max(1.0, statistics.median(found) / QUIET))


_MEASURED = "ROUNDTABLE_TESTS_PACE"
PACE = float(os.environ.get(_MEASURED) or _pace())
"""How slow the machine is; 1 on a quiet one. Measured once in a run: its processes must agree."""
os.environ[_MEASURED] = str(PACE)
