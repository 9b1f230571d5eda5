"""The headings of a text, found by its lines: a long one is asked for them while it grows."""

from __future__ import annotations

import re

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
