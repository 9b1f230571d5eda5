"""Named points at which a test may kill the process, to show that a run survives there.

`ROUNDTABLE_CRASH_POINT=name` (or `name:3` for its third passing) kills the process with SIGKILL at
that point. It is read once, at the start: a point costs next to nothing.
"""

from __future__ import annotations

import os
import signal
from collections import Counter

VARIABLE = "ROUNDTABLE_CRASH_POINT"

_WANTED = os.environ.get(VARIABLE, "")
_passed: Counter[str] = Counter()


def armed(name: str) -> bool:
    """Tell whether the environment names this point; what is done only for it costs nothing else."""
    return bool(_WANTED) and _WANTED.partition(":")[0] == name


def reach(name: str) -> None:
    """Die here if the environment names this point."""
    if not _WANTED:
        return
    point, _, count = _WANTED.partition(":")
    if point != name:
        return
    _passed[name] += 1
    if _passed[name] >= int(count or 1):
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
