"""Signs that Word keeps apart from letters: breaks and hyphens, and those that a font of signs draws."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "tab": "\t",
        "ptab": "\t",
        "br": "\n",
        "cr": "\n",
        "noBreakHyphen": "\u2011",
        "softHyphen": "\u00ad",
    }
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
