"""The crash buffer: all streams' new text in one transaction every 250 ms."""

from __future__ import annotations

import asyncio
import logging
from types import TracebackType

from app.domain.canonical import sound_text
from app.domain.errors import StorageError
from app.engine.ports import Journal

_FLUSH_SECONDS = 0.25

_log = logging.getLogger(__name__)


class StreamBuffer:
    """Collects streamed text by call and writes it in the background while somebody has entered it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._users = 0
        self._pending: dict[int, list[str]] = {}
        self._task: asyncio.Task[None] | None = None

    def add(self, asked: int, text: str) -> None:
        """Take a piece of a call's text."""
        self._pending.setdefault(asked, []).append(text)

    def drop(self, asked: int) -> None:
        """Forget what is not yet written of a call that ended: its last record has it."""
        self._pending.pop(asked, None)

    async def __aenter__(self) -> StreamBuffer:
        self._users += 1
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="stream buffer")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._users -= 1
        task = self._task
        if self._users == 0 and task is not None:
            self._task = None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_FLUSH_SECONDS)
            pending, self._pending = self._pending, {}
            if pending:
                try:
                    await self._journal.buffer({k: sound_text("".join(v))[0] for k, v in pending.items()})
                except StorageError:
                    # The calls' own records will say what the disk refused; the buffer is a convenience.
                    _log.warning("the crash buffer could not be written")
