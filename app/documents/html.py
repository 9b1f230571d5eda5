"""An HTML page's text as it is read, with the ids and headings on the way."""

from __future__ import annotations

import re
from contextlib import suppress
from html.parser import HTMLParser

from app.documents.encodings import NotText, decoded
from app.documents.equations import MathML
from app.documents.lines import Lines, Refusal
from app.documents.numbering import number_as
from app.documents.signs import STRUCK, raised
from app.domain.i18n import NO_MESSAGE
from app.domain.whole_numbers import whole_number

_HIDDEN = frozenset(
    ("script", "style", "template", "noscript", "svg", "iframe", "object", "select", "annotation")
) | {"annotation-xml"}
_ITEMS = frozenset({"ul", "ol", "li"})
_STRUCK = frozenset({"del", "s", "strike"})
_NUMBERED = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "br", "caption", "dd", "details", "div", "dl"),
        *("dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "li", "main", "nav"),
        *("ol", "option", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "title"),
        *("tr", "ul", *_HEADINGS),
    }
)
_APART = frozenset({"p", "pre", "table", "ul", "ol", "dl", "blockquote", "section", "article", *_HEADINGS})
"""Blocks that an empty line stands before and behind."""
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_VOID = frozenset({"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})
_UNSEEN = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:font-size|opacity)\s*:\s*0(?![.\d]*[1-9]))",
    re.IGNORECASE,
)
"""How a style says that an element is not shown."""
_STEP = 2**16


def read_html(content: bytes, lines: Lines) -> None:
    """Write a page's text."""
    write_html(_decoded(content), lines)


def write_html(text: str, lines: Lines) -> None:
    """Write the text of a page that is decoded already."""
    page = _Page(lines)
    with lines.as_far_as_read():
        for start in range(0, len(text), _STEP):
            page.feed(text[start : start + _STEP])
        page.close()
        page.end_line()


def _decoded(content: bytes) -> str:
    """Return a page as text: where its bytes leave no doubt by these, by what it says of itself, as a guess.

    Raises Refusal for one whose signs are told by bytes of ASCII in a way that is not known here.
    """
    said = _CHARSET.search(content[:4096])
    try:
        text, guess = decoded(content)
    except NotText:
        if content.isascii() and b"\0" not in content:
            raise Refusal("broken") from None
        text, guess = content.decode("cp1252", "replace"), NO_MESSAGE
    if guess is not None and said is not None:
        with suppress(LookupError):
            return content.decode(said[1].decode("ascii"), "replace")
    return text


class _Page(HTMLParser):
    """Writes a line for each block, a row for each row of a table."""

    def __init__(self, lines: Lines) -> None:
        super().__init__(convert_charrefs=True)
        self._lines = lines
        self._pieces: list[str] = []
        self._hidden: list[str] = []
        self._as_it_is = 0
        self._heading: list[str] | None = None
        self._cells = 0
        self._id = ""
        self._lists: list[tuple[str, int]] = []
        """The lists that are open: how each is numbered, and the number of its last item."""
        self._mark = ""
        """Of an item, until words of it come."""
        self._raised = -1
        """The piece that a raised one begins at."""
        self._bracket = False
        self._unseen = ""
        """The element that is open and not shown, until words of it come."""
        self._maths: MathML | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _HIDDEN:
            self._hidden.append(tag)
        if self._hidden:
            return
        self._look_at(tag, attrs)
        self._begin_block(tag)
        if self._maths is not None:
            self._maths.begin(tag)
            return
        anchor = next((value for name, value in attrs if name == "id" and value), "")
        if anchor:
            self._id = anchor
        if tag == "pre":
            self._as_it_is += 1
        elif tag == "img":
            self._picture(dict(attrs))
        elif tag in _HEADINGS:
            self._heading = []
        elif tag == "tr":
            self._cells = 0
        elif tag in ("td", "th"):
            if self._cells:
                self._pieces.append(" | ")
            self._cells += 1
        elif tag in _ITEMS:
            self._begin_listed(tag, dict(attrs))
        else:
            self._begin_marked(tag)

    def _look_at(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in whether an element is shown."""
        if tag not in _VOID and any(name == "hidden" or _UNSEEN.search(value or "") for name, value in attrs):
            self._unseen = tag

    def _begin_block(self, tag: str) -> None:
        if tag in _BLOCKS:
            self._end_equation()
            self.end_line()
            if tag in _APART:
                self._lines.gap()
        elif tag == "math":
            self._maths = MathML()

    def _begin_listed(self, tag: str, given: dict[str, str | None]) -> None:
        if tag == "li":
            self._begin_item(whole_number(given.get("value") or ""))
            return
        kind = _NUMBERED.get(given.get("type") or "", "decimal") if tag == "ol" else ""
        first = whole_number(given.get("start") or "")
        self._lists.append((kind, (1 if first is None else first) - 1))

    def _begin_marked(self, tag: str) -> None:
        """Take in what has its words in a line marked: struck, raised, or read aloud."""
        if tag in _STRUCK:
            self._pieces.append(STRUCK)
        elif tag == "sup":
            self._raised = len(self._pieces)
        elif tag == "rt" and "".join(self._pieces[-2:])[-1:] not in ("(", "\uff08"):
            self._pieces.append("(")
            self._bracket = True

    def _picture(self, given: dict[str, str | None]) -> None:
        """Write what is said of a picture; one that says that nothing is to be said is an ornament."""
        said = given.get("alt")
        if said == "" or given.get("width") in ("0", "1"):
            return
        self._lines.count("pictures")
        if said is not None and said.strip():
            self.handle_data(f"[picture: {said}]")

    def _begin_item(self, value: int | None) -> None:
        kind, number = self._lists[-1] if self._lists else ("", 0)
        number = number + 1 if value is None else value
        if self._lists:
            self._lists[-1] = (kind, number)
        self._mark = f"{number_as(kind, number)}. " if kind else "- "

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _HIDDEN:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            if tag == self._hidden[-1]:
                self._hidden.pop()
            return
        if tag == self._unseen:
            self._unseen = ""
        if tag in _BLOCKS:
            self.end_line()
            if tag in _APART:
                self._lines.gap()
        if tag == "pre":
            self._as_it_is = max(0, self._as_it_is - 1)
        elif tag == "math":
            self._end_equation()
        elif self._maths is not None:
            self._maths.end(tag)
        elif tag in _ITEMS:
            self._mark = ""
            del self._lists[len(self._lists) - (tag != "li") :]
        else:
            self._end_marked(tag)

    def _end_marked(self, tag: str) -> None:
        if tag in _STRUCK:
            self._pieces.append(STRUCK)
        elif tag == "sup":
            self._end_raised()
        elif tag == "rt" and self._bracket:
            self._pieces.append(")")
            self._bracket = False

    def _end_raised(self) -> None:
        """Tell a raised figure from those before it: 10^6 is not 106."""
        at, self._raised = self._raised, -1
        if at >= 0:
            self._pieces[at:] = [raised("".join(self._pieces[:at])[-1:], "".join(self._pieces[at:]))]

    def _end_equation(self) -> None:
        if self._maths is not None:
            told, self._maths = self._maths.told(), None
            self.handle_data(told)

    def handle_data(self, data: str) -> None:
        if self._unseen and data.strip() and not self._hidden:
            self._lines.count("hidden")
            self._unseen = ""
        if self._maths is not None and not self._hidden:
            self._maths.add(data)
        elif not self._hidden:
            if self._mark and data.strip():
                self._pieces.append(self._mark)
                self._mark = ""
            self._pieces.append(data)
            if self._heading is not None:
                self._heading.append(data)

    def end_line(self) -> None:
        """Write what was gathered since the last block."""
        text = "".join(self._pieces)
        self._pieces, self._raised = [], -1
        shown = text.strip("\n") if self._as_it_is else " ".join(text.split())
        if not shown.strip(" -|~"):
            return
        heading = " ".join("".join(self._heading or ()).split())
        # Of an id and a heading on one line the heading is what a person finds again.
        if self._id:
            self._lines.place("id", self._id)
        if heading:
            self._lines.place("heading", heading)
        self._heading, self._id = None, ""
        self._lines.add(shown)
