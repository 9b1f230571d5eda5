"""The pieces of WordprocessingML that are written here, as strings; what is foreign in them is escaped."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import escape

from app.markup.visible import visible, visible_piece


def attribute(text: str) -> str:
    """Return text for an attribute's value."""
    return escape(" ".join(visible(text).split()))


@dataclass(frozen=True, slots=True)
class Look:
    """How letters are set."""

    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False
    muted: bool = False
    link: bool = False

    def markup(self) -> str:
        """Return the run's properties, in the order of the schema."""
        found = [
            '<w:rStyle w:val="RoundtableCodeLetters"/>' if self.code else "",
            "<w:b/>" if self.bold else "",
            "<w:i/>" if self.italic else "",
            "<w:strike/>" if self.struck else "",
            '<w:color w:val="8A8F98"/>' if self.muted else '<w:color w:val="1F5FA8"/>' if self.link else "",
        ]
        inner = "".join(found)
        return f"<w:rPr>{inner}</w:rPr>" if inner else ""


PLAIN = Look()


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who changed something, and when."""

    author: str
    at: datetime

    def attributes(self, number: int) -> str:
        """Return the attributes of a tracked change or a comment of this number."""
        return f'w:id="{number}" w:author="{attribute(self.author)}" w:date="{moment(self.at)}"'


def moment(at: datetime) -> str:
    """Return a time as Word writes it, in UTC to the second."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def run(text: str, look: Look = PLAIN, *, deleted: bool = False) -> str:
    """Return a run of letters of a visible text; tabs are tabs, and lines break within the paragraph."""
    tag = "delText" if deleted else "t"
    pieces = []
    for piece in re.split("([\t\n])", visible_piece(text)):
        if piece == "\t":
            pieces.append("<w:tab/>")
        elif piece == "\n":
            pieces.append("<w:br/>")
        elif piece:
            pieces.append(f'<w:{tag} xml:space="preserve">{escape(piece, quote=False)}</w:{tag}>')
    return f"<w:r>{look.markup()}{''.join(pieces)}</w:r>" if pieces else ""


def footnote_mark(number: int, tag: str = "footnoteReference") -> str:
    """Return the run at which a footnote stands; within the note itself `tag` is `footnoteRef`."""
    id = f' w:id="{number}"' if tag == "footnoteReference" else ""
    return f'<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:{tag}{id}/></w:r>'


def paragraph(content: str, style: str = "", properties: str = "") -> str:
    """Return a paragraph of runs; `properties` stand behind the style, in the order of the schema."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    inner = f"<w:pPr>{named}{properties}</w:pPr>" if named or properties else ""
    return f"<w:p>{inner}{content}</w:p>"


def bookmark(name: str, number: int, content: str) -> str:
    """Return content that links and readers find by a name."""
    begin = f'<w:bookmarkStart w:id="{number}" w:name="{attribute(name)}"/>'
    return f'{begin}{content}<w:bookmarkEnd w:id="{number}"/>'


@dataclass(slots=True)
class Margin:
    """Where comments begin and end, counted in letters of what is written; each is met once.

    Likewise what somebody put into a text: from where to where, with the mark of a tracked insertion.
    """

    begins: dict[int, list[int]] = field(default_factory=dict)
    ends: dict[int, list[int]] = field(default_factory=dict)
    inserted: list[tuple[int, int, str]] = field(default_factory=list)

    @property
    def borders(self) -> list[int]:
        """Every place at which letters must be cut."""
        return sorted({*self.begins, *self.ends, *(at for span in self.inserted for at in span[:2])})

    def insert(self, begin: int, end: int, stamp: Stamp, number: int) -> None:
        """Mark letters as put in by somebody."""
        self.inserted.append((begin, end, stamp.attributes(number)))

    def within(self, at: int, runs: str) -> str:
        """Return the runs that begin at a place, within the insertion that they are of."""
        mark = next((mark for begin, end, mark in self.inserted if begin <= at < end), "")
        return f"<w:ins {mark}>{runs}</w:ins>" if mark and runs else runs

    def put(self, number: int, begin: int, end: int) -> None:
        """Place a comment."""
        self.begins.setdefault(begin, []).append(number)
        self.ends.setdefault(end, []).append(number)

    def opening(self, at: int) -> str:
        """Return what begins at a place."""
        return "".join(f'<w:commentRangeStart w:id="{number}"/>' for number in self.begins.pop(at, ()))

    def closing(self, at: int) -> str:
        """Return what ends at a place."""
        return "".join(
            f'<w:commentRangeEnd w:id="{number}"/><w:r><w:commentReference w:id="{number}"/></w:r>'
            for number in self.ends.pop(at, ())
        )
