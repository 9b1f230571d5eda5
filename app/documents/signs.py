"""Signs that documents keep apart from letters: breaks, hyphens, accents, and what a font of signs draws."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

SIGNS: Mapping[str, str] = MappingProxyType(
    {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}
)
_LOW = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
"""The font Symbol from 0x20 and from 0xA1 on; source: its encoding in the PDF reference, appendix D."""
_HIGH = "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑"
_SYMBOL = {**dict(enumerate(_LOW, 0x20)), **dict(enumerate(_HIGH, 0xA1)), 0xF1: "〉", 0xF2: "∫"}
_WINGDINGS = {
    0x28: "☎", 0x2A: "✉", 0x4A: "☺", 0x4C: "☹", 0x6C: "●", 0x6E: "■", 0x6F: "□", 0x76: "❖", 0x78: "☒",
    0xA7: "▪", 0xA8: "□", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE8: "➔", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒",
    0xFE: "☑",
}  # fmt: skip
_FONTS = {"symbol": _SYMBOL, "wingdings": _WINGDINGS}
_RAISED = re.compile(r"\s*[+\-−–]?\d+\s*")
STRUCK = "~~"
"""What stands around words that are struck out and still to be seen."""
_OWN = 0xF000
"""Where Word puts the signs of such a font among all letters."""


def sign_of(code: str, font: str) -> str:
    """Return the sign of a hexadecimal code in a font; one of a font that is not known stays its code."""
    try:
        return drawn(chr(int(code, 16)), font) if code else ""
    except (ValueError, OverflowError):
        return "\ufffd"


def drawn(letters: str, font: str) -> str:
    """Return letters with what a font of signs draws for them."""
    signs = _FONTS.get(font.lower())
    if signs is None:
        return letters
    return "".join(signs.get(ord(one) - _OWN, one) if ord(one) >= _OWN else one for one in letters)


def raised(before: str, letters: str) -> str:
    """Return raised letters, told from the figures before them: 10^6 is not 106."""
    return f"^{letters}" if before[-1:].isalnum() and _RAISED.fullmatch(letters) else letters


_COMBINING = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304",
    "˘": "\u0306", "˙": "\u0307", "¸": "\u0327", "˚": "\u030a", "˝": "\u030b", "ˇ": "\u030c",
}  # fmt: skip
"""An accent that stands alone → the same above or below the letter before it."""
_DRAWN_AS_ONE = re.compile("[\ufb00-\ufb06]")
_APART = re.compile(r"([´¨ˆ˜¯˘˙¸˚˝ˇ])([^\W\d_])|(?<=[^\W\d_])(`)([aeiouAEIOU])")
"""A grave alone begins a quotation in many a text: only between letters is it an accent."""


def composed(text: str) -> str:
    """Return a text with each accent on its letter: typeset documents hold `f¨ur` for `für`.

    What makes no letter of a language stays apart, and letters that are drawn as one (`ﬁ`) are several.
    """
    text = _DRAWN_AS_ONE.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
    return _APART.sub(_together, text)


def _together(found: re.Match[str]) -> str:
    accent, letter = found[1] or found[3], found[2] or found[4]
    one = unicodedata.normalize("NFC", letter.replace("ı", "i") + _COMBINING[accent])
    return one if len(one) == 1 else found[0]
