"""The complete forms: JSON, re-importable to the same bytes with the report beside it, and JSON lines."""

from __future__ import annotations

import json

from app.domain.canonical import JsonValue, dumps, unhidden
from app.domain.errors import InputError
from app.domain.fact_base import Record
from app.domain.i18n import words
from app.engine.exporting import ExportRequest
from app.export.format import FORMAT, VERSION
from app.export.report_model import report_of


def write_json(request: ExportRequest) -> bytes:
    """Return what `schema.SessionExport` describes. Raises InputError where something is to be left out.

    All but the records is for whoever reads the file; it is made anew from them, and not read back.
    """
    _refuse_redaction(request, "JSON")
    whole: dict[str, JsonValue] = {
        **report_of(request).model_dump(mode="json"),
        "format": FORMAT,
        "version": VERSION,
        "records": [_plain(record) for record in request.records],
        "summary": dict(request.summary),
    }
    if request.details:
        whole["details"] = dict(request.details)
    return (unhidden(dumps(whole)) + "\n").encode()


def schema() -> bytes:
    """Return the JSON Schema of what `write_json` writes."""
    # Late for start-up cost: nobody asks for it but who reads exports.
    from app.export.schema import json_schema

    return (json.dumps(json_schema(), ensure_ascii=False, indent=1) + "\n").encode()


def write_jsonl(request: ExportRequest) -> bytes:
    """Return each record as a line of canonical JSON. Raises InputError where something is to be left out."""
    _refuse_redaction(request, "JSONL")
    return "".join(unhidden(dumps(_plain(record))) + "\n" for record in request.records).encode()


def _plain(record: Record) -> dict[str, JsonValue]:
    """Return a record with its references resolved; facts of unknown types keep their bodies as they are."""
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
