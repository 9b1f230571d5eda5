"""Every form of export that all sessions have, by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from app.domain.lazy import LazyMapping
from app.engine.exporting import COMPLETE, FIGURES, REPORT, Exporter


def _all() -> Mapping[str, Exporter]:
    # Late for start-up cost: the report brings the whole of the diff.
    from app.export import csv, html, lossless, markdown, pictures
    from app.export.pdf import exporter as pdf

    forms = (
        Exporter("md", ".md", REPORT, markdown.write, preview=markdown.preview),
        Exporter("html", ".html", REPORT, html.write),
        Exporter("pdf", ".pdf", REPORT, pdf.write, typeset=pdf.typeset),
        Exporter("docx", ".docx", REPORT, _word("write"), typeset=_word("typeset")),
        # Texts that are to come back stand as they are; who wrote them may be left out.
        Exporter("tracked", ".docx", frozenset({"names"}), _word("tracked_file"), glance=_word("glance")),
        Exporter("csv", ".csv", FIGURES, csv.write),
        Exporter("pictures", ".zip", FIGURES, pictures.write, glance=pictures.glance),
        Exporter("json", ".json", COMPLETE, lossless.write_json, schema=lossless.schema),
        Exporter("jsonl", ".jsonl", COMPLETE, lossless.write_jsonl),
    )
    return {form.name: form for form in forms}


def _word(name: str) -> Callable[..., Any]:
    """Return a writer of Word files: python-docx takes 150 ms, and other forms need none of it."""

    def write(*given: object) -> object:
        return getattr(import_module("app.export.word.report"), name)(*given)

    return write


EXPORTERS: Mapping[str, Exporter] = LazyMapping(_all)
