"""Whole numbers in texts of others, however many digits they have and whatever passes for one."""

from __future__ import annotations


def whole_number(text: str) -> int | None:
    """Return the number that a text of at most nine digits is, None for any other text.

    `int` raises for a “²”, which is a digit of a kind, and for more than 4,300 digits.
    """
    return int(text) if text.isdecimal() and len(text) < 10 else None
