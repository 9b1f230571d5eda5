"""Files of JSON lines that a session keeps beside its journal, as ports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.domain.canonical import JsonValue

if TYPE_CHECKING:
    from app.domain.errors import StorageError
    from app.domain.ids import SessionId


@dataclass(frozen=True, slots=True)
class LinePlace:
    """Where a session's file of JSON lines lies: `runs/<run>/logs/<run>.jsonl` in the data folder.

    `elsewhere`: a folder the person named in place of `runs/<run>`; it counts only on the machine where
    the session was created, so that an imported session writes nowhere but in the data folder.
    """

    run: str
    elsewhere: str = ""


Line = Mapping[str, JsonValue]
"""One line of such a file; it carries the `session` and the `seq` of the record it comes from."""


class LineFile(Protocol):
    """A file of JSON lines, open for one session's lines. Others may append theirs to the same file."""

    @property
    def path(self) -> Path:
        """The file."""
        ...

    @property
    def problem(self) -> StorageError | None:
        """Why the last lines could not be written, None where they were."""
        ...

    async def last(self) -> int | None:
        """Cut a torn tail; return the seq of the session's last line (0: none), None for no file."""
        ...

    def post(self, lines: Sequence[Line]) -> None:
        """Append lines in order, in the background, each whole and flushed."""
        ...

    async def replace(self, lines: Sequence[Line]) -> None:
        """Write the file anew. Raises StorageError."""
        ...

    async def close(self) -> None:
        """Write what is posted and let go."""
        ...


class LineFiles(Protocol):
    """The files of JSON lines of one data folder."""

    def exists(self, location: LinePlace) -> bool:
        """Tell whether there are lines at a location already."""
        ...

    async def claim(self, location: LinePlace, session: SessionId) -> None:
        """Note that a person chose the location for a session on this machine. Raises StorageError."""
        ...

    async def open(self, location: LinePlace, session: SessionId) -> LineFile:
        """Open a session's file; nothing is made before the first line."""
        ...
