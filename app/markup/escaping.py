"""Putting foreign text into Markdown so that it cannot break out of its place.

Signs are escaped only where they could mean something: a report is read as a file, too.
"""

from __future__ import annotations

import re

from app.markup.visible import visible

_TICKS = re.compile(r"`+")
_SPACE = re.compile(r"\s+")
_SPECIAL = re.compile(
    r"[\\`*|~]"
    r"|<(?=[a-z/!?])"  # else it opens no tag and no address
    # A closing bracket alone marks nothing, an escaped pair is a formula, and words in brackets stay as they
    # are quoted: no link or picture, for neither address nor definition follows, no footnote, task or alert.
    r"|\[(?!(?<![!\]]\[)(?![ xX]\]|[\^!])[^\[\]\n]{1,100}\](?![\[(:]))"
    r"|(?<!\w)_|_(?!\w)"  # within a word it marks nothing
    r"|&(?=#?\w+;)"
    r"|(?<=[^\s(])\$|\$(?!\d)"  # a sum of money opens no formula
    r"|:(?=//)|(?<=www)\."  # some readers make a link of every bare address
    r"|#(?=#*\s*$)",  # behind a heading it would be taken for its end
    re.IGNORECASE | re.MULTILINE,
)
_OPENING = re.compile(r"^(?:#(?=#{0,5}(?:\s|$))|>|[-+](?=\s|$|-)|=(?==*\s*$)|\d{1,9}(?=[.)](?:\s|$)))")
"""What at the beginning of a line makes a list, a quotation, a rule or a heading of it."""


def fence(text: str, info: str = "markdown") -> str:
    """Return a fenced block that holds `text`, hidden signs marked: its fence is longer than any in it."""
    text = visible(text)
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    ticks = "`" * max(3, longest + 1)
    body = text if text.endswith("\n") else text + "\n"
    return f"{ticks}{info}\n{body}{ticks}"


def inline(text: str) -> str:
    """Return text on one line with every sign that would mark something escaped, wherever it may stand."""
    return opening(escaped(_SPACE.sub(" ", text).strip()))


def escaped(text: str) -> str:
    """Return text with the signs escaped that mark something within a line."""
    # A backslash of its own before a closing bracket would end a formula.
    return _SPECIAL.sub(r"\\\g<0>", visible(text)).replace("\\]", "\\&#93;")


def opening(line: str) -> str:
    """Return a line whose beginning opens no list, quotation, rule or heading."""
    return _OPENING.sub(_closed, line)


def code(text: str) -> str:
    """Return text as a code span on one line: readers make no link and no image of what it holds."""
    line = visible(_SPACE.sub(" ", text).strip())
    longest = max((len(run) for run in _TICKS.findall(line)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if line.startswith("`") or line.endswith("`") or not line else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"


def quoted(markdown: str) -> str:
    """Return Markdown as a quotation: a text of somebody's, apart from the words around it."""
    return "\n".join(f"> {line}".rstrip() for line in markdown.split("\n"))


def _closed(mark: re.Match[str]) -> str:
    sign = mark.group()
    # A digit cannot be escaped, but the sign behind a number can.
    return f"{sign}\\" if sign.isdigit() else f"\\{sign}"
