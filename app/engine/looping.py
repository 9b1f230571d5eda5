"""Loops: telling that a model says the same over and over, so that its call ends early.

A loop is the same line five times in a row, or a stretch of text that stands there three times in a row and
holds 200 characters or more. Lines and stretches without words (rules, brackets, figures) are none.
"""

from __future__ import annotations

import re

SAME_LINES = 5
_LEAST_LINE = 8
"""Characters of a line that counts: shorter ones are closing brackets and tags."""
_STRETCH = 200
TIMES = 3
_LONGEST_STRETCH = 1_000
_KEPT = TIMES * _LONGEST_STRETCH + _STRETCH
_EVERY = 64
"""Characters after which it is looked again."""
_WORD = re.compile(r"[^\W\d_]{3}")


class LoopWatch:
    """Takes an answer piece by piece; `feed` tells whether it has begun to loop."""

    def __init__(self) -> None:
        self._text = ""
        self._unseen = 0

    def feed(self, piece: str) -> bool:
        """Take a piece in; return whether what has come by now ends in a loop."""
        self._text = (self._text + piece)[-_KEPT:]
        self._unseen += len(piece)
        if self._unseen < _EVERY:
            return False
        self._unseen = 0
        return _same_lines(self._text) or _same_stretch(self._text)


def _same_lines(text: str) -> bool:
    # The last line may not be whole yet.
    lines = [line.rstrip() for line in text.split("\n")[:-1] if line.strip()][-SAME_LINES:]
    return len(lines) == SAME_LINES and len(set(lines)) == 1 and _counts(lines[0], _LEAST_LINE)


def _same_stretch(text: str) -> bool:
    end = text[-_STRETCH:]
    before = text.rfind(end, 0, len(text) - 1) if len(end) == _STRETCH and _counts(end, _LEAST_LINE) else -1
    period = len(text) - _STRETCH - before
    if before < 0 or period > _LONGEST_STRETCH:
        return False
    # Short periods must fill the length of a long one.
    length = TIMES * max(period, _STRETCH)
    return len(text) >= length and text[-length:-period] == text[-length + period :]


def _counts(text: str, least: int) -> bool:
    return len(text.strip()) >= least and _WORD.search(text) is not None
