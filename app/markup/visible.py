"""Characters that turn text around, hide in it or mean something else to a text engine are made visible.

Rule: nothing is taken out. A mark such as ⟦U+202E⟧ stands where the character stood.
"""

from __future__ import annotations

import re
import unicodedata

SOFTENER = "\u200b"
"""Zero-width space that lets a long word break; the text itself never holds one, it would be marked."""
LONGEST_WORD = 400
"""Characters without a space that a line may need to hold (source: measured, longer words freeze Qt)."""
_EVERY = 200

# Embeddings, overrides, isolates; invisible separators and operators; tag characters; what Qt uses for frames
# and objects; interlinear marks; noncharacters at the end of the plane; what else Unicode lets nobody draw
# (Default_Ignorable_Code_Point), assigned or not: beams of music, steps of shorthand, the rest of plane 14.
_MARKED = re.compile(
    "[\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufdd0-\ufdef\ufff0-\ufffc\ufffe\uffff"
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u3164\uffa0\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
)
_SELECTOR = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_MONGOLIAN_SELECTOR = re.compile("(?<![\u1800-\u180a\u1810-\u18af])[\u180b-\u180d\u180f]")
"""Those that stand behind no letter of their script."""
_JOINER = re.compile("[\u200c\u200d]")
_JOINING_SCRIPTS = re.compile("[\u0600-\u109f\u1780-\u18af\ua840-\uabff\ufb50-\ufefc]")
"""Letters whose shape a joiner or its opposite decides; source: Unicode 15.1, chapters 9, 12, 13 and 16."""
_IDEOGRAPH = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_EMOJI_SIGNS = frozenset("0123456789#*‼⁉〰")
_EMOJI_KINDS = frozenset({"So", "Sm", "Sk"})
_WEAK = re.compile("[\u200e\u200f\u061c]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BREAK = re.compile("\r\n|\r|\x85|\u2028")


def visible(text: str) -> str:
    """Return `text` with one kind of line break and every hidden or turning character as a visible mark."""
    text = visible_piece(text)
    if not text.isascii():
        text = _SELECTOR.sub(_selector, _JOINER.sub(_joiner, text))
        text = _MONGOLIAN_SELECTOR.sub(_mark, text)
    # Directional marks have honest work in right-to-left scripts, and none elsewhere.
    if _WEAK.search(text) and not _RIGHT_TO_LEFT.search(text.replace("\u061c", "")):
        text = _WEAK.sub(_mark, text)
    return text


def visible_piece(text: str) -> str:
    """Return a piece of a text that was made visible, or forgotten, with the signs that are always marked.

    Joiners, selectors and marks of direction depend on what stands around them, and stay as they are.
    """
    text = _SURROGATE.sub("\ufffd", text)
    text = _BREAK.sub("\n", text).replace("\u2029", "\n\n")
    return _MARKED.sub(_mark, _CONTROL.sub(_picture, text))


def _selector(match: re.Match[str]) -> str:
    """Leave one that says how the sign before it is drawn; a row of them is a hidden text."""
    before = match.string[match.start() - 1 : match.start()]
    honest = _emoji(before) if match.group() in "\ufe0e\ufe0f" else _IDEOGRAPH.match(before)
    return match.group() if honest else _mark(match)


def _joiner(match: re.Match[str]) -> str:
    """Leave one that joins emoji, or shapes letters of a script that has use for it."""
    before = match.string[match.start() - 1 : match.start()]
    honest = _JOINING_SCRIPTS.match(before) or (
        match.group() == "\u200d" and (before == "\ufe0f" or _emoji(before))
    )
    return match.group() if honest else _mark(match)


def _emoji(sign: str) -> bool:
    return sign in _EMOJI_SIGNS or (sign > "\x7f" and unicodedata.category(sign) in _EMOJI_KINDS)


def _mark(match: re.Match[str]) -> str:
    return f"⟦U+{ord(match.group()):04X}⟧"


def _picture(match: re.Match[str]) -> str:
    code = ord(match.group())
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else f"⟦U+{code:04X}⟧"


def soften(text: str, run: int = 0) -> tuple[str, int]:
    """Put a break into every word over 400 characters; `run` is the length of the word that goes on here.

    Returns the text and the length of the word it ends with. Taking every SOFTENER out gives the text back.
    """
    if run + len(text) <= LONGEST_WORD:
        return text, _tail(text, run)
    parts: list[str] = []
    for piece in re.split(r"(\s+)", text):
        if not piece:
            continue
        if piece.isspace():
            parts.append(piece)
            run = 0
            continue
        if run + len(piece) <= LONGEST_WORD:
            parts.append(piece)
            run += len(piece)
            continue
        first = _EVERY - run % _EVERY
        cuts = [piece[:first], *(piece[at : at + _EVERY] for at in range(first, len(piece), _EVERY))]
        parts.append(SOFTENER.join(cut for cut in cuts if cut))
        run += len(piece)
    return "".join(parts), run


def _tail(text: str, run: int) -> int:
    for back in range(len(text) - 1, -1, -1):
        if text[back].isspace():
            return len(text) - 1 - back
    return run + len(text)
