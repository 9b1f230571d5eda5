"""Waiting until nothing is under way but what waits for a person, a model or the clock.

What the window asks of its services goes through threads that read and write files, and from task to task.
Nothing tells when all of it has come back: it is seen by what the tasks of the loop are waiting for.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from functools import cache
from inspect import isasyncgen
from typing import Any

from tests.support.waiting import AMPLE

TURNS = 6
"""Turns of the loop without work in a thread or a task, after which nothing is under way: Qt has its own."""
_THREADS = ("/app/store/worker.py", "/asyncio/threads.py")
"""Where a coroutine stands that waits for a thread."""


def _frames(waiting: Any) -> Iterator[str]:
    """Yield the files in which a chain of coroutines stands, the outermost first."""
    while waiting is not None:
        code = getattr(waiting, "cr_code", None) or getattr(waiting, "ag_code", None)
        if code is None:
            # Who enters an asynccontextmanager waits for a step of its generator, which does not tell whose.
            waiting = next((one for one in gc.get_referents(waiting) if isasyncgen(one)), None)
            continue
        yield code.co_filename
        waiting = getattr(waiting, "cr_await", None) or getattr(waiting, "ag_await", None)


def in_threads() -> list[asyncio.Task[Any]]:
    """Return the tasks of this loop that wait for a thread."""
    return [task for task in asyncio.all_tasks() if any(map(_hands_to_a_thread, _frames(task.get_coro())))]


@cache
def _hands_to_a_thread(file: str) -> bool:
    return file.replace("\\", "/").endswith(_THREADS)


def at_work() -> list[asyncio.Task[Any]]:
    """Return the other tasks of this loop whose turn has come: what they waited for is there."""
    return [
        task for task in asyncio.all_tasks() if task is not asyncio.current_task() and _has_its_turn(task)
    ]


def _has_its_turn(task: asyncio.Task[Any]) -> bool:
    # No public word tells it: a task says what it waits for in its picture alone.
    waits_for = task._fut_waiter  # type: ignore[attr-defined]
    return waits_for is None or waits_for.done()


async def quiet() -> None:
    """Wait until no task waits for a thread or has its turn, and what came of it has had its own."""
    end, calm = time.monotonic() + AMPLE, 0
    while calm < TURNS:
        await asyncio.sleep(0)
        calm += 1
        if at_work():
            calm = 0
            assert time.monotonic() < end, f"still at work: {at_work()}"
        # Between the first calm turn and the last no task has its turn, so none hands anything to a thread.
        elif calm in (1, TURNS) and in_threads():
            calm = 0
            assert time.monotonic() < end, f"still at work: {in_threads()}"
            await asyncio.sleep(0.001)
