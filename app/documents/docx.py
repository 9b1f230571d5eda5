"""A DOCX's text, walked through once: its tables are never laid out, so no span of a cell costs anything.

What is read is the text with its tracked changes made: what was deleted or moved away is not in it, and
paragraphs whose end was taken are one. Notes, comments, headers and footers stand at the end, what has a mark
at its place under that. An equation is one line, and a picture what is said of it; what waits in an empty
field to be written over is no text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from zipfile import ZipFile

from app.documents.comments import MOST_COMMENTS, Comments
from app.documents.equations import MATH, Equation
from app.documents.lines import Lines, Refusal
from app.documents.numbering import NO_ITEM, Item, Labels, Numbering, item_of, roman
from app.documents.packed import DRAWING, OFF, PROPERTY_CHANGES, opened, parts_of, walk
from app.documents.signs import SIGNS, STRUCK, drawn, raised, sign_of
from app.documents.styles import Styles, level_of
from app.domain.whole_numbers import whole_number

_GONE = ("del", "moveFrom", "cellDel")
_PROPERTIES = frozenset({"pPr", "trPr", "tcPr"})
_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}
_WORDS = re.compile(r"[^\W\d_]{2}")
"""What is more than the number of a page."""
_SIGNS = {**SIGNS, "noBreakHyphen": "-", "softHyphen": ""}
_LETTERS = ("t", "m:t")
_APART = ("AlternateContent", "rt", "ruby", "checkBox", "ddList")
_SET = ("1", "true", "on", "superscript")
_LONGEST_SAID = 500
"""Characters of what is said of a picture."""
_LONGEST_QUOTED = 120
"""Characters of the words that a comment stands at."""


def read_docx(content: bytes, lines: Lines) -> None:
    """Write a document's text; raises Refusal."""
    with opened(content) as packed:
        parts = parts_of(packed)
        styles = Styles()
        walk(packed, parts.get("styles", ()), styles.begin)
        numbering = Numbering()
        walk(packed, parts.get("numbering", ()), numbering.begin)
        body = _Body(lines, styles, Labels(numbering))
        with lines.as_far_as_read():
            body.read(packed, parts["document"][0])
            for kind, title in (("footnotes", "Footnotes"), ("endnotes", "Endnotes")):
                for part in parts.get(kind, ()):
                    notes = _Notes(lines, styles, body, kind)
                    notes.read(packed, part)
                    _write(lines, title, notes.told())
            _write(lines, "Comments", _comments(packed, parts, lines, body.marks))
            edges: dict[str, None] = {}
            for part in (*parts.get("header", ()), *parts.get("footer", ())):
                edge = _Notes(lines, styles, body, part)
                edge.read(packed, part)
                # The first page, the others and each section have their own, which say the same as a rule.
                edges |= dict.fromkeys(filter(_WORDS.search, edge.told()))
            _write(lines, "Headers and footers", list(edges))


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


def _comments(packed: ZipFile, parts: Mapping[str, Sequence[str]], lines: Lines, marks: _Marks) -> list[str]:
    """Return what comments say, in the order of their places, each with its mark and the words it is at."""
    comments = Comments()
    try:
        comments.read(packed, parts)
    except Refusal as refusal:
        if refusal.code != "comments":
            raise
        lines.note("few_comments", limit=MOST_COMMENTS)
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
        own = given.get("customMarkFollows", "0") not in OFF
        self.last[part] += not own
        number = 0 if own else self.last[part]
        self.notes[part, given.get("id", "")] = number
        return _note_mark(part, number)


def _note_mark(part: str, number: int) -> str:
    return f"[{number if part == 'footnotes' else roman(number)}]" if number else ""


class _Body:
    """The paragraphs and tables of one part."""

    def __init__(self, lines: Lines, styles: Styles, labels: Labels) -> None:
        self.marks, self.labels = _Marks(), labels
        self._lines, self._styles = lines, styles
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
        self._items: list[Item] = []
        """Of each open paragraph, the list that it is in."""
        self._end_gone: list[bool] = []
        self._row_gone: list[bool] = []
        self._cell_gone: list[bool] = []
        self._ranges: dict[str, list[str]] = {}
        """The comments whose words are being read."""
        self._font = ""
        """Of the run, where it is named."""
        self._looks: set[str] = set()
        """How the run is set where that changes what it says: struck or raised."""
        self._is_hidden = self._was_hidden = self._hides = False
        """Whether the run is not shown, the text before it was not, and those of the paragraph are not."""
        self._alternative = ""
        """What is said for those who do not see the drawing."""
        self._equation: Equation | None = None
        self._reading: list[str] = []
        """How the letters that follow are read aloud, where that stands above them."""
        self._is_reading = False
        self._chosen: list[bool] = []
        """Of what is told in several ways, one in another: whether one was read."""
        self._is_empty = False
        """Whether the field that is open waits for words."""
        self._form, self._entries = dict[str, str](), list[str]()
        """What a box or a list of a form says of its choice, and what there is to choose."""

    def read(self, packed: ZipFile, part: str) -> None:
        walk(packed, part, self._begin, self._end, self._text, letters=_LETTERS)
        self._say_joined()

    def _begin(self, tag: str, given: Mapping[str, str]) -> None:  # noqa: C901  one case a kind of element
        if self._skipped:
            self._skipped += 1
            if tag in _NOTES:
                self.marks.gone.add((_NOTES[tag], given.get("id", "")))
            return
        if self._is_not_read(tag, given):
            self._skipped += 1
            return
        if tag in _GONE:
            self._take(tag)
            return
        if tag.startswith(DRAWING):
            self._begin_drawn(tag, given)
            return
        if tag.startswith(MATH):
            self._equation = self._equation or Equation()
            self._equation.begin(tag, given)
            return
        match tag:
            case "AlternateContent":
                self._chosen.append(False)
            case "checkBox" | "ddList":
                self._form, self._entries = {}, []
            case "checked" | "default" | "result":
                self._form[tag] = given.get("val", "1")
            case "listEntry":
                self._entries.append(given.get("val", ""))
            case "altChunk" | "subDoc" | "object":
                self._lines.count("embedded")
            case "showingPlcHdr":
                self._is_empty = given.get("val", "1") not in OFF
            case "r":
                self._font, self._looks, self._is_hidden = "", set(), self._hides
            case "vanish" if not self._within:
                self._is_hidden = given.get("val", "1") not in OFF
            case "rStyle" if self._styles.hides(given.get("val", "")):
                self._is_hidden = True
            case "strike" | "dstrike" | "vertAlign" if given.get("val", "1") in _SET:
                self._looks.add(tag)
            case "rFonts":
                self._font = given.get("ascii", "")
            case "rt":
                self._is_reading, self._reading = True, []
            case "sym":
                self._text(sign_of(given.get("char", ""), given.get("font", "")))
            case "pPr" | "trPr" | "tcPr":
                self._within.append(tag)
            case "p":
                self._texts.append([self._joined.pop(len(self._texts), "")])
                self._end_gone.append(False)
                self._items.append(NO_ITEM)
                self._heading = self._hides = self._was_hidden = False
            case "pStyle" if self._items:
                self._heading = self._styles.is_heading(given.get("val", ""))
                self._hides = self._styles.hides(given.get("val", ""))
                self._items[-1] = self._styles.list_of(given.get("val", ""))
            case "outlineLvl" if self._within:
                self._heading = level_of(given) > 0
            case "numId" | "ilvl" if self._items:
                self._items[-1] = item_of(self._items[-1], tag, given)
            case "tbl":
                self._say_joined()
            case "tr":
                self._rows.append([])
                self._row_gone.append(False)
            case "tc" if self._rows:
                self._rows[-1].append([])
                self._cell_gone.append(False)
            case _ if tag in _SIGNS:
                self._text(_SIGNS[tag])
            case "footnoteReference" | "endnoteReference" if self._texts:
                self._texts[-1].append(self.marks.note(_NOTES[tag], given))
            case "commentRangeStart":
                self._ranges[given.get("id", "")] = self.marks.quoted.setdefault(given.get("id", ""), [])
            case "commentRangeEnd":
                self._ranges.pop(given.get("id", ""), None)
            case "commentReference" if self._texts:
                number = self.marks.comments.setdefault(given.get("id", ""), len(self.marks.comments) + 1)
                self._texts[-1].append(f"[comment {number}]")

    def _begin_drawn(self, tag: str, given: Mapping[str, str]) -> None:
        """Take in what is said of a drawing, or a picture in it: what is said of it stands in its place."""
        if tag in ("d:docPr", "d:shape"):
            self._alternative = given.get("descr") or given.get("title") or given.get("alt", "")
            return
        self._lines.count("pictures")
        told, self._alternative = " ".join(self._alternative.split())[:_LONGEST_SAID], ""
        if told:
            self._text(f"[picture: {told}]")

    def _is_not_read(self, tag: str, given: Mapping[str, str]) -> bool:
        """Return whether what begins is told another time, waits to be written, or only separates notes."""
        if tag in ("Choice", "Fallback") and self._chosen:
            read, self._chosen[-1] = self._chosen[-1], True
            return read
        if tag == "sdtContent":
            empty, self._is_empty = self._is_empty, False
            return empty
        separator = tag in ("footnote", "endnote") and "separator" in given.get("type", "").lower()
        return separator or tag in PROPERTY_CHANGES

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
        elif tag.startswith(MATH) or tag in _APART:
            self._end_apart(tag)
        elif tag in _PROPERTIES and self._within:
            self._within.pop()
        elif tag == "p" and self._texts:
            text, gone, item = "".join(self._texts.pop()), self._end_gone.pop(), self._items.pop()
            text = text.replace(STRUCK * 2, "")
            for quoted in self._ranges.values():
                quoted.append(" ")
            if gone:
                self._joined[len(self._texts)] = text
            else:
                # An empty item is counted, too.
                label = self.labels.label(*item) if item[0] != NO_ITEM[0] else ""
                self._say(f"{label} {text}" if label and text.strip() else text)
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
            self._lines.gap()

    def _end_apart(self, tag: str) -> None:
        """Take in the end of an equation, of a reading, of a choice, of what is told in several ways."""
        chosen = self._form.get("checked") or self._form.get("result") or self._form.get("default", "0")
        if tag == "rt":
            self._is_reading = False
        elif tag == "ruby" and self._reading:
            told, self._reading = "".join(self._reading), []
            self._text(f"({told})")
        elif tag == "checkBox":
            self._text("☐" if chosen in OFF else "☒")
        elif tag == "ddList":
            self._text("".join(self._entries[(at := whole_number(chosen) or 0) : at + 1]))
        elif tag == "AlternateContent" and self._chosen:
            self._chosen.pop()
        elif self._equation is not None and tag.startswith(MATH):
            self._equation.end()
            if self._equation.is_over:
                told, self._equation = self._equation.text, None
                self._text(told)

    def _text(self, text: str) -> None:
        if self._skipped:
            return
        if self._equation is not None:
            self._equation.add(text)
        elif self._is_reading:
            self._reading.append(text)
        elif self._texts and not self._within:
            text = drawn(text, self._font)
            if text.strip():
                self._lines.count("hidden", self._is_hidden and not self._was_hidden)
                self._was_hidden = self._is_hidden
            if "vertAlign" in self._looks:
                text = raised("".join(self._texts[-1][-1:]), text)
            self._texts[-1].append(f"{STRUCK}{text}{STRUCK}" if self._looks - {"vertAlign"} else text)
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
        self._lines.gap()

    def _row(self, row: str) -> None:
        if self._rows and self._rows[-1]:
            self._rows[-1][-1].append(row)
        else:
            self._write(row)

    def _write(self, text: str, *, heading: bool = False) -> None:
        if heading:
            self._lines.place("heading", text)
        self._lines.add(text)


class _Notes(_Body):
    """The notes of one part, kept until all are read: they are told in the order of their marks."""

    def __init__(self, lines: Lines, styles: Styles, body: _Body, part: str) -> None:
        super().__init__(lines, styles, body.labels)
        self._known, self._part = body.marks, part
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
