"""A DOCX that others worked on, in the child: its letters with who brought and took them, and the comments.

What is read is one long text: lines are paragraphs. Tables, pictures and notes that an editor put in are
told, and not read; so is what lies in text boxes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from zipfile import ZipFile

from app.documents.docx import opened, walk
from app.documents.lines import Refusal

MOST_TEXT = 5 * 2**20
"""Characters of one document."""
MOST_COMMENTS, LONGEST_COMMENT, LONGEST_NAME = 2_000, 20_000, 120
_TITLE_STYLE = "Roundtable Text Title"
_TITLE_MARK = re.compile(r"roundtable_text_(\d{1,4})")
_SKIPPED = frozenset(
    {
        *("Fallback", "txbxContent", "pPrChange", "rPrChange", "sectPrChange", "tblPrChange", "trPrChange"),
        *(
            "tcPrChange",
            "tblGridChange",
            "tblPrExChange",
            "numberingChange",
            "trPr",
            "tblPr",
            "tcPr",
            "sectPr",
        ),
    }
)
"""What is not of the text: how it looked before, and the second telling of a drawing."""
_NOT_READ = {
    "drawing": "pictures",
    "pict": "pictures",
    "object": "pictures",
    "tbl": "tables",
    "footnoteReference": "footnotes",
    "endnoteReference": "footnotes",
}
_SIGNS = {
    "tab": "\t",
    "ptab": "\t",
    "br": "\n",
    "cr": "\n",
    "noBreakHyphen": "\u2011",
    "softHyphen": "\u00ad",
}
_ADDS, _TAKES = ("ins", "moveTo"), ("del", "moveFrom")
_NO_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s")

Who = tuple[str, str]
"""An author and a time, as they are written; both empty: nobody is named."""
Piece = tuple[str, bool, str, str, bool, str, str]
"""Letters; whether they were brought, by whom, when; whether they were taken, by whom, when."""


def read_edited(content: bytes) -> dict[str, object]:
    """Return what an edited document holds; raises Refusal."""
    with opened(content) as packed:
        names = set(packed.namelist())
        styles = _Styles()
        if "word/styles.xml" in names:
            walk(packed, "word/styles.xml", styles.begin)
        comments = _Comments()
        if "word/comments.xml" in names:
            walk(packed, "word/comments.xml", comments.begin, comments.end, comments.text)
        if "word/commentsExtended.xml" in names:
            walk(packed, "word/commentsExtended.xml", comments.extend, whole=True)
        body = _Body(styles.titles)
        walk(packed, "word/document.xml", body.begin, body.end, body.text, letters=("t", "delText"))
        return {
            "pieces": body.pieces,
            "titles": body.titles,
            "comments": comments.placed(body.places),
            "properties": _properties(packed) if "docProps/custom.xml" in names else {},
            "not_read": sorted(body.not_read),
        }


def _name(text: str) -> str:
    return " ".join(_NO_TEXT.sub("", text).split())[:LONGEST_NAME]


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


class _Styles:
    """The ids of the style that names a text: programs may change an id, and keep the name."""

    def __init__(self) -> None:
        self.titles: set[str] = set()
        self._style = ""

    def begin(self, tag: str, given: Mapping[str, str]) -> None:
        if tag == "style":
            self._style = given.get("styleId", "")
        elif tag == "name" and given.get("val", "") == _TITLE_STYLE:
            self.titles.add(self._style)


class _Comments:
    """The comments with what answers what."""

    def __init__(self) -> None:
        self._found: list[dict[str, str]] = []
        self._of: dict[str, int] = {}
        """By the id of each paragraph, the comment it is of."""
        self._parents: dict[str, str] = {}
        self._done: set[str] = set()

    def begin(self, tag: str, given: Mapping[str, str]) -> None:
        if tag == "comment":
            if len(self._found) >= MOST_COMMENTS:
                raise Refusal("comments", limit=MOST_COMMENTS)
            who = {"id": given.get("id", ""), "author": _name(given.get("author", ""))}
            self._found.append({**who, "at": given.get("date", "")[:40], "text": "", "last": ""})
        elif tag == "p" and self._found:
            comment = self._found[-1]
            comment["text"] += "\n" if comment["text"] else ""
            if paragraph := given.get("paraId", ""):
                self._of[paragraph] = len(self._found) - 1
                comment["last"] = paragraph
        elif tag in ("tab", "br") and self._found:
            self._found[-1]["text"] += _SIGNS[tag]

    def end(self, tag: str) -> None:
        del tag

    def text(self, characters: str) -> None:
        if self._found and len(self._found[-1]["text"]) < LONGEST_COMMENT:
            self._found[-1]["text"] += _NO_TEXT.sub("", characters)

    def extend(self, tag: str, given: Mapping[str, str]) -> None:
        """Take in which comment answers which, and which are settled."""
        if tag == "commentEx":
            paragraph = given.get("paraId", "")
            self._parents[paragraph] = given.get("paraIdParent", "")
            if given.get("done") in ("1", "true"):
                self._done.add(paragraph)

    def placed(self, places: Mapping[str, tuple[int, int]]) -> list[dict[str, object]]:
        """Return the comments in order, with where they stand; `parent`: the place of what it answers."""
        found: list[dict[str, object]] = []
        for comment in self._found:
            parent = self._of.get(self._parents.get(comment["last"], ""), -1)
            begin, end = places.get(comment["id"], (-1, -1))
            if begin < 0 and parent >= 0:
                begin, end = places.get(self._found[parent]["id"], (-1, -1))
            found.append(
                {
                    "author": comment["author"],
                    "at": comment["at"],
                    "text": comment["text"].strip()[:LONGEST_COMMENT],
                    "begin": begin,
                    "end": end,
                    "parent": parent,
                    "done": comment["last"] in self._done,
                }
            )
        return found


class _Body:
    """The paragraphs as one text."""

    def __init__(self, title_styles: set[str]) -> None:
        self.pieces: list[Piece] = []
        self.titles: list[tuple[int, int, str]] = []
        """Where a text begins, its number in the document (0: none is known), and what it is called."""
        self.places: dict[str, tuple[int, int]] = {}
        self.not_read: set[str] = set()
        self._title_styles = title_styles
        self._length = 0
        self._skipped = self._properties = self._runs = 0
        self._brought: list[Who] = []
        self._taken: list[Who] = []
        self._open: dict[str, int] = {}
        self._ending: Piece | None = None
        """The end of the paragraph before, which counts once another one follows in the same text."""
        self._line: list[Piece] = []
        self._in_line = 0
        """Letters of the line."""
        self._events: list[tuple[str, str, int]] = []
        self._is_title = self._is_item = False
        self._number = 0
        self._mark: tuple[Who | None, Who | None] = (None, None)
        self._in_paragraph = False

    def begin(self, tag: str, given: Mapping[str, str]) -> None:  # noqa: C901  one case a kind of element
        if self._skipped or tag in _SKIPPED:
            self._skipped += 1
            return
        if tag in _NOT_READ:
            self.not_read.add(_NOT_READ[tag])
        who = (_name(given.get("author", "")), given.get("date", "")[:40])
        match tag:
            case "p":
                self._begin_paragraph()
            case "pPr":
                self._properties += 1
            case "r":
                self._runs += 1
            case "pStyle" if self._properties:
                self._is_title = given.get("val", "") in self._title_styles
            case "numId" if self._properties:
                self._is_item = given.get("val", "0") != "0"
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
            case "commentRangeStart" | "commentRangeEnd" | "commentReference":
                self._events.append((tag, given.get("id", ""), self._in_line))
            case "sym" if self._runs:
                self._put(_sign(given.get("char", "")))
            case _ if tag in _SIGNS and self._runs and not self._properties:
                self._put(_SIGNS[tag])
            case _:
                pass

    def end(self, tag: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        match tag:
            case "p":
                self._end_paragraph()
            case "pPr":
                self._properties -= 1
            case "r":
                self._runs -= 1
            case "ins" | "moveTo" if not self._properties and self._brought:
                self._brought.pop()
            case "del" | "moveFrom" if not self._properties and self._taken:
                self._taken.pop()
            case _:
                pass

    def text(self, characters: str) -> None:
        if not self._skipped and self._in_paragraph:
            self._put(_NO_TEXT.sub("\ufffd", characters))

    def _put(self, letters: str) -> None:
        brought = self._brought[-1] if self._brought else None
        taken = self._taken[-1] if self._taken else None
        self._line.append(_piece(letters, brought, taken))
        self._in_line += len(letters)
        if self._length + self._in_line > MOST_TEXT:
            raise Refusal("long", limit=MOST_TEXT // 2**20)

    def _begin_paragraph(self) -> None:
        self._line, self._events, self._in_line = [], [], 0
        self._is_title = self._is_item = False
        self._number, self._mark, self._in_paragraph = 0, (None, None), True

    def _end_paragraph(self) -> None:
        self._in_paragraph = False
        words = "".join(piece[0] for piece in self._line)
        if self._is_title or self._number:
            self._ending = None
            self.titles.append((self._length, self._number, _name(words)))
            return
        if self._ending is not None:
            self._add(self._ending)
        if self._is_item and words.strip() and not _ITEM.match(words):
            # A list made in the editor's program holds its mark beside the text.
            self._add(_piece("- ", None, None))
        start = self._length
        for piece in self._line:
            self._add(piece)
        for kind, id, at in self._events:
            if kind == "commentRangeStart":
                self._open[id] = start + at
            elif kind == "commentRangeEnd":
                self.places[id] = (self._open.get(id, start + at), start + at)
            else:
                self.places.setdefault(id, (start + at, start + at))
        self._ending = _piece("\n", *self._mark)

    def _add(self, piece: Piece) -> None:
        self._length += len(piece[0])
        if self.pieces and self.pieces[-1][1:] == piece[1:]:
            self.pieces[-1] = (self.pieces[-1][0] + piece[0], *piece[1:])
        else:
            self.pieces.append(piece)


def _piece(letters: str, brought: Who | None, taken: Who | None) -> Piece:
    return (letters, brought is not None, *(brought or ("", "")), taken is not None, *(taken or ("", "")))


def _sign(code: str) -> str:
    try:
        return chr(int(code, 16)) if code else ""
    except (ValueError, OverflowError):
        return "\ufffd"
