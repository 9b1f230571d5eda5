"""One record per line, for tools that read a session as a stream."""

from __future__ import annotations

from app.domain.canonical import dumps, unhidden
from app.engine.exporting import COMPLETE, ExportRequest
from app.export.envelope import plain, refuse_redaction


class JsonlExporter:
    """Writes each record as one line of canonical JSON."""

    name = "jsonl"
    suffix = ".jsonl"
    leaves_out = COMPLETE

    def write(self, request: ExportRequest) -> bytes:
        """Return the file's bytes. Raises InputError where something is to be left out."""
        refuse_redaction(request, "JSONL")
        return "".join(unhidden(dumps(plain(record))) + "\n" for record in request.records).encode()

    def schema(self) -> None:
        """Return None: its lines are the records of the JSON format."""
