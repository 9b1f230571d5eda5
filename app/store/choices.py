"""What a person chose for each session on this machine: its folders and its tool servers.

Kept in the data folder and in no journal: a session that was imported names folders and servers of another
machine, and must open none of this one.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.domain.errors import InputError, disk_refused
from app.domain.i18n import words
from app.domain.private import make_private, put_whole
from app.domain.untrusted_files import is_folder, is_there, shown_path, unreadable
from app.engine.folders import PORT_NAMES, OpenedFolder, PortName
from app.engine.tool_source import ToolChoice

if TYPE_CHECKING:
    from app.domain.ids import SessionId
    from app.engine.folders import ProjectHistory, SourceFolder
    from app.engine.ports import Clock

_NUMBERS = "numbers"
"""The key under which the numbers of folders stand beside their paths."""


class _Choices:
    """A file of JSON for each session: `<folder>/<session>.json`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, session: SessionId, choice: Mapping[str, object]) -> None:
        """Keep a choice. Raises StorageError."""
        path = self._folder / f"{session}.json"
        try:
            make_private(self._folder)
            put_whole(path, json.dumps(choice).encode())
        except OSError as error:
            raise disk_refused(
                error,
                words("{file} cannot be written: {why}.", file=path),
                words("Free some space or give yourself write permission, and start again."),
            ) from error

    def of(self, session: SessionId) -> Mapping[str, Any]:
        """Return what was chosen here, nothing for a session from elsewhere."""
        try:
            found = json.loads((self._folder / f"{session}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}


class FileToolChoices:
    """Which tool servers sessions were given: `tools/<session>.json` of one data folder."""

    def __init__(self, data: Path) -> None:
        self._kept = _Choices(data / "tools")

    def choose(self, session: SessionId, names: Sequence[str]) -> None:
        """Keep which servers a session is given, under a grant of its own. Raises StorageError."""
        self._kept.keep(session, {"servers": list(names), "grant": secrets.token_hex(8)})

    def chosen(self, session: SessionId) -> ToolChoice:
        """Return what was chosen here, nothing for a session from elsewhere."""
        found = self._kept.of(session)
        servers, grant = found.get("servers"), found.get("grant")
        if not isinstance(servers, list) or grant is None:
            return ToolChoice()
        return ToolChoice(tuple(map(str, servers)), str(grant))


class FileFolders:
    """The ChosenFolders of this machine: `folders/<session>.json`."""

    ports: frozenset[str] = frozenset(PORT_NAMES)

    def __init__(self, data: Path, clock: Clock) -> None:
        self._kept, self._clock = _Choices(data / "folders"), clock

    def check(self, port: PortName, folder: Path, *, new: bool = False) -> OpenedFolder:
        try:
            os.lstat(folder)
        except (FileNotFoundError, NotADirectoryError):
            pass
        except (OSError, ValueError) as error:
            raise unreadable(folder, error) from error
        name, there = shown_path(folder), is_there(folder)
        if port == "history" and not there and is_folder(folder.parent):
            return OpenedFolder(Path(os.path.realpath(folder)))  # it is made with the first commit
        if not there:
            raise InputError(
                words("There is no folder {file}.", file=name), words("Check the name, or make it first.")
            )
        if not is_folder(folder):
            raise InputError(
                words("{file} is a file, not a folder.", file=name), words("Name the folder it lies in.")
            )
        if not os.access(folder, os.R_OK | os.X_OK):
            raise InputError(
                words("{file} may not be read.", file=name),
                words("Give yourself permission to read it, or name another folder."),
            )
        if new and port == "sources" and not any(folder.iterdir()):
            raise InputError(words("{file} is empty.", file=name), words("Put files there first."))
        if port == "history":
            from app.store.git_checks import check_project  # late: dulwich takes a tenth of a second

            check_project(folder)
        # From here on the name leads nowhere: who puts another folder there, or a link, is noticed.
        real = Path(os.path.realpath(folder))
        return OpenedFolder(real, real.stat().st_ino)

    def choose(self, session: SessionId, folders: Mapping[PortName, OpenedFolder]) -> None:
        numbers = {name: one.number for name, one in folders.items() if one.number is not None}
        kept: dict[str, object] = {name: str(one.path) for name, one in folders.items()}
        self._kept.keep(session, kept | {_NUMBERS: numbers})

    def chosen(self, session: SessionId) -> Mapping[PortName, OpenedFolder]:
        known = self._kept.of(session)
        paths = {name: known[name] for name in PORT_NAMES if isinstance(known.get(name), str)}
        numbers = known.get(_NUMBERS)
        # Somebody may have written into the file: then its path alone is known.
        given = numbers if isinstance(numbers, dict) else {}
        sound = {name: one for name, one in given.items() if type(one) is int}
        return {name: OpenedFolder(Path(path), sound.get(name)) for name, path in paths.items()}

    def sources(self, folder: OpenedFolder) -> SourceFolder:
        from app.documents.reader import DocumentReader  # late: hardly any session reads one
        from app.store.source_folder import FolderOfSources

        return FolderOfSources(folder, kept=DocumentReader())

    def history(self, folder: OpenedFolder) -> ProjectHistory:
        from app.store.project_git import GitProject  # late: dulwich takes a tenth of a second

        return GitProject(folder, self._clock)
