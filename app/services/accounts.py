"""What a workflow has to tell of a session beyond the shared facts: folded anew from its records."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.canonical import JsonValue
from app.domain.ids import SessionId
from app.engine.plugin import rival_of
from app.services.live import Parts, read_fold


@dataclass(frozen=True, slots=True)
class Account:
    """The workflow's own sections and summary of one session."""

    sections: Sequence[tuple[str, str]]
    """(title, Markdown); none is empty."""
    summary: Mapping[str, JsonValue]
    rival: int | None
    """Seq of the text that the result competes with."""


class Accounts:
    """Accounts of sessions, for a face that shows them."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def of(self, session: SessionId) -> Account:
        """Return a session's account; raises NotFound or StorageError."""
        reader = await self._parts.store.follow(session)
        try:
            fold = await read_fold(self._parts, reader)
            plugin, state = fold.plugin, fold.state
            made = await asyncio.to_thread(
                lambda: (tuple(plugin.parts(state)), dict(plugin.summary(state)), rival_of(plugin, state))
            )
        finally:
            await reader.close()
        return Account(*made)
