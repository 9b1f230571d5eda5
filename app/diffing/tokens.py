"""Cut a text into tokens: a word (or sign, sentence, line, character) with the white space behind it.

Rules:
- The tokens joined are the text.
- No cut lies inside a grapheme: a mark, a joiner or a modifier stays with what it belongs to.
- Scripts written without spaces (Han, kana, Thai, Khmer …) are cut after each character.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

Granularity = Literal["word", "sentence", "line", "character"]

_SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_FLAG = "\U0001f1e6-\U0001f1ff"
_WORD = re.compile(
    rf"[{_SPACELESS}]\s*|[{_FLAG}]{{2}}\s*|(?:(?![{_SPACELESS}])\w)+(?:['’](?:(?![{_SPACELESS}])\w)+)*\s*"
    r"|\s+|\S\s*"
)
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_SENTENCE = re.compile(r".+?(?:[.!?…]+[\"'”’»)\]]*\s+|[。！？]+[”’」』]*\s*|\n\s*|\Z)", re.DOTALL)
_CHARACTER = re.compile(rf"\r\n|[{_FLAG}]{{2}}|.", re.DOTALL)
_TERM = re.compile(rf"[{_SPACELESS}]|(?:(?![{_SPACELESS}])\w)+")
_PATTERNS = {"word": _WORD, "sentence": _SENTENCE, "line": _LINE, "character": _CHARACTER}

# Characters that extend a grapheme although their category is no mark: joiners, Thai and Lao AM,
# half-width voice marks, skin tones, and the tags of flags.
_EXTENDERS = frozenset("\u200c\u200d\u0e33\u0eb3\uff9e\uff9f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff") | {
    chr(code) for code in range(0xE0020, 0xE0080)
}
# Signs that belong to the character behind them (UAX 29, Prepend).
_PREPENDED = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
_GLUE = frozenset("\u200d") | _PREPENDED
_VIRAMA = 9
_NEVER_GLUED = "\u0300"
"""Below this code point no character extends or glues."""


def tokens(text: str, granularity: Granularity = "word") -> list[str]:
    """Cut `text`; the pieces joined give it back."""
    pieces = _PATTERNS[granularity].findall(text)
    if text.isascii():
        return pieces
    return _joined(pieces, words=granularity == "word")


def core(token: str) -> str:
    """Return a token without the white space behind it; white space alone stays itself."""
    return token.rstrip() or token


def terms(text: str) -> list[str]:
    """Return the case-folded words of a text, in order."""
    return _TERM.findall(text.casefold())


def extends(character: str) -> bool:
    """Tell whether a character continues the grapheme in front of it."""
    return character in _EXTENDERS or unicodedata.category(character)[0] == "M"


def _joined(pieces: list[str], *, words: bool) -> list[str]:
    result: list[str] = []
    for piece in pieces:
        if result and _belongs(result[-1], piece, words=words):
            result[-1] += piece
        else:
            result.append(piece)
    return result


def _belongs(before: str, piece: str, *, words: bool) -> bool:
    first, last = piece[0], before[-1]
    if first >= _NEVER_GLUED and extends(first):
        return True
    if last < _NEVER_GLUED:
        return False
    if last in _GLUE or unicodedata.combining(last) == _VIRAMA:
        return True
    # A mark inside a word (é in two code points) is no word character to `re`: the word goes on behind it.
    return words and extends(last) and first.isalnum() and before[0].isalnum() and not _SPACELESS_ONE.match(piece)


_SPACELESS_ONE = re.compile(rf"[{_SPACELESS}]")
