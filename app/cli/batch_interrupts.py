"""Ctrl-C while a batch runs: the first pauses it, the second stops what runs."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from app.cli.output import say


@contextmanager
def interrupts(obey: Callable[[bool], Awaitable[None]]) -> Iterator[None]:
    """Call `obey(stop)` in this loop at each interrupt; `stop` from the second on."""
    loop, tasks, count = asyncio.get_running_loop(), set[asyncio.Future[None]](), 0

    def interrupt() -> None:
        nonlocal count
        count += 1
        say("Pausing: running calls end; press again to stop." if count == 1 else "Stopping.")
        task = asyncio.ensure_future(obey(count > 1))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    handles = sys.platform != "win32"
    if handles:
        loop.add_signal_handler(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        if handles:
            loop.remove_signal_handler(signal.SIGINT)
