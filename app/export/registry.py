"""Every format by its name."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.lazy import LazyMapping
from app.engine.exporting import Exporter


def _all() -> Mapping[str, Exporter]:
    # Late for start-up cost: the report brings the whole of the diff.
    from app.export.csv import CsvExporter
    from app.export.docx import DocxExporter, TrackedExporter
    from app.export.html import HtmlExporter
    from app.export.json import JsonExporter
    from app.export.jsonl import JsonlExporter
    from app.export.markdown import MarkdownExporter
    from app.export.pdf.exporter import PdfExporter

    found = (
        MarkdownExporter(),
        HtmlExporter(),
        PdfExporter(),
        DocxExporter(),
        TrackedExporter(),
        CsvExporter(),
        JsonExporter(),
        JsonlExporter(),
    )
    return {exporter.name: exporter for exporter in found}


EXPORTERS: Mapping[str, Exporter] = LazyMapping(_all)
