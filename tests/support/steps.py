"""How long the window's thread is busy between two turns of its loop, in its own processor time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from PySide6.QtCore import QTimer


async def longest_step(
    act: Callable[[], object], over: Callable[[], bool] = lambda: True, seconds: float = 30.0
) -> float:
    """Do `act`, let the loop turn until `over`, and return the longest step in milliseconds.

    Processor time of this thread and not the clock: other work on the machine is no step of ours.
    """
    last = time.thread_time()
    longest = 0.0

    def look() -> None:
        nonlocal last, longest
        now = time.thread_time()
        longest = max(longest, now - last)
        last = now

    turn = QTimer()
    turn.timeout.connect(look)
    turn.start(0)
    try:
        act()
        look()
        end = time.monotonic() + seconds
        calm = 0
        while calm < 3:
            await asyncio.sleep(0.002)
            calm = calm + 1 if over() else 0
            assert time.monotonic() < end, "it did not come to an end"
        look()
    finally:
        turn.stop()
        turn.deleteLater()
    return longest * 1000
