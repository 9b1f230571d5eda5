"""Where a quotation stands in a text that a person looks at: for marking it, not for judging it."""

from __future__ import annotations

import re

NEAR = 3
"""Lines around the named ones in which a quotation is looked for first."""
MOST_WORDS = 400
_ELLIPSIS = re.compile(r"\s*[\[(]?(?:…|\.\.\.+)[\])]?\s*")
_WORD = re.compile(r"\w+")


def quoted_spans(text: str, first: int, last: int, quote: str) -> list[tuple[int, int]]:
    """Return from where to where the parts of a quotation stand: near the lines named, else anywhere.

    White space, punctuation and what begins a line are passed over; empty where a part is not found.
    """
    parts = [part for part in _ELLIPSIS.split(quote) if _WORD.search(part)]
    if not parts:
        return []
    starts = _line_starts(text)
    begin = starts[max(0, min(len(starts) - 1, first - 1 - NEAR))]
    end_line = max(first, last) + NEAR
    end = starts[end_line] if end_line < len(starts) else len(text)
    return _in_order(text, begin, end, parts) or _in_order(text, 0, len(text), parts)


def line_of(text: str, position: int) -> int:
    """Return the number of the line that a position lies in."""
    return text.count("\n", 0, position) + 1


def _line_starts(text: str) -> list[int]:
    return [0, *(found.end() for found in re.finditer("\n", text))]


def _in_order(text: str, begin: int, end: int, parts: list[str]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for part in parts:
        tokens = _WORD.findall(part)[:MOST_WORDS]
        pattern = r"\W+".join(re.escape(token) for token in tokens)
        found = re.compile(rf"(?<!\w){pattern}(?!\w)", re.IGNORECASE).search(text, begin, end)
        if found is None:
            return []
        spans.append(found.span())
        begin = found.end()
    return spans
