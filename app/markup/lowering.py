"""Markdown whose headings stand below that of the document around it, every other letter as it was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from app.markup.quoting import MAX_CHARS

_MARKS = re.compile(r"#{1,6}(?=[ \t]|$)")
_MAYBE = re.compile(r"^[ \t>*+\-\d.)]*(?:#|=+[ \t]*$|-[ \t]*$)", re.MULTILINE)
DEEPEST = 6


def lowered(text: str, *, below: int) -> str:
    """Return Markdown whose own headings begin one level below `below`, as `render` and `quote` set them.

    A text that is too long or too deep to be read as Markdown is returned as it is.
    """
    if not _MAYBE.search(text) or len(text) > MAX_CHARS * 10:
        return text
    # Late for start-up cost, as in `render`.
    from app.markup.parser import TooDeep, parse

    try:
        tokens = parse(text)
    except (TooDeep, RecursionError):
        return text
    found = [
        (int(token.tag[1]), token.map, token.markup, inner.content)
        for token, inner in pairwise(tokens)
        if token.type == "heading_open" and token.map
    ]
    shift = below + 1 - min((level for level, *_ in found), default=below + 1)
    if not shift:
        return text
    lines: list[str | None] = [*text.split("\n")]
    for level, (first, end), markup, words in found:
        marks = "#" * min(DEEPEST, level + shift)
        heading = lines[first] or ""
        if markup.startswith("#"):
            lines[first] = _MARKS.sub(marks, heading, count=1)
        elif len(marks) <= 2:
            # Underlined headings have two levels.
            lines[end - 1] = (lines[end - 1] or "").replace(markup[0], "=-"[len(marks) - 1])
        else:
            before = heading.partition(words.split("\n")[0])[0]
            lines[first:end] = [f"{before}{marks} {' '.join(words.split())}", *[None] * (end - first - 1)]
    return "\n".join(_there(lines))


def _there(lines: list[str | None]) -> Iterator[str]:
    return (line for line in lines if line is not None)
