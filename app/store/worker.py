"""One thread that owns one connection, and hands results back to the event loop.

Why not an executor: its futures cost more than the commit that they wait for (measured by
`tests/bench/bench_journal.py`).
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

from app.domain.errors import RoundtableError

T = TypeVar("T")
_Job = tuple[asyncio.AbstractEventLoop, asyncio.Future[Any], Callable[..., Any], tuple[object, ...]]


class Worker:
    """Runs functions one after the other in a thread of its own."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def do(self, work: Callable[..., T], *arguments: object) -> T:
        """Return what `work(*arguments)` returns, or raise what it raises."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put((loop, future, work, arguments))
        return await future

    async def end(self, last: Callable[[], None]) -> None:
        """Finish what is queued, run `last`, and end the thread, also where the caller is cancelled."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        # Both are queued before anything is awaited: a cancellation must not leave the thread behind.
        self._jobs.put((loop, future, last, ()))
        self._jobs.put(None)
        try:
            await future
        finally:
            self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            loop, future, work, arguments = job
            result: object = None
            failed: BaseException | None = None
            try:
                result = work(*arguments)
            except BaseException as error:  # noqa: BLE001  it is raised where it is awaited
                failed = error
            # A loop that was closed meanwhile has nobody left who waits.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, future, result, failed)
            # Nothing of a finished job may live on until the next one.
            del job, loop, future, work, arguments, result, failed


def _settle(future: asyncio.Future[Any], result: object, failed: BaseException | None) -> None:
    if future.done():
        return
    if failed is not None:
        future.set_exception(failed)
    else:
        future.set_result(result)


async def opened(connect: Callable[[], sqlite3.Connection]) -> sqlite3.Connection:
    """Return what `connect` opens in a thread; a caller cancelled meanwhile leaves no connection open."""
    # No task of its own: whoever cancels all tasks at the end would take away what is to be closed here.
    opening = asyncio.get_running_loop().run_in_executor(None, connect)
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        while not opening.done():
            # A window that closes cancels what is being cancelled once more.
            with suppress(asyncio.CancelledError):
                await asyncio.wait({opening})
        with suppress(RoundtableError, sqlite3.Error, OSError):
            opening.result().close()
        raise
