"""What benchmarks of the window share: a folder of their own, no display, and the window's own loop."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import QTimer

from app.ui.kit.collector import Collector
from app.ui.kit.preferences import Preferences
from app.ui.startup.event_loop import EventLoop
from app.ui.startup.qt_app import make_app


def play(story: Callable[[Path], Awaitable[bool]]) -> int:
    """Run a story as the program runs its window, with a folder of its own; return 0 where it says True."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ROUNDTABLE_CONFIG_DIR"] = os.environ["ROUNDTABLE_DATA_DIR"] = folder
        loop = EventLoop(make_app(Preferences()))
        asyncio.set_event_loop(loop)
        with Collector(), loop:
            return 0 if loop.run_until_complete(story(Path(folder))) else 1


async def longest_step(
    act: Callable[[], object], over: Callable[[], bool] = lambda: True, seconds: float = 30.0
) -> float:
    """Do `act`, let the loop turn until `over`, and return the longest step in milliseconds.

    Processor time of this thread and not the clock: other work on the machine is no step of ours. Raises
    TimeoutError where it is not over in time.
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
        calm = 0
        async with asyncio.timeout(seconds):
            while calm < 3:
                await asyncio.sleep(0.002)
                calm = calm + 1 if over() else 0
        look()
    finally:
        turn.stop()
        turn.deleteLater()
    return longest * 1000
