"""How long the thread of the window works in one turn of its loop, and how long it may."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from tests.support.pace import unit

_FREEZE_S, _FREEZE_UNITS = 0.5, 80
_NOTICED_S, _NOTICED_UNITS = 0.1, 20


def allowed() -> float:
    """Return the seconds that one turn may take on this machine: what takes longer freezes the window."""
    return max(_FREEZE_S, _FREEZE_UNITS * unit())


def unnoticed() -> float:
    """Return the seconds that a turn may take which nobody is to notice, as after something was typed."""
    return max(_NOTICED_S, _NOTICED_UNITS * unit())


def set_apart() -> None:
    """Take what tests before left out of the collector's sight: a full collection of it takes half a second.

    It is no part of a person's window, and would be counted as a turn of it.
    """
    gc.collect()
    gc.freeze()


class LongestTurn:
    """A beat of the loop: the longest that its thread worked between two of them, and at what.

    Its own time, not the clock's: other programs on the machine are not our freeze.
    """

    def __init__(self, parent: QObject, does: Callable[[], str]) -> None:
        self.longest, self.worst = 0.0, ""
        self._does = does
        self._last = time.thread_time()
        self._beat = QTimer(parent)
        self._beat.setInterval(10)
        self._beat.timeout.connect(self._on_beat)
        self._beat.start()

    def skip(self) -> None:
        """Leave out what the test itself has just done."""
        self._last = time.thread_time()

    def stop(self) -> None:
        """Beat no longer."""
        self._beat.stop()

    def _on_beat(self) -> None:
        now = time.thread_time()
        if now - self._last > self.longest:
            self.longest, self.worst = now - self._last, self._does()
        self._last = now
