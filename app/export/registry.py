"""Every format by its name."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.late import Later
from app.engine.ports import Exporter


def _all() -> Mapping[str, Exporter]:
    # Late for start-up cost: the report brings the whole of the diff.
    from app.export.json import JsonExporter
    from app.export.jsonl import JsonlExporter
    from app.export.report import ReportExporter

    return {exporter.name: exporter for exporter in (ReportExporter(), JsonExporter(), JsonlExporter())}


EXPORTERS: Mapping[str, Exporter] = Later(_all)


def exporter(name: str) -> Exporter:
    """Return a format's exporter. Raises InputError naming those there are."""
    try:
        return EXPORTERS[name]
    except KeyError:
        raise InputError(
            words("There is no export format “{name}”.", name=name),
            words("Use one of: {names}.", names=", ".join(EXPORTERS)),
        ) from None
