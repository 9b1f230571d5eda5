"""A file of a session's folder of sources, for a person who wants to see where a citation stands."""

from __future__ import annotations

from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.engine.folders import SourceText
from app.engine.port_names import READ_FOLDER
from app.services.parts import Parts


class SourceFiles:
    """Reads files of the folders that were chosen for sessions on this machine."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def text(self, session: SessionId, path: str) -> SourceText:
        """Return a file as it is now; raises InputError where there is none, or it may not be read."""
        folders = self._parts.folders
        folder = folders.chosen(session).get(READ_FOLDER) if folders is not None else None
        if folders is None or folder is None:
            raise InputError(
                words("This session has no folder of sources on this machine."),
                words("Choose one: roundtable resume {session} --folder", session=session),
            )
        sources = folders.sources(folder)
        try:
            return await sources.text(path)
        finally:
            await sources.close()
