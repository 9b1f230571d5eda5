"""Putting foreign text into Markdown so that it cannot break out of its place."""

from __future__ import annotations

import re

_TICKS = re.compile(r"`+")
_SPECIAL = re.compile(r"[\\`*_\[\]<>#|~&!$]")
_SPACE = re.compile(r"\s+")
_OPENING = re.compile(r"^(?:[-+=]|\d{1,9}(?=[.)]))")
"""What at the beginning of a line makes a list, a rule or a heading of it."""


def fence(text: str, info: str = "markdown") -> str:
    """Return a fenced block that holds `text` as it is: its fence is longer than any in the text."""
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    ticks = "`" * max(3, longest + 1)
    body = text if text.endswith("\n") else text + "\n"
    return f"{ticks}{info}\n{body}{ticks}"


def inline(text: str) -> str:
    """Return text on one line with every sign of Markdown and HTML escaped, wherever the line may stand."""
    line = _SPECIAL.sub(r"\\\g<0>", _SPACE.sub(" ", text).strip())
    return _OPENING.sub(_closed, line)


def _closed(mark: re.Match[str]) -> str:
    sign = mark.group()
    # A digit cannot be escaped, but the sign behind a number can.
    return f"{sign}\\" if sign.isdigit() else f"\\{sign}"
