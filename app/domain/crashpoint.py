"""Named points at which a test may kill the process, to show that a run survives there.

`ROUNDTABLE_CRASH_POINT=name` (or `name:3` for its third passing) kills the process with SIGKILL at
that point. Unset, a point costs one dictionary look-up.
"""

from __future__ import annotations

import os
import signal
from collections import Counter

VARIABLE = "ROUNDTABLE_CRASH_POINT"

_passed: Counter[str] = Counter()


def reach(name: str) -> None:
    """Die here if the environment names this point."""
    wanted = os.environ.get(VARIABLE)
    if not wanted:
        return
    point, _, count = wanted.partition(":")
    if point != name:
        return
    _passed[name] += 1
    if _passed[name] >= int(count or 1):
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
