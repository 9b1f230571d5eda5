"""Putting sessions away: archiving and deleting, both of which can be taken back."""

from __future__ import annotations

from app.domain.errors import InputError
from app.domain.fact_base import Fact
from app.domain.facts import SessionRenamed, TagsChanged
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.engine.ports import ARCHIVED, SessionStore
from app.services.library import Library
from app.services.review import Review
from app.services.sessions import Sessions


class SessionAdmin:
    """What is done with whole sessions."""

    def __init__(self, store: SessionStore, sessions: Sessions, review: Review, library: Library) -> None:
        self._store, self._sessions, self._review, self._library = store, sessions, review, library

    async def archive(self, session: SessionId, away: bool = True) -> None:
        """Put a session away, or take it out again; raises SessionBusy or StorageError."""
        tags = (await self._library.row(session)).tags
        if (ARCHIVED in tags) == away:
            return
        kept = tuple(tag for tag in tags if tag != ARCHIVED)
        await self._tell(session, TagsChanged(tags=(*kept, ARCHIVED) if away else kept))

    async def rename(self, session: SessionId, title: str) -> None:
        """Give a session another title; raises SessionBusy or StorageError."""
        await self._tell(session, SessionRenamed(title=title))

    async def _tell(self, session: SessionId, fact: Fact) -> None:
        was_open = self._sessions.live(session) is not None
        await self._review.tell(session, fact)
        if not was_open:
            await self._sessions.detach(session)

    async def delete(self, session: SessionId) -> None:
        """Move a session to the trash folder; raises InputError while it runs, SessionBusy elsewhere."""
        if self._sessions.running(session):
            raise InputError(
                words("This session is running."),
                words("Stop it first, then delete it."),
            )
        await self._sessions.detach(session)
        await self._store.delete(session)

    async def restore(self, session: SessionId) -> None:
        """Take a session back from the trash folder; raises NotFound or ImportRefused."""
        await self._store.restore(session)
