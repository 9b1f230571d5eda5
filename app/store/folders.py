"""Which folders a person chose for sessions on this machine, and the ways into them.

Kept in the data folder and in no journal: a session that was imported names folders of another machine, and
must open none of this one.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.errors import InputError, StorageError, storage_reason, storage_step
from app.domain.i18n import words
from app.domain.private import make_private
from app.engine.port_names import PORT_NAMES, PortName

if TYPE_CHECKING:
    from app.domain.ids import SessionId
    from app.engine.folders import ProjectHistory, SourceFolder
    from app.engine.ports import Clock


class FileFolders:
    """The chosen folders of one data folder: `folders/<session>.json`."""

    ports: frozenset[str] = frozenset(PORT_NAMES)

    def __init__(self, data: Path, clock: Clock) -> None:
        self._kept, self._clock = data / "folders", clock

    def check(self, port: PortName, folder: Path) -> None:
        """Raise InputError where a folder cannot be used; nothing is written."""
        if port == "history" and not folder.exists() and folder.parent.is_dir():
            return  # it is made with the first commit
        if not folder.exists():
            raise InputError(
                words("There is no folder {file}.", file=folder), words("Check the name, or make it first.")
            )
        if not folder.is_dir():
            raise InputError(
                words("{file} is a file, not a folder.", file=folder), words("Name the folder it lies in.")
            )
        if not os.access(folder, os.R_OK | os.X_OK):
            raise InputError(
                words("{file} may not be read.", file=folder),
                words("Give yourself permission to read it, or name another folder."),
            )
        if port == "history":
            from app.store.git_checks import check_project  # late: dulwich takes a tenth of a second

            check_project(folder)

    def choose(self, session: SessionId, folders: Mapping[PortName, Path]) -> None:
        """Keep what a person chose for a session. Raises StorageError."""
        choices_path = self._choices_path(session)
        content = json.dumps({name: os.path.realpath(path) for name, path in folders.items()})
        try:
            make_private(self._kept)
            handle, part = tempfile.mkstemp(dir=self._kept, prefix=".", suffix=".part")
            with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            Path(part).replace(choices_path)
        except OSError as error:
            raise StorageError(
                storage_reason(error),
                words(
                    "{file} cannot be written: {why}.", file=choices_path, why=error.strerror or str(error)
                ),
                storage_step(
                    error, words("Free some space or give yourself write permission, and start again.")
                ),
            ) from error

    def chosen(self, session: SessionId) -> Mapping[PortName, Path]:
        """Return what was chosen here, nothing for a session from elsewhere."""
        try:
            found = json.loads(self._choices_path(session).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        known = found if isinstance(found, dict) else {}
        return {name: Path(known[name]) for name in PORT_NAMES if isinstance(known.get(name), str)}

    def sources(self, folder: Path) -> SourceFolder:
        """Return the reading of a folder."""
        from app.documents.reader import DocumentReader  # late: hardly any session reads one
        from app.store.source_folder import FolderOfSources

        return FolderOfSources(folder, kept=DocumentReader())

    def history(self, folder: Path) -> ProjectHistory:
        """Return a project's history."""
        from app.store.project_git import GitProject  # late: dulwich takes a tenth of a second

        return GitProject(folder, self._clock)

    def _choices_path(self, session: SessionId) -> Path:
        return self._kept / f"{session}.json"
