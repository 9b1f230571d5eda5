"""Markdown as paragraphs and tables of a Word document: a model's, or the report's own.

Rules: nothing in it opens, loads or runs; a link keeps its words and shows its address, and only the report's
own leads somewhere, to a section; an image is a note, but for the pictures of the answers; what cannot be
parsed stands as it was written.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from app.domain.pictures import Pictures
from app.export.word.drawing import Shown
from app.export.word.formula import equation
from app.export.word.frame import CELL, CODE, QUOTATION, QUOTED, SMALL_CELL
from app.export.word.markup import PLAIN, Look, Margin, attribute, footnote_mark, paragraph, run
from app.markup.formula import bare, read_formula
from app.markup.formula_signs import readable
from app.markup.parser import Token, TooDeep, parse
from app.markup.quoting import MAX_CHARS, RAISED, anchor, end_of
from app.markup.visible import visible

INDENT = 360
"""A level of a list or quotation, in twentieths of a point."""
_DEEPEST_INDENT = 8
_DIGIT = 130
"""How wide a second digit of a list's number is, in twentieths of a point."""
PAGE = 9_180
"""How wide the text of a page is, in twentieths of a point: 162 mm."""
_LETTERS = ((CELL, 130), (CELL, 108), (SMALL_CELL, 110), (SMALL_CELL, 92))
"""How wide a bold letter is in a cell: in a font that takes the place of the one that is asked for, and in
that one."""
_PADDING, _LONG_CELL = 220, 24
"""How wide the room beside a cell's text is; letters from which a cell is long."""
_WIDE = re.compile("[mwMW%]")
_FEW_ROWS = 12
"""Rows, the titles' among them, that are not parted over two pages."""
_BREAKS = re.compile(r"[ \t\n]+|(?<=-)(?=\w)")
"""Where a line may end within a cell: not at a space that keeps a figure with its unit."""
_TAGS = re.compile(r"<[^>]*>")
_NOTE_MARK = re.compile(r"\[\^([^\]\s]{1,60})\]")
_NOTE = re.compile(r"^ {0,3}\[\^([^\]\s]{1,60})\]:[ \t]*(.*(?:\n(?: {4}|\t).*)*)\n?", re.MULTILINE)
_KEEP = "<w:keepNext/>"
_HEADS = '<w:spacing w:before="140" w:after="80"/>'
_AFTER = '<w:spacing w:after="120"/>'


@dataclass(frozen=True, slots=True)
class Place:
    """Where blocks stand: how deep in, in a quotation or not, and what the headings of the text become.

    `below`: the level of the report's heading above; None: headings are bold lines. `taken`: anchors of
    headings that are the report's alone. `own`: the report's own words, whose links lead to its sections.
    """

    depth: int = 0
    quoted: bool = False
    below: int | None = None
    taken: frozenset[str] = frozenset()
    own: bool = False
    look: Look = PLAIN
    wider: int = 0
    """What the marks of a list need beyond a level's room."""

    @property
    def left(self) -> int:
        """Return how far in it is, without what a quotation stands in."""
        return INDENT * min(self.depth, _DEEPEST_INDENT) + self.wider

    def properties(
        self, *, spacing: str = _AFTER, heads: bool = False, leads: bool = False, item: bool = False
    ) -> str:
        """Return a paragraph's properties behind its style, in the order of the schema.

        `heads`, `leads`: it stands on one page with what follows, as a heading or not. `item`: its mark
        stands out; in a quotation the whole line begins at the rule beside it, and is moved in by tabs.
        """
        base = QUOTED if self.quoted else 0
        hanging = (self.left if self.quoted else INDENT + self.wider) if item else 0
        stops = range(INDENT, self.left, INDENT) if item and self.quoted else ()
        tabs = "".join(f'<w:tab w:val="left" w:pos="{base + stop}"/>' for stop in stops)
        indent = f'<w:ind w:left="{base + self.left}" w:hanging="{hanging}"/>' if self.left else ""
        keep = _KEEP if heads or leads else ""
        spacing = _HEADS if heads else spacing
        return keep + (f"<w:tabs>{tabs}</w:tabs>" if tabs else "") + spacing + indent

    @property
    def style(self) -> str:
        """Return the style of a plain paragraph."""
        return QUOTATION if self.quoted else ""

    def deeper(self) -> Place:
        """Return the place of what belongs under something."""
        return replace(self, depth=self.depth + 1)


def notes_apart(markdown: str) -> tuple[str, dict[str, str]]:
    """Return a manuscript without what its footnotes say, and that by their labels."""
    notes = {label: " ".join(said.split()) for label, said in _NOTE.findall(markdown)}
    return _NOTE.sub("", markdown), notes


class Prose:
    """Writes Markdown; `heard` is every letter it wrote, which tells where quoted words stand."""

    def __init__(
        self,
        margin: Margin | None = None,
        sections: Mapping[str, str] | None = None,
        notes: Mapping[str, str] | None = None,
        shown: Shown | None = None,
    ) -> None:
        """`notes`: the footnotes of a manuscript by their labels; None: it is a report's text.

        `shown`: the pictures of the answers, and which of them were put in.
        """
        self._shown = shown or Shown(Pictures())
        self.heard: list[str] = []
        self._margin = margin or Margin()
        self._borders = self._margin.borders
        self._at = 0
        self._sections = sections or {}
        """The bookmarks of sections, by their anchors."""
        self._notes = notes
        self.footnotes: list[str] = []
        """The runs of the footnotes that were met, in the order of their numbers."""

    def write(self, text: str, place: Place) -> list[str]:
        """Return a text's blocks."""
        source = visible(text)
        if len(source) > MAX_CHARS:
            return self._as_it_is(source, place)
        try:
            tokens = parse(source)
        except (TooDeep, RecursionError):
            return self._as_it_is(source, place)
        headings = (t for t, words in pairwise(tokens) if t.type == "heading_open" and words.content.strip())
        shallowest = min((int(t.tag[1]) for t in headings), default=1)
        if place.below is not None:
            place = replace(place, below=place.below + 1 - shallowest)
        return list(self._blocks(tokens, 0, len(tokens), place))

    def line(self, markdown: str, place: Place, *, heads: bool = False) -> str:
        """Return one line of Markdown as a paragraph; `heads`: it stands above what follows."""
        return paragraph(self.letters(markdown, place), place.style, place.properties(heads=heads))

    def letters(self, markdown: str, place: Place) -> str:
        """Return one line of Markdown as runs."""
        found = [token for token in parse(visible(markdown)) if token.type == "inline"]
        return "".join(self._inline(token, place) for token in found)

    # --- blocks -------------------------------------------------------------------------------

    def _as_it_is(self, source: str, place: Place) -> list[str]:
        return [self._code(line, place) for line in source.split("\n")]

    def _code(self, line: str, place: Place) -> str:
        return paragraph(self._put(line, PLAIN), CODE, place.properties(spacing=""))

    def _blocks(self, tokens: Sequence[Token], at: int, end: int, place: Place) -> Iterator[str]:
        while at < end:
            after = end_of(tokens, at)
            yield from self._block(tokens, at, after, place)
            at = after

    def _block(self, tokens: Sequence[Token], at: int, end: int, place: Place) -> Iterator[str]:
        token = tokens[at]
        match token.type:
            case "paragraph_open":
                inner = tokens[at + 1]
                properties = place.properties(leads=_leads(inner))
                yield paragraph(self._inline(inner, place), place.style, properties)
            case "heading_open":
                if self._notes is not None and not tokens[at + 1].content.strip():
                    yield self._scene_break(token.markup)
                else:
                    yield self._heading(tokens[at + 1], int(token.tag[1]), place)
            case "bullet_list_open" | "ordered_list_open":
                yield from self._list(tokens, at, end, place)
            case "blockquote_open":
                yield from self._blocks(tokens, at + 1, end - 1, replace(place.deeper(), quoted=True))
            case "table_open":
                yield self._table(tokens, at, end, place)
            case "fence" | "code_block" | "math_block":
                yield from self._as_written(token, place)
            case "hr" if self._notes is not None:
                yield self._scene_break(" ".join(token.markup[:3]))
            case "hr":
                rule = '<w:pBdr><w:bottom w:val="single" w:sz="4" w:space="1" w:color="8A8F98"/></w:pBdr>'
                yield paragraph("", "", rule)
            case _:
                if token.content.strip():
                    yield paragraph(self._put(token.content, place.look), place.style, place.properties())

    def _scene_break(self, sign: str) -> str:
        centred = '<w:spacing w:before="240" w:after="240"/><w:jc w:val="center"/>'
        return paragraph(self._put(sign, PLAIN), "", centred)

    def _as_written(self, token: Token, place: Place) -> Iterator[str]:
        """Yield code line by line, a formula in the middle."""
        if token.type == "math_block":
            middle = '<w:jc w:val="center"/>'
            yield paragraph(
                self._formula(token.content, place.look, block=True), place.style, _AFTER + middle
            )
            return
        for line in token.content.rstrip("\n").split("\n"):
            yield self._code(line, place)

    def _formula(self, source: str, look: Look, *, block: bool = False) -> str:
        """Return a formula as an equation; one that is not known as words and signs."""
        node = read_formula(bare(source))
        if node is not None:
            shown = equation(node, block=block)
        else:
            shown = run(readable(bare(source)), replace(look, code=True))
        return self._around(source, shown)

    def _heading(self, token: Token, level: int, place: Place) -> str:
        words = " ".join(child.content for child in token.children or [])
        if place.below is None or place.quoted or anchor(words) in place.taken:
            look = replace(place.look, bold=True)
            content = self._inline(token, replace(place, look=look))
            return paragraph(content, place.style, place.properties(heads=True))
        return paragraph(self._inline(token, place), f"Heading{min(6, place.below + level)}")

    def _list(self, tokens: Sequence[Token], at: int, end: int, place: Place) -> Iterator[str]:
        ordered = tokens[at].type == "ordered_list_open"
        item = at + 1
        numbers = [t.info for t in tokens[at:end] if ordered and t.type == "list_item_open"]
        more = _DIGIT * max(0, max(map(len, numbers), default=0) - 1)
        while item < end - 1:
            after = end_of(tokens, item)
            mark = f"{tokens[item].info or 1}." if ordered else "•"
            inner = replace(place.deeper(), wider=place.wider + more)
            first = item + 1
            if first < after - 1 and tokens[first].type == "paragraph_open":
                words, first = tokens[first + 1], end_of(tokens, first)
                leads = first < after - 1 or _leads(words)
                yield self._item(mark, self._inline(words, inner), inner, leads=leads)
            else:
                yield self._item(mark, "", inner)
            yield from self._blocks(tokens, first, after - 1, inner)
            item = after

    @staticmethod
    def _item(mark: str, content: str, place: Place, *, leads: bool = False) -> str:
        spacing = '<w:spacing w:after="60"/>'
        tabs = "\t" * (place.left // INDENT - 1) if place.quoted else ""
        lead = run(f"{tabs}{mark}\t")
        properties = place.properties(spacing=spacing, leads=leads, item=True)
        return paragraph(lead + content, place.style, properties)

    def item(self, markdown: str, place: Place) -> str:
        """Return a line of Markdown as an item of the report's own list."""
        inner = place.deeper()
        leads = markdown.rstrip().endswith(":")
        return self._item("•", self.letters(markdown, inner), inner, leads=leads)

    def _table(self, tokens: Sequence[Token], at: int, end: int, place: Place) -> str:
        rows: list[list[str]] = []
        figures = set[int]()
        for token in tokens[at + 1 : end - 1]:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "th_open" and "right" in str(token.attrs.get("style", "")):
                figures.add(len(rows[-1]))
            elif token.type == "inline":
                look = replace(place.look, bold=len(rows) == 1)
                rows[-1].append(self._inline(token, replace(place, look=look)))
        return table(rows, frozenset(figures))

    # --- letters ------------------------------------------------------------------------------

    def _inline(self, token: Token, place: Place) -> str:  # noqa: C901  one case a kind of token
        pieces: list[str] = []
        look = place.look
        links: list[str] = []
        for child in token.children or []:
            match child.type:
                case "softbreak":
                    # The lines of a poem or a dialogue are the writer's.
                    pieces.append(self._put("\n" if self._notes is not None else " ", look))
                case "hardbreak":
                    pieces.append(self._put("\n", look))
                case "em_open" | "em_close":
                    look = replace(look, italic=child.type == "em_open" or place.look.italic)
                case "strong_open" | "strong_close":
                    look = replace(look, bold=child.type == "strong_open" or place.look.bold)
                case "s_open" | "s_close":
                    look = replace(look, struck=child.type == "s_open")
                case "math_inline":
                    pieces.append(self._formula(child.content, look))
                case "note_mark" if self._notes is None:
                    pieces.append(self._put(child.info.translate(RAISED), look))
                case "code_inline":
                    pieces.append(self._put(child.content, replace(look, code=True)))
                case "link_open":
                    links.append("" if child.info == "auto" else str(child.attrs.get("href", "")))
                    if place.own and (name := self._section(links[-1])):
                        pieces.append(f'<w:hyperlink w:anchor="{attribute(name)}">')
                        look = replace(look, link=True)
                case "link_close":
                    address = links.pop()
                    if place.own and self._section(address):
                        pieces.append("</w:hyperlink>")
                        look = replace(look, link=False)
                    elif address.strip():
                        pieces.append(self._put(f" ({visible(address)})", replace(look, muted=True)))
                case "picture":
                    pieces.append(self._shown.drawing(child.content))
                    pieces.append(self._put(visible(child.content), replace(look, muted=True)))
                case "image":
                    address = str(child.attrs.get("src", ""))
                    if drawing := self._shown.drawing(address, child.content):
                        pieces.append(drawing)
                        address = ""
                    words = " ".join(filter(None, ("image:", child.content, visible(address))))
                    pieces.append(self._put(f"[{words}]", replace(look, muted=True)))
                case _:
                    pieces.append(self._words(visible(child.content), look))
        return "".join(pieces)

    def _words(self, text: str, look: Look) -> str:
        """Return letters with the footnotes that stand among them."""
        notes = self._notes or {}
        pieces: list[str] = []
        at = 0
        for found in _NOTE_MARK.finditer(text) if notes else ():
            if found[1] not in notes:
                continue
            pieces.append(self._put(text[at : found.start()], look))
            at = found.end()
            self.footnotes.append(Prose().letters(notes[found[1]], Place()))
            pieces.append(footnote_mark(len(self.footnotes)))
        return "".join([*pieces, self._put(text[at:], look)])

    def _section(self, address: str) -> str:
        return self._sections.get(address.removeprefix("#"), "") if address.startswith("#") else ""

    def _put(self, text: str, look: Look) -> str:
        """Return letters, cut where a comment begins or ends."""
        if not text:
            return ""
        at, end, borders = self._heard(text)
        pieces = []
        for begin, stop in _cut(at, end, borders):
            pieces.append(self._margin.opening(begin))
            pieces.append(self._margin.within(begin, run(text[begin - at : stop - at], look)))
            pieces.append(self._margin.closing(stop))
        return "".join(pieces)

    def _heard(self, text: str) -> tuple[int, int, list[int]]:
        """Note what is written; return where it begins and ends, and where comments do in it."""
        self.heard.append(text)
        at, end = self._at, self._at + len(text)
        self._at = end
        return at, end, self._borders[bisect_left(self._borders, at) : bisect_left(self._borders, end)]

    def _around(self, source: str, whole: str) -> str:
        """Return something that is not cut, within the comments that begin or end in its source."""
        at, end, borders = self._heard(source)
        openings = "".join(map(self._margin.opening, dict.fromkeys((at, *borders))))
        closings = "".join(map(self._margin.closing, dict.fromkeys((*borders[borders[:1] == [at] :], end))))
        return f"{openings}{whole}{closings}"


def _leads(token: Token) -> bool:
    """Tell whether words lead in what follows them."""
    return token.content.rstrip().endswith(":")


def _cut(at: int, end: int, borders: Sequence[int]) -> Iterator[tuple[int, int]]:
    stops = [border for border in borders if border > at]
    return zip([at, *stops], [*stops, end], strict=True)


def table(rows: Sequence[Sequence[str]], figures: frozenset[int] = frozenset()) -> str:
    """Return a table of runs, its first row repeated on every page; `figures`: columns of numbers."""
    # Two tables without a paragraph between them would be one.
    return grid(rows, figures) + paragraph(
        "", "", '<w:spacing w:after="60" w:line="120" w:lineRule="exact"/>'
    )


def grid(rows: Sequence[Sequence[str]], figures: frozenset[int] = frozenset(), head_style: str = "") -> str:
    """Return a table alone; `head_style`: of its first row."""
    widths, style = _widths(rows)
    # The title stays with the first row, and few rows stay together.
    kept = len(rows) - 1 if len(rows) <= _FEW_ROWS else 1
    lines = []
    for number, row in enumerate(rows):
        cells = []
        for column, width in enumerate(widths):
            content = row[column] if column < len(row) else ""
            right = '<w:jc w:val="right"/>' if column in figures else ""
            named = style if number else head_style or style
            line = paragraph(content, named, (_KEEP if number < kept else "") + right)
            cells.append(f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr>{line}</w:tc>')
        head = "" if number else "<w:tblHeader/>"
        lines.append(f"<w:tr><w:trPr><w:cantSplit/>{head}</w:trPr>{''.join(cells)}</w:tr>")
    sides = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
    borders = "".join(
        f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="C9CED6"/>'
        for side in ("top", "left", "bottom", "right", "insideH", "insideV")
    )
    margins = '<w:tblCellMar><w:left w:w="90" w:type="dxa"/><w:right w:w="90" w:type="dxa"/></w:tblCellMar>'
    properties = f'<w:tblW w:w="5000" w:type="pct"/><w:tblBorders>{borders}</w:tblBorders>{margins}'
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr><w:tblGrid>{sides}</w:tblGrid>{''.join(lines)}</w:tbl>"


def _widths(rows: Sequence[Sequence[str]]) -> tuple[list[int], str]:
    """Return how wide columns are, in twentieths of a point, and the style of what stands in them.

    A column has room for its longest word where the page allows, and a share of the rest by its text.
    """
    columns = max(map(len, rows), default=0)
    words, texts = [1] * columns, [1] * columns
    for row in rows:
        for column, cell in enumerate(row):
            text = _TAGS.sub("", cell)
            words[column] = max(words[column], *map(_wide, _BREAKS.split(text)))
            texts[column] = max(texts[column], min(len(text), _LONG_CELL))
    tried = [
        (style, [min(_LONG_CELL, word) * letter + _PADDING for word in words]) for style, letter in _LETTERS
    ]
    style, needs = next((one for one in tried if sum(one[1]) <= PAGE), tried[-1])
    needs = _within(PAGE, needs)
    rest = max(0, PAGE - sum(needs))
    share = sum(texts)
    wanted = [need + rest * text // share for need, text in zip(needs, texts, strict=True)]
    return [max(200, want * PAGE // max(1, sum(wanted))) for want in wanted], style


def _wide(word: str) -> int:
    """Return how many common letters a word is as wide as."""
    return len(word) + len(_WIDE.findall(word)) // 2


def _within(room: int, needs: Sequence[int]) -> list[int]:
    """Return needs that have room together: the largest give way, and the small ones keep theirs."""
    found, left = list(needs), room
    for place, at in enumerate(sorted(range(len(needs)), key=lambda column: needs[column])):
        found[at] = min(needs[at], left // (len(needs) - place))
        left -= found[at]
    return found
