"""qasync's event loop, mended until a release of it does so itself.

WORKAROUND for https://github.com/CabbageDevelopment/qasync/issues/176 (0.28.0): it asks a deprecated function
for every callback, and works off what is left at the end with no loop set as the running one, where from
Python 3.14 on no task may take a step. Closed, it leaves its timers to Qt, one for each limit of `wait_for`.
tests/ui/test_event_loop.py tells when this file can go.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from contextvars import Context
from typing import Any

import qasync
from PySide6.QtCore import QAbstractEventDispatcher


class _Callback(asyncio.Handle):
    """A callback that has its loop as the running one, whoever works off Qt's events."""

    _loop: asyncio.AbstractEventLoop

    def _run(self) -> None:
        if asyncio._get_running_loop() is not None:
            super()._run()
            return
        asyncio._set_running_loop(self._loop)
        try:
            super()._run()
        finally:
            asyncio._set_running_loop(None)


class EventLoop(qasync.QEventLoop):  # type: ignore[misc]
    """One loop for Qt and asyncio."""

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Call a function after some seconds; all other ways to call one later come through here."""
        if inspect.iscoroutinefunction(callback):
            raise TypeError("a coroutine is no callback: make a task of it")
        handle: asyncio.Handle = self._add_callback(_Callback(callback, args, self, context), delay)
        return handle

    def close(self) -> None:
        """Close it, and end its timers.

        Collected in another thread it could not end them there, and Qt told an object of their time that was
        gone: minutes later the program ended in a segmentation fault.
        """
        super().close()
        for timer in QAbstractEventDispatcher.instance().registeredTimers(self._timer):
            self._timer.killTimer(timer.timerId)
