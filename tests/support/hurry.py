"""What a window puts off for part of a second, brought about at once: by a clock, every scene takes one."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from tests.support.quiet import quiet

TIMES = 5
"""What is put off may put off something else; what puts itself off again goes on for ever."""
SHORT = 0.1
"""Seconds for the pauses that no timer of a window tells of."""


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
    await asyncio.sleep(SHORT)
    await quiet()


def _put_off(seconds: float) -> list[QTimer]:
    timers = [timer for window in QApplication.topLevelWidgets() for timer in window.findChildren(QTimer)]
    return [
        timer
        for timer in dict.fromkeys(timers)
        if timer.isActive() and timer.isSingleShot() and timer.interval() <= 1000 * seconds
    ]
