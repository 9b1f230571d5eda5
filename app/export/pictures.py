"""The pictures that models put into their answers, as files in an archive."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

from app.domain.facts import CallCompleted
from app.domain.pictures import pictures_in
from app.engine.exporting import ExportRequest

NONE = "No answer of this session holds a picture.\n"
_WHEN = (1980, 1, 1, 0, 0, 0)
"""The same for the same session."""


def write(request: ExportRequest) -> bytes:
    """Return a zip archive: a file for each picture, called by round and by the record of its answer."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in [*_files(request)] or [("none.txt", NONE.encode())]:
            archive.writestr(zipfile.ZipInfo(name, _WHEN), data)
    return target.getvalue()


def glance(request: ExportRequest) -> str:
    """Return which pictures there are."""
    return "".join(f"{name}  {len(data) // 1000:,} kB\n" for name, data in _files(request)) or NONE


def _files(request: ExportRequest) -> Iterator[tuple[str, bytes]]:
    for record in request.records:
        if record.type == CallCompleted.tag():
            for number, picture in enumerate(pictures_in(str(record.body().get("text") or "")), 1):
                yield f"round-{record.round}-answer-{record.seq}-{number}.{picture.suffix}", picture.data
