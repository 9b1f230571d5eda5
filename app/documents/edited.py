"""A DOCX that others worked on, in the child: its letters with who brought and took them, and the comments.

What is read is one long text: lines are paragraphs. Pictures, notes, text boxes, headers, page breaks, the
targets of links and looks that no Markdown has, put in by an editor, are told and not read; of a table that
Markdown cannot have each cell is a line. Programs name styles as they like: a heading is known by its name,
its level or its parent's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from zipfile import ZipFile

from app.documents.comments import NO_TEXT, Comments, plain_name
from app.documents.lines import MOST_TEXT, Refusal
from app.documents.marking import (
    PLAIN,
    RULE_NAME,
    Look,
    Piece,
    ahead_of,
    marked_line,
    row_in_markdown,
    rule_of,
)
from app.documents.numbering import NO_ITEM, Lists, Numbering, item_of
from app.documents.packed import OFF, PROPERTY_CHANGES, opened, parts_of, walk
from app.documents.signs import SIGNS, sign_of
from app.documents.styles import Styles, level_of

_TITLE_STYLE = "Roundtable Text Title"
_TITLE_MARK = re.compile(r"roundtable_text_(\d{1,4})")
_SKIPPED = PROPERTY_CHANGES | {"Fallback", "txbxContent", "trPr", "tblPr", "tcPr", "sectPr"}
"""What is not of the text: how it looked before, and the second telling of a drawing."""
_NOT_READ = {
    **dict.fromkeys(("drawing", "pict", "object"), "pictures"),
    **dict.fromkeys(("footnoteReference", "endnoteReference"), "footnotes"),
    "m:oMath": "formulas",
}
_ADDS, _TAKES = ("ins", "moveTo"), ("del", "moveFrom")
_LETTER_STYLES = {
    "emphasis": Look(italic=True),
    **dict.fromkeys(("strong", "strong emphasis"), Look(bold=True)),
    "intense emphasis": Look(bold=True, italic=True),
}
_SET_BY = {"b": "bold", "i": "italic", "strike": "struck", "dstrike": "struck"}
"""What sets letters as Markdown can."""
_LOST_LOOKS = ("u", "highlight", "vertAlign", "vanish")
"""What sets them as it cannot."""
_ADDRESS = re.compile(r"(?:https?://|mailto:|www\.)\S+|\S+@\S+\.\w+|\S+\]\(\S+\)")
"""What tells itself where a link leads."""

Who = tuple[str, str]
"""An author and a time, as they are written; both empty: nobody is named."""


def read_edited(content: bytes) -> dict[str, object]:
    """Return what an edited document holds; raises Refusal."""
    with opened(content) as packed:
        names, parts = set(packed.namelist()), parts_of(packed)
        styles = Styles()
        walk(packed, parts.get("styles", ()), styles.begin)
        numbering = Numbering()
        walk(packed, parts.get("numbering", ()), numbering.begin)
        comments = Comments()
        comments.read(packed, parts)
        body = _Body(styles, Lists(numbering))
        walk(packed, parts["document"][0], body.begin, body.end, body.text, letters=("t", "delText"))
        return {
            "pieces": body.pieces,
            "titles": body.titles,
            "comments": comments.placed(body.places),
            "properties": _properties(packed) if "docProps/custom.xml" in names else {},
            "not_read": sorted({*body.not_read, *_headers(packed, parts.get("header", ()))}),
        }


def _headers(packed: ZipFile, parts: Sequence[str]) -> list[str]:
    """Return that there is a header with words in it: none goes out with a text."""
    found: list[str] = []
    walk(packed, parts, lambda tag, given: None, None, found.append, letters=("t",))
    return ["headers"] if "".join(found).strip() else []


def _properties(packed: ZipFile) -> dict[str, str]:
    found: dict[str, str] = {}
    name = ""

    def begin(tag: str, given: Mapping[str, str]) -> None:
        nonlocal name
        if tag == "property":
            name = given.get("name", "")

    def text(characters: str) -> None:
        if name.startswith("Roundtable") and len(found) < 10_000:
            found[name] = (found.get(name, "") + characters)[:2_000]

    walk(packed, "docProps/custom.xml", begin, None, text, letters=("lpwstr",), whole=True)
    return found


class _Line(NamedTuple):
    """A paragraph as Markdown: what stands before its words, they, what begins or ends where among them."""

    ahead: list[Piece]
    words: list[Piece]
    events: list[tuple[str, str, int]]
    end: Piece


class _Body:
    """The paragraphs as one text."""

    def __init__(self, styles: Styles, lists: Lists) -> None:
        self.pieces: list[Piece] = []
        self.titles: list[tuple[int, int, str]] = []
        """Where a text begins, its number in the document (0: none is known), and what it is called."""
        self.places: dict[str, tuple[int, int]] = {}
        self.not_read: set[str] = set()
        self._styles, self._lists = styles, lists
        self._length = 0
        self._skipped = self._properties = self._runs = 0
        self._brought: list[Who] = []
        self._taken: list[Who] = []
        self._open: dict[str, int] = {}
        self._ending: Piece | None = None
        """The end of the paragraph before, which counts once another one follows in the same text."""
        self._line: list[Piece] = []
        self._looks: list[Look] = []
        """How each piece of the line is set."""
        self._look = PLAIN
        self._lost = False
        """Whether the run is set as no Markdown can say."""
        self._level = 0
        """Of a heading; 0: it is none."""
        self._in_line = 0
        """Letters of the line."""
        self._events: list[tuple[str, str, int]] = []
        self._is_title = False
        self._item = NO_ITEM
        """The list that the line is an item of, 0: of none; and how deep."""
        self._link = ""
        """Letters of the link that is open."""
        self._is_link = self._is_control = False
        self._number = 0
        self._mark: tuple[Who | None, Who | None] = (None, None)
        self._in_paragraph = False
        self._tables = 0
        """How deep in tables the reading is."""
        self._rows: list[list[list[_Line]]] = []
        """The rows of the table, their cells, and the paragraphs of each."""
        self._held = 0
        """Letters of the table's paragraphs, which are put in at its end."""
        self._is_grid, self._rule = True, ""
        """Whether the table can be one of Markdown; the bookmark in its head that tells the line below."""

    def begin(self, tag: str, given: Mapping[str, str]) -> None:  # noqa: C901  one case a kind of element
        if tag == "txbxContent":
            self.not_read.add("text boxes")
        elif tag in ("gridSpan", "vMerge"):
            self._is_grid = False
        if self._skipped or tag in _SKIPPED or (tag == "sdtContent" and self._is_control):
            self._is_control = False
            self._skipped += 1
            return
        if tag in _NOT_READ:
            self.not_read.add(_NOT_READ[tag])
        who = (plain_name(given.get("author", "")), given.get("date", "")[:40])
        match tag:
            case "p":
                self._begin_paragraph()
            case "tbl":
                self._begin_table()
            case "tr" if self._tables == 1:
                self._rows.append([])
            case "tc" if self._tables == 1 and self._rows:
                self._rows[-1].append([])
            case "pPr":
                self._properties += 1
            case "r":
                self._runs += 1
                self._look, self._lost = PLAIN, False
            case _ if tag in _SET_BY and self._runs and not self._properties:
                is_set = given.get("val", "1") not in OFF
                self._look = self._look._replace(**{_SET_BY[tag]: is_set})
            case _ if tag in _LOST_LOOKS and self._runs and not self._properties:
                # A link is underlined by itself.
                self._lost = self._lost or (given.get("val", "1") not in OFF and not self._is_link)
            case "pageBreakBefore" if self._properties and given.get("val", "1") not in OFF:
                self.not_read.add("page breaks")
            case "br" if given.get("type") in ("page", "column"):
                self.not_read.add("page breaks")
            case "outlineLvl" if self._properties:
                self._level = level_of(given)
            case "rStyle" if self._runs and not self._properties:
                name = self._styles.names.get(given.get("val", ""), "")
                self._look = _LETTER_STYLES.get(name.lower(), self._look)
            case "pStyle" if self._properties:
                self._is_title = self._styles.names.get(given.get("val", "")) == _TITLE_STYLE
                self._level = self._styles.level(given.get("val", ""))
                self._item = self._styles.list_of(given.get("val", ""))
            case "numId" | "ilvl" if self._properties:
                self._item = item_of(self._item, tag, given)
            case "hyperlink" if "id" in given:
                self._link, self._is_link = "", True
            case "showingPlcHdr":
                # What stands in an empty control is its program's, not the editor's.
                self._is_control = True
            case "ins" | "moveTo" if self._properties:
                self._mark = (who, self._mark[1])
            case "del" | "moveFrom" if self._properties:
                self._mark = (self._mark[0], who)
            case "ins" | "moveTo":
                self._brought.append(who)
            case "del" | "moveFrom":
                self._taken.append(who)
            case "bookmarkStart":
                if found := _TITLE_MARK.fullmatch(given.get("name", "")):
                    self._number = int(found[1])
                elif given.get("name", "").startswith(RULE_NAME):
                    self._rule = given["name"]
            case "commentRangeStart" | "commentRangeEnd" | "commentReference":
                self._events.append((tag, given.get("id", ""), self._in_line))
            case "sym" if self._runs:
                self._put(sign_of(given.get("char", ""), given.get("font", "")))
            case _ if tag in SIGNS and self._runs and not self._properties:
                self._put(SIGNS[tag])

    def end(self, tag: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        match tag:
            case "p":
                self._end_paragraph()
            case "tbl":
                self._end_table()
            case "pPr":
                self._properties -= 1
            case "r":
                self._runs -= 1
            case "hyperlink" if self._is_link:
                self._is_link = False
                if self._link.strip() and not _ADDRESS.search(self._link):
                    self.not_read.add("links")
            case "sdt":
                self._is_control = False
            case "ins" | "moveTo" if not self._properties and self._brought:
                self._brought.pop()
            case "del" | "moveFrom" if not self._properties and self._taken:
                self._taken.pop()

    def text(self, characters: str) -> None:
        if not self._skipped and self._in_paragraph:
            self._put(NO_TEXT.sub("\ufffd", characters))

    def _put(self, letters: str) -> None:
        brought = self._brought[-1] if self._brought else None
        taken = self._taken[-1] if self._taken else None
        if self._lost and letters.strip() and taken is None:
            self.not_read.add("looks")
        self._line.append(_piece(letters, brought, taken))
        self._looks.append(self._look)
        self._in_line += len(letters)
        self._link += letters if self._is_link and taken is None else ""
        if self._length + self._held + self._in_line > MOST_TEXT:
            raise Refusal("long", limit=MOST_TEXT // 2**20)

    def _begin_paragraph(self) -> None:
        self._line, self._looks, self._events, self._in_line = [], [], [], 0
        self._is_title, self._item = False, NO_ITEM
        self._level = 0
        self._number, self._mark, self._in_paragraph = 0, (None, None), True

    def _end_paragraph(self) -> None:
        self._in_paragraph = False
        words = "".join(piece[0] for piece in self._line)
        if self._is_title or self._number:
            self._ending = None
            self.titles.append((self._length, self._number, plain_name(words)))
            self._is_grid = False
            return
        ahead, line, put = marked_line(self._line, self._looks, self._level, self._item, self._lists)
        events = [
            (kind, id, before + sum(len(mark) for place, mark in put if place < before))
            for kind, id, before in self._events
        ]
        read = _Line(ahead, line, events, _piece("\n", *self._mark))
        if self._tables and self._rows and self._rows[-1]:
            self._rows[-1][-1].append(read)
            self._held += self._in_line
        else:
            self._put_line(read)

    def _put_line(self, line: _Line) -> None:
        if self._ending is not None:
            self._add(self._ending)
        for piece in line.ahead:
            self._add(piece)
        self._place(line.events, self._length)
        for piece in line.words:
            self._add(piece)
        self._ending = line.end

    def _place(self, events: Sequence[tuple[str, str, int]], start: int) -> None:
        """Note where comments begin and end in words that begin here."""
        for kind, id, at in events:
            if kind == "commentRangeStart":
                self._open[id] = start + at
            elif kind == "commentRangeEnd":
                self.places[id] = (self._open.get(id, start + at), start + at)
            else:
                self.places.setdefault(id, (start + at, start + at))

    def _begin_table(self) -> None:
        self._tables += 1
        if self._tables == 1:
            self._rows, self._is_grid, self._rule = [], True, ""
        else:
            self._is_grid = False

    def _end_table(self) -> None:
        self._tables -= 1
        if self._tables:
            return
        rows, self._rows, self._held = self._rows, [], 0
        columns = {len(row) for row in rows}
        if self._is_grid and len(columns) == 1 and all(len(cell) == 1 for row in rows for cell in row):
            for number, row in enumerate(rows):
                self._put_row([cell[0] for cell in row])
                if not number:
                    whole = [piece for cell in row for piece in (*cell[0].ahead, *cell[0].words)]
                    rule = rule_of(len(row), self._rule)
                    self._put_line(_Line([], [ahead_of(rule, whole)], [], ahead_of("\n", whole)))
            return
        if rows:
            self.not_read.add("tables")
        for line in (line for row in rows for cell in row for line in cell):
            self._put_line(line)

    def _put_row(self, cells: Sequence[_Line]) -> None:
        if self._ending is not None:
            self._add(self._ending)
        words = [[*cell.ahead, *cell.words] for cell in cells]
        for number, piece in row_in_markdown(words):
            self._add(piece)
            if number >= 0:
                cell = cells[number]
                self._place(cell.events, self._length + sum(len(one[0]) for one in cell.ahead))
        self._ending = ahead_of("\n", [piece for cell in words for piece in cell])

    def _add(self, piece: Piece) -> None:
        self._length += len(piece[0])
        if self.pieces and self.pieces[-1][1:] == piece[1:]:
            self.pieces[-1] = (self.pieces[-1][0] + piece[0], *piece[1:])
        else:
            self.pieces.append(piece)


def _piece(letters: str, brought: Who | None, taken: Who | None) -> Piece:
    return (letters, brought is not None, *(brought or ("", "")), taken is not None, *(taken or ("", "")))
