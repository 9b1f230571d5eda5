"""Waiting for what a person would see: nothing tells of it, so it is looked for.

What waits in a test waits for a state, and has one generous end. `AMPLE` is that end, the same for all: a
guard against hanging, and no bound that a busy machine could miss.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable, Collection
from typing import Any

AMPLE = 300.0
"""Seconds for what takes a moment, however busy the machine is."""
LONG = 2 * AMPLE
"""Seconds for a story of many such moments."""


async def until(ready: Callable[..., object], seconds: float = AMPLE) -> None:
    """Wait until something is so; fails with what was waited for where it never is."""
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, _never(ready, seconds)
        await asyncio.sleep(0.01)


def wait_until(ready: Callable[..., object], seconds: float = AMPLE) -> None:
    """Wait as `until` does, where no loop turns."""
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, _never(ready, seconds)
        time.sleep(0.01)


async def tasks_left(before: Collection[asyncio.Task[Any]] = ()) -> list[asyncio.Task[Any]]:
    """Return the other tasks of this loop that are new and go on; those that are being cancelled may end."""

    def others() -> list[asyncio.Task[Any]]:
        return [t for t in asyncio.all_tasks() if t not in before and t is not asyncio.current_task()]

    # What was told to end in the last moment, or begun, has its turn.
    for _ in range(3):
        await asyncio.sleep(0)
    ending = [task for task in others() if task.cancelling()]
    if ending:
        await asyncio.wait(ending, timeout=AMPLE)
    return others()


def _never(ready: Callable[..., object], seconds: float) -> str:
    try:
        waited_for = inspect.getsource(ready).strip()
    except (OSError, TypeError):
        # A bound method of Qt has no source.
        waited_for = repr(ready)
    return f"not so within {seconds:g} s: {waited_for}"
