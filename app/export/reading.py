"""Read a JSON export back. The file may come from anybody: it is checked whole before anything is written."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import NoReturn

from app.domain.canonical import JsonValue, sound_value
from app.domain.errors import ImportRefused
from app.domain.i18n import Words, words
from app.domain.ids import SessionId, is_session_id
from app.domain.strange_files import json_is_too_large
from app.export.format import FIELDS_OF_1, FORMAT, VERSION

_DEEPEST = 100
_LARGEST_NUMBER = 2**63 - 1
_LATEST = 253_402_300_799_999_999
"""The last microsecond of the year 9999: no calendar goes further."""
_NUMBERS = ("seq", "at", "entry", "round", "attempt", "schema")
_FIELDS = frozenset((*_NUMBERS, "type", "body"))
_NAMING = ("session_created", "session_forked", "session_copied")
_NEXT = words("Export the session again with Roundtable and import that file.")

Line = dict[str, JsonValue]


def read_json_export(data: bytes) -> tuple[SessionId, list[Line]]:
    """Return the session's id and its records as JSON objects. Raises ImportRefused in one sentence."""
    try:
        whole = _parse(data)
    except MemoryError:
        # A text takes up to four times its bytes: how much, shows when it is read.
        _refuse(words("The file needs more memory than there is."))
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        _refuse(words("The file is no Roundtable session: its format is not “{format}”.", format=FORMAT))
    version = whole.get("version")
    if type(version) is not int or version < 1:
        _refuse(words("The file does not say which version of the session format it has."))
    if version > VERSION:
        raise ImportRefused(
            words(
                "The file has version {version} of the session format; this program reads {known}.",
                version=version,
                known=VERSION,
            ),
            words("Update Roundtable and import the file again."),
        )
    strangers = sorted(set(whole) - _fields(version))
    if strangers:
        _refuse(words("The file has a field “{field}” that no session has.", field=strangers[0][:40]))
    records = whole.get("records")
    if not isinstance(records, list) or not records:
        _refuse(words("The file holds no records."))
    lines = [_line(position, record) for position, record in enumerate(records, 1)]
    return _session(lines), lines


def _fields(version: int) -> frozenset[str]:
    """Return what a file of a version may hold; all but its records is made anew from them, and not read."""
    if version == 1:
        return FIELDS_OF_1
    # Late for start-up cost: the window reads no file before a person asks for it.
    from app.export.schema import SessionExport

    return frozenset(SessionExport.model_fields)


def _parse(data: bytes) -> JsonValue:
    if json_is_too_large(data):
        _refuse(words("The file holds more values than any session that can be imported."))
    try:
        whole: JsonValue = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_object,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except UnicodeDecodeError:
        _refuse(words("The file is not UTF-8 text."))
    except RecursionError:
        _refuse(words("The file is nested too deeply to be a session."))
    except ValueError:
        _refuse(words("The file is not sound JSON."))
    if _too_deep(whole):
        _refuse(words("The file is nested too deeply to be a session."))
    return sound_value(whole)


def _object(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        _refuse(words("The file names the field “{field}” twice in one place.", field=twice[:40]))
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _too_deep(value: JsonValue) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            child
            for item in level
            if isinstance(item, list | dict)
            for child in (item if isinstance(item, list) else item.values())
            if isinstance(child, list | dict)
        ]
        if not level:
            return False
    return True


def _line(position: int, record: JsonValue) -> Line:
    if not isinstance(record, dict) or set(record) != _FIELDS:
        _refuse(words("Record {place} does not have the fields of a record.", place=position))
    for name in _NUMBERS:
        number = record[name]
        most = _LATEST if name == "at" else _LARGEST_NUMBER
        least = 1 if name == "schema" else 0
        if type(number) is not int or not least <= number <= most:
            _refuse(words("Record {place} has no sound number in “{field}”.", place=position, field=name))
    if record["seq"] != position:
        _refuse(
            words(
                "Record {place} has the number {seq}: records are missing or out of order.",
                place=position,
                seq=record["seq"],
            )
        )
    if not isinstance(record["type"], str) or not record["type"] or not isinstance(record["body"], dict):
        _refuse(words("Record {place} has no type or no body.", place=position))
    return record


def _session(lines: list[Line]) -> SessionId:
    if lines[0]["type"] != "session_created":
        _refuse(words("The first record does not create a session."))
    naming = [line for line in lines if line["type"] in _NAMING]
    body = naming[-1]["body"]
    session = body.get("session") if isinstance(body, dict) else None
    if not isinstance(session, str) or not is_session_id(session):
        _refuse(words("The file does not name a session, or by an id that is none."))
    return SessionId(session)


def _refuse(message: Words) -> NoReturn:
    raise ImportRefused(message, _NEXT)
