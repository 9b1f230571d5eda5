"""JSON and JSONL: versioned, complete, and importable without loss.

Rule: a record is written as it lies in the journal, of known type or not, so that import and export again
give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NoReturn

from app.domain.canonical import JsonValue, dumps
from app.domain.errors import ImportRefused
from app.domain.fact_base import Record
from app.domain.i18n import Words, words
from app.domain.ids import SessionId, is_session_id
from app.engine.ports import ExportRequest

FORMAT = "roundtable-session"
VERSION = 1
MOST_BYTES = 300 * 1024 * 1024
MOST_DEPTH = 100
_COLUMNS = ("seq", "at", "entry", "round", "attempt", "type", "schema")


def record_values(record: Record) -> dict[str, JsonValue]:
    """Return a record as JSON values."""
    return {
        "seq": record.seq,
        "at": record.at,
        "entry": record.entry,
        "round": record.round,
        "attempt": record.attempt,
        "type": record.type,
        "schema": record.schema,
        "body": record.body(),
    }


class JsonExporter:
    """One JSON value: format, version, session, records."""

    name = "json"
    suffix = ".json"

    def write(self, request: ExportRequest) -> bytes:
        """Return the file's bytes."""
        lines = ",\n".join(dumps(record_values(record)) for record in request.records)
        head = f'{{"format":{dumps(FORMAT)},"version":{VERSION},"session":{dumps(request.session)}'
        return f'{head},"records":[\n{lines}\n]}}\n'.encode()


class JsonlExporter:
    """One record a line."""

    name = "jsonl"
    suffix = ".jsonl"

    def write(self, request: ExportRequest) -> bytes:
        """Return the file's bytes."""
        return "".join(dumps(record_values(record)) + "\n" for record in request.records).encode()


def read_json_export(content: bytes) -> tuple[SessionId, Sequence[dict[str, JsonValue]]]:
    """Return the session and its records as JSON values. Raises ImportRefused saying what is wrong."""
    if len(content) > MOST_BYTES:
        _refuse(words("The file is larger than {limit} MB.", limit=MOST_BYTES // 2**20))
    _check_depth(content)
    try:
        value = json.loads(
            content.decode("utf-8"), object_pairs_hook=_no_duplicates, parse_constant=_no_constant
        )
    except (ValueError, RecursionError):
        _refuse(words("The file is no JSON export of a session."))
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        _refuse(words("The file is no JSON export of a session."))
    if value.get("version") != VERSION:
        raise ImportRefused(
            words(
                "The file was written by a newer Roundtable (format {version}).", version=value.get("version")
            ),
            words("Update Roundtable, then import it again."),
        )
    session, records = value.get("session"), value.get("records")
    if not isinstance(session, str) or not is_session_id(session):
        _refuse(words("The file names no valid session id."))
    if not isinstance(records, list) or not records:
        _refuse(words("The file holds no records."))
    for index, record in enumerate(records, 1):
        _check_record(index, record, session)
    return SessionId(session), records


def _check_record(index: int, record: Any, session: str) -> None:
    if not isinstance(record, dict) or set(record) != {*_COLUMNS, "body"}:
        _refuse(words("Record {index} is not whole.", index=index))
    numbers = [record[name] for name in ("seq", "at", "entry", "round", "attempt", "schema")]
    if not all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n < 2**63 for n in numbers):
        _refuse(words("Record {index} has a wrong number.", index=index))
    if record["seq"] != index:
        _refuse(words("Record {index} is missing.", index=index))
    if not isinstance(record["type"], str) or not isinstance(record["body"], dict):
        _refuse(words("Record {index} is not whole.", index=index))
    if index == 1 and record["type"] != "session_created":
        _refuse(words("The first record does not open a session."))
    del session


def _check_depth(content: bytes) -> None:
    """Refuse a file nested so deep that reading it would exhaust the machine."""
    depth = deepest = 0
    inside = escaped = False
    for byte in content:
        if inside:
            if escaped:
                escaped = False
            elif byte == 0x5C:
                escaped = True
            elif byte == 0x22:
                inside = False
        elif byte == 0x22:
            inside = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
            if deepest > MOST_DEPTH:
                _refuse(words("The file is nested too deep."))
        elif byte in b"]}":
            depth -= 1


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _refuse(message: Words) -> NoReturn:
    raise ImportRefused(message, words("Nothing was imported; export the session again and use that file."))
