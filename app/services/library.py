"""The library: what sessions there are and what was said in them, an index that can always be rebuilt."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from app.domain.errors import NotFound, RoundtableError
from app.domain.fact_base import Record
from app.domain.facts import (
    CritiqueFiled,
    GuidanceGiven,
    NoteAdded,
    RoundClosed,
    SessionCreated,
    TextDecided,
    TextProposed,
)
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.engine.calls import Calls
from app.engine.ports import SessionIndex, SessionRow
from app.engine.position import Position
from app.services.live import Parts

_log = logging.getLogger(__name__)


class Library:
    """Lists and searches all sessions."""

    def __init__(self, parts: Parts, index: SessionIndex) -> None:
        self._parts = parts
        self._index = index

    async def rows(self) -> Sequence[SessionRow]:
        """Return every session, newest change first; one that cannot be read says why."""
        store, index = self._parts.store, self._index
        known = {row.session: row for row in await index.rows()}
        rows: list[SessionRow] = []
        ids = await store.ids()
        for session in ids:
            row = await self._fresh(session, known.get(session))
            if row is None:
                continue
            if row.state == "running" and not await store.busy(session):
                row = replace(row, state="interrupted")
            rows.append(row)
        for gone in known.keys() - set(ids):
            await index.forget(gone)
        return sorted(rows, key=lambda row: row.changed_at, reverse=True)

    async def row(self, session: SessionId) -> SessionRow:
        """Return one session's row."""
        known = {row.session: row for row in await self._index.rows()}
        row = await self._fresh(session, known.get(session))
        if row is None:
            raise NotFound(
                words("Nothing was recorded in the session {session}.", session=session),
                words("Start a new one; “roundtable list” shows the others."),
            )
        if row.state == "running" and not await self._parts.store.busy(session):
            return replace(row, state="interrupted")
        return row

    async def search(self, text: str) -> Sequence[tuple[SessionRow, int, str]]:
        """Return (row, seq, snippet) for everything said that contains `text`."""
        await self.rows()
        return await self._index.search(text)

    async def _fresh(self, session: SessionId, known: SessionRow | None) -> SessionRow | None:
        """Return a session's row, None where a process died before the first record."""
        try:
            reader = await self._parts.store.follow(session)
            try:
                head = await reader.head()
                if known is not None and await self._index.indexed_upto(session) == head:
                    return known
                if head == 0:
                    return None
                records = await reader.read()
            finally:
                await reader.close()
            row, texts = self._project(session, records, await self._index.indexed_upto(session))
        except RoundtableError as error:
            return _unreadable(session, str(error))
        except Exception:  # noqa: BLE001  one strange file must not hide all the others
            _log.exception("%s could not be read", session)
            return _unreadable(session, "Its records do not fit together.")
        await self._index.put(row, texts)
        return row

    def _project(
        self, session: SessionId, records: Sequence[Record], upto: int
    ) -> tuple[SessionRow, list[tuple[int, str]]]:
        position, calls = Position(), Calls()
        rounds, tags, texts = 0, (), list[tuple[int, str]]()
        for record in records:
            fact = self._parts.catalogue.decode(record)
            position.apply(record, fact)
            calls.apply(record, fact)
            text = ""
            match fact:
                case SessionCreated():
                    text = "\n".join([fact.title, *(v for v in fact.setup.values() if isinstance(v, str))])
                case TextProposed():
                    text = fact.text
                case TextDecided():
                    text = fact.edit or ""
                case CritiqueFiled():
                    text = "\n".join(filter(None, (fact.claim, fact.suggestion, fact.quote)))
                case GuidanceGiven() | NoteAdded():
                    text = fact.text
                case RoundClosed():
                    rounds += fact.accepted
                    text = fact.feedback or ""
                case _:
                    pass
            if text.strip() and record.seq > upto:
                texts.append((record.seq, text))
        gate = position.open_gate()
        row = SessionRow(
            session=session,
            workflow=position.workflow,
            title=position.title,
            state=position.state,
            created_at=records[0].at if records else 0,
            changed_at=records[-1].at if records else 0,
            rounds=rounds,
            tokens=calls.tokens,
            cost=None if calls.unknown_price and not calls.spent else calls.spent,
            termination_reason=position.reason,
            gate_kind=gate.fact.kind if gate and position.state == "waiting" else None,
            tags=tags,
        )
        # The seq of the head must be stored even where the last record says nothing.
        if records and (not texts or texts[-1][0] != records[-1].seq):
            texts.append((records[-1].seq, ""))
        return row, texts


def _unreadable(session: SessionId, problem: str) -> SessionRow:
    return SessionRow(session, "", str(session), "failed", 0, 0, 0, 0, None, problem=problem)
