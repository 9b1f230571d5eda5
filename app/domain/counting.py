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
and 170 for each tile, come to less; its small models take more (`_tiled`, `_patched`).
"""
_TILED, TILED_BASE, TILED_TILE = "gpt-4o-mini", 2_833, 5_667
"""Whose pictures are counted by tiles at thirty times the tokens: a picture's, and each of its tiles'.

Source: OpenAI's guide to images and vision.
"""
_PATCHED = {
    "gpt-4.1-mini": 1.62,
    "gpt-4.1-nano": 2.46,
    "gpt-5-mini": 1.62,
    "gpt-5-nano": 2.46,
    "o4-mini": 1.72,
}
"""Tokens of a patch of 32 dots by 32, of which there are 1 536 at most (the same guide)."""
WHOLE = 8_000
"""Characters up to which a text is looked at as a whole; longer ones in slices, evenly from end to end."""
_SLICES = 16


def estimate_tokens(text: str) -> int:
    """Return an estimate of a text's tokens in a thousandth of a second, however long it is."""
    if len(text) <= WHOLE:
        return count_tokens(text)
    size = WHOLE // _SLICES
    step = (len(text) - size) / (_SLICES - 1)
    seen = "\n".join(text[int(turn * step) : int(turn * step) + size] for turn in range(_SLICES))
    return int(count_tokens(seen) * len(text) / len(seen)) + 1


def picture_tokens(width: int, height: int, model: str = "") -> int:
    """Return what a picture of this size, in dots, comes to in a prompt for a model; empty: for most."""
    usual = min(LARGEST_PICTURE, max(LEAST_PICTURE, -(-width * height // DOTS_A_TOKEN)))
    if _TILED in model:
        return _tiled(width, height)
    each = next((tokens for name, tokens in _PATCHED.items() if name in model), 0.0)
    return max(usual, int(each * min(1_536, -(-width // 32) * -(-height // 32))))


def _tiled(width: int, height: int) -> int:
    """Return the tokens of a picture that is scaled into 2 048 dots, to 768 on its shorter side, and cut."""
    into = min(1.0, 2_048 / max(width, height))
    down = min(1.0, 768 / max(1.0, into * min(width, height)))
    across, upright = (max(1, -(-int(into * down * side) // 512)) for side in (width, height))
    return TILED_BASE + TILED_TILE * across * upright


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
