"""A DOCX's text, walked through once: its tables are never laid out, so no span of a cell costs anything."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Collection, Mapping
from xml.parsers import expat
from zipfile import ZipFile

from app.documents.lines import Full, Lines, Refusal, TooLong

_LARGEST_UNPACKED = 100 * 2**20
"""Bytes that all parts together may unpack to."""
_MOST_PARTS = 5_000
DEEPEST = 500
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_HEADING = re.compile(r"(?:heading|title|überschrift)\s*\d*", re.IGNORECASE)
_STEP = 2**16
Begin = Callable[[str, Mapping[str, str]], None]
End = Callable[[str], None]
_Heard = Callable[[str], None]


def read_docx(content: bytes, lines: Lines) -> None:
    """Write a document's text; raises Refusal."""
    with opened(content) as packed:
        names = set(packed.namelist())
        styles = _Styles()
        if "word/styles.xml" in names:
            walk(packed, "word/styles.xml", styles.begin)
        try:
            _Body(lines, styles.headings).read(packed, "word/document.xml")
            for part, title in (("word/footnotes.xml", "Footnotes"), ("word/endnotes.xml", "Endnotes")):
                if part in names:
                    _Body(lines, styles.headings, title).read(packed, part)
        except Full:
            return
        except TooLong:
            if not lines.holds_text:
                raise
            lines.cut = ("rest", {})


def opened(content: bytes) -> ZipFile:
    """Open a document's archive; raises Refusal where it holds no text, or more than may be unpacked."""
    packed = ZipFile(io.BytesIO(content))
    parts = packed.infolist()
    if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > _LARGEST_UNPACKED:
        raise Refusal("unpacks", limit=_LARGEST_UNPACKED // 2**20)
    if all(part.filename != "word/document.xml" for part in parts):
        raise Refusal("broken")
    return packed


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


class _Body:
    """The paragraphs and tables of one part; `title`: said once before the first text of it."""

    def __init__(self, lines: Lines, headings: set[str], title: str = "") -> None:
        self._lines, self._headings, self._title = lines, headings, title
        self._texts: list[list[str]] = []
        """The paragraphs that are open, one in another where a text box lies in one."""
        self._rows: list[list[list[str]]] = []
        """The rows that are open, one in another: the texts of each cell."""
        self._heading = False
        self._skipped = 0
        self._said = False

    def read(self, packed: ZipFile, part: str) -> None:
        walk(packed, part, self._begin, self._end, self._text)

    def _begin(self, tag: str, given: Mapping[str, str]) -> None:
        # The second telling of a drawing for old programs, and what a note only separates.
        separator = tag in ("footnote", "endnote") and "separator" in given.get("type", "").lower()
        if self._skipped or tag == "Fallback" or separator:
            self._skipped += 1
            return
        match tag:
            case "p":
                self._texts.append([])
                self._heading = False
            case "pStyle":
                self._heading = given.get("val", "") in self._headings
            case "tr":
                self._rows.append([])
            case "tc" if self._rows:
                self._rows[-1].append([])
            case "tab" if self._texts:
                self._texts[-1].append("\t")
            case "br" | "cr" if self._texts:
                self._texts[-1].append("\n")
            case "noBreakHyphen" if self._texts:
                self._texts[-1].append("-")

    def _end(self, tag: str) -> None:
        if self._skipped:
            self._skipped -= 1
        elif tag == "p" and self._texts:
            self._say("".join(self._texts.pop()))
        elif tag == "tr" and self._rows:
            row = " | ".join(" ".join(cell) for cell in self._rows.pop())
            if row.strip(" |"):
                self._row(row)
        elif tag == "tbl" and not self._rows:
            self._lines.gap()

    def _text(self, text: str) -> None:
        if self._texts and not self._skipped:
            self._texts[-1].append(text)

    def _say(self, text: str) -> None:
        if not text.strip():
            return
        if self._rows and self._rows[-1]:
            self._rows[-1][-1].append(" ".join(text.split()))
            return
        self._begin_part()
        if self._heading:
            self._lines.place("heading", text)
        self._lines.add(text)
        self._lines.gap()

    def _row(self, row: str) -> None:
        if self._rows and self._rows[-1]:
            self._rows[-1][-1].append(row)
            return
        self._begin_part()
        self._lines.add(row)

    def _begin_part(self) -> None:
        if self._title and not self._said:
            self._said = True
            self._lines.gap()
            self._lines.place("heading", self._title)
            self._lines.add(self._title)
            self._lines.gap()


class _Walker:
    """Calls back for each element of Word's own, by its name alone, and for the text in those of letters."""

    def __init__(
        self, begin: Begin, end: End | None, text: _Heard | None, letters: Collection[str], whole: bool
    ) -> None:
        self._begin, self._end, self._text = begin, end, text
        self._letters, self._whole = letters, whole
        self._depth = self._within = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._on_begin
        self.parser.EndElementHandler = self._on_end
        self.parser.CharacterDataHandler = self._on_text
        self.parser.StartDoctypeDeclHandler = self._on_doctype

    def _on_begin(self, name: str, given: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise Refusal("broken")
        tag = name.rpartition(" ")[2] if self._whole else _own(name)
        if tag in self._letters:
            self._within += 1
        elif tag:
            self._begin(tag, {key.rpartition(" ")[2]: value for key, value in given.items()})

    def _on_end(self, name: str) -> None:
        self._depth -= 1
        tag = name.rpartition(" ")[2] if self._whole else _own(name)
        if tag in self._letters:
            self._within -= 1
        elif tag and self._end is not None:
            self._end(tag)

    def _on_text(self, characters: str) -> None:
        if self._within and self._text is not None:
            self._text(characters)

    def _on_doctype(self, *_: object) -> None:
        # Word writes none; entities are what makes a small file large.
        raise Refusal("broken")


def _own(name: str) -> str:
    """Return the name of an element of Word's own; empty for others."""
    space, _, tag = name.rpartition(" ")
    return tag if space in (_WORD, _STRICT) or tag == "Fallback" else ""


def walk(
    packed: ZipFile,
    part: str,
    begin: Begin,
    end: End | None = None,
    text: _Heard | None = None,
    *,
    letters: Collection[str] = ("t",),
    whole: bool = False,
) -> None:
    """Go through a part once; `letters`: elements that hold text, `whole`: elements of others count, too.

    Raises Refusal where it unpacks to too much, or is nested too deep.
    """
    walker = _Walker(begin, end, text, letters, whole)
    left = _LARGEST_UNPACKED
    with packed.open(part) as stream:
        while data := stream.read(_STEP):
            left -= len(data)
            if left < 0:
                raise Refusal("unpacks", limit=_LARGEST_UNPACKED // 2**20)
            walker.parser.Parse(data, False)
    walker.parser.Parse(b"", True)
