"""A DOCX's text, walked through once: its tables are never laid out, so no span of a cell costs anything.

What is read is the text with its tracked changes made: what was deleted or moved away is not in it, and
paragraphs whose end was taken are one. Notes and comments stand at the end, each under the mark at its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from zipfile import ZipFile

from app.documents.comments import MOST_COMMENTS, Comments
from app.documents.lines import Lines, Refusal
from app.documents.packed import PROPERTY_CHANGES, opened, walk

_HEADING = re.compile(r"(?:heading|title|überschrift)\s*\d*", re.IGNORECASE)
_GONE = ("del", "moveFrom", "cellDel")
_PROPERTIES = frozenset({"pPr", "trPr", "tcPr"})
_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}
_LONGEST_QUOTED = 120
"""Characters of the words that a comment stands at."""
_ROMAN = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


def read_docx(content: bytes, lines: Lines) -> None:
    """Write a document's text; raises Refusal."""
    with opened(content) as packed:
        names = set(packed.namelist())
        styles = _Styles()
        if "word/styles.xml" in names:
            walk(packed, "word/styles.xml", styles.begin)
        body = _Body(lines, styles.headings)
        with lines.as_far_as_read():
            body.read(packed, "word/document.xml")
            for part, title in (("footnotes", "Footnotes"), ("endnotes", "Endnotes")):
                if f"word/{part}.xml" in names:
                    notes = _Notes(lines, styles.headings, body.marks, part)
                    notes.read(packed, f"word/{part}.xml")
                    _write(lines, title, notes.told())
            _write(lines, "Comments", _comments(packed, lines, body.marks))


def _write(lines: Lines, title: str, told: Sequence[str]) -> None:
    """Write a part of its own at the end, where it says anything."""
    if told:
        lines.gap()
        lines.place("heading", title)
        lines.add(title)
        lines.gap()
        for text in told:
            lines.add(text)
            lines.gap()


def _comments(packed: ZipFile, lines: Lines, marks: _Marks) -> list[str]:
    """Return what comments say, in the order of their places, each with its mark and the words it is at."""
    comments = Comments()
    try:
        comments.read(packed)
    except Refusal as refusal:
        if refusal.code != "comments":
            raise
        lines.cut = ("few_comments", {"limit": MOST_COMMENTS})
    found = comments.placed({})
    for one in found:
        # An answer has its own place only in some programs.
        marks.comments.setdefault(str(one["id"]), len(marks.comments) + 1)
    numbers = [marks.comments[str(one["id"])] for one in found]
    told: list[tuple[int, str]] = []
    for one, number in zip(found, numbers, strict=True):
        parent = one["parent"]
        answers = isinstance(parent, int) and parent >= 0
        quoted = " ".join("".join(marks.quoted.get(str(one["id"]), ())).split())[:_LONGEST_QUOTED]
        at = f", in answer to comment {numbers[int(str(parent))]}" if answers else ""
        at = at or (f", on “{quoted}”" if quoted else "")
        settled = " (settled)" if one["done"] else ""
        text = f"[comment {number}] {one['author'] or 'Somebody'}{at}{settled}: {one['text']}"
        told.append((number, text))
    return [text for _, text in sorted(told)]


class _Styles:
    """The ids of the styles that are headings: an id is of any language, the name is English."""

    def __init__(self) -> None:
        self.headings: set[str] = set()
        self._style = ""

    def begin(self, tag: str, given: Mapping[str, str]) -> None:
        if tag == "style":
            self._style = given.get("styleId", "")
        elif tag == "name" and _HEADING.fullmatch(given.get("val", "")):
            self.headings.add(self._style)


@dataclass(slots=True)
class _Marks:
    """What stands at places of the text: notes by part and id, and comments by id, each with its number.

    A note of number 0 has a mark of its own, typed behind it. `gone`: notes whose place was deleted.
    """

    notes: dict[tuple[str, str], int] = field(default_factory=dict)
    last: Counter[str] = field(default_factory=Counter)
    """The number that was given last, by part."""
    gone: set[tuple[str, str]] = field(default_factory=set)
    comments: dict[str, int] = field(default_factory=dict)
    quoted: dict[str, list[str]] = field(default_factory=dict)

    def note(self, part: str, given: Mapping[str, str]) -> str:
        """Return the mark of the next note of a part."""
        own = given.get("customMarkFollows", "0") not in ("0", "false", "off")
        self.last[part] += not own
        number = 0 if own else self.last[part]
        self.notes[part, given.get("id", "")] = number
        return _note_mark(part, number)


def _note_mark(part: str, number: int) -> str:
    if not number:
        return ""
    if part == "footnotes":
        return f"[{number}]"
    roman, left = "", number
    for value, letters in _ROMAN:
        roman += letters * (left // value)
        left %= value
    return f"[{roman}]"


class _Body:
    """The paragraphs and tables of one part."""

    def __init__(self, lines: Lines, headings: set[str]) -> None:
        self.marks = _Marks()
        self._lines, self._headings = lines, headings
        self._texts: list[list[str]] = []
        """The paragraphs that are open, one in another where a text box lies in one."""
        self._rows: list[list[list[str]]] = []
        """The rows that are open, one in another: the texts of each cell."""
        self._joined: dict[int, str] = {}
        """How paragraphs begin whose end before was taken, by how many they are open in."""
        self._heading = False
        self._skipped = 0
        self._within: list[str] = []
        """The properties that are open: of a paragraph, a row, a cell."""
        self._end_gone: list[bool] = []
        self._row_gone: list[bool] = []
        self._cell_gone: list[bool] = []
        self._ranges: dict[str, list[str]] = {}
        """The comments whose words are being read."""

    def read(self, packed: ZipFile, part: str) -> None:
        walk(packed, part, self._begin, self._end, self._text)
        self._say_joined()

    def _begin(self, tag: str, given: Mapping[str, str]) -> None:  # noqa: C901  one case a kind of element
        if self._skipped:
            self._skipped += 1
            if tag in _NOTES:
                self.marks.gone.add((_NOTES[tag], given.get("id", "")))
            return
        # The second telling of a drawing for old programs, and what a note only separates.
        separator = tag in ("footnote", "endnote") and "separator" in given.get("type", "").lower()
        if tag == "Fallback" or separator or tag in PROPERTY_CHANGES:
            self._skipped += 1
            return
        if tag in _GONE:
            self._take(tag)
            return
        match tag:
            case "pPr" | "trPr" | "tcPr":
                self._within.append(tag)
            case "p":
                self._texts.append([self._joined.pop(len(self._texts), "")])
                self._end_gone.append(False)
                self._heading = False
            case "pStyle":
                self._heading = given.get("val", "") in self._headings
            case "tbl":
                self._say_joined()
            case "tr":
                self._rows.append([])
                self._row_gone.append(False)
            case "tc" if self._rows:
                self._rows[-1].append([])
                self._cell_gone.append(False)
            case "tab":
                self._text("\t")
            case "br" | "cr":
                self._text("\n")
            case "noBreakHyphen":
                self._text("-")
            case "footnoteReference" | "endnoteReference" if self._texts:
                self._texts[-1].append(self.marks.note(_NOTES[tag], given))
            case "commentRangeStart":
                self._ranges[given.get("id", "")] = self.marks.quoted.setdefault(given.get("id", ""), [])
            case "commentRangeEnd":
                self._ranges.pop(given.get("id", ""), None)
            case "commentReference" if self._texts:
                number = self.marks.comments.setdefault(given.get("id", ""), len(self.marks.comments) + 1)
                self._texts[-1].append(f"[comment {number}]")

    def _take(self, tag: str) -> None:
        """Take in that a paragraph's end, a row, a cell is gone; else the letters within."""
        within = self._within[-1] if self._within else ""
        if within == "pPr" and self._end_gone:
            self._end_gone[-1] = True
        elif within == "trPr" and self._row_gone:
            self._row_gone[-1] = True
        elif within == "tcPr" and self._cell_gone:
            self._cell_gone[-1] = tag == "cellDel"
        self._skipped += 1

    def _end(self, tag: str) -> None:
        if self._skipped:
            self._skipped -= 1
        elif tag in _PROPERTIES and self._within:
            self._within.pop()
        elif tag == "p" and self._texts:
            text, gone = "".join(self._texts.pop()), self._end_gone.pop()
            if gone:
                self._joined[len(self._texts)] = text
            else:
                self._say(text)
        elif tag == "tc" and self._rows and self._rows[-1]:
            self._say_joined()
            if self._cell_gone.pop():
                self._rows[-1].pop()
        elif tag == "tr" and self._rows:
            gone, cells = self._row_gone.pop(), self._rows.pop()
            row = " | ".join(" ".join(cell) for cell in cells)
            if row.strip(" |") and not gone:
                self._row(row)
        elif tag == "tbl" and not self._rows:
            self._gap()

    def _text(self, text: str) -> None:
        if self._texts and not self._skipped and not self._within:
            self._texts[-1].append(text)
            for id, quoted in list(self._ranges.items()):
                quoted.append(text)
                if sum(map(len, quoted)) > _LONGEST_QUOTED:
                    del self._ranges[id]

    def _say_joined(self) -> None:
        """Say what was to be joined to a paragraph that never came."""
        text = self._joined.pop(len(self._texts), "")
        self._heading = False
        self._say(text)

    def _say(self, text: str) -> None:
        if not text.strip():
            return
        if self._rows and self._rows[-1]:
            self._rows[-1][-1].append(" ".join(text.split()))
            return
        self._write(text, heading=self._heading)
        self._gap()

    def _row(self, row: str) -> None:
        if self._rows and self._rows[-1]:
            self._rows[-1][-1].append(row)
        else:
            self._write(row)

    def _write(self, text: str, *, heading: bool = False) -> None:
        if heading:
            self._lines.place("heading", text)
        self._lines.add(text)

    def _gap(self) -> None:
        self._lines.gap()


class _Notes(_Body):
    """The notes of one part, kept until all are read: they are told in the order of their marks."""

    def __init__(self, lines: Lines, headings: set[str], marks: _Marks, part: str) -> None:
        super().__init__(lines, headings)
        self._known, self._part = marks, part
        self._found: dict[str, list[str]] = {}
        self._id = ""

    def told(self) -> list[str]:
        """Return the notes, each with its mark; one whose place was deleted is gone with it."""
        numbered: list[tuple[float, str]] = []
        for id, texts in self._found.items():
            number = self._known.notes.get((self._part, id), 0)
            if number or (self._part, id) not in self._known.gone:
                mark = _note_mark(self._part, number)
                text = "\n".join(texts).lstrip()
                numbered.append((number or float("inf"), f"{mark} {text}" if mark else text))
        return [text for _, text in sorted(numbered, key=lambda one: one[0])]

    def _begin(self, tag: str, given: Mapping[str, str]) -> None:
        if not self._skipped and tag in ("footnote", "endnote"):
            self._say_joined()
            self._id = given.get("id", "")
        super()._begin(tag, given)

    def _write(self, text: str, *, heading: bool = False) -> None:
        del heading
        self._found.setdefault(self._id, []).append(text)

    def _gap(self) -> None:
        pass
