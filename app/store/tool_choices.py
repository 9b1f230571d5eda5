"""Which tool servers sessions were given on this machine: kept in the data folder and in no journal.

A session that was imported names servers of another machine, and must open none of this one.
"""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from collections.abc import Sequence
from pathlib import Path

from app.domain.errors import StorageError, storage_reason, storage_step
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.domain.private import make_private
from app.engine.tool_source import ToolChoice


class FileToolChoices:
    """The choices of one data folder: `tools/<session>.json`."""

    def __init__(self, data: Path) -> None:
        self._kept = data / "tools"

    def choose(self, session: SessionId, names: Sequence[str]) -> None:
        """Keep which servers a session is given, under a grant of its own. Raises StorageError."""
        path = self._kept / f"{session}.json"
        content = json.dumps({"servers": list(names), "grant": secrets.token_hex(8)})
        try:
            make_private(self._kept)
            handle, part = tempfile.mkstemp(dir=self._kept, prefix=".", suffix=".part")
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            Path(part).replace(path)
        except OSError as error:
            raise StorageError(
                storage_reason(error),
                words("{file} cannot be written: {why}.", file=path, why=error.strerror or str(error)),
                storage_step(
                    error, words("Free some space or give yourself write permission, and start again.")
                ),
            ) from error

    def chosen(self, session: SessionId) -> ToolChoice:
        """Return what was chosen here, nothing for a session from elsewhere."""
        try:
            found = json.loads((self._kept / f"{session}.json").read_text(encoding="utf-8"))
            return ToolChoice(tuple(str(name) for name in found["servers"]), str(found["grant"]))
        except (OSError, ValueError, KeyError, TypeError):
            return ToolChoice()
