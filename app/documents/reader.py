"""Reading documents from outside: a child process does it, within limits, and nothing of it reaches further.

One reader serves one task: its child is begun with the first document and ends with the task.
"""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import MappingProxyType

from pydantic import Base64Bytes, BaseModel, ConfigDict

from app.documents.edited_file import EditedFile
from app.documents.encodings import NotText, decoded
from app.documents.places import (
    FORMS,
    LARGEST_DOCUMENT,
    Asked,
    DocumentKind,
    DocumentText,
    Mark,
    PageImage,
    PlaceKind,
    SourcePlace,
    form_of,
    kind_of,
)
from app.domain.errors import InputError
from app.domain.i18n import Message, words
from app.domain.pictures import Raster
from app.domain.sentences import joined
from app.processes.child import own_program, start, wait_or_kill
from app.processes.child_env import chosen
from app.processes.frames import BrokenFrames, pack, read_frame

_TEXT_INSTEAD = words("Save its text as a file and choose that.")

_REFUSED: Mapping[str, tuple[Message, Message]] = MappingProxyType(
    {
        "broken": (words("{file} is no readable {kind}."), _TEXT_INSTEAD),
        "locked": (
            words("{file} is locked with a password."),
            words("Save a copy without one and choose that."),
        ),
        "repeats": (
            words("{file} lists the same page again and again."),
            words("Print it into a new PDF and choose that."),
        ),
        "many_pages": (
            words("{file} has more than {limit} pages."),
            words("Split it, and choose the parts that matter."),
        ),
        "unpacks": (words("{file} unpacks to more than {limit} MB."), _TEXT_INSTEAD),
        "parts": (words("{file} is made of more than {limit} parts."), _TEXT_INSTEAD),
        "deep": (words("{file} is nested more than {limit} deep."), _TEXT_INSTEAD),
        "scanned": (
            words("{file} holds no text, perhaps only scanned pages."),
            words("Run text recognition over it first, then choose it again."),
        ),
        "comments": (
            words("{file} has more than {limit} comments."),
            words("Split it, and give its parts one after the other."),
        ),
        "long": (
            words("{file} holds more than {limit} million characters."),
            words("Split it, and give its parts one after the other."),
        ),
        "empty": (words("{file} holds no text."), words("Choose another file, or leave it out.")),
        "time": (words("{file} took too long to read."), _TEXT_INSTEAD),
        "memory": (words("{file} needs more than {limit} MB of memory to be read."), _TEXT_INSTEAD),
        "no_pages": (
            words("The pages of {file} cannot be shown here: the library pypdfium2 is missing."),
            words("Read its text, or install the library."),
        ),
        "died": (words("{file} made the reader of documents end."), _TEXT_INSTEAD),
    }
)
"""Code → what is wrong, and what to do."""
_NOTES: Mapping[str, Message] = MappingProxyType(
    {
        "text": words("Only its first {limit} million characters were read."),
        "pages": words("Only its first {read} of {all} pages were read: the others took too long."),
        "pages_text": words("Only its first {read} of {all} pages were read: they hold too much text."),
        "broken_pages": words("{unread} of its {all} pages could not be read."),
        "picture_pages": words("{unread} of its {all} pages are pictures without text, which were not read."),
        "garbled_pages": words(
            "{unread} of its {all} pages are set in a font that does not tell its letters."
        ),
        "across": words(
            "On {n} of its pages text stands side by side and was read across, line by line: what belongs to "
            "one column may be torn."
        ),
        "few_comments": words("Only its first {limit} comments were read."),
        "cells": words("Only its first {limit} cells were read."),
        "formulas": words(
            "{n} of its formulas have no value: they come to an error, or nobody has worked them out and "
            "saved it since."
        ),
        "cell_comments": words("The comments on its cells were not read."),
        "pictures": words(
            "{n} of its pictures were not read, only their alternative texts, where they have any."
        ),
        "drawings": words("Charts, pictures and text boxes on its sheets were not read."),
        "other_sheets": words("{n} more of its sheets hold something and were not read."),
        "embedded": words("{n} other documents that are put into it were not read."),
        "attached": words("{n} files that are attached to it were not read."),
        "hidden": words("{n} of its passages are hidden where it is shown; they were read, too."),
        "hidden_cells": words("{n} of its rows and columns are hidden; they were read, too."),
        "hidden_sheets": words("{n} of its sheets are hidden; they were read, too."),
        "rest": words("Only its beginning was read: the rest took too long."),
    }
)
"""Code → what is missing, or was read though it is not shown."""

ARGUMENT = "--read-documents"
"""Hidden argument of the program that makes it the child."""
LEAST_SECONDS, MOST_SECONDS = 1.5, 60.0
WAITED = 20.0
"""Seconds that a child on a busy machine is waited for beyond its own time."""


class _Page(BaseModel):
    """A page as the child has drawn it: `data`, a PNG in base 64."""

    model_config = ConfigDict(frozen=True, defer_build=True)
    width: int
    height: int
    data: Base64Bytes
    marks: tuple[Mark, ...] = ()


class Answer(BaseModel):
    """What the child says of a document: it read what strangers made, so that this is checked too."""

    model_config = ConfigDict(frozen=True, defer_build=True)
    refused: str = ""
    params: Mapping[str, int] = {}
    text: str = ""
    places: tuple[tuple[int, PlaceKind, str], ...] = ()
    notes: Mapping[str, Mapping[str, int]] = {}
    edited: EditedFile | None = None
    page: _Page | None = None
    last: bool = False


class NoText(InputError):
    """A file that can be read and holds no text that can be used."""


class Scanned(NoText):
    """A PDF whose pages hold no text; `pages`: how many there are."""

    def __init__(self, message: Message, hint: Message, pages: int) -> None:
        super().__init__(message, hint)
        self.pages = pages


def why_refused(code: str) -> tuple[Message, Message]:
    """Return what is wrong with a document that gives no text, and what to do; both are to be filled in."""
    return _REFUSED.get(code, _REFUSED["broken"])


_SAVED_AS: Mapping[str, str] = MappingProxyType(
    {
        "DOCX": ".rtf .doc .dot .odt .ott .fodt .pages .wpd .wps .hwp",
        "XLSX": ".xls .xlsb .numbers .parquet .sav",
        "PDF": ".ppt .pptx .pps .ppsx .odp .key .epub .mobi .azw3 .djvu .xps .vsdx .one",
        "EML": ".msg",
    }
)
"""Kinds that are read → the endings of those that are not and can be saved so."""
_PACKED = (".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst")
_SIGNS = {b"{\\rtf": "RTF", b"%PDF-": "PDF"}
"""What would pass for a text, by how it begins."""


def plain_text(name: str, content: bytes) -> tuple[str, Message | None]:
    """Return the text of a file that is no document, and what is said of it; raises NoText."""
    kind = next((kind for begin, kind in _SIGNS.items() if content.startswith(begin)), "")
    try:
        if not kind:
            return decoded(content)
        what = words("{file} is no plain text but {kind}.", file=name, kind=kind)
    except NotText:
        binary = words("{file} is a binary file.", file=name)
        what = binary if b"\0" in content else words("{file} is not a UTF-8 text.", file=name)
    ending = Path(name).suffix.lower() or "."
    saved = next((kind for kind, endings in _SAVED_AS.items() if ending in endings.split()), "")
    then = words("Choose a text, Markdown, code, PDF or DOCX file, or a PNG, JPEG or WebP picture.")
    if kind == "PDF":
        then = words("Give it a name that ends with {ending}.", ending=".pdf")
    elif ending in _PACKED:
        then = words("Unpack it, and choose the files in it that matter.")
    elif saved or kind or b"\0" not in content:
        then = words("Save it as {kind} and choose that.", kind=saved or (kind and "DOCX") or "UTF-8")
    raise NoText(what, then)


def noted(notes: Mapping[str, Mapping[str, int]]) -> list[Message]:
    """Return what is said of a document that was read, by the codes of `Lines.notes`."""
    return [_NOTES[code].filled(**params) for code, params in notes.items() if code in _NOTES]


def _died(name: str) -> NoText:
    what, then = _REFUSED["died"]
    return NoText(what.filled(file=name), then)


def seconds_for(kind: DocumentKind, size: int) -> float:
    """Return how long a document of so many bytes may take: a small file little, whatever it holds."""
    return min(MOST_SECONDS, max(LEAST_SECONDS, size / FORMS[kind].speed))


class DocumentReader(AbstractContextManager["DocumentReader"]):
    """Reads documents one after the other; to be used with `with`, from any thread."""

    def __init__(self, argv: Sequence[str] | None = None) -> None:
        self._argv = list(argv or own_program(ARGUMENT))
        self._child: subprocess.Popen[bytes] | None = None
        self._one_at_a_time = threading.Lock()

    def __exit__(self, *_: object) -> None:
        """End the child."""
        self.close()

    def close(self) -> None:
        """End the child, where there is one; what is read afterwards begins another."""
        with self._one_at_a_time:
            self._end()

    def read(self, name: str, content: bytes) -> DocumentText:
        """Return a document's text and places; raises NoText, which says why there is none."""
        kind = kind_of(name)
        if kind is None:
            raise NoText(
                words("{file} is no document that can be read.", file=name),
                words("Choose a text, PDF, DOCX, HTML, table, notebook or e-mail file."),
            )
        answer = self._answered(name, kind, content)
        notes = noted(answer.notes)
        return DocumentText(
            answer.text,
            tuple(SourcePlace(*place) for place in answer.places),
            joined(notes, " ") if notes else None,
        )

    def read_edited(self, name: str, content: bytes) -> EditedFile:
        """Return a DOCX that others worked on, with who changed what; raises NoText as `read` does."""
        edited = self._answered(name, "edited", content).edited
        if edited is None:
            raise _died(name)
        return edited

    def draw_page(self, name: str, content: bytes, number: int, quote: str) -> PageImage:
        """Return a page of a PDF, from 1, with a quotation marked on it; raises NoText as `read` does."""
        page = self._answered(name, "page", content, page=number, quote=quote).page
        if page is None:
            raise _died(name)
        return PageImage(Raster("png", page.width, page.height, page.data), page.marks)

    def scan_page(self, name: str, content: bytes, number: int) -> Raster | None:
        """Return a page of a PDF, from 1, as a picture for models; None: nothing is drawn on it.

        Raises NoText as `read` does.
        """
        page = self._answered(name, "scan", content, page=number).page
        return Raster("png", page.width, page.height, page.data) if page is not None else None

    def _answered(self, name: str, kind: Asked, content: bytes, **more: int | str) -> Answer:
        if len(content) > LARGEST_DOCUMENT:
            raise NoText(
                words("{file} is larger than {limit} MB.", file=name, limit=LARGEST_DOCUMENT // 2**20),
                words("Cut out the part that matters and use that."),
            )
        with self._one_at_a_time:
            answer = self._asked(kind, content, more)
        if answer.refused:
            what, then = why_refused(answer.refused)
            shown = FORMS[form_of(kind)].name
            what = what.filled(file=name, kind=shown, **answer.params)
            if answer.refused == "scanned":
                raise Scanned(what, then, answer.params.get("pages", 0))
            raise NoText(what, then)
        return answer

    def _asked(self, kind: Asked, content: bytes, more: Mapping[str, int | str]) -> Answer:
        seconds = seconds_for(form_of(kind), len(content))
        child = self._running()
        assert child.stdin is not None
        assert child.stdout is not None
        over = threading.Event()

        def end() -> None:
            over.set()
            child.kill()

        # Its own clock is that of its work; this one is for what neither works nor ends.
        watch = threading.Timer(seconds * 3 + WAITED, end)
        watch.name = "reading a document"
        watch.daemon = True
        watch.start()
        head = json.dumps({"kind": kind, "seconds": seconds, **more}).encode("ascii")
        answer: Answer | None = None
        try:
            child.stdin.write(pack(head) + pack(content))
            child.stdin.flush()
            frame = read_frame(child.stdout)
            answer = Answer.model_validate_json(frame) if frame else None
        except (OSError, ValueError, BrokenFrames):
            answer = None  # it ended in the middle
        finally:
            watch.cancel()
            watch.join()
        if answer is None:
            self._end()
            return Answer(refused="time" if over.is_set() else "died")
        if answer.last:
            self._end()
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is None:
            try:
                # What a reader complains of is of no use to anybody who reads the answer.
                self._child = start(self._argv, chosen(os.environ))
            except OSError as error:
                raise NoText(
                    words("Documents cannot be read: {why}.", why=error.strerror or str(error)),
                    _TEXT_INSTEAD,
                ) from error
        return self._child

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue  # it was full of what nobody reads any more
        wait_or_kill(child, 1.0)
