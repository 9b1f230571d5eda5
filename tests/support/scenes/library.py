"""The sample's library: rows and searches over journals in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from app.domain.errors import NotFound
from app.domain.fact_base import Fact, FactCatalogue, Record
from app.domain.facts import SessionRenamed, TagsChanged
from app.domain.ids import SessionId
from app.engine.plugin import WorkflowPlugin
from app.engine.ports import ARCHIVED, Found, SessionRow
from app.services.library import Family
from app.services.library_rows import RowFold


class SampleLibrary:
    """Rows folded from the journals, as the real one folds them."""

    def __init__(
        self,
        journals: Mapping[SessionId, list[Record]],
        catalogue: FactCatalogue,
        plugins: Mapping[str, WorkflowPlugin],
        running: Callable[[SessionId], bool],
    ) -> None:
        self._journals, self._catalogue, self._plugins = journals, catalogue, plugins
        self._running = running
        self._folds: dict[SessionId, RowFold] = {}
        self._texts: dict[SessionId, list[tuple[int, str]]] = {}

    async def rows(self) -> Sequence[SessionRow]:
        """Return all sessions, newest first."""
        rows = []
        for session, journal in reversed(list(self._journals.items())):
            fold = self._folds.setdefault(session, RowFold(self._catalogue, self._plugins))
            self._texts.setdefault(session, []).extend(fold.take(journal[fold.upto :]))
            row = fold.row(session, "")
            nobody = row.state == "running" and not self._running(session)
            rows.append(replace(row, state="interrupted") if nobody else row)
        return rows

    async def search(self, text: str) -> Sequence[tuple[SessionRow, int, str]]:
        """Return the best hit of each session."""
        rows = {row.session: row for row in await self.rows()}
        found = await self.find(text)
        told = await self.snippets(text, found)
        return [(rows[hit.session], hit.seq, told[hit.session]) for hit in found]

    async def find(self, text: str) -> Sequence[Found]:
        """Return the sessions in whose texts the words stand."""
        rows, found = await self.rows(), []
        for row in rows:
            hits = [seq for seq, said in self._texts[row.session] if text.casefold() in said.casefold()]
            if hits and text.strip():
                found.append(Found(row.session, hits[0], len(hits), hits[0]))
        return found

    async def snippets(self, text: str, found: Sequence[Found]) -> Mapping[SessionId, str]:
        """Return some words around the hits."""
        told = {}
        for hit in found:
            said = next(said for seq, said in self._texts[hit.session] if seq == hit.seq)
            at = said.casefold().find(text.casefold())
            told[hit.session] = " ".join(said[max(0, at - 60) : at + 60 + len(text)].split())
        return told

    async def family(self, session: SessionId) -> Family:
        """Return where a session was forked from, and its forks."""
        rows = {row.session: row for row in await self.rows()}
        parent = rows[session].parent if session in rows else ""
        forks = [row for row in reversed(list(rows.values())) if row.parent == session]
        return Family(rows.get(SessionId(parent)), tuple(forks))


class SampleSessionsLike(Protocol):
    """The sample's sessions, as far as the shelf needs them."""

    journals: dict[SessionId, list[Record]]

    def add(self, session: SessionId, *facts: Fact) -> None:
        """Append facts."""
        ...


class SampleAdmin:
    """Puts sessions away in memory."""

    def __init__(self, sessions: SampleSessionsLike) -> None:
        self._sessions = sessions
        self._trash: dict[SessionId, list[Record]] = {}

    async def archive(self, session: SessionId, away: bool = True) -> None:
        """Tag it."""
        self._sessions.add(session, TagsChanged(tags=(ARCHIVED,) if away else ()))

    async def rename(self, session: SessionId, title: str) -> None:
        """Record it."""
        self._sessions.add(session, SessionRenamed(title=title))

    async def delete(self, session: SessionId) -> None:
        """Take it out of the journals."""
        self._trash[session] = self._sessions.journals.pop(session)

    async def restore(self, session: SessionId) -> None:
        """Put it back."""
        if session not in self._trash:
            raise NotFound(f"The session {session} is not in the trash.", "Choose another one.")
        self._sessions.journals[session] = self._trash.pop(session)
