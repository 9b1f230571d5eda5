"""Accents that stand apart: many typeset documents hold `f¨ur` where their page shows `für`."""

from __future__ import annotations

import re
import unicodedata

_COMBINING = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304",
    "˘": "\u0306", "˙": "\u0307", "¸": "\u0327", "˚": "\u030a", "˝": "\u030b", "ˇ": "\u030c",
}  # fmt: skip
"""A sign that stands alone → the same above or below the letter before it."""
_APART = re.compile(r"([´¨ˆ˜¯˘˙¸˚˝ˇ])([^\W\d_])|(?<=[^\W\d_])(`)([aeiouAEIOU])")
"""A grave alone begins a quotation in many a text: only between letters is it an accent."""


def composed(text: str) -> str:
    """Return a text with each accent on its letter; what makes no letter of a language stays apart."""
    return _APART.sub(_together, text)


def _together(found: re.Match[str]) -> str:
    accent, letter = found[1] or found[3], found[2] or found[4]
    one = unicodedata.normalize("NFC", letter.replace("ı", "i") + _COMBINING[accent])
    return one if len(one) == 1 else found[0]
