"""Whole numbers: in texts of others, whatever passes for one, and of shares as they are told."""

from __future__ import annotations

import math


def whole_number(text: str) -> int | None:
    """Return the number that a text of at most nine digits is, None for any other text.

    `int` raises for a “²”, which is a digit of a kind, and for more than 4,300 digits.
    """
    return int(text) if text.isdecimal() and len(text) < 10 else None


def count_told(value: object) -> int | None:
    """Return a count above nothing as a server tells it, None for any other value and for what cannot be."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**9 else None


def whole_percent(value: float, needed: float | None = None) -> int:
    """Return a figure of a hundred as it is told; one that falls short of what is needed is not rounded up
    to it."""
    whole = round(value)
    short = needed is not None and value < needed <= whole
    return math.floor(value) if short else whole
