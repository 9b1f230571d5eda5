"""A session that this process has open for appending."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from app.domain.errors import InputError, RoundtableError, StorageError
from app.domain.fact_base import FactCatalogue, Record
from app.domain.facts import WhoAnswers
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.engine.calling import CallRunner
from app.engine.fold import SessionFold
from app.engine.folders import SessionPorts
from app.engine.loop import SessionLoop
from app.engine.plugin import WorkflowPlugin
from app.engine.ports import Journal, JournalReader
from app.engine.retry import policy_of
from app.engine.streaming import StreamBuffer
from app.engine.tool_source import Connections
from app.engine.tool_use import ToolUse
from app.engine.writer import SessionWriter
from app.services.parts import Parts
from app.services.run_log import RunLogWriter

_log = logging.getLogger(__name__)


@dataclass
class Live:
    """An open session: its writer, its loop, and the tasks that belong to it."""

    writer: SessionWriter
    loop: SessionLoop
    runner: CallRunner
    run: asyncio.Task[str] | None = None
    who: WhoAnswers = "person"
    """Who answers what members ask in it, as its last run was begun."""
    watch: asyncio.Task[None] | None = None
    due: asyncio.Task[None] | None = None
    last_state: str = ""
    error: BaseException | None = None
    commands: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    """What a person asked for at the open gate and is under way, by the seq of its CommandAsked."""
    beginning: set[int] = field(default_factory=set)
    """What is recorded as asked for, and begins at once."""
    run_log: RunLogWriter | None = None
    """Keeps the session's run log, where it has one."""

    @property
    def fold(self) -> SessionFold:
        """The session's live state."""
        return self.writer.fold

    @property
    def running(self) -> bool:
        """Tell whether the loop is under way."""
        return self.run is not None and not self.run.done()


async def end_commands(live: Live, *asked: int) -> None:
    """End commands that are under way, all of them where none is named; what has arrived is recorded."""
    tasks = [task for each, task in live.commands.items() if not asked or each in asked]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def fold_of(
    plugin: WorkflowPlugin, catalogue: FactCatalogue, records: Sequence[Record], name: str
) -> SessionFold:
    """Fold records. Raises StorageError (damaged) where sound records do not fit together."""
    fold = SessionFold(plugin, catalogue)
    try:
        fold.apply_all(records)
    except RoundtableError:
        raise
    except Exception as error:
        _log.info("records could not be folded", exc_info=True)
        raise StorageError(
            "damaged",
            words("Record {seq} of {file} does not fit the ones before it.", seq=fold.head + 1, file=name),
            words("It was left untouched: keep a copy and restore it from a backup or an export."),
        ) from error
    return fold


async def read_stored(parts: Parts, session: SessionId) -> tuple[SessionFold, Sequence[Record]]:
    """Fold a session from its file, whoever has it open; return the records too. Raises as `read_session`."""
    async with following(parts, session) as reader:
        return await read_session(parts, reader)


@asynccontextmanager
async def following(parts: Parts, session: SessionId) -> AsyncIterator[JournalReader]:
    """Open a session's file to be read; raises NotFound, StorageError."""
    reader = await parts.store.follow(session)
    try:
        yield reader
    finally:
        await reader.close()


async def read_session(parts: Parts, reader: JournalReader) -> tuple[SessionFold, Sequence[Record]]:
    """Fold a session; return the records too. Raises InputError where its workflow is unknown."""
    records = await reader.read()
    if not records:
        raise InputError(
            words("The session {session} is empty.", session=reader.session),
            words("Delete it and start again; nothing was recorded in it."),
        )
    workflow = str(records[0].body().get("workflow", ""))
    work = (parts.plugin(workflow), parts.catalogue, records, str(reader.session))
    # Folding is pure and may be long: keep the loop, and with it the window, free.
    fold = await asyncio.to_thread(fold_of, *work) if len(records) > 2000 else fold_of(*work)
    return fold, records


def make_live(parts: Parts, journal: Journal, fold: SessionFold) -> Live:
    """Wire an open journal to a loop."""
    writer = SessionWriter(journal, fold, parts.bus)
    runner = CallRunner(
        writer=writer,
        gateway=parts.gateway,
        prompts=parts.prompts,
        clock=parts.clock,
        bus=parts.bus,
        buffer=StreamBuffer(journal),
        retry=policy_of(fold.session.setup),
        app_version=parts.version,
        ports=SessionPorts(fold.plugin.name, fold.plugin.ports, journal.session, parts.folders),
        tools=ToolUse(writer, Connections(parts.tools), fold.plugin.tool_servers),
    )
    return Live(writer, SessionLoop(runner), runner)
