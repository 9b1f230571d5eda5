"""Files of JSON lines beside journals: a line per telling record, missing ones appended on opening."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.domain.canonical import JsonValue
from app.domain.errors import StorageError
from app.domain.fact_base import FactCatalogue, Record, UnknownFact
from app.domain.ids import SessionId
from app.engine.bus import Appended, Bus, BusMessage
from app.engine.plugin import LineLog
from app.engine.ports import Line, LineFile

Setup = Mapping[str, JsonValue]
MOST_REFERRED = 8
"""Earlier records kept for lines that refer to them: a line refers to one of the newest."""


def lines_of(
    log: LineLog, setup: Setup, session: SessionId, records: Sequence[Record], catalogue: FactCatalogue
) -> list[Line]:
    """Return all lines of a session's records; `records` begin with seq 1."""
    return lines_after(0, log, setup, session, records, catalogue)


def lines_after(
    last: int,
    log: LineLog,
    setup: Setup,
    session: SessionId,
    records: Sequence[Record],
    catalogue: FactCatalogue,
) -> list[Line]:
    """Return the lines of the records with seq > `last`; `records` begin with seq 1."""

    def find(seq: int) -> Record:
        return records[seq - 1]

    made = (_line(log, setup, session, record, catalogue, find) for record in records[last:])
    return [line for line in made if line is not None]


def _line(
    log: LineLog,
    setup: Setup,
    session: SessionId,
    record: Record,
    catalogue: FactCatalogue,
    find: Callable[[int], Record],
) -> Line | None:
    if record.type not in log.tags:
        return None
    fact = catalogue.decode(record)
    if isinstance(fact, UnknownFact):
        return None
    line = log.line(setup, record, fact, find)
    return {**line, "session": session, "seq": record.seq} if line is not None else None


class LineKeeper:
    """Keeps one open session's file in step with its journal."""

    def __init__(
        self, log: LineLog, setup: Setup, session: SessionId, catalogue: FactCatalogue, file: LineFile
    ) -> None:
        self._log, self._setup, self._session = log, setup, session
        self._catalogue, self._file = catalogue, file
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
        self._file.post(lines_after(last, self._log, self._setup, self._session, records, self._catalogue))
        self._unsubscribe = bus.subscribe(self._on_message)

    def _on_message(self, message: BusMessage) -> None:
        if not isinstance(message, Appended) or message.session != self._session:
            return
        lines = []
        for record in message.records:
            self._remember(record)
            line = _line(
                self._log, self._setup, self._session, record, self._catalogue, self._recent.__getitem__
            )
            if line is not None:
                lines.append(line)
        self._file.post(lines)

    def _remember(self, record: Record) -> None:
        if record.type in self._log.refers:
            self._recent[record.seq] = record
            if len(self._recent) > MOST_REFERRED:
                del self._recent[next(iter(self._recent))]

    async def close(self) -> None:
        """Write what is missing and let go."""
        self._unsubscribe()
        await self._file.close()
