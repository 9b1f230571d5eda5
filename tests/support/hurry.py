"""What a window puts off for part of a second, brought about at once: by a clock, every scene takes one."""

from __future__ import annotations

import asyncio
from typing import cast

from PySide6.QtCore import QAbstractEventDispatcher, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.ui.startup.event_loop import EventLoop
from tests.support.quiet import quiet

TIMES = 5
"""What is put off may put off something else; what puts itself off again goes on for ever."""
SHORT = 0.06
"""Seconds for the pauses that no timer of a window tells of."""
LONGEST = 0.15
"""Seconds that a task may pause for, and is waited for."""


async def at_once(seconds: float) -> None:
    """Bring about what the windows that are open have put off for no longer than some seconds."""
    for _ in range(TIMES):
        await quiet()
        usual = {timer: timer.interval() for timer in _put_off(seconds)}
        if not usual:
            break
        for timer in usual:
            timer.setInterval(0)
        await quiet()
        for timer, interval in usual.items():
            if isValid(timer):
                timer.setInterval(interval)
    await asyncio.sleep(LONGEST if _pauses() else SHORT)
    await quiet()


def _pauses() -> bool:
    """Tell whether a task of the loop pauses for less than LONGEST."""
    clock = cast(EventLoop, asyncio.get_running_loop())._timer
    found = QAbstractEventDispatcher.instance().registeredTimers(clock)
    return any(0 < one.interval <= 1000 * LONGEST for one in found)


def _put_off(seconds: float) -> list[QTimer]:
    timers = [timer for window in QApplication.topLevelWidgets() for timer in window.findChildren(QTimer)]
    return [
        timer
        for timer in dict.fromkeys(timers)
        if timer.isActive() and timer.isSingleShot() and timer.interval() <= 1000 * seconds
    ]
