"""Cutting a text into the words a reader sees, never inside one.

Rule: tokens joined give the text back exactly. A word token is a word with the white space behind it, a
character of punctuation with the same, a line break, or one character of a script that has no word spaces,
each with the combining marks and joiners that belong to it. White space counts for the text, not for whether
two tokens match (`key`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from app.diffing.marks import joined_class

_J = f"[{joined_class()}]"
# Han, hiragana, bopomofo and the scripts of South-East Asia that put no spaces between words.
_SINGLE = (
    "\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u309f\u3100-\u312f"
    "\u31a0-\u31bf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_KATAKANA = "\u30a0-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_LETTER = rf"[^\W{_SINGLE}{_KATAKANA}]"
_BREAK = r"\r\n|\r|\n"
_BLANK = rf"(?:[^\S\r\n]{_J}*)"
# Most of a text: told apart by one class each, which takes a third of the time. What must follow makes sure
# that no mark, blank or further part of the word does.
_PLAIN = (
    r"[A-Za-z0-9_]+ (?=[A-Za-z0-9])|[A-Za-z0-9_]+(?=[\n!-&(-+/:-@\[-^`{-~])"
    r"|[!-/:-@\[-^`{-~] ?(?=[!-~])| +(?=[!-~])"
)
_CORE = (
    rf"{_LETTER}+(?:{_J}+{_LETTER}*)*"
    # An apostrophe or hyphen between letters, a point or comma between digits belong to the word.
    rf"(?:(?:['’](?=[^\W\d_])|(?<=[^\W\d_])-(?=[^\W\d_])|(?<=\d)[.,](?=\d)){_LETTER}+(?:{_J}+{_LETTER}*)*)*"
    rf"|[{_KATAKANA}](?:[{_KATAKANA}]|{_J})*"
    rf"|[{_SINGLE}]{_J}*"
    rf"|[\U0001f1e6-\U0001f1ff]{{2}}{_J}*"
    rf"|[^\w\s](?:{_J}|(?<=\u200d)[^\w\s])*"
)
_SOURCES = {
    "counted": rf"[{_SINGLE}]|[^\W{_SINGLE}]+",
    "word": (rf"{_PLAIN}|(?:{_CORE}){_BLANK}*|{_BREAK}|{_BLANK}+"),
    "fine": (rf"{_CORE}|{_BREAK}|{_BLANK}{_J}*"),
    # Possessive, or a long row of dots would be tried from every dot on.
    "sentence": (
        rf"{_BREAK}"
        r"|(?:[^.!?…。！？\r\n]|[.!?…]++(?![\"'”’)\]]*+(?:\s|\Z)))+"
        rf"[.!?…]*[。！？]*[\"'”’)\]」』]*{_BLANK}*"
        rf"|[.!?…。！？]+[\"'”’)\]」』]*{_BLANK}*"
    ),
    "line": (rf"[^\r\n]*(?:{_BREAK})|[^\r\n]+"),
    "character": (
        # Conjoining Korean letters make one syllable; two regional letters make a flag.
        rf"{_BREAK}|[\u1100-\u115f]+[\u1160-\u11ff]*{_J}*|[\U0001f1e6-\U0001f1ff]{{2}}{_J}*"
        rf"|\w{_J}*|\s{_J}*|[^\w\s](?:{_J}|(?<=\u200d)[^\w\s])*"
    ),
}


@cache
def _pattern(name: str) -> re.Pattern[str]:
    # Compiled when first used: together they take 60 ms, and the program imports this before it is usable.
    return re.compile(_SOURCES[name])


def prepare() -> Iterator[None]:
    """Compile, a piece at a time, what two texts are compared with."""
    for name in ("word", "fine"):
        _pattern(name)
        yield


_PIECE = 50_000


def count_words(text: str) -> int:
    """Count words as a reader does; in a script without word spaces every character is one."""
    return len(text.split()) if text.isascii() else len(_pattern("counted").findall(text))


def tokenize(text: str, granularity: str = "word") -> list[str]:
    """Cut a text by `character` (as a reader counts them), `word`, `sentence`, `line`, or `fine` (a word and
    the white space behind it apart).
    """
    find = _pattern(granularity).findall
    if len(text) < 2 * _PIECE:
        return find(text)
    # In pieces that end with a line: one call over a long text would hold all other threads up.
    tokens: list[str] = []
    at = 0
    while at < len(text):
        end = text.find("\n", at + _PIECE) + 1 or len(text)
        tokens += find(text, at, end)
        at = end
    return tokens


def key(token: str) -> str:
    """Return what of a token must be the same for two to match: all but the white space behind it."""
    return token.rstrip(" \t") or token


class Ids(dict[str, int]):
    """Numbers tokens so that those of one key have one number; looking a new token up numbers it."""

    def __init__(self) -> None:
        super().__init__()
        self._of_key: dict[str, int] = {}

    def __missing__(self, token: str) -> int:
        known = self._of_key
        # `key` written out: this runs for every different word.
        number = self[token] = known.setdefault(token.rstrip(" \t") or token, len(known))
        return number
