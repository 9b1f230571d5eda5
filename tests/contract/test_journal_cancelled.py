"""Whoever waits for a session file may be cancelled at any await: no thread, descriptor or lock is left."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from app.domain.ids import SessionId
from app.engine.ports import JournalReader
from app.store.sessions import FileSessionStore
from tests.contract.test_journal_suite import note
from tests.support.clocks import ManualClock

SESSION = SessionId("01hzy8k3v0000000000000000a")
TURNS = 12
"""Turns of the loop tried: opening and closing take fewer, the thread's part of them apart."""


def left(folder: Path) -> list[str]:
    """Name the journal threads and the descriptors of session files there are."""
    names = [thread.name for thread in threading.enumerate() if thread.name.startswith("journal-")]
    own = Path("/proc/self/fd")
    if own.exists():
        files = [path.resolve() for path in own.iterdir()]
        names += [str(path) for path in files if folder in path.parents]
    return names


async def cancel_after(turns: int, task: asyncio.Task[None], begun: asyncio.Event, times: int) -> None:
    await begun.wait()
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    for _ in range(1, times):
        await asyncio.sleep(0)
        task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("reading", [True, False], ids=["reading", "appending"])
@pytest.mark.parametrize("moment", ["opening", "closing"])
@pytest.mark.parametrize("times", [1, 2, 3])
async def test_a_cancellation_leaves_nothing_behind(
    tmp_path: Path, reading: bool, moment: str, times: int
) -> None:
    store = FileSessionStore(tmp_path, ManualClock())
    await store.create(SESSION, [note("first")])
    opening: Callable[[SessionId], Awaitable[JournalReader]] = store.follow if reading else store.open

    async def use(begun: asyncio.Event) -> None:
        if moment == "opening":
            begun.set()
        journal = await opening(SESSION)
        begun.set()
        await journal.close()

    # A thread that a test before this one left is that test's fault.
    before = left(tmp_path)
    for turns in range(TURNS):
        begun = asyncio.Event()
        await cancel_after(turns, asyncio.create_task(use(begun)), begun, times)
        assert left(tmp_path) == before
        assert not await store.busy(SESSION)
