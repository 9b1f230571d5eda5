"""Tokens → HTML in pieces. Every character of text passes `_say`, which keeps account of it."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Sequence
from html import escape
from typing import Any, NamedTuple

import nh3
from markdown_it.token import Token

from app.markup.formula import bare, read_formula
from app.markup.formula_html import ATTRIBUTES as FORMULA_ATTRIBUTES
from app.markup.formula_html import TAGS as FORMULA_TAGS
from app.markup.formula_html import mathml, words_of
from app.markup.formula_signs import readable
from app.markup.quoting import end_of
from app.markup.rendered import FindImage, Image
from app.markup.visible import soften, visible

_MAX_LINES = 2000
_MAX_CHARS = 60_000
_LONGEST_LINES = 2000
"""Characters in a line on average; beyond it is no code a person wrote, and lexers are slow on it."""
_LANGUAGES = (
    "bash c c# cpp c++ css csharp diff dockerfile go golang html ini java javascript js json kotlin lua make "
    "makefile php powershell py python python3 r ruby rb rust rs scala sh shell sql swift toml ts typescript "
    "tsx jsx xml yaml yml zsh"
)
LANGUAGES = frozenset(_LANGUAGES.split())
"""Lexers that are linear in the length of code; a model does not choose from hundreds."""
_LEAST_SECONDS, _SECONDS_A_LETTER = 0.05, 15e-6
"""Of processor for one block, four times what code takes. What is none costs some lexers its square: 6,000
letters as Java 0.7 s, ten times as many a minute."""
# The first letter of pygments' short names: keyword, string, number, comment, name of a definition.
_NAMES = ("nf", "nc", "nd", "nt", "na", "nn")


def _coloured(content: str, language: str) -> str:
    """Return a code block's inner HTML; its text is the content, with breaks in very long words.

    One that takes its lexer too long has no colours.
    """
    if (
        language not in LANGUAGES
        or len(content) > _MAX_CHARS
        or content.count("\n") > _MAX_LINES
        or len(content) > _LONGEST_LINES * (content.count("\n") + 1)
    ):
        return escape(soften(content)[0], quote=False)
    # Late for start-up cost, and most texts hold no code.
    from pygments.lexers import get_lexer_by_name
    from pygments.token import STANDARD_TYPES

    lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False, stripall=False)
    parts: list[str] = []
    run, before, pending = 0, "", ""
    latest = time.thread_time() + _LEAST_SECONDS + len(content) * _SECONDS_A_LETTER
    for kind, value in lexer.get_tokens(content):
        if time.thread_time() > latest:
            return escape(soften(content)[0], quote=False)
        wanted = _class_of(kind, STANDARD_TYPES)
        softened, run = soften(value, run)
        if wanted != before and pending:
            parts.append(_span(before, pending))
            pending = ""
        before = wanted
        pending += escape(softened, quote=False)
    parts.append(_span(before, pending))
    return "".join(parts)


def _class_of(kind: Any, names: Any) -> str:
    while kind not in names:
        kind = kind.parent
    short = str(names[kind])
    if short in _NAMES:
        return "n"
    return short[:1] if short[:1] in ("k", "s", "m", "c") else ""


def _span(name: str, inner: str) -> str:
    return f'<span class="{name}">{inner}</span>' if name and inner else inner


PIECE = 12_000
"""Characters of HTML after which a new piece begins (source: inserting one takes Qt under 50 ms)."""
_CELLS = 1000
"""Table cells in one piece; laying a table out grows faster than its length."""
_SCHEMES = ("http:", "https:", "mailto:")
_AS_IT_IS = frozenset(("markdown", "md", "plain", "plaintext", "text", "txt"))
"""Marks behind a fence which only say that what it holds stands as it was written."""
_TASK = re.compile(r"\[([ xX])\][ \t]+")
_ALIGN = re.compile(r"text-align:(left|center|right)")
_TAG_NAMES = (
    "a blockquote br code em h1 h2 h3 h4 h5 h6 hr img li ol p pre s span strong sup "
    "table tbody td th thead tr ul"
)
_TAGS = set(_TAG_NAMES.split()) | FORMULA_TAGS
_ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "width", "height", "alt"},
    "ol": {"start"},
    "td": {"align"},
    "th": {"align"},
    **{tag: {"class"} for tag in ("p", "span", "code", "pre")},
    **FORMULA_ATTRIBUTES,
}
_PLAIN_TAGS = {
    "em_open": "<em>",
    "em_close": "</em>",
    "strong_open": "<strong>",
    "strong_close": "</strong>",
    "s_open": "<s>",
    "s_close": "</s>",
}


class _Close(NamedTuple):
    """How a link ends: its tag, the address shown after it, or a sign of the text itself.

    `place`: the place of this document that it leads to, which is not shown.
    """

    tag: str
    shown_address: str = ""
    literal: str = ""
    place: str = ""


class Writer:
    """Writes one text; `kept`, `shown`, `images` and `links` tell afterwards what was in it."""

    def __init__(
        self,
        *,
        shift: int = 0,
        anchors: Collection[str] = (),
        find_image: FindImage | None = None,
        keep_lines: bool = False,
    ) -> None:
        """`shift`: levels by which headings lie deeper; `anchors`: places here that links may lead to.

        `find_image`: which pictures the caller has. `keep_lines`: a line within a paragraph ends where it
        was ended.
        """
        self._breaks = ("softbreak", "hardbreak") if keep_lines else ("hardbreak",)
        self._shift, self._anchors, self._find_image = shift, anchors, find_image
        self._sources: set[str] = set()
        """The addresses of pictures that were put in."""
        self.kept: list[str] = []
        self.shown: list[str] = []
        self.images = 0
        self.links: dict[str, None] = {}
        self._run = 0

    def write(self, tokens: Sequence[Token]) -> list[str]:
        """Return the HTML of all tokens, in pieces that are whole elements each."""
        pieces: list[str] = []
        open_piece: list[str] = []
        size = 0
        at = 0
        while at < len(tokens):
            end = end_of(tokens, at)
            for element in self._block(tokens, at, end):
                if size and size + len(element) > PIECE:
                    pieces.append("".join(open_piece))
                    open_piece, size = [], 0
                open_piece.append(element)
                size += len(element)
            at = end
        if open_piece:
            pieces.append("".join(open_piece))
        # A second lock: what is not in the lists above cannot leave, whatever the code here does.
        return [
            nh3.clean(
                piece,
                tags=_TAGS,
                attributes=_ATTRIBUTES,
                attribute_filter=self._only_own,
                url_schemes={"http", "https", "mailto", "data", "picture"},
                link_rel=None,
            )
            for piece in pieces
        ]

    def _only_own(self, tag: str, name: str, value: str) -> str | None:
        """Leave to a link its schemes, and to a picture the addresses that were put in here."""
        if name == "src":
            return value if value in self._sources else None
        if name == "href" and not value.startswith("#") and not value.lower().startswith(_SCHEMES):
            return None
        return value

    # --- blocks ---------------------------------------------------------------------------------

    def _block(self, tokens: Sequence[Token], at: int, end: int) -> list[str]:
        token = tokens[at]
        self._run = 0
        match token.type:
            case "paragraph_open":
                return [self._paragraph(tokens, at)]
            case "heading_open":
                tag = f"h{max(1, min(6, int(token.tag[1]) + self._shift))}"
                heading = f"<{tag}>{self._inline(tokens[at + 1])}</{tag}>\n"
                self._line(2)
                return [heading]
            case "bullet_list_open" | "ordered_list_open":
                return self._list(tokens, at, end)
            case "blockquote_open":
                inner = "".join(self._blocks(tokens, at + 1, end - 1))
                return [f"<blockquote>{inner}</blockquote>\n"]
            case "table_open":
                return self._table(tokens, at, end)
            case "fence" | "code_block":
                return self._code(token)
            case "math_block":
                return [self._formula(token.content, block=True)]
            case "hr":
                self._line(2)
                return ["<hr>\n"]
            case "inline":
                return [self._inline(token)]
            case _:
                self._keep(token.content)
                return [escape(token.content, quote=False)]

    def _blocks(self, tokens: Sequence[Token], at: int, end: int) -> list[str]:
        elements: list[str] = []
        while at < end:
            after = end_of(tokens, at)
            elements += self._block(tokens, at, after)
            at = after
        return elements

    def _paragraph(self, tokens: Sequence[Token], at: int) -> str:
        inner = self._inline(tokens[at + 1])
        self._line(1 if tokens[at].hidden else 2)
        return f"{inner}\n" if tokens[at].hidden else f"<p>{inner}</p>\n"

    def _list(self, tokens: Sequence[Token], at: int, end: int) -> list[str]:
        """Write a list, begun anew where its numbers do not go on by one: they are the text's, not ours."""
        ordered = tokens[at].type == "ordered_list_open"
        pieces: list[str] = []
        items: list[str] = []
        begin = expected = 0
        size = 0

        def close() -> None:
            if items:
                head = f'<ol start="{begin}">' if ordered else "<ul>"
                pieces.append(head + "".join(items) + ("</ol>\n" if ordered else "</ul>\n"))
                items.clear()

        item = at + 1
        while item < end - 1:
            after = end_of(tokens, item)
            number = int(tokens[item].info or "1") if ordered else 0
            if items and ((ordered and number != expected) or size > PIECE):
                close()
                size = 0
            if not items:
                begin = number
            expected = number + 1
            if ordered:
                self._keep(tokens[item].info)
            list_item = f"<li>{self._item(tokens, item + 1, after - 1)}</li>\n"
            items.append(list_item)
            size += len(list_item)
            item = after
        close()
        self._line(2)
        return pieces

    def _item(self, tokens: Sequence[Token], at: int, end: int) -> str:
        if at + 1 < end and tokens[at].type == "paragraph_open":
            children = tokens[at + 1].children or []
            found = _TASK.match(children[0].content) if children and children[0].type == "text" else None
            if found is not None:
                done = found.group(1) != " "
                self._keep(found.group(1))
                self.shown.append("☑ " if done else "☐ ")
                children[0].content = children[0].content[found.end() :]
                return ("☑ " if done else "☐ ") + "".join(self._blocks(tokens, at, end)).removeprefix("<p>")
        return "".join(self._blocks(tokens, at, end))

    def _table(self, tokens: Sequence[Token], at: int, end: int) -> list[str]:
        rows: list[str] = []
        head = ""
        pieces: list[str] = []
        cells: list[str] = []
        align, written = "", 0
        for token in tokens[at + 1 : end - 1]:
            if token.type in ("th_open", "td_open"):
                found = _ALIGN.search(str(token.attrs.get("style", "")))
                align = f' align="{found.group(1)}"' if found else ""
                self._run = 0
            elif token.type == "inline":
                inner = self._inline(token)
                self.shown.append("\n")
                tag = "td" if head else "th"
                cells.append(f"<{tag}{align}>{inner}</{tag}>")
            elif token.type == "tr_close":
                row = "<tr>" + "".join(cells) + "</tr>"
                written += len(cells)
                cells = []
                if not head:
                    head = f"<thead>{row}</thead>"
                    continue
                rows.append(row)
                if written >= _CELLS:
                    pieces.append(_table(head, rows))
                    rows, written = [], 0
        if rows or not pieces:
            pieces.append(_table(head, rows))
        self._line(2)
        return pieces

    def _code(self, token: Token) -> list[str]:
        info = token.info.strip() if token.type == "fence" else ""
        pieces: list[str] = []
        # Said of what has no colours it is a mark for programs; all else is a caption: no word may be lost.
        captioned = bool(info) and info.lower() not in _AS_IT_IS
        if captioned:
            pieces.append(f'<p class="info">{self._say(info)}</p>')
            self._line(1)
        else:
            self._keep(info)
        language = info.split(maxsplit=1)[0].lower() if info else ""
        self._keep(token.content)
        self.shown.append(token.content)
        inner = _coloured(token.content.removesuffix("\n"), language)
        pieces += [f"<pre>{part}</pre>\n" for part in _parts(inner)]
        self._line(2)
        # The caption stays with its code.
        return ["".join(pieces[:2]), *pieces[2:]] if captioned else pieces

    # --- text within a block --------------------------------------------------------------------

    def _inline(self, token: Token) -> str:
        children = token.children or []
        pieces: list[str] = []
        closers: list[_Close] = []
        for child in children:
            kind = child.type
            if kind == "text":
                pieces.append(self._say(child.content))
            elif kind == "text_special":
                # An entity counts as what it was written as, and shows what it stands for.
                pieces.append(self._say(visible(child.content), count=child.info != "entity"))
            elif kind in ("softbreak", "hardbreak"):
                self._run = 0
                self._keep(child.info)
                self.shown.append("\n" if kind in self._breaks else " ")
                pieces.append("<br>" if kind in self._breaks else "\n")
            elif kind in _PLAIN_TAGS:
                pieces.append(_PLAIN_TAGS[kind])
            elif kind == "code_inline":
                pieces.append(f"<code>{self._say(child.content)}</code>")
            elif kind == "math_inline":
                pieces.append(self._formula(child.content, block=False))
            elif kind == "link_open":
                opening, closing = self._link(child)
                pieces.append(opening)
                closers.append(closing)
            elif kind == "link_close":
                pieces.append(self._close_link(closers.pop()))
            elif kind == "image":
                pieces.append(self._image(child))
            elif kind == "picture":
                found = self._found(child.content)
                pieces.append(self._picture(found, child.content) if found else self._say(child.content))
            else:
                name = child.info if kind == "note_mark" else ""
                said = self._say(name or child.content)
                pieces.append(f"<sup>{said}</sup>" if name else said)
        return "".join(pieces)

    def _formula(self, source: str, *, block: bool) -> str:
        """Write a formula; one that is not known as words and signs."""
        node = read_formula(bare(source))
        if node is not None:
            self._keep(source)
            self._run = 0
            html = mathml(node, source, block=block)
            self.shown.append(words_of(html))
        else:
            html = self._say(readable(bare(source)))
            html = f'<p class="math">{html}</p>' if block else f'<code class="math">{html}</code>'
        self._line(2 if block else 0)
        return f"{html}\n" if block else html

    def _link(self, token: Token) -> tuple[str, _Close]:
        """Return what opens a link, and how it closes."""
        address = visible(str(token.attrs.get("href", "")))
        title = visible(str(token.attrs.get("title", "")))
        shown_address = " ".join(part for part in (address, title) if part)
        auto = token.info == "auto"
        if address.startswith("#") and address[1:] in self._anchors:
            return f'<a href="{escape(address)}">', _Close("</a>", place=address)
        if not address.lower().startswith(_SCHEMES):
            # No link: the pointed brackets of `Vec<std::string>` are text again.
            if auto:
                self.shown.append("<")
            return ("&lt;", _Close("", literal=">")) if auto else ("", _Close("", shown_address))
        self.links[address] = None
        return f'<a href="{escape(address)}">', _Close("</a>", "" if auto else shown_address)

    def _close_link(self, close: _Close) -> str:
        if close.place:
            # Behind its words, as the source has it: the last look compares the two.
            self._keep(close.place)
        if close.literal:
            self.shown.append(close.literal)
            return escape(close.literal)
        if not close.shown_address:
            return close.tag
        self.shown.append(" ⟨")
        ending = f'{close.tag} <span class="address">⟨{self._say(close.shown_address)}⟩</span>'
        self.shown.append("⟩")
        return ending

    def _found(self, name: str) -> Image | None:
        return self._find_image(name) if self._find_image is not None else None

    def _picture(self, found: Image, caption: str, *, count: bool = True) -> str:
        self._sources.add(found.address)
        size = f'width="{found.width}" height="{found.height}"'
        shown = f'<img src="{escape(found.address)}" {size} alt="{escape(caption)}"><br>'
        return f'{shown}<span class="image">{self._say(caption, count)}</span>'

    def _image(self, token: Token) -> str:
        found = self._found(str(token.attrs.get("src", "")))
        if found is not None:
            caption = " – ".join(
                filter(None, (visible(token.content), visible(str(token.attrs.get("title", "")))))
            )
            self._keep("".join((token.content, *map(str, token.attrs.values()))))
            return self._picture(found, f"[{caption}]" if caption else "[picture]", count=False)
        self.images += 1
        parts = (token.content, str(token.attrs.get("src", "")), str(token.attrs.get("title", "")))
        description = " – ".join(visible(part) for part in parts if part)
        self.shown.append("[image not loaded: ")
        note = f'<span class="image">[image not loaded: {self._say(description)}]</span>'
        self.shown.append("]")
        return note

    def _say(self, text: str, count: bool = True) -> str:
        if count:
            self._keep(text)
        self.shown.append(text)
        softened, self._run = soften(text, self._run)
        return escape(softened, quote=False)

    def _keep(self, text: str) -> None:
        self.kept.append(text)

    def _line(self, breaks: int) -> None:
        self.shown.append("\n" * breaks)


def _table(head: str, rows: Sequence[str]) -> str:
    return f"<table>{head}<tbody>{''.join(rows)}</tbody></table>\n"


def _parts(inner: str) -> list[str]:
    """Cut a code block's HTML at line ends outside of spans, so that no piece is long."""
    if len(inner) <= PIECE:
        return [inner]
    parts: list[str] = []
    held: list[str] = []
    size = depth = 0
    for line in inner.split("\n"):
        depth += line.count("<span") - line.count("</span")
        held.append(line)
        size += len(line)
        if size > PIECE and depth == 0:
            parts.append("\n".join(held))
            held, size = [], 0
    if held:
        parts.append("\n".join(held))
    return parts
