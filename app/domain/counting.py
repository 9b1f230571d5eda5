"""How many tokens a text has, rather too many than too few, without a tokenizer's tables.

The tables take sixty megabytes and a third of a second. Calibrated against OpenAI's `o200k_base` over
prose in several scripts, code, JSON and noise (`tests/unit/domain/test_counting.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_MARKS = "\u0300-\u036f\u0900-\u0eff"
_PIECES = re.compile(
    rf"[{_WIDE}]| ?(?:[^\W\d_{_WIDE}]|[{_MARKS}])+|\d+|\s+|(?:[^\w\s{_MARKS}]|_)+",
)
_LINES = re.compile(r"[^\n]*\n\s*|[^\n]+")
"""With the white space behind them, which is one piece however many lines it covers."""
LONG, NOISE = 9, 18
"""Letters (with the blank before them) up to which a word is one token, and from which it is no word."""
MORE = 1.03
"""Rather too many than too few."""


DOTS_A_TOKEN, LEAST_PICTURE, LARGEST_PICTURE = 750, 258, 5_000
"""Dots of a picture that come to a token, and the tokens of the smallest and the largest one.

Sources: Anthropic's guide to vision (width × height / 750; what is larger is scaled down before, for most
models to 1 600 tokens, for the sharpest to 3.75 million dots), Google's (258 for each tile). OpenAI's 85,
and 170 for each tile, come to less.
"""
WHOLE = 8_000
"""Characters up to which a text is looked at as a whole; longer ones in slices, evenly from end to end."""
SLICES = 16


def estimate_tokens(text: str) -> int:
    """Return an estimate of a text's tokens in a thousandth of a second, however long it is."""
    if len(text) <= WHOLE:
        return count_tokens(text)
    size = WHOLE // SLICES
    step = (len(text) - size) / (SLICES - 1)
    seen = "\n".join(text[int(turn * step) : int(turn * step) + size] for turn in range(SLICES))
    return int(count_tokens(seen) * len(text) / len(seen)) + 1


def picture_tokens(width: int, height: int) -> int:
    """Return what a picture of this size, in dots, comes to in a prompt."""
    return min(LARGEST_PICTURE, max(LEAST_PICTURE, -(-width * height // DOTS_A_TOKEN)))


@lru_cache(maxsize=64)
def count_tokens(text: str) -> int:
    """Return what a whole text's pieces come to; a prompt is asked about several times until it is sent."""
    return int(MORE * sum(map(_line_tokens, _LINES.findall(text)))) + 1


@lru_cache(maxsize=2048)
def _line_tokens(line: str) -> float:
    """Return what a line's pieces come to: seats at one table are asked in mostly the same lines."""
    # Each piece is looked at once: a line has far fewer than it has places.
    pieces = Counter(_PIECES.findall(line))
    return sum(times * _tokens(piece) for piece, times in pieces.items())


@lru_cache(maxsize=8192)
def _tokens(piece: str) -> float:
    size, last = len(piece), piece[-1]
    if last.isspace():
        return 0 if piece == " " else 1
    if last.isdecimal():
        return (size + 2) // 3
    if "\u2e80" <= last <= "\u9fff" or "\uac00" <= last <= "\ud7af" or "\uf900" <= last <= "\uffef":
        return 0.95 * size
    if last.isalpha() or "\u0300" <= last <= "\u0eff":
        return _letters(piece, size)
    return 0.5 + size / 2.2 if piece.isascii() else 1.7 * size


def _letters(word: str, size: int) -> float:
    if not word.isascii():
        return 0.5 + size / 3.5
    if size > NOISE or (size > 4 and word.isupper()):
        return size / 2.5
    # A capital within a word begins another one.
    inner = size > 4 and word[2:] != word[2:].lower()
    return (1 if size <= LONG else 1 + (size - LONG) / 4) + (1 if inner else 0)
