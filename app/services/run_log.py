"""The run log of a session: a file of JSON lines beside its journal, a projection of it.

A line per telling record. What the file lacks is appended on opening, what is gone is made anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.canonical import JsonValue
from app.domain.errors import RoundtableError, StorageError
from app.domain.fact_base import Fact, FactCatalogue, Record, UnknownFact
from app.domain.facts import SessionCreated, SessionForked
from app.domain.i18n import Message
from app.domain.ids import SessionId
from app.engine.bus import Appended, Bus, BusMessage
from app.engine.fold import SessionFold
from app.engine.line_files import Line, LineFile
from app.engine.plugin import RunLog, WorkflowPlugin
from app.projections.base import wanted
from app.projections.session import Session
from app.services.parts import Parts

Setup = Mapping[str, JsonValue]
_SETUP_TAGS = wanted(SessionCreated, SessionForked)
_MOST_REFERRED = 8
"""Earlier records kept for lines that refer to them: a line refers to one of the newest."""


@dataclass(frozen=True)
class SessionLines:
    """The lines of one session's records in a run log."""

    log: RunLog
    setup: Setup
    session: SessionId
    catalogue: FactCatalogue

    def of(self, record: Record, find: Callable[[int], Record]) -> Line | None:
        """Return a record's line; `find`: returns an earlier record that it refers to."""
        fact = self.catalogue.decode(record) if record.type in self.log.tags else None
        if fact is None or isinstance(fact, UnknownFact):
            return None
        line = self.log.line(self.setup, record, fact, find)
        return {**line, "session": self.session, "seq": record.seq} if line is not None else None

    def after(self, last: int, records: Sequence[Record]) -> list[Line]:
        """Return the lines of the records with seq > `last`; `records` begin with seq 1."""
        found = (self.of(record, lambda seq: records[seq - 1]) for record in records[last:])
        return [line for line in found if line is not None]


class RunLogWriter:
    """Keeps one open session's file in step with its journal."""

    def __init__(self, lines: SessionLines, file: LineFile) -> None:
        self._lines, self._file = lines, file
        self._recent: dict[int, Record] = {}
        self._unsubscribe: Callable[[], None] = lambda: None

    @property
    def path(self) -> Path:
        """The file."""
        return self._file.path

    @property
    def problem(self) -> StorageError | None:
        """Why the last lines could not be written, None where they were."""
        return self._file.problem

    def begin(self, last: int, records: Sequence[Record], bus: Bus) -> None:
        """Append what the file lacks, and follow the session from here on."""
        for record in records:
            self._remember(record)
        self._file.post(self._lines.after(last, records))
        self._unsubscribe = bus.subscribe(self._on_message)

    def _on_message(self, message: BusMessage) -> None:
        if not isinstance(message, Appended) or message.session != self._lines.session:
            return
        lines = []
        for record in message.records:
            self._remember(record)
            line = self._lines.of(record, self._recent.__getitem__)
            if line is not None:
                lines.append(line)
        self._file.post(lines)

    def _remember(self, record: Record) -> None:
        if record.type in self._lines.log.refers:
            self._recent[record.seq] = record
            if len(self._recent) > _MOST_REFERRED:
                del self._recent[next(iter(self._recent))]

    async def close(self) -> None:
        """Write what is missing and let go."""
        self._unsubscribe()
        await self._file.close()


def notice(parts: Parts, plugin: WorkflowPlugin, setup: Setup) -> Message | None:
    """Return what a person must know before a session of this setup: its file has lines already."""
    log = plugin.run_log
    location = log.location(setup) if log is not None else None
    if log is None or location is None or not parts.lines.exists(location):
        return None
    return Message(log.notice.source, {"run": location.run}, log.notice.context)


async def open_run_log(
    parts: Parts, fold: SessionFold, session: SessionId, records: Sequence[Record]
) -> RunLogWriter | None:
    """Open a session's file, append what it lacks, and keep it in step; None where it has none."""
    log, setup = fold.plugin.run_log, fold.session.setup
    location = log.location(setup) if log is not None else None
    if log is None or location is None:
        return None
    file = await parts.lines.open(location, session)
    writer = RunLogWriter(SessionLines(log, setup, session, parts.catalogue), file)
    try:
        last = await file.last()
        if last is None and len(records) > 1:
            # The file of a run that has begun is gone: other sessions may have had lines in it.
            await file.replace(await _all_lines(parts, log, file))
            last = await file.last()
    except RoundtableError:
        # What the disk refuses now is said at the first line, and mended on the next opening.
        last = 0 if len(records) <= 1 else records[-1].seq
    except BaseException:
        # Whoever opened it left: its thread would stay.
        await file.close()
        raise
    writer.begin(last or 0, records, parts.bus)
    return writer


async def _all_lines(parts: Parts, log: RunLog, file: LineFile) -> list[Line]:
    """Return the lines of every session that writes to this file, sessions in the order of their start."""
    lines: list[Line] = []
    for session in sorted(await parts.store.ids()):
        records = await _records(parts, session)
        plugin = parts.plugins.get(str(records[0].body().get("workflow", ""))) if records else None
        if plugin is None or plugin.run_log is not log:
            continue
        setup = await asyncio.to_thread(_setup, parts, records)
        location = log.location(setup)
        if location is None:
            continue
        other = await parts.lines.open(location, session)
        await other.close()
        if other.path == file.path:
            own = SessionLines(log, setup, session, parts.catalogue)
            lines += await asyncio.to_thread(own.after, 0, records)
    return lines


async def _records(parts: Parts, session: SessionId) -> Sequence[Record]:
    try:
        reader = await parts.store.follow(session)
    except RoundtableError:
        # A damaged session has no lines to give; it says so itself when it is opened.
        return ()
    try:
        first = await reader.read(limit=1)
        name = str(first[0].body().get("workflow", "")) if first else ""
        plugin = parts.plugins.get(name)
        return await reader.read() if plugin is not None and plugin.run_log else first
    except RoundtableError:
        return ()
    finally:
        await reader.close()


def _setup(parts: Parts, records: Sequence[Record]) -> Setup:
    session = Session()
    for record in records:
        if record.type in _SETUP_TAGS:
            fact = parts.catalogue.decode(record)
            session.apply(record, fact if isinstance(fact, Fact) else None)
    return session.setup
