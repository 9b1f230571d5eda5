"""The complete forms: JSON, re-importable to the same bytes with the report beside it, and JSON lines.

The structure of a JSON file is a model, from which its JSON Schema is written.
"""

from __future__ import annotations

import json
from typing import Literal

from pydantic import ConfigDict
from pydantic import Field as JsonField  # by this name: what programs read is not translated

from app.domain.canonical import JsonValue, dumps, unhidden
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.reporting import ReportModel
from app.engine.exporting import ExportRequest
from app.export.report_model import report_of
from app.projections.report import Report

FORMAT = "roundtable-session"
VERSION = 2
"""2: the report in named fields beside the records. 1 had the records and the workflow's figures alone."""
FIELDS_OF_1 = frozenset(("format", "version", "records", "summary"))


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
