"""Where in a document a line stands, and what reading one gives."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from app.domain.i18n import Message, words
from app.domain.pictures import Raster

DocumentKind = Literal["pdf", "docx", "html", "notebook", "mail", "sheet"]
Asked = DocumentKind | Literal["edited", "page", "scan"]
"""What a document is asked for as: by its kind, as a DOCX that others worked on, or a page as a picture, for
a person or (`scan`) for models."""
PlaceKind = Literal["page", "heading", "id", "cell", "message", "row"]


class Form(NamedTuple):
    """What is known of a kind of document from without.

    `endings` of its files' names; `name`: as a person knows it; `speed`: bytes a second that a slow machine
    reads of honest ones; `begins`: what stands within the first kilobyte of each, where anything does.
    """

    endings: tuple[str, ...]
    name: str
    speed: int
    begins: bytes = b""


FORMS: Mapping[DocumentKind, Form] = MappingProxyType(
    {
        "pdf": Form((".pdf",), "PDF", 20_000, b"%PDF-"),
        "docx": Form((".docx", ".docm", ".dotx", ".dotm"), "DOCX", 150_000, b"PK\x03\x04"),
        "html": Form((".html", ".htm", ".xhtml"), "HTML", 250_000),
        "notebook": Form((".ipynb",), "notebook", 1_000_000),
        "mail": Form((".eml", ".mbox", ".mht", ".mhtml"), "e-mail", 250_000),
        "sheet": Form((".xlsx", ".xlsm", ".xltx", ".ods"), "table", 150_000, b"PK\x03\x04"),
    }
)
"""All else is read as it is."""
_KINDS = {ending: kind for kind, form in FORMS.items() for ending in form.endings}
LARGEST_DOCUMENT = 20 * 2**20
"""Bytes of one document."""
_TOLD: Mapping[PlaceKind, tuple[str, Message, str]] = MappingProxyType(
    {
        "page": ("page {}", words("page {n}"), "n"),
        "heading": ("“{}”", words("under “{heading}”"), "heading"),
        "id": ("#{}", words("at #{id}"), "id"),
        "cell": ("cell {}", words("cell {n}"), "n"),
        "message": ("message {}", words("message {n}"), "n"),
        "row": ("cells {}", words("cells {cells}"), "cells"),
    }
)
"""What a model is told of a place, and a person, with what its name is there."""


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """A place of a document that begins at a line, counted from 1; `name`: its number, words or id."""

    line: int
    kind: PlaceKind
    name: str

    def label(self) -> str:
        """Return what a model is told."""
        return _TOLD[self.kind][0].format(self.name)

    def words(self) -> Message:
        """Return what a person is told."""
        _, said, name = _TOLD[self.kind]
        return said.filled(**{name: self.name})


@dataclass(frozen=True, slots=True)
class DocumentText:
    """The lines of a document as one text; `places` in the order of their lines.

    `cut_off`: what of the document is not in it, or is in it though it is not shown, in some sentences.
    """

    text: str
    places: tuple[SourcePlace, ...] = ()
    cut_off: Message | None = None


class Mark(NamedTuple):
    """A line of a quotation on its page, in the picture's dots from its upper left."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page as it is printed; `marks`: none where the quotation was not found on it."""

    raster: Raster
    marks: tuple[Mark, ...] = ()


def form_of(asked: Asked) -> DocumentKind:
    """Return the kind of a document by what it is asked for as."""
    if asked == "page" or asked == "scan":
        return "pdf"
    return "docx" if asked == "edited" else asked


def kind_of(name: str) -> DocumentKind | None:
    """Return what a file is read as, by its name; None: it is text as it is, or nothing that can be read."""
    # No Path: a search asks this of every file.
    tail = name.rpartition("/")[2]
    dot = tail.rfind(".")
    return _KINDS.get(tail[dot:].lower()) if dot >= 0 else None


def place_at(places: Sequence[SourcePlace], line: int) -> SourcePlace | None:
    """Return the last place that begins at or before a line."""
    at = bisect_right(places, line, key=lambda place: place.line)
    return places[at - 1] if at else None
