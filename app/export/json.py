"""The lossless export: every record, re-importable to the same bytes, and the report beside them."""

from __future__ import annotations

import json

from app.domain.canonical import JsonValue, dumps, unhidden
from app.domain.fact_base import FactCatalogue
from app.domain.facts import SHARED_FACTS
from app.engine.exporting import COMPLETE, ExportRequest
from app.export.envelope import plain, refuse_redaction
from app.export.format import FORMAT, VERSION
from app.projections.reporting import build_report


class JsonExporter:
    """Writes what `schema.SessionExport` describes.

    All but the records is for whoever reads the file; it is made anew from them, and not read back.
    """

    name = "json"
    suffix = ".json"
    leaves_out = COMPLETE

    def write(self, request: ExportRequest) -> bytes:
        """Return the file's bytes. Raises InputError where something is to be left out."""
        refuse_redaction(request, "JSON")
        catalogue = request.catalogue or FactCatalogue(SHARED_FACTS)
        report = build_report(catalogue, request.records, request.workflow_report)
        whole: dict[str, JsonValue] = {
            **report.model_dump(mode="json"),
            "format": FORMAT,
            "version": VERSION,
            "records": [plain(record) for record in request.records],
            "summary": dict(request.summary),
        }
        if request.details:
            whole["details"] = dict(request.details)
        return (unhidden(dumps(whole)) + "\n").encode()

    def schema(self) -> bytes:
        """Return the JSON Schema of what is written."""
        # Late for start-up cost: nobody asks for it but who reads exports.
        from app.export.schema import json_schema

        return (json.dumps(json_schema(), ensure_ascii=False, indent=1) + "\n").encode()
