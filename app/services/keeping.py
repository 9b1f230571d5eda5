"""Opening the file of JSON lines of a session: where it lies, what it lacks, and making it anew."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from app.domain.canonical import JsonValue
from app.domain.errors import RoundtableError
from app.domain.fact_base import Fact, Record
from app.domain.facts import SessionCreated, SessionForked
from app.domain.i18n import Words
from app.domain.ids import SessionId
from app.engine.plugin import LineLog, WorkflowPlugin
from app.engine.ports import Line, LineFile
from app.projections.base import wanted
from app.projections.session import Session
from app.services.line_logs import LineKeeper, lines_of
from app.services.live import Live
from app.services.parts import Parts

Setup = Mapping[str, JsonValue]
SETUP_TAGS = wanted(SessionCreated, SessionForked)


def notice(parts: Parts, plugin: WorkflowPlugin, setup: Setup) -> Words | None:
    """Return what a person must know before a session of this setup: its file has lines already."""
    log = plugin.traits.lines
    place = log.place(setup) if log is not None else None
    if log is None or place is None or parts.lines is None or not parts.lines.exists(place):
        return None
    return Words(log.notice.source, {"run": place.run}, log.notice.context)


async def keep_lines(parts: Parts, live: Live, records: Sequence[Record]) -> LineKeeper | None:
    """Open a session's file, append what it lacks, and keep it in step; None where it has none."""
    log = live.fold.plugin.traits.lines
    setup = live.fold.session.setup
    place = log.place(setup) if log is not None else None
    if log is None or place is None or parts.lines is None:
        return None
    session = live.writer.session
    file = await parts.lines.open(place, session)
    keeper = LineKeeper(log, setup, session, parts.catalogue, file)
    try:
        last = await file.last()
        if last is None and len(records) > 1:
            # The file of a run that has begun is gone: other sessions may have had lines in it.
            await file.replace(await _all_lines(parts, log, file))
            last = await file.last()
    except RoundtableError:
        # What the disk refuses now is said at the first line, and mended on the next opening.
        last = 0 if len(records) <= 1 else records[-1].seq
    keeper.begin(last or 0, records, parts.bus)
    return keeper


async def _all_lines(parts: Parts, log: LineLog, file: LineFile) -> list[Line]:
    """Return the lines of every session that writes to this file, sessions in the order of their start."""
    lines: list[Line] = []
    for session in sorted(await parts.store.ids()):
        records = await _records(parts, session)
        plugin = parts.plugins.get(str(records[0].body().get("workflow", ""))) if records else None
        if plugin is None or plugin.traits.lines is not log:
            continue
        setup = await asyncio.to_thread(_setup, parts, records)
        place = log.place(setup)
        if place is None or parts.lines is None:
            continue
        other = await parts.lines.open(place, session)
        await other.close()
        if other.path == file.path:
            lines += await asyncio.to_thread(lines_of, log, setup, session, records, parts.catalogue)
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
        return await reader.read() if plugin is not None and plugin.traits.lines else first
    except RoundtableError:
        return ()
    finally:
        await reader.close()


def _setup(parts: Parts, records: Sequence[Record]) -> Setup:
    session = Session()
    for record in records:
        if record.type in SETUP_TAGS:
            fact = parts.catalogue.decode(record)
            session.apply(record, fact if isinstance(fact, Fact) else None)
    return session.setup
