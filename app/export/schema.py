"""The structure of a JSON export, as a model, and as the JSON Schema that is written from it."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from app.domain.canonical import JsonValue
from app.domain.reporting import ReportModel
from app.export.descriptions import description
from app.export.format import FORMAT, VERSION
from app.projections.report import Report


class RecordLine(ReportModel):
    """A record as it lies in the journal; `at` is microseconds since 1970-01-01 UTC."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, validate_by_name=True)

    seq: int
    at: int
    entry: int
    round: int
    attempt: int
    type: str
    fact_schema: int = Field(alias="schema")
    body: dict[str, JsonValue]


class SessionExport(Report):
    """A session as a JSON file: its report in named fields, and its records, from which it is read back."""

    format: Literal["roundtable-session"]
    version: Literal[2]
    records: tuple[RecordLine, ...]
    summary: dict[str, JsonValue] = Field(default_factory=dict)
    """The workflow's own figures."""
    details: dict[str, JsonValue] = Field(default_factory=dict)
    """What the workflow has for programs besides."""


def json_schema() -> dict[str, JsonValue]:
    """Return the JSON Schema of an export."""
    schema = SessionExport.model_json_schema(mode="serialization")
    for structure, definition in (("SessionExport", schema), *schema["$defs"].items()):
        for field, shape in definition.get("properties", {}).items():
            shape["description"] = description(structure, field)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{FORMAT} {VERSION}",
        **{key: value for key, value in schema.items() if key != "title"},
    }
