"""A record as a JSON object: the envelope and the body, both untouched."""

from __future__ import annotations

from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.fact_base import Record
from app.domain.i18n import words
from app.engine.exporting import ExportRequest


def plain(record: Record) -> dict[str, JsonValue]:
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


def refuse_redaction(request: ExportRequest, format: str) -> None:
    """Raise InputError where anything is to be left out of a format that must be complete."""
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
