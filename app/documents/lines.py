"""What a reader of a document writes into: lines, the places they begin, and the ends it must come to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from app.documents.places import FORMS, DocumentKind, PlaceKind

MOST_TEXT = 5 * 2**20
"""Characters of one document's text."""
LONGEST_LINE = 2_000
"""Characters of one line: a longer paragraph goes on in the next one, so that every passage can be cited."""
LONGEST_NAME = 120
_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")
"""What no text holds: control characters, and halves of letters."""
_ENDS = re.compile("\r\n|[\r\n\x0b\x0c]")


class Refusal(Exception):
    """A document that gives no text; `code`: which sentence of `reader.py` says why."""

    def __init__(self, code: str, **params: int) -> None:
        self.code, self.params = code, params
        super().__init__(code)


class Full(Exception):
    """No more text is taken in."""


class TooLong(BaseException):
    """The time is over. No library that catches every exception must catch this one."""


class Lines:
    """The text of a document while it is read."""

    def __init__(self) -> None:
        self.places: list[tuple[int, PlaceKind, str]] = []
        self.notes: dict[str, dict[str, int]] = {}
        """What is missing of the document, or was read though it is not shown: codes of `reader.py`."""
        self._lines: list[str] = []
        self._room = MOST_TEXT

    @property
    def text(self) -> str:
        """All lines so far, without empty ones at the end."""
        return "\n".join(self._lines).rstrip("\n")

    @property
    def holds_text(self) -> bool:
        """Whether any line says something."""
        return any(line and not line.isspace() for line in self._lines)

    @contextmanager
    def as_far_as_read(self) -> Iterator[None]:
        """End reading where the room or the time does; raises TooLong where nothing was read by then."""
        try:
            yield
        except Full:
            return
        except TooLong:
            if not self.holds_text:
                raise
            self.note("rest")

    def note(self, code: str, **params: int) -> None:
        """Take in what whoever reads the text is to know."""
        self.notes[code] = params

    def count(self, code: str, more: int = 1) -> None:
        """Take in that there is more of what is noted with its number, `n`."""
        if more:
            self.notes[code] = {"n": self.notes.get(code, {}).get("n", 0) + more}

    def place(self, kind: PlaceKind, name: str) -> None:
        """Begin a place at the next line; of two that begin there the later one is kept."""
        shown = " ".join(_NO_TEXT.sub("", name).split())[:LONGEST_NAME]
        if not shown:
            return
        line = len(self._lines) + 1
        if self.places and self.places[-1][0] == line:
            self.places.pop()
        self.places.append((line, kind, shown))

    def add(self, text: str) -> None:
        """Take in lines. Raises Full at the end of what is taken."""
        for line in _ENDS.split(_NO_TEXT.sub("\ufffd", text)):
            for piece in _pieces(line.rstrip()):
                self._room -= len(piece) + 1
                if self._room < 0:
                    self.note("text", limit=MOST_TEXT // 2**20)
                    raise Full
                self._lines.append(piece)

    def gap(self) -> None:
        """Leave one empty line, unless there is one or nothing was written yet."""
        if self._lines and self._lines[-1]:
            self.add("")


def _pieces(line: str) -> list[str]:
    if len(line) <= LONGEST_LINE:
        return [line]
    pieces: list[str] = []
    start = 0
    while len(line) - start > LONGEST_LINE:
        end = line.rfind(" ", start + LONGEST_LINE // 2, start + LONGEST_LINE)
        end = start + LONGEST_LINE if end < 0 else end
        pieces.append(line[start:end])
        start = end + (line[end : end + 1] == " ")
    return [*pieces, line[start:]]


_LOCKED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How the file begins into which Office puts a document that has a password; source: MS-OFFCRYPTO 1.3."""


def check_beginning(kind: DocumentKind, content: bytes) -> None:
    """Raise Refusal for what is not what its name says."""
    if kind in ("docx", "sheet") and content.startswith(_LOCKED):
        raise Refusal("locked")
    if FORMS[kind].begins not in content[:1024]:
        raise Refusal("broken")
