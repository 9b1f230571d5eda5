"""The library: an index and full-text search over all sessions. It may be deleted and is rebuilt."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from app.domain.canonical import sound_text
from app.domain.errors import storage_reason
from app.domain.private import make_private
from app.engine.session_rows import Found, RowRules, SessionRow
from app.store.layout import refuses_writing, translated, translation
from app.store.worker import Worker

if TYPE_CHECKING:
    from app.domain.ids import SessionId

T = TypeVar("T")
VERSION = 16
"""Of the rows: one more whenever they hold something else, or are folded in another way."""
_SNIPPET = 60
"""Characters shown on either side of a hit."""
MOST_HITS = 50_000
"""Texts looked through for the sessions they belong to; a word as frequent as that singles nothing out."""

_SCHEMA = f"""
PRAGMA user_version={VERSION};
CREATE TABLE sessions (
    session TEXT PRIMARY KEY, upto INTEGER NOT NULL, changed INTEGER NOT NULL, row TEXT NOT NULL
);
CREATE TABLE workflows (name TEXT PRIMARY KEY, version TEXT NOT NULL, rules TEXT NOT NULL);
CREATE VIRTUAL TABLE texts USING fts5 (session UNINDEXED, seq UNINDEXED, text, tokenize='trigram');
"""


_NO_ROOM = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
"""What SQLite says where there is no room for the log of an index, or its disk fails."""
_UNUSABLE = frozenset({sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""What SQLite says of a file whose content is of no use; one that is locked is in use, not unusable."""


class SqliteLibrary:
    """The SessionIndex: `library.db` in the data folder, owned by one thread."""

    def __init__(self, path: Path, patience: float = 5.0) -> None:
        """`patience`: seconds to wait for another process that has it locked."""
        self._path, self._patience = path, patience
        self._thread = Worker("library")
        self._db: sqlite3.Connection | None = None
        self._guard = threading.Lock()

    async def put(self, row: SessionRow, texts: Sequence[tuple[int, str]]) -> None:
        """Store a session's row and index its texts; those that stand there already are passed over."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("BEGIN IMMEDIATE")
            try:
                # Asked in the same transaction: another process may have indexed them meanwhile.
                found = db.execute("SELECT upto FROM sessions WHERE session = ?", (row.session,)).fetchone()
                upto = found[0] if found is not None else 0
                db.execute(
                    "INSERT INTO sessions VALUES (?, ?, ?, ?) ON CONFLICT (session) DO UPDATE SET "
                    "upto = max(upto, excluded.upto), changed = excluded.changed, row = excluded.row",
                    (row.session, row.upto, row.changed_at, json.dumps(asdict(row))),
                )
                fresh = [(row.session, seq, text) for seq, text in texts if seq > upto and text.strip()]
                db.executemany("INSERT INTO texts VALUES (?, ?, ?)", fresh)
                db.execute("COMMIT")
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

        await self._do(work)

    async def rows(self) -> Sequence[SessionRow]:
        query = "SELECT row FROM sessions ORDER BY changed DESC"
        # Also read where they are found: of thirty thousand that takes a second, in which nobody is held up.
        return await self._do(lambda db: [_row(text) for (text,) in db.execute(query)])

    async def rules(self, version: str) -> Mapping[str, RowRules]:
        query = "SELECT name, rules FROM workflows WHERE version = ?"
        found = await self._do(lambda db: db.execute(query, (version,)).fetchall())
        return {name: _rules(text) for name, text in found}

    async def put_rules(self, version: str, workflow: str, rules: RowRules) -> None:
        values = (workflow, version, json.dumps(asdict(rules)))
        await self._do(lambda db: db.execute("INSERT OR REPLACE INTO workflows VALUES (?, ?, ?)", values))

    async def search(self, query: str, limit: int = 50) -> Sequence[tuple[SessionRow, int, str]]:
        """Return (row, seq, snippet) for texts that contain `query`, or each word of it, best first."""
        wanted = _wanted(query)
        found = await self._hits("text", wanted, limit)
        rows = {row.session: row for row in await self.rows()}
        return [(rows[s], int(seq), snippet(text, wanted)) for s, seq, _, text in found if s in rows]

    async def find(self, query: str) -> Sequence[Found]:
        """Return each session that contains `query` once, best first; of very many hits the best count."""
        hits = await self._hits("rowid", _wanted(query), MOST_HITS)
        times = Counter(session for session, *_ in hits)
        best: dict[SessionId, Found] = {}
        for session, seq, _, row_id in hits:
            best.setdefault(session, Found(session, int(seq), times[session], row_id))
        return list(best.values())

    async def _hits(self, column: str, wanted: str, limit: int) -> list[tuple[Any, ...]]:
        """Return (session, seq, rank, `column`), best first; of equals that of the newest session."""

        def work(db: sqlite3.Connection) -> list[tuple[Any, ...]]:
            select = f"SELECT session, seq, rank, {column} FROM texts WHERE "  # noqa: S608  a fixed string
            each = (
                db.execute(select + which, (value, limit)).fetchall() for which, value in _searches(wanted)
            )
            hits = sorted(next(filter(None, each), ()), key=lambda hit: hit[1])
            # Where nothing was matched there is no rank.
            return sorted(sorted(hits, key=lambda hit: hit[0], reverse=True), key=lambda hit: hit[2] or 0.0)

        return await self._do(work)

    async def snippets(self, query: str, found: Sequence[Found]) -> Mapping[SessionId, str]:
        """Return the surroundings of the best hits; one whose text is gone by now is left out."""
        wanted = _wanted(query)

        def work(db: sqlite3.Connection) -> dict[SessionId, str]:
            snippets = {}
            for hit in found:
                text = db.execute("SELECT text FROM texts WHERE rowid = ?", (hit.row_id,)).fetchone()
                if text is not None:
                    snippets[hit.session] = snippet(text[0], wanted)
            return snippets

        return await self._do(work)

    async def forget(self, session: SessionId) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM sessions WHERE session = ?", (session,))
            db.execute("DELETE FROM texts WHERE session = ?", (session,))

        await self._do(work)

    async def close(self) -> None:
        """Let go of the file and the thread."""
        await self._thread.end(self._close)

    def _close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def guarded() -> T:
            with translated(self._path), self._guard:
                return work(self._connection())

        return await self._thread.do(guarded)

    def _connection(self) -> sqlite3.Connection:
        if self._db is None:
            try:
                make_private(self._path.parent)
                self._db = self._open(self._path)
            except OSError as error:
                if storage_reason(error) != "read_only":
                    raise
                self._db = self._open(None)
            except sqlite3.DatabaseError as error:
                code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
                # On a full disk SQLite may not even make the log of an index that is there.
                closed = translation(error, self._path).reason == "gone"
                if refuses_writing(error) or code in _NO_ROOM or closed:
                    # Sessions on a disk that is full or read-only are listed and searched all the same.
                    self._db = self._open(None)
                elif code in _UNUSABLE:
                    # It is an index only: what is damaged or of another version is made anew.
                    for suffix in ("", "-wal", "-shm"):
                        self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)
                    self._db = self._open(self._path)
                else:
                    raise
        return self._db

    def _open(self, path: Path | None) -> sqlite3.Connection:
        """Open the index at a path, or one in memory that lives as long as this process."""
        database = path or ":memory:"
        db = sqlite3.connect(database, isolation_level=None, check_same_thread=False, timeout=self._patience)
        try:
            if path is not None:
                path.chmod(0o600)
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
                db.executescript(_SCHEMA)
            elif version != VERSION:
                raise sqlite3.DatabaseError(f"library version {version}")
            db.execute("SELECT count(*) FROM sessions").fetchone()
        except BaseException:
            db.close()
            raise
        return db


def _row(text: str) -> SessionRow:
    values = json.loads(text)
    return SessionRow(
        **{**values, **{name: tuple(values[name]) for name in ("tags", "models", "gate_verbs", "agents")}}
    )


def _rules(text: str) -> RowRules:
    values = json.loads(text)
    gates = {kind: (short, event) for kind, (short, event) in values["gates"].items()}
    return RowRules(
        **{**values, "fields": tuple(values["fields"]), "chosen": tuple(values["chosen"]), "gates": gates}
    )


def _wanted(query: str) -> str:
    """Return what to look for: SQLite takes no NUL in a search and no lone surrogate in any text."""
    return sound_text(query.replace("\0", " "))[0].strip()


def _searches(wanted: str) -> Iterator[tuple[str, str]]:
    """Yield conditions and their values, best first: the words as they stand, then each of them."""
    if 0 < len(wanted) < 3:
        # The trigram index finds nothing shorter than three characters.
        escaped = wanted.replace("!", "!!").replace("%", "!%").replace("_", "!_")
        yield "text LIKE ? ESCAPE '!' ORDER BY rowid DESC LIMIT ?", f"%{escaped}%"
        return
    for parts in [wanted], [part for part in wanted.split() if len(part) > 2]:
        if parts and wanted:
            # Quoted: nothing a person types is query syntax.
            quoted = ('"' + part.replace('"', '""') + '"' for part in parts)
            yield "texts MATCH ? ORDER BY rank LIMIT ?", " ".join(quoted)


def snippet(text: str, wanted: str) -> str:
    """Return the surroundings of the first hit on one line, without signs of headings and bold words."""
    places = (text.casefold().find(one.casefold()) for one in (wanted, *wanted.split()))
    at = next((place for place in places if place >= 0), 0)
    start, end = max(0, at - _SNIPPET), min(len(text), at + len(wanted) + _SNIPPET)
    inside = " ".join(word for word in text[start:end].replace("**", "").split() if word.strip("#"))
    return f"{'…' if start else ''}{inside}{'…' if end < len(text) else ''}"
