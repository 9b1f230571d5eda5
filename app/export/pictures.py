"""Pictures that were given or stand in answers: for a report, and as files in an archive."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator

from app.domain.fact_base import Record
from app.domain.facts import CallCompleted, SessionCreated
from app.domain.given_pictures import given_in
from app.domain.pictures import Pictures, pictures_in
from app.engine.exporting import ExportRequest

NONE = "No answer of this session holds a picture, and none was given.\n"
_WIDEST, _HIGHEST = 560, 720
"""Pixels of a picture on a page."""
_WHEN = (1980, 1, 1, 0, 0, 0)
"""The same for the same session."""


def on_page(width: int, height: int) -> tuple[int, int]:
    """Return how large a picture stands on a page, in pixels: smaller in both sides where one has no room."""
    smaller = max(1.0, width / _WIDEST, height / _HIGHEST)
    return max(1, round(width / smaller)), max(1, round(height / smaller))


def pictures_of(records: Iterable[Record]) -> Pictures:
    """Return the pictures of a session's answers, which its texts hold as marks."""
    return Pictures(text for _, text in _answers(records))


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
    yield from _given(request.records)
    for record, text in _answers(request.records):
        for number, picture in enumerate(pictures_in(text), 1):
            yield f"round-{record.round}-answer-{record.seq}-{number}.{picture.suffix}", picture.data


def _given(records: Iterable[Record]) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures that were given with the question, byte for byte."""
    created = next((record.body() for record in records if record.type == SessionCreated.tag()), {})
    setup = created.get("setup")
    for number, (called, _, picture) in enumerate(given_in(setup if isinstance(setup, dict) else {}), 1):
        name = re.sub(r"[^\w.-]+", "-", called)[-80:]
        yield f"given-{number}-{name}", picture.content


def _answers(records: Iterable[Record]) -> Iterator[tuple[Record, str]]:
    for record in records:
        if record.type == CallCompleted.tag():
            yield record, str(record.body().get("text") or "")
