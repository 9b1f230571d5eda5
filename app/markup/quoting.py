"""Model text → Markdown that can stand inside another Markdown document without taking part in it.

Rules: the text is parsed and written anew, so that only what is listed here can come out. Headings lie
below the document's own, or are bold lines; raw HTML is text; a link keeps its words and shows its address;
an image is a note with its address; whatever was left open is closed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from app.markup.escaping import code, escaped, fence, inline, opening
from app.markup.formula import bare, read_formula
from app.markup.formula_signs import readable
from app.markup.visible import visible

if TYPE_CHECKING:
    from markdown_it.token import Token


MAX_CHARS = 200_000
"""Longer texts are quoted as they are, in a fence."""
DEEPEST = 14
"""Levels of nesting that every reader follows, with four of the document around them; source: markdown-it's
limit for CommonMark, 20, behind which it leaves out the rest of the document. Deeper texts go in a fence."""
_INFO = re.compile(r"[\w+#.-]{1,30}")
_BOLD = re.compile(r"\*\*[^*]+\*\*")
"""A line that stands for a heading."""
_BREAK = "\\\n"
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""The numbers of footnotes, several of which may each be a first one."""
_RULES = {"left": ":---", "center": ":---:", "right": "---:"}
"""Below the head of a column, by the side its cells stand at."""
_TAKES_PART = re.compile(
    r"<[a-z/!?]|[`|]|\]\s*[(\[:]|://|www\.|^[ \t]*(?:$|[=#>+*-]|\d+[.)])", re.IGNORECASE | re.MULTILINE
)
"""What of a formula would be a tag, a link, code or a block where it is taken for text."""


def quote(text: str, *, below: int | None = None, taken: Collection[str] = ()) -> str:
    """Return a text as Markdown that stays in its place.

    `below`: the level of the document's heading it stands under (its own begin one deeper, six is the
    deepest); None: its headings become bold lines, and it is written without a line more than it needs.
    `taken`: names of headings, as `anchor` gives them, that are the document's alone.
    """
    source = visible(text)
    if len(source) > MAX_CHARS:
        return fence(source, "text")
    # Late for start-up cost, as in `render`.
    from app.markup.parser import TooDeep, parse, shift_below

    try:
        tokens = parse(source)
    except (TooDeep, RecursionError):
        return fence(source, "text")
    if any(token.level > DEEPEST for token in tokens):
        return fence(source, "text")
    level = None if below is None else shift_below(tokens, below)
    return "\n".join(_Quoter(level, taken).blocks(tokens, 0, len(tokens))).strip("\n")


def anchor(title: str) -> str:
    """Return the name that Markdown readers give a heading's place in the document."""
    return re.sub(r"[^\w\- ]", "", title.strip().casefold()).replace(" ", "-")


def plain_words(text: str) -> str:
    """Return a text's words without its markup, formulas in signs; the text where it cannot be read."""
    from app.markup.parser import TooDeep, parse  # late, as above

    source = visible(text)
    try:
        tokens = parse(source) if len(source) <= MAX_CHARS else []
    except (TooDeep, RecursionError):
        tokens = []
    found = ["".join(_plain(token)) if token.type == "inline" else _said(token) for token in tokens]
    return "\n".join(filter(None, found)) or source


class _Quoter:
    def __init__(self, shift: int | None, taken: Collection[str]) -> None:
        self._shift, self._taken = shift, taken

    def blocks(self, tokens: Sequence[Token], at: int, end: int, *, tight: bool = False) -> list[str]:
        """Return the lines of the blocks from `at` to `end`, an empty line between two of them."""
        lines: list[str] = []
        before = ""
        marks = True
        while at < end:
            after = end_of(tokens, at)
            kind = tokens[at].type
            # A list right behind another one would go on with it, were its marks the same.
            marks = not marks if kind == before and kind.endswith("_list_open") else True
            block_lines = self._block(tokens, at, after, marks)
            if block_lines:
                self._join(lines, block_lines, before, kind, tight)
                before = kind
            at = after
        return lines

    def _join(self, lines: list[str], block_lines: list[str], before: str, kind: str, tight: bool) -> None:
        """Add a block's lines, an empty one before them where it would not be one otherwise."""
        close = tight and not kind.startswith(("fence", "table", "blockquote"))
        if self._shift is None and lines and not close and before in ("heading_open", "paragraph_open"):
            if kind == "bullet_list_open":
                # An empty item would underline the line above it.
                close = block_lines[0] not in ("-", "+")
            elif kind == "ordered_list_open":
                # One that begins with another number would be text.
                close = block_lines[0].startswith("1. ")
            elif kind == "paragraph_open" and _BOLD.fullmatch(lines[-1]):
                lines[-1] += "\\"
                close = True
        lines += block_lines if close or not lines else ["", *block_lines]

    def _block(self, tokens: Sequence[Token], at: int, end: int, marks: bool) -> list[str]:
        token = tokens[at]
        match token.type:
            case "paragraph_open":
                return _opened(self._inline(tokens[at + 1]))
            case "heading_open":
                return self._heading(tokens[at + 1], int(token.tag[1]))
            case "bullet_list_open" | "ordered_list_open":
                return self._list(tokens, at, end, marks)
            case "blockquote_open":
                return [f"> {line}".rstrip() for line in self.blocks(tokens, at + 1, end - 1)]
            case "table_open":
                return self._table(tokens, at, end)
            case "fence" | "code_block":
                info = _INFO.match(token.info.strip()) if token.type == "fence" else None
                return fence(token.content, info.group() if info else "").split("\n")
            case "math_block":
                for form in (token.content.rstrip("\n"), f"$${_on_one_line(token.content)}$$"):
                    if _keeps_its_place(form):
                        return form.split("\n")
                return fence(token.content, "tex").split("\n")
            case "hr":
                return ["* * *"]
            case _:
                return [inline(token.content)] if token.content.strip() else []

    def _heading(self, token: Token, level: int) -> list[str]:
        words = " ".join("".join(_plain(token)).split())
        if not words:
            return []
        if self._shift is None or anchor(words) in self._taken:
            return [f"**{inline(words)}**"]
        return ["#" * min(6, self._shift + level) + " " + " ".join(self._inline(token).split())]

    def _list(self, tokens: Sequence[Token], at: int, end: int, marks: bool) -> list[str]:
        ordered = tokens[at].type == "ordered_list_open"
        lines: list[str] = []
        item = at + 1
        while item < end - 1:
            after = end_of(tokens, item)
            tight = item + 1 < after - 1 and tokens[item + 1].hidden
            mark = f"{tokens[item].info or 1}{'.' if marks else ')'}" if ordered else "-" if marks else "+"
            inner = self.blocks(tokens, item + 1, after - 1, tight=tight)
            pad = " " * (len(mark) + 1)
            first, *rest = inner or [""]
            if lines and not tight:
                lines.append("")
            lines.append(f"{mark} {first}".rstrip())
            lines += [f"{pad}{line}".rstrip() for line in rest]
            item = after
        return lines

    def _table(self, tokens: Sequence[Token], at: int, end: int) -> list[str]:
        rows: list[list[str]] = []
        rules: list[str] = []
        for token in tokens[at + 1 : end - 1]:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "th_open":
                rules.append(_RULES.get(str(token.attrs.get("style", "")).removeprefix("text-align:"), "---"))
            elif token.type == "inline":
                # In a table the bar parts cells inside code, too.
                cell = " ".join(self._inline(token).replace(_BREAK, "<br>").split())
                rows[-1].append(re.sub(r"(?<!\\)\|", r"\\|", cell))
        head, *body = rows
        lines = [head, rules, *body]
        return ["| " + " | ".join(line) + " |" for line in lines]

    def _inline(self, token: Token) -> str:  # noqa: C901  one case a kind of token
        pieces: list[str] = []
        unescaped: list[str] = []
        addresses: list[str] = []

        def put(markup: str) -> None:
            # Escaped as one text: a sign may mean something beside its neighbour alone.
            pieces.append(escaped("".join(unescaped)))
            unescaped.clear()
            pieces.append(markup)

        for child in token.children or []:
            match child.type:
                case "text" | "text_special":
                    unescaped.append(visible(child.content))
                case "note_mark" if child.info.isdecimal():
                    unescaped.append(child.info.translate(RAISED))
                case "softbreak":
                    put("\n")
                case "hardbreak":
                    put(_BREAK)
                case "em_open" | "em_close":
                    put("*")
                case "strong_open" | "strong_close":
                    put("**")
                case "s_open" | "s_close":
                    put("~~")
                case "code_inline":
                    put(code(child.content))
                case "math_inline":
                    forms = (child.content, f"${_on_one_line(child.content)}$")
                    put(next(filter(_keeps_its_place, forms), code(child.content)))
                case "link_open":
                    addresses.append("" if child.info == "auto" else str(child.attrs.get("href", "")))
                case "link_close":
                    address = addresses.pop()
                    put(f" ({code(address)})" if address.strip() else "")
                case "image":
                    address = str(child.attrs.get("src", ""))
                    caption = " ".join(filter(None, ("image:", inline(child.content))))
                    put(f"[{caption}{' ' + code(address) if address.strip() else ''}]".replace("[", "\\[", 1))
                case _:
                    unescaped.append(child.content)
        put("")
        return "".join(pieces)


def _keeps_its_place(formula: str) -> bool:
    """Tell whether a formula can be written as it is, for readers that take it for text, too."""
    return not _TAKES_PART.search(formula) and read_formula(bare(formula)) is not None


def _on_one_line(formula: str) -> str:
    """Return the same formula where none of its lines and bars could be taken for a block's."""
    inner = " ".join(bare(formula).split())
    return inner.replace("\\|", "\\Vert ").replace("|", "\\vert ").strip()


def _opened(text: str) -> list[str]:
    """Return a paragraph's lines, none of which opens anything."""
    return [opening(line.strip(" \t")) for line in text.split("\n")]


def _plain(token: Token) -> list[str]:
    return [
        " " if child.type.endswith("break") else _said(child)
        for child in token.children or []
        if child.type.endswith("break") or child.content
    ]


def _said(token: Token) -> str:
    return readable(bare(token.content)) if token.type.startswith("math") else token.content


def end_of(tokens: Sequence[Token], at: int) -> int:
    """Return the place after the block that begins at `at`."""
    if tokens[at].nesting != 1:
        return at + 1
    level, after = tokens[at].level, at + 1
    while tokens[after].level != level or tokens[after].nesting != -1:
        after += 1
    return after + 1


_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t#]*$")
_FENCE = re.compile(r"^ {0,3}(```|~~~)")


def headings(text: str) -> list[tuple[int, str]]:
    """Return the depth and the words of each Markdown heading, those in code left out."""
    found: list[tuple[int, str]] = []
    fence = ""
    for line in text.splitlines():
        opened = _FENCE.match(line)
        if opened:
            fence = "" if fence == opened[1] else fence or opened[1]
        heading = None if fence else _HEADING.match(line)
        if heading:
            found.append((len(heading[1]), heading[2]))
    return found
