"""The lossless export: every record, canonical, re-importable to the same bytes."""

from __future__ import annotations

from app.domain.canonical import JsonValue, dumps
from app.engine.ports import ExportRequest
from app.export.envelope import plain, refuse_redaction

FORMAT = "roundtable-session"
VERSION = 1


class JsonExporter:
    """Writes `{"format": "roundtable-session", "records": […], "summary": {…}, "version": 1}`.

    The summary is for whoever reads the file; it is made anew from the records, and not read back.
    """

    name = "json"
    suffix = ".json"

    def write(self, request: ExportRequest) -> bytes:
        """Return the file's bytes. Raises InputError where something is to be left out."""
        refuse_redaction(request, "JSON")
        whole: dict[str, JsonValue] = {
            "format": FORMAT,
            "version": VERSION,
            "records": [plain(record) for record in request.records],
        }
        if request.summary:
            whole["summary"] = dict(request.summary)
        return (dumps(whole) + "\n").encode()
