"""Cutting a text into what is shown and decided on as one: a paragraph, list item, heading or line of code.

Rule: texts and gaps joined give the text back exactly; every gap but the last holds a line break.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

_LINES = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)]|\(\w\))\s+\S")
_HEADING = re.compile(r" {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_TABLE = re.compile(r"\s*\|.*\|\s*$")
_NAMED = re.compile(
    r"\s*(?:export\s+|pub\s+|public\s+|static\s+|async\s+)*"
    r"(?:def|class|function|fn|func|struct|impl|interface|enum|trait)\s+\w+"
)
_CODE_END = re.compile(r"[{}()\[\];=\\]\s*$|:\s*$")
_SLACK = 6
"""Characters by which a wrapped line may fall short of the width and still count as wrapped."""


class Unit(NamedTuple):
    """A piece of text: where it starts (code points), the text, the white space up to the next piece.

    `line`: one of several lines that stand together, as in code; neighbours that change are one change.
    """

    start: int
    text: str
    gap: str
    line: bool = False


def units(text: str, *, by_line: bool = False) -> list[Unit]:
    """Split at blank lines, and where list items, headings, table rows and lines of code begin.

    `by_line` makes every line a piece. A text of white space alone is one piece, an empty text has none.
    """
    found: list[Unit] = []
    lead = at = 0
    for start, lines, is_code in _blocks(text):
        pieces = _pieces(lines, by_line=by_line, is_code=is_code)
        for first, end, is_line in pieces:
            if found:
                last = found[-1]
                found[-1] = last._replace(gap=text[at : start + lines[first][0]])
                begin = start + lines[first][0]
            else:
                begin = lead
            at = start + lines[end - 1][0] + len(lines[end - 1][1])
            found.append(Unit(begin, text[begin:at], "", is_line))
    if found:
        found[-1] = found[-1]._replace(gap=text[at:])
    elif text:
        found.append(Unit(0, text, ""))
    return found


def _blocks(text: str) -> list[tuple[int, list[tuple[int, str]], bool]]:
    """Return runs of lines without a blank one: start, (offset, line) and whether they lie in a fence."""
    blocks: list[tuple[int, list[tuple[int, str]], bool]] = []
    fence = ""
    open_ = False
    for match in _LINES.finditer(text):
        line = match[1]
        if not line or line.isspace():
            open_ = False
            continue
        mark = _FENCE.match(line)
        inside = bool(fence)
        if mark and not fence:
            fence, inside, open_ = mark[1][:3], True, False
        elif mark and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
        if not open_ or blocks[-1][2] != inside:
            blocks.append((match.start(), [], inside))
            open_ = True
        blocks[-1][1].append((match.start() - blocks[-1][0], line))
        if inside and not fence:
            open_ = False
    return blocks


def _pieces(lines: list[tuple[int, str]], *, by_line: bool, is_code: bool) -> list[tuple[int, int, bool]]:
    """Return (first line, line behind the last, whether it is a line among lines) of each piece."""
    if len(lines) == 1:
        return [(0, 1, by_line or is_code)]
    if by_line or is_code:
        return [(i, i + 1, True) for i in range(len(lines))]
    starts = [0]
    for i in range(1, len(lines)):
        line, before = lines[i][1], lines[i - 1][1]
        begins = _ITEM.match(line) or _HEADING.match(line) or _TABLE.match(line)
        if begins or _HEADING.match(before) or _TABLE.match(before):
            starts.append(i)
    pieces: list[tuple[int, int, bool]] = []
    for first, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        run = [line for _, line in lines[first:end]]
        if len(run) == 1 or _wrapped(run):
            pieces.append((first, end, False))
        else:
            pieces += [(i, i + 1, True) for i in range(first, end)]
    return pieces


def _wrapped(lines: list[str]) -> bool:
    """Tell whether lines look like one paragraph broken at a width: the next word would not have fitted."""
    if sum(bool(_CODE_END.search(line)) for line in lines) * 3 > len(lines):
        return False
    width = max(map(len, lines))
    if width < 40 or _verse(lines):
        return False
    full = sum(
        len(line) + 1 + len(after.split(None, 1)[0]) > width - _SLACK for line, after in pairwise(lines)
    )
    return full * 3 >= 2 * (len(lines) - 1)


def _verse(lines: list[str]) -> bool:
    """Tell whether lines begin with capitals where no sentence does."""
    within = [
        after.lstrip() for line, after in pairwise(lines) if not line.rstrip().endswith((".", "!", "?", ":"))
    ]
    return bool(within) and sum(line[0].isupper() for line in within) * 4 >= 3 * len(within)


def breaks(text: str) -> int:
    """Return how many line breaks of any kind a text holds."""
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def heading_of(text: str) -> str:
    """Return the title where a piece is a heading, or the beginning of a named part of code; else nothing."""
    line = text.strip().partition("\n")[0]
    if match := _HEADING.match(line):
        return match[2]
    return line.strip().rstrip("{:").strip() if _NAMED.match(line) else ""
