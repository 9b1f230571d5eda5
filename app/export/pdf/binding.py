"""What Qt leaves out of a PDF: bookmarks, links, and bytes that are the same for the same pages."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import NamedTuple

from pypdf import PdfReader, PdfWriter
from pypdf.annotations import Link as Annotation
from pypdf.generic import DictionaryObject, Fit, IndirectObject, NameObject, StreamObject, TextStringObject

_TAB = re.compile(rb"([\[ ])<0009>")
ABOVE = 6
"""Points above a heading that are shown when a reader goes there."""


class Mark(NamedTuple):
    """A heading as a bookmark: the page from 0, and points from its bottom."""

    level: int
    title: str
    page: int
    y: float


class Link(NamedTuple):
    """What can be clicked on a page, and where it leads: out of the document, or to a place in it."""

    page: int
    rect: tuple[float, float, float, float]
    address: str
    to: tuple[int, float] | None


def bind(pages: bytes, marks: Sequence[Mark], links: Sequence[Link], *, title: str, at: str) -> bytes:
    """Return the PDF with its bookmarks and links; `at` is the time that it carries, as PDF writes times."""
    writer = PdfWriter()
    # The pages alone: Qt's own record is of the time and of chance.
    writer.append(PdfReader(io.BytesIO(pages)))
    writer.pdf_header = "%PDF-1.6"
    _make_spaces(writer)
    parents: dict[int, IndirectObject] = {}
    for mark in marks:
        above = [parents[level] for level in sorted(parents) if level < mark.level]
        item = writer.add_outline_item(
            title=mark.title,
            page_number=mark.page,
            parent=above[-1] if above else None,
            fit=_fit(mark.y),
            is_open=mark.level < 2,
        )
        parents = {level: known for level, known in parents.items() if level < mark.level}
        parents[mark.level] = item
    for link in links:
        if link.to is None and not link.address.startswith(("http://", "https://", "mailto:")):
            continue
        _annotate(writer, link)
    writer.metadata = {
        "/Title": title,
        "/Producer": "Roundtable",
        "/Creator": "Roundtable",
        "/CreationDate": at,
        "/ModDate": at,
    }
    root = writer.root_object
    root[NameObject("/Lang")] = TextStringObject("en")
    if marks:
        root[NameObject("/PageMode")] = NameObject("/UseOutlines")
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def _make_spaces(writer: PdfWriter) -> None:
    """Let a space be copied as one: Qt names its glyph by the first sign that has it, which is a tab."""
    seen = set[int]()
    for page in writer.pages:
        resources = page.get("/Resources", DictionaryObject()).get_object()
        fonts = resources.get("/Font", DictionaryObject()).get_object()
        for font in fonts.values():
            signs = font.get_object().get("/ToUnicode")
            stream = signs.get_object() if signs is not None else None
            if isinstance(stream, StreamObject) and id(stream) not in seen:
                seen.add(id(stream))
                stream.set_data(_TAB.sub(rb"\1<0020>", stream.get_data()))


def _fit(y: float) -> Fit:
    return Fit.xyz(left=0, top=round(y + ABOVE, 1))


def _annotate(writer: PdfWriter, link: Link) -> None:
    if link.to is None:
        annotation = Annotation(rect=link.rect, border=[0, 0, 0], url=link.address)
    else:
        page, y = link.to
        annotation = Annotation(rect=link.rect, border=[0, 0, 0], target_page_index=page, fit=_fit(y))
    writer.add_annotation(link.page, annotation)
