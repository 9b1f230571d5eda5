"""Every format by its name."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.errors import InputError
from app.domain.i18n import words
from app.engine.ports import Exporter
from app.export.json import JsonExporter
from app.export.jsonl import JsonlExporter
from app.export.report import ReportExporter

EXPORTERS: Mapping[str, Exporter] = {e.name: e for e in (ReportExporter(), JsonExporter(), JsonlExporter())}


def exporter(name: str) -> Exporter:
    """Return a format's exporter. Raises InputError naming those there are."""
    try:
        return EXPORTERS[name]
    except KeyError:
        raise InputError(
            words("There is no export format “{name}”.", name=name),
            words("Use one of: {names}.", names=", ".join(EXPORTERS)),
        ) from None
