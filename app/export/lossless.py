"""The complete forms: JSON with the report beside the records, read back to the same bytes, and JSON lines.

The structure of a JSON file is a model, from which its JSON Schema is written. What is read back may come
from anybody: it is checked whole before anything is written. Its bytes are held once, and decoded a window
at a time: a text takes up to four times its bytes once it is decoded, and as much again once it is parsed.
Of its records only the envelopes lie beside them, and a body while it is read.
"""

from __future__ import annotations

import codecs
import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal, NoReturn

from pydantic import ConfigDict
from pydantic import Field as JsonField  # by this name: what programs read is not translated

from app.domain.canonical import JsonValue, dumps, sound_value, unhidden
from app.domain.errors import ImportRefused, InputError
from app.domain.i18n import Message, words
from app.domain.ids import LATEST, SessionId, is_session_id
from app.domain.reporting import ReportModel
from app.domain.untrusted_files import json_is_too_deep, json_is_too_large
from app.engine.exporting import ExportRequest
from app.export.report_model import report_of
from app.projections.report import Report

FORMAT = "roundtable-session"
VERSION = 2
"""2: the report in named fields beside the records. 1 had the records and the workflow's figures alone."""
_FIELDS_OF_1 = frozenset(("format", "version", "records", "summary"))


class RecordLine(ReportModel):
    """A record as it lies in the journal; `at` is microseconds since 1970-01-01 UTC."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, validate_by_name=True)

    seq: int = JsonField(description="Number of the record, from 1.")
    at: int = JsonField(description="When it was written, microseconds since 1970-01-01 UTC.")
    entry: int = JsonField(description="Number of the node's entry that it was written in.")
    round: int = JsonField(description="Number of the round, from 1; 0: before the first.")
    attempt: int = JsonField(description="Number of the attempt at the round, from 1.")
    type: str = JsonField(description="The kind of fact.")
    fact_schema: int = JsonField(alias="schema", description="Version of the fact's fields.")
    body: dict[str, JsonValue] = JsonField(description="The fact's fields.")


class SessionExport(Report):
    """A session as a JSON file: its report in named fields, and its records, from which it is read back."""

    format: Literal["roundtable-session"] = JsonField(description="Always `roundtable-session`.")
    version: Literal[2] = JsonField(description="Version of this format.")
    records: tuple[RecordLine, ...] = JsonField(
        description="The journal, from which the session is read back; all else here is made from it."
    )
    summary: dict[str, JsonValue] = JsonField(default_factory=dict, description="The workflow's own figures.")
    details: dict[str, JsonValue] = JsonField(
        default_factory=dict,
        description="What the workflow has for programs besides, such as how it stood after each round.",
    )


def write_json(request: ExportRequest) -> bytes:
    """Return what `SessionExport` describes. Raises InputError where something is to be left out.

    All but the records is for whoever reads the file; it is made anew from them, and not read back.
    """
    _refuse_redaction(request, "JSON")
    whole: dict[str, JsonValue] = {
        **report_of(request).model_dump(mode="json"),
        "format": FORMAT,
        "version": VERSION,
        "records": [record.plain() for record in request.records],
        "summary": dict(request.summary),
    }
    if request.details:
        whole["details"] = dict(request.details)
    return (unhidden(dumps(whole)) + "\n").encode()


def schema() -> bytes:
    """Return the JSON Schema of what `write_json` writes."""
    found = SessionExport.model_json_schema(mode="serialization")
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{FORMAT} {VERSION}",
        **{key: value for key, value in found.items() if key != "title"},
    }
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def write_jsonl(request: ExportRequest) -> bytes:
    """Return each record as a line of canonical JSON. Raises InputError where something is to be left out."""
    _refuse_redaction(request, "JSONL")
    return "".join(unhidden(dumps(record.plain())) + "\n" for record in request.records).encode()


def _refuse_redaction(request: ExportRequest, format: str) -> None:
    if request.redact_names or request.redact_costs:
        raise InputError(
            words("A {format} export is complete; it cannot leave names or costs out.", format=format),
            words("Export as Markdown to leave them out."),
        )
    if request.contents is not None:
        raise InputError(
            words("A {format} export is complete; parts of it cannot be left out.", format=format),
            words("Export as Markdown, HTML, PDF or Word to choose its parts."),
        )


_WINDOW = 2**18
"""Bytes that are decoded at once: many records, and nothing beside what a file may hold."""
_NEAR = 16
"""Characters before the end of a window in which what looks wrong may only be cut off."""
_SPACE = re.compile(r"[ \t\n\r]*")
_ENDS = (",", "]", "}", ":")
_BOM = codecs.BOM_UTF8


class Pieces:
    """Reads the values of a JSON text one behind the other. Raises what json.loads does."""

    def __init__(self, data: bytes, decoder: json.JSONDecoder) -> None:
        self._data = memoryview(data)
        self._decoder = decoder
        self._text, self._at = "", 0
        # Bytes of the file up to where it is read, and up to what is decoded.
        self._byte = self._decoded = len(_BOM) if data.startswith(_BOM) else 0

    def next_sign(self) -> str:
        """Return the sign that comes next, empty at the end; it is not read yet."""
        while True:
            match = _SPACE.match(self._text, self._at)
            assert match is not None
            self._go_to(match.end())
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def sign(self, among: str) -> str:
        """Read one of some signs; raises ValueError where another comes."""
        found = self.next_sign()
        if not found or found not in among:
            raise ValueError(f"{found!r} in place of {among!r}")
        self._go_to(self._at + 1)
        return found

    def value(self) -> tuple[JsonValue, int, int]:
        """Read a value; return it, and the bytes between which it stands."""
        self.next_sign()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                cut = error.pos >= len(self._text) - _NEAR or error.msg.startswith("Unterminated")
                if cut and self._more():
                    continue
                raise
            # A number may go on, also behind the point that a window ends with.
            whole = end < len(self._text) - _NEAR or self._text[end : end + 1] in _ENDS
            if whole or not self._more():
                begin = self._byte
                self._go_to(end)
                return value, begin, self._byte

    def members(self) -> Iterator[str]:
        """Read an object: yield the name of each member, whose value is to be read then."""
        self.sign("{")
        if self.next_sign() == "}":
            self.sign("}")
            return
        while True:
            if self.next_sign() != '"':
                raise ValueError("a member has no name")
            name = self.value()[0]
            self.sign(":")
            yield str(name)
            if self.sign(",}") == "}":
                return

    def items(self) -> Iterator[None]:
        """Read a list: yield at each item, which is to be read then."""
        self.sign("[")
        if self.next_sign() == "]":
            self.sign("]")
            return
        while True:
            yield
            if self.sign(",]") == "]":
                return

    def _go_to(self, at: int) -> None:
        self._byte += len(self._text[self._at : at].encode())
        self._at = at

    def _more(self) -> bool:
        """Decode more of the text, twice as much as is there; tell whether there was any."""
        rest = len(self._data) - self._decoded
        if not rest:
            return False
        kept = self._text[self._at :]
        size = min(rest, max(_WINDOW, len(kept)))
        window = self._data[self._decoded : self._decoded + size]
        found, used = codecs.utf_8_decode(window, "strict", size == rest)
        self._text, self._at = kept + found, 0
        self._decoded += used
        return True


_DEEPEST = 100
_MOST_FIELDS, _MOST_WRONG = 100, 1_000
"""Fields of a file, and records that are none, behind which it is looked at no further."""
_VERSIONS, _NEAR_END = re.compile(rb'"version"\s*:\s*(\d{1,9})(?!\d)'), 2**16
_LARGEST_NUMBER = 2**63 - 1
_NUMBERS = ("seq", "at", "entry", "round", "attempt", "schema")
_ENVELOPE = (*_NUMBERS, "type")
_FIELDS = frozenset((*_ENVELOPE, "body"))
_NAMING = ("session_created", "session_forked", "session_copied")
_NEXT = words("Export the session again with Roundtable and import that file.")


class Line(Mapping[str, JsonValue]):
    """A record of a file as a JSON object; its body is read from the bytes each time it is asked for."""

    __slots__ = ("_begin", "_data", "_end", "_head")

    def __init__(self, data: bytes, begin: int, end: int, head: dict[str, JsonValue]) -> None:
        self._data, self._begin, self._end, self._head = data, begin, end, head

    def __getitem__(self, name: str) -> JsonValue:
        if name != "body":
            return self._head[name]
        whole = sound_value(json.loads(self._data[self._begin : self._end]))
        assert isinstance(whole, dict)
        return whole["body"]

    def __iter__(self) -> Iterator[str]:
        yield from (*self._head, "body")

    def __len__(self) -> int:
        return len(self._head) + 1


def read_json_export(data: bytes) -> tuple[SessionId, list[Line]]:
    """Return the session's id and its records as JSON objects. Raises ImportRefused in one sentence."""
    if json_is_too_large(data):
        _refuse(words("The file holds more values than any session that can be imported."))
    try:
        return _read(data)
    except MemoryError:
        # A text takes up to four times its bytes: how much, shows when it is read.
        _refuse(words("The file needs more memory than there is."))
    except UnicodeDecodeError:
        _refuse(words("The file is not UTF-8 text."))
    except RecursionError:
        _refuse(words("The file is nested too deeply to be a session."))
    except ValueError:
        _refuse(words("The file is not sound JSON."))


def _read(data: bytes) -> tuple[SessionId, list[Line]]:
    """Read a file's records one by one; what else it holds is looked at and let go."""
    pieces = Pieces(data, _DECODER)
    if pieces.next_sign() != "{":
        _value(pieces, _DEEPEST)
        _check_head({})
    whole: dict[str, JsonValue] = {}
    lines: list[Line] = []
    naming: JsonValue = None
    wrong: list[ImportRefused] = []
    for name in pieces.members():
        if name in whole:
            _refuse_twice(name)
        whole[name] = None
        if len(whole) > _MOST_FIELDS:
            _check_head(whole)
        if name != "records" or pieces.next_sign() != "[":
            value, _, _ = _value(pieces, _DEEPEST - 1)
            whole[name] = value if name in ("format", "version") else None
            continue
        for _ in pieces.items():
            record, begin, end = _value(pieces, _DEEPEST - 2)
            try:
                line = _line(len(lines) + 1, record)
            except ImportRefused as error:
                # What is wrong with the file as a whole is told first: it may be of a later version.
                wrong.append(error)
                if len(wrong) > _MOST_WRONG:
                    _check_version(_version_behind(data))
                    raise wrong[0] from error
                continue
            if line["type"] in _NAMING:
                naming = line["body"]
            lines.append(Line(data, begin, end, {name: sound_value(line[name]) for name in _ENVELOPE}))
    if pieces.next_sign():
        raise ValueError("something stands behind it")
    _check_head(whole)
    if wrong:
        raise wrong[0]
    return _session(lines, naming), lines


def _check_head(whole: dict[str, JsonValue]) -> None:
    """Raise ImportRefused where a file is no session of a version that is known."""
    if whole.get("format") != FORMAT:
        _refuse(words("The file is no Roundtable session: its format is not “{format}”.", format=FORMAT))
    version = _check_version(whole.get("version"))
    strangers = sorted(set(whole) - _fields(version))
    if strangers:
        _refuse(words("The file has a field “{field}” that no session has.", field=strangers[0][:40]))


def _version_behind(data: bytes) -> int:
    """Return the version that a file names at its end, behind its records; this one where it names none."""
    named = _VERSIONS.findall(data[-_NEAR_END:])
    return int(named[-1]) if named else VERSION


def _check_version(version: JsonValue) -> int:
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
    return version


def _value(pieces: Pieces, deepest: int) -> tuple[JsonValue, int, int]:
    value, begin, end = pieces.value()
    if json_is_too_deep(value, deepest):
        _refuse(words("The file is nested too deeply to be a session."))
    return value, begin, end


def _fields(version: int) -> frozenset[str]:
    """Return what a file of a version may hold; all but its records is made anew from them, and not read."""
    return _FIELDS_OF_1 if version == 1 else frozenset(SessionExport.model_fields)


def _object(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    found = dict(pairs)
    if len(found) != len(pairs):
        _refuse_twice(Counter(name for name, _ in pairs).most_common(1)[0][0])
    return found


def _refuse_twice(name: str) -> NoReturn:
    _refuse(words("The file names the field “{field}” twice in one place.", field=name[:40]))


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_finite)


def _line(position: int, record: JsonValue) -> dict[str, JsonValue]:
    if not isinstance(record, dict) or set(record) != _FIELDS:
        _refuse(words("Record {place} does not have the fields of a record.", place=position))
    for name in _NUMBERS:
        number = record[name]
        most = LATEST if name == "at" else _LARGEST_NUMBER
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


def _session(lines: list[Line], naming: JsonValue) -> SessionId:
    """Return the id that the last record that names a session gives it; `naming`: that one's body."""
    if not lines:
        _refuse(words("The file holds no records."))
    if lines[0]["type"] != "session_created":
        _refuse(words("The first record does not create a session."))
    session = naming.get("session") if isinstance(naming, dict) else None
    if not isinstance(session, str) or not is_session_id(session):
        _refuse(words("The file does not name a session, or by an id that is none."))
    return SessionId(session)


def _refuse(message: Message) -> NoReturn:
    raise ImportRefused(message, _NEXT)
