"""Putting sessions away: archiving and deleting, both of which can be taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from app.domain.errors import InputError, NotFound
from app.domain.facts import SessionRenamed, TagsChanged
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.engine.session_rows import ARCHIVED
from app.services.library import Library
from app.services.parts import Parts
from app.services.review import Review
from app.services.sessions import Sessions

DAY = 86_400
"""Seconds."""


class SessionAdmin:
    """What is done with whole sessions."""

    def __init__(self, parts: Parts, sessions: Sessions, review: Review, library: Library) -> None:
        self._store, self._clock = parts.store, parts.clock
        self._sessions, self._review, self._library = sessions, review, library

    async def archive(self, session: SessionId, away: bool = True) -> None:
        """Put a session away, or take it out again; raises SessionBusy or StorageError."""
        tags = (await self._library.row(session)).tags
        if (ARCHIVED in tags) == away:
            return
        kept = tuple(tag for tag in tags if tag != ARCHIVED)
        await self._review.tell(session, TagsChanged(tags=(*kept, ARCHIVED) if away else kept))

    async def rename(self, session: SessionId, title: str) -> None:
        """Give a session another title; raises SessionBusy or StorageError."""
        await self._review.tell(session, SessionRenamed(title=title))

    async def delete(self, session: SessionId) -> Path:
        """Move a session to the trash folder and return its place there.

        Raises InputError while it runs, SessionBusy elsewhere.
        """
        if self._sessions.running(session):
            raise InputError(
                words("This session is running."),
                words("Stop it first, then delete it."),
            )
        await self._sessions.detach(session)
        return await self._store.delete(session)

    async def restore(self, session: SessionId) -> None:
        """Take a session back from the trash folder; raises NotFound or ImportRefused."""
        await self._store.restore(session)

    async def of_file(self, path: Path) -> SessionId:
        """Return the session whose very file this is; raises NotFound, also for another one of that name."""
        session = SessionId(path.name.removesuffix(".roundtable"))
        if session in await self._store.ids():
            try:
                if await asyncio.to_thread(path.samefile, self._store.path(session)):
                    return session
            except OSError:
                pass
        raise NotFound(
            words("{file} is no session of this library, so it was not opened.", file=path.name),
            words("Ask whoever has it for a JSON export; “Import…” takes that in."),
        )

    async def resolve_trashed(self, text: str) -> SessionId:
        """Return the session in the trash with this id or unique prefix; raises NotFound."""
        wanted = text.strip().lower()
        found = [session for session in await self._store.trashed() if wanted and session.startswith(wanted)]
        if len(found) == 1:
            return found[0]
        raise NotFound(
            words("“{text}” fits {count} sessions in the trash.", text=text, count=len(found))
            if found
            else words("There is no session “{text}” in the trash.", text=text),
            words("Write more of the id.")
            if found
            else words("“roundtable list” shows those that are here."),
        )

    async def clear_trash(self, days: int) -> Sequence[SessionId]:
        """Remove for good what has been in the trash for so many days; return what went."""
        return await self._store.clear_trash(self._clock.now() / 1e6, days * DAY)
