"""Every form of export that all sessions have, by its name."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.lazy import LazyMapping
from app.engine.exporting import COMPLETE, FIGURES, REPORT, Exporter, ExportRequest


def _all() -> Mapping[str, Exporter]:
    # Late for start-up cost: the report brings the whole of the diff.
    from app.export import csv, html, lossless, markdown, pictures
    from app.export.pdf import exporter as pdf

    forms = (
        Exporter("md", ".md", REPORT, markdown.write, preview=markdown.preview),
        Exporter("html", ".html", REPORT, html.write),
        Exporter("pdf", ".pdf", REPORT, pdf.write),
        Exporter(
            "docx",
            ".docx",
            REPORT,
            _write_docx,
            typeset=_typeset_docx,
        ),
        # Texts that are to come back stand as they are; who wrote them may be left out.
        Exporter(
            "tracked",
            ".docx",
            frozenset({"names"}),
            _write_tracked,
            glance=_glance_tracked,
        ),
        Exporter("csv", ".csv", FIGURES, csv.write),
        Exporter("pictures", ".zip", FIGURES, pictures.write, glance=pictures.glance),
        Exporter("json", ".json", COMPLETE, lossless.write_json, schema=lossless.schema),
        Exporter("jsonl", ".jsonl", COMPLETE, lossless.write_jsonl),
    )
    return {form.name: form for form in forms}


# python-docx and lxml take 150 ms, and whoever writes another form needs neither.


def _write_docx(request: ExportRequest) -> bytes:
    from app.export.word.report import write

    return write(request)


def _typeset_docx(request: ExportRequest, text: str) -> bytes:
    from app.export.word.report import typeset

    return typeset(request, text)


def _write_tracked(request: ExportRequest) -> bytes:
    from app.export.word.sending import tracked_file

    return tracked_file(request)


def _glance_tracked(request: ExportRequest) -> str:
    from app.export.word.sending import glance

    return glance(request)


EXPORTERS: Mapping[str, Exporter] = LazyMapping(_all)
