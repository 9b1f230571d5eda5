"""The pieces of WordprocessingML that are written here, as strings; what is foreign in them is escaped.

A text's letters look as they do in a document: marks in grey, and between them what they mean.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import escape

from app.diffing.hunks import Passage
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


FENCE = re.compile(r" {0,3}(```|~~~)")
_HEADING = re.compile(r" {0,3}(#{1,6})\s+")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])([^*_\n]+?)(?<=[^\s*_])\1(?![\w*])")
_CODE = re.compile(r"(`+)([^`\n]+)\1")


@dataclass(slots=True)
class Line:
    """A paragraph as it is gathered: its runs, the texts it has on both sides, what becomes of its end."""

    runs: list[tuple[Passage, int]] = field(default_factory=list)
    """Each with where it begins in all passages."""
    end: Passage | None = None

    @property
    def changes(self) -> bool:
        """Whether any of its letters come or go."""
        return any(one.kind != "equal" for one, _ in self.runs)

    @property
    def text(self) -> str:
        """The line as it will be; of one that goes, as it was."""
        stays = "".join(one.text for one, _ in self.runs if one.kind != "delete")
        return stays or "".join(one.text for one, _ in self.runs)


class Looks:
    """How the letters of a text look."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = [0]
        self._looks: list[Look] = [PLAIN]
        at = 0
        fenced = False
        for line in text.split("\n"):
            fence = FENCE.match(line) is not None
            if not fenced and not fence:
                self._line(line, at)
            fenced = fenced != fence
            at += len(line) + 1

    def _line(self, line: str, at: int) -> None:
        looks = [PLAIN] * len(line)
        heading = _HEADING.match(line)
        if heading is not None:
            looks = [Look(bold=True)] * len(line)
            looks[: heading.end()] = [Look(muted=True)] * heading.end()
        for pattern, look in (
            (_CODE, Look(code=True)),
            (_STRONG, Look(bold=True)),
            (_EMPHASIS, Look(italic=True)),
        ):
            for found in pattern.finditer(line):
                self._put(looks, found, look)
        for offset, look in enumerate(looks):
            if look != self._looks[-1]:
                self._starts.append(at + offset)
                self._looks.append(look)
        if self._looks[-1] != PLAIN:
            self._starts.append(at + len(line))
            self._looks.append(PLAIN)

    @staticmethod
    def _put(looks: list[Look], found: re.Match[str], look: Look) -> None:
        begin, end = found.span()
        if any(looks[at].code for at in range(begin, end)):
            return
        mark = len(found[1])
        for at in (*range(begin, begin + mark), *range(end - mark, end)):
            looks[at] = Look(muted=True)
        for at in range(begin + mark, end - mark):
            known = looks[at]
            looks[at] = (
                known
                if known.muted
                else Look(known.bold or look.bold, known.italic or look.italic, code=look.code)
            )

    def between(self, begin: int, end: int) -> Iterator[tuple[int, int, Look]]:
        """Yield stretches that look the same."""
        at = bisect_right(self._starts, begin) - 1
        while begin < end:
            stop = min(end, self._starts[at + 1]) if at + 1 < len(self._starts) else end
            if stop > begin:
                yield begin, stop, self._looks[at]
            begin, at = max(begin, stop), at + 1


class BothLooks:
    """How letters look that stand in two texts, of which one is made of the other."""

    def __init__(self, old: str, new: str) -> None:
        self._old, self._new = Looks(old), Looks(new)

    def of(self, one: Passage, text: str, at_old: int, at_new: int) -> Iterator[tuple[str, Look]]:
        """Yield letters of a passage that begin at these places, by how they look.

        What stays and looks otherwise on each side is plain: its marks come and go, and its look would not.
        """
        if one.kind == "delete":
            yield from (
                (text[a - at_old : b - at_old], look)
                for a, b, look in self._old.between(at_old, at_old + len(text))
            )
            return
        for begin, end, look in self._new.between(at_new, at_new + len(text)):
            first, last = begin - at_new, end - at_new
            if one.kind == "insert":
                yield text[first:last], look
                continue
            for a, b, was in self._old.between(at_old + first, at_old + last):
                yield text[a - at_old : b - at_old], look if look == was else PLAIN
