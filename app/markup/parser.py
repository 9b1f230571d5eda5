"""The Markdown parser as it is set up here: no raw HTML, nothing taken away, mathematics left alone.

Differences to CommonMark, all because text would vanish or signs be seen: reference definitions are text (a
line `[Result]: no` is one), a table row with more cells than its head keeps them in its last cell, `<br>`
parts the lines of a cell, nesting deeper than the parser follows is refused instead of skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.table import escapedSplit, table
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token as Token

from app.markup.formula import bare
from app.markup.formula_signs import FENCES, FREE

DEEPEST = 40
"""Levels of nesting; source: the parser's own limit for this set-up."""
WIDEST = 60
"""Columns of a table; a wider one is shown as its source, since short rows would be filled up with cells."""

_PICTURE_MARK = re.compile(r"\[picture(?: “[^”\n]{1,200}”)?, [\d,]{1,12} kB\]")
"""What stands for a picture that was taken out of a text."""
_INLINE_MATH = re.compile(
    r"\\\((?:[^\\]|\\(?!\)))+\\\)|\\\[(?:[^\\]|\\(?!\]))+\\\]|\$\$[^$\n]+\$\$"
    r"|\$(?![\s\d.,]*(?:\s|\$)(?![^$\n]*\\[a-z]))(?:\\\$|[^\s$])(?:(?:\\\$|[^$\n])*[^\s$\\])?\$(?!\w)"
)
_PROSE = re.compile(r"^[\d\s.,;:–-]*$|[^\W\d_]{3,}[\s,]+[^\W\d_]{3,}|(?:[^\W\d_]+\s+){3}")
"""What stands between the signs of a formula and is none: a citation's number, an amount, words."""
_INLINE_CLOSER = {"\\(": "\\)", "\\[": "\\]"}
_LONGEST_FORMULA = 4000
_BLOCK_MATH = {"$$": "$$", "\\[": "\\]"}
_ENVIRONMENT = re.compile(
    rf"\\begin\{{({'|'.join(map(re.escape, sorted((*FENCES, *FREE), reverse=True)))})\}}"
)
"""What opens a formula on lines of its own without other signs."""
_LINE_BREAK = re.compile(r"<br[ \t]*/?>", re.IGNORECASE)
_CELLS = "cells"
"""Where it is noted whose children are what stands in a cell."""
_NOTE = re.compile(r"\[\^([^\]\s^]{1,60})\]")


class TooDeep(Exception):
    """The text is nested deeper than the parser follows; it would leave the rest out."""


def parse(source: str) -> list[Token]:
    """Return the tokens of a text. Raises TooDeep."""
    tokens = _parser().parse(source)
    if any(token.level >= DEEPEST - 1 for token in tokens):
        raise TooDeep
    return tokens


def shift_below(tokens: Sequence[Token], below: int) -> int:
    """Return by how many levels the headings of a text lie deeper where its own begin one below `below`."""
    return below + 1 - min((int(t.tag[1]) for t in tokens if t.type == "heading_open"), default=1)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False, "maxNesting": DEEPEST})
    md.enable(["table", "strikethrough"])
    md.disable(["reference", "html_block", "html_inline", "text_join"])
    md.block.ruler.at("table", _whole_table, {"alt": ["paragraph", "reference"]})
    md.block.ruler.before("fence", "math_block", _math_block, {"alt": ["paragraph", "blockquote", "list"]})
    md.block.ruler.before("fence", "note", _note, {"alt": ["paragraph", "blockquote", "list"]})
    md.inline.ruler.before("escape", "math_inline", _math_inline)
    md.inline.ruler.before("link", "note_mark", _note_mark)
    md.inline.ruler.before("autolink", "line_break", _line_break)
    md.inline.ruler.before("link", "picture", _picture)
    # Addresses are shown as they were written, and judged by the writer.
    md.validateLink = _any_address  # type: ignore[method-assign]
    md.normalizeLink = str  # type: ignore[method-assign, assignment]
    md.normalizeLinkText = str  # type: ignore[method-assign, assignment]
    return md


def _any_address(url: str) -> bool:
    return True


def _whole_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a table and give a row's surplus cells, which the rule drops, to its last cell."""
    first = len(state.tokens)
    if start + 1 < end and state.src.count("|", state.bMarks[start], state.eMarks[start]) > WIDEST:
        return False
    if not table(state, start, end, silent):
        return False
    if silent:
        return True
    tokens = state.tokens
    width = sum(1 for token in tokens[first:] if token.type == "th_open")
    last: Token | None = None
    line = start
    for token in tokens[first:]:
        if token.type == "tr_open" and token.map:
            line, last = token.map[0], None
        elif token.type == "inline":
            last = token
            token.children = []
            state.env.setdefault(_CELLS, set()).add(id(token.children))
        elif token.type == "tr_close" and last is not None:
            cells = escapedSplit(
                state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].strip()
            )
            if cells and not cells[0]:
                cells.pop(0)
            if cells and not cells[-1]:
                cells.pop()
            if len(cells) > width:
                last.content = " | ".join([last.content, *(cell.strip() for cell in cells[width:])])
    return True


def _math_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Take a formula that stands on lines of its own as it is."""
    if state.is_code_block(start):
        return False
    begin = state.bMarks[start] + state.tShift[start]
    named = _ENVIRONMENT.match(state.src, begin, state.eMarks[start])
    closer = f"\\end{{{named[1]}}}" if named else _BLOCK_MATH.get(state.src[begin : begin + 2])
    if closer is None:
        return False
    length = 0
    for line in range(start, end):
        if line > start and state.sCount[line] < state.blkIndent:
            return False
        text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()
        body = text[2:] if line == start else text
        length += len(text)
        if length > _LONGEST_FORMULA:
            return False
        if body.endswith(closer) and (line > start or len(body) > len(closer)):
            break
        if closer in body:
            return False
    else:
        return False
    content = state.getLines(start, line + 1, state.blkIndent, False)
    if closer == "\\]" and _is_prose(content):
        return False
    if silent:
        return True
    token = state.push("math_block", "", 0)
    token.content = content
    token.map = [start, line + 1]
    state.line = line + 1
    return True


def _note(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Begin a paragraph with each footnote: they stand below each other, with no line between them."""
    begin = state.bMarks[start] + state.tShift[start]
    found = _NOTE.match(state.src, begin, state.eMarks[start])
    if found is None or state.is_code_block(start) or state.src[found.end() : found.end() + 1] != ":":
        return False
    if silent:
        return True
    line = start + 1
    while line < end and not state.isEmpty(line):
        at = state.bMarks[line] + state.tShift[line]
        if state.sCount[line] < state.blkIndent or _NOTE.match(state.src, at, state.eMarks[line]):
            break
        line += 1
    token = state.push("paragraph_open", "p", 1)
    token.map = [start, line]
    token = state.push("inline", "", 0)
    words = state.getLines(start, line, state.blkIndent, False).strip()
    token.content = f"{found.group()} {words[len(found.group()) + 1 :].lstrip()}"
    token.map = [start, line]
    token.children = []
    state.push("paragraph_close", "p", -1)
    state.line = line
    return True


def _is_prose(formula: str) -> bool:
    """Tell whether what stands between the signs of a formula is none."""
    inner = bare(formula)
    return not any(sign in inner for sign in "\\^=") and _PROSE.search(inner) is not None


def _math_inline(state: StateInline, silent: bool) -> bool:
    """Take a formula within a line as it is."""
    if state.src[state.pos] not in "\\$":
        return False
    end = min(state.posMax, state.pos + _LONGEST_FORMULA)
    closer = _INLINE_CLOSER.get(state.src[state.pos : state.pos + 2])
    # Found out fast: of a text of openers alone the pattern would try every one up to the longest formula.
    if closer and state.src.find(closer, state.pos, end) < 0:
        return False
    found = _INLINE_MATH.match(state.src, state.pos, end)
    if found is None or (not found.group().startswith("$$") and _is_prose(found.group())):
        return False
    if not silent:
        token = state.push("math_inline", "", 0)
        token.content = found.group()
    state.pos = found.end()
    return True


def _note_mark(state: StateInline, silent: bool) -> bool:
    found = _NOTE.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push("note_mark", "", 0)
        token.content, token.info = found.group(), found[1]
    state.pos = found.end()
    return True


def _line_break(state: StateInline, silent: bool) -> bool:
    """Take `<br>` within a cell, where nothing else parts lines, as the end of one."""
    found = _LINE_BREAK.match(state.src, state.pos, state.posMax)
    if found is None or id(state.tokens) not in state.env.get(_CELLS, ()):
        return False
    if not silent:
        state.push("hardbreak", "br", 0).info = "br"
    state.pos = found.end()
    return True


def _picture(state: StateInline, silent: bool) -> bool:
    found = _PICTURE_MARK.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push("picture", "", 0)
        token.content = found.group()
    state.pos = found.end()
    return True


def common_tokens(text: str, clean: Callable[[str], str]) -> list[Token]:
    """Return a text's tokens, formulas and escapes as text. Raises TooDeep.

    `clean` is applied to every content: what an entity spells is there only after parsing.
    """
    tokens = parse(text)
    _make_common(tokens, clean)
    return tokens


def _make_common(tokens: Sequence[Token], clean: Callable[[str], str]) -> None:
    for token in tokens:
        token.content, token.info = clean(token.content), clean(token.info)
        token.attrs = {name: clean(v) if isinstance(v, str) else v for name, v in token.attrs.items()}
        if token.type == "math_block":
            token.type = "fence"
        if token.type in ("text_special", "math_inline", "picture", "note_mark"):
            token.type = "text"
        if token.children:
            _make_common(token.children, clean)
