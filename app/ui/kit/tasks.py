"""What is done later for a QObject: coroutines, cancelled with it and never failing in silence; pauses."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid

_log = logging.getLogger(__name__)


def pause(owner: QObject, milliseconds: int, does: Callable[[], object]) -> QTimer:
    """Return a timer that, once started, does something after so long without another start."""
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(does)
    return timer


class Tasks(QObject):
    """The running coroutines of one owner."""

    def __init__(self, owner: QObject, on_error: Callable[[BaseException], None] | None = None) -> None:
        super().__init__(owner)
        self._running: set[asyncio.Task[Any]] = set()
        self._on_error = on_error
        running = self._running
        # The lambda must not hold self: the owner may be half destroyed when this fires.
        self.destroyed.connect(lambda: [task.cancel() for task in tuple(running)])

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run `work` until it ends or the owner goes."""
        task = asyncio.get_event_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._on_task_done)
        return task

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            return
        if not isValid(self):
            # It failed in the turn in which its owner went: whoever would tell of it is gone.
            _log.warning("a task of the window failed as its owner went", exc_info=error)
        elif self._on_error is not None:
            self._on_error(error)
        else:
            _log.error("a task of the window failed", exc_info=error)

    def cancel(self) -> None:
        """Cancel what runs: nobody waits for it any more."""
        for task in tuple(self._running):
            task.cancel()

    async def cancel_all(self) -> None:
        """Cancel what runs and wait for it."""
        mine = tuple(task for task in self._running if task is not asyncio.current_task())
        for task in mine:
            task.cancel()
        await asyncio.gather(*mine, return_exceptions=True)
