"""Handing sessions to workers on other machines and back, as a port.

Words: a *cell* is what is handed out at once: a session and those that are compared with it; it is named by
that session. A *handing out* has a number, its generation; whoever has a later one has taken the cell over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from app.domain.canonical import JsonValue
from app.domain.ids import SessionId

Told = Mapping[str, JsonValue]
"""What a worker tells of one session that it is done with."""


class Claim(Protocol):
    """A worker's hold on one cell."""

    @property
    def lost(self) -> bool:
        """Whether whoever had it before never said how it ended."""
        ...

    @property
    def superseded(self) -> bool:
        """Whether somebody else was given it since: nothing more of it can be handed back."""
        ...

    async def beat(self) -> None:
        """Say that this worker lives. Never raises."""
        ...

    async def end(self, told: Sequence[JsonValue]) -> None:
        """Hand everything back, say how it stands, and let go of it; raises StorageError."""
        ...


class Handing(Protocol):
    """The folder through which the sessions of one batch go."""

    def alone(self) -> AbstractContextManager[str]:
        """Keep other commands from handing out of this folder; raises SessionBusy.

        Gives what names this command: what an earlier one had ordered is not begun any more.
        """
        ...

    def begin_worker(self) -> None:
        """Say that this process lives for as long as it does; raises InputError where it is no worker."""
        ...

    def end_worker(self) -> None:
        """Remove what this worker wrote for itself; it takes nothing more."""
        ...

    async def claim(self, cell: SessionId, sessions: Sequence[SessionId], command: str) -> Claim | None:
        """Take a cell, with its sessions as they were handed back last.

        None: another worker has it, or the command that ordered it is gone. While it is held, each of them is
        handed back within every append that asks a model, ends a call or reaches a gate or the end of a
        round. Raises StorageError.
        """
        ...

    async def at_work(self, cell: SessionId) -> bool:
        """Tell whether some worker has it and lives."""
        ...

    async def generation(self, cell: SessionId) -> int:
        """Return the number of its last handing out, 0 where nothing of it is here."""
        ...

    async def told(self, cell: SessionId) -> Sequence[Told]:
        """Return what the last worker told of it in the end, nothing where it has told nothing."""
        ...

    async def take_in(self, cell: SessionId, sessions: Sequence[SessionId]) -> None:
        """Bring what was handed back last into the data folder; raises StorageError, ImportDiffers."""
        ...

    async def give(self, cell: SessionId, sessions: Sequence[SessionId]) -> None:
        """Hand out what the data folder has more; nobody may be at work on it. Raises StorageError."""
        ...

    async def forget(self, cell: SessionId) -> None:
        """Remove what was handed back: the data folder has it."""
        ...

    def say(self, word: str) -> None:
        """Leave a word for all workers (`pause`, `stop`); empty: none. Raises StorageError."""
        ...

    def word(self) -> str:
        """Return the word for all workers."""
        ...
