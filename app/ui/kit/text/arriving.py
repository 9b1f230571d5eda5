"""How far a text that is still arriving can be set: whole paragraphs, headings and points of lists. Pure."""

from __future__ import annotations

import re

_FENCE = re.compile(r" {0,3}(```|~~~)")
_OPENS = re.compile(r"#{1,6} |[-*+] |\d{1,3}[.)] ")
_HEADING = re.compile(r"#{1,6} ")


def whole_until(text: str, start: int) -> int:
    """Return where the last block begins that may still grow, looked for behind `start`."""
    at = found = start
    fence, before = "", None
    while at <= len(text):
        end = text.find("\n", at)
        line = text[at:] if end < 0 else text[at:end]
        if before is not None and not fence and _parted(before, line):
            found = at
        mark = _FENCE.match(line)
        if mark:
            fence = "" if fence == mark[1] else fence or mark[1]
        if end < 0:
            break
        before, at = line, end + 1
    return found


def _parted(before: str, line: str) -> bool:
    """Tell whether a line begins a new block; one that stands in may go on with the point before."""
    if _HEADING.match(before):
        return True
    return bool(_OPENS.match(line)) or (not before.strip() and bool(line[:1].strip()))
