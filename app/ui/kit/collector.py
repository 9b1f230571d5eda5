"""Collects garbage on the window's thread and on no other.

Why: Python collects wherever something is allocated. A Qt object that dies in a worker's thread stops its
timers from there, which Qt forbids; one that dies while Qt takes another one apart may wait for a lock that
its own thread holds, for ever (seen: `~QObject` asks Python for overrides, and that allocates).
"""

from __future__ import annotations

import gc
from typing import ClassVar

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 100
_YOUNG = 2_000
"""New objects from which a collection of the youngest is worth its time."""


def keep_loaded() -> None:
    """Tell after a large load that what is there now is no garbage: looking through it takes 100 ms and more.

    It still goes when nothing refers to it any more; only cycles of it stay until the program ends.
    """
    if not gc.isenabled():
        gc.freeze()
        Collector.apart = True


class Collector(QObject):
    """Takes the place of automatic collection between `start` and `stop`."""

    apart: ClassVar[bool] = False
    """Whether anything was set apart since one took over; counting what is apart would take 15 ms."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY_MS)
        self._timer.timeout.connect(self._on_timeout)
        self._was_on = False

    def start(self) -> None:
        """Collect from now on by this thread's timer alone."""
        self._was_on = gc.isenabled()
        Collector.apart = False
        gc.disable()
        self._timer.start()

    def stop(self) -> None:
        """Give collection back."""
        self._timer.stop()
        if self._was_on:
            # What was apart before stays so where nothing joined it.
            if Collector.apart:
                gc.unfreeze()
            # All of it, here: what is left would be collected at the next allocation, which may be anywhere.
            gc.collect()
            gc.enable()

    def __enter__(self) -> Collector:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _on_timeout(self) -> None:
        young, middle, old = gc.get_count()
        _, most_middle, most_old = gc.get_threshold()
        if young <= _YOUNG:
            return
        gc.collect(2 if old > most_old else 1 if middle > most_middle else 0)
