"""Ctrl-C: the first pauses the sessions that run, the second stops them; one that is being made waits."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from app.cli.output import say


@contextmanager
def listening(call: Callable[[], None]) -> Iterator[None]:
    """Call something in this loop at each interrupt, where the system lets a loop hear of it."""
    loop, hears = asyncio.get_running_loop(), sys.platform != "win32"
    if hears:
        loop.add_signal_handler(signal.SIGINT, call)
    try:
        yield
    finally:
        if hears:
            loop.remove_signal_handler(signal.SIGINT)


@contextmanager
def held() -> Iterator[Callable[[], bool]]:
    """Keep an interrupt back while a session is made, and yield what tells whether there was one.

    Else it would be there, and nobody had told its name. Whoever moves the session listens from then on.
    """
    pressed = asyncio.Event()
    with listening(pressed.set):
        yield pressed.is_set


@contextmanager
def interrupts(
    obey: Callable[[bool], Awaitable[object]], quiet: Callable[[], None] = lambda: None
) -> Iterator[None]:
    """Call `obey(stop)` in this loop at each interrupt; `stop` from the second on.

    `quiet` is called first: it ends a line that is written over and over.
    """
    tasks, count = set[asyncio.Future[object]](), 0

    def interrupt() -> None:
        nonlocal count
        count += 1
        quiet()
        say("Pausing: running calls end; press again to stop." if count == 1 else "Stopping.")
        task = asyncio.ensure_future(obey(count > 1))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    with listening(interrupt):
        yield
