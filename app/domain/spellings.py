"""Spellings that say the same, for answers that are held against what is expected: each in one form.

Rule: what is accepted so was no match as it stands; nothing that is right without it becomes wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Final

from app.domain.dates import ordinals

_SHORT: Final[Mapping[str, str]] = {
    "mt": "mount", "mts": "mountains", "st": "saint", "ft": "fort",
    "dr": "doctor", "prof": "professor", "mr": "mister",
}  # fmt: skip
_SHORTENED = re.compile(rf"\b({'|'.join(_SHORT)})\.?(?=\s+[A-Z])", re.IGNORECASE)
_NONE = re.compile(
    r"\b(?:none|neither|keine?[rs]?)(?: of| von| der| aus)? "
    r"(?:the |den |diese[nr]? )?(?:above|these|those|them|options|choices|answers|genannten)\b",
    re.IGNORECASE,
)
_WORLD_WAR = re.compile(r"\bWW ?(?=I{1,2}\b|[12]\b)|\b(?:the )?(?:(First)|Second) World War\b")
_INITIALS = {"UK": "United Kingdom", "USA": "United States", "US": "United States", "EU": "European Union"}
_INITIAL_WORDS = re.compile(rf"\b(?:{'|'.join(_INITIALS)})\b")
_DOTTED = re.compile(r"\b[A-Z]\.(?:\s?[A-Z]\.)+")
_BELOW_ZERO = re.compile(
    r"(\d[\d.,]{0,30}(?:\s?(?:°\s?[CF]|degrees?(?: (?:Celsius|Fahrenheit))?|Grad))?)"
    r"\s(?:below zero|unter null)\b",
    re.IGNORECASE,
)
_FELL = re.compile(
    r"\b((?:fell|dropped|decreased|declined|shrank|down|fiel|sank) (?:by|um)"
    r"|(?:a |an )?(?:loss|drop|decrease|decline) of|(?:ein )?(?:rückgang|verlust) von)\s(?=[$€£¥₹]?\d)",
    re.IGNORECASE,
)
"""What says of a number behind it that it is less than nothing."""
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
_PLACE = re.compile(r"(?<=[(\[]|,)\s*([-−]?\d+)\s*,\s*(?=[-−]?\d+\s*[,)\]])")
"""A coordinate before another one: no part of a number."""
_HOURS = re.compile(
    r"(\d+)\s?(?:h|hrs?|hours?|std|stunden?)\.?,?\s?(?:and\s|und\s)?(\d+)\s?(?:m|mins?|minutes?|minuten?)\b",
    re.IGNORECASE,
)
_EASTERN_DAY = re.compile(r"(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]")
_ODDS = re.compile(r"\b(\d{1,9}) (?:in|out of) (\d{1,9})(?=\W*$)", re.MULTILINE)
_EITHER_SIGN = re.compile(r"(^|[:=] ?)± ?(\d[\d.]{0,30})\b", re.MULTILINE)
_ROMANS: Final = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX"
_ROMAN = re.compile(rf"(?<=[^\W\d_] )(?:{_ROMANS.replace(' ', '|')})(?![\w.'’])")
_VARIABLE = re.compile(r"^[a-zA-Z] ?= ?(?=[-−±]?\d|± ?\d)")
"""What an equation is solved for: the answer need not name it."""
_BILLION = re.compile(r"(?<=[$€£¥])(\s?\d[\d.,]*)\s?B\b")
_AND_A_HALF = re.compile(r"(?<=\w) (?:and a|und eine?) (?:half|halbe?)\b", re.IGNORECASE)
_COPULA = re.compile(
    r"(?<=[\u3040-\u9fff\uac00-\ud7a3])(?:です|でした|である|입니다|이다)[。.]?$", re.MULTILINE
)
"""What ends a sentence and says nothing besides “is”."""
_ORDINAL_DIGITS = re.compile(r"\b(\d{1,3})(?:st|nd|rd|th)\b", re.IGNORECASE)
_PARTS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("half", "halves", "halb", "hälfte", "demi", "moitié"), 2),
    **dict.fromkeys(("third", "thirds", "drittel", "tiers"), 3),
    **dict.fromkeys(("quarter", "quarters", "fourth", "fourths", "viertel", "quart", "quarts"), 4),
    **dict.fromkeys(("fifth", "fifths", "fünftel"), 5),
    **dict.fromkeys(("tenth", "tenths", "zehntel"), 10),
}
_TIMES: Final[Mapping[str, int]] = {
    **dict.fromkeys(("", "a", "an", "one", "the", "exactly", "ein", "eine", "die", "un", "une", "la"), 1),
    **dict.fromkeys(("two", "zwei", "deux"), 2),
    **dict.fromkeys(("three", "drei", "trois"), 3),
    **dict.fromkeys(("four", "vier", "quatre"), 4),
}


def one_spelling(text: str) -> str:
    """Return a text with joined words apart, shortened ones whole, ordinals in digits, losses below zero."""
    text = _DOTTED.sub(lambda found: re.sub(r"[.\s]", "", found[0]), text.replace("_", " "))
    text = _WORLD_WAR.sub(
        lambda found: f"World War {'' if found[0][:2] == 'WW' else 2 - bool(found[1])}", text
    )
    text = _INITIAL_WORDS.sub(lambda found: _INITIALS[found[0]], text)
    text = text.replace(">=", "≥").replace("<=", "≤")
    text = _FELL.sub(r"\1 -", _BELOW_ZERO.sub(r"-\1", text))
    text = _SHORTENED.sub(lambda found: _SHORT[found[1].casefold()], text)
    text = _ordinal_words().sub(lambda found: f"{ordinals()[found[0].casefold()]}th", text)
    text = _HOURS.sub(lambda found: f"{60 * int(found[1]) + int(found[2])} min", text)
    text = _BILLION.sub(r"\1 bn", _AND_A_HALF.sub(" 1/2", _VARIABLE.sub("", text)))
    text = _COPULA.sub("", _PLACE.sub(r"\1, ", text))
    text = _EITHER_SIGN.sub(r"\1\2, -\2", _ODDS.sub(r"\1/\2", _EASTERN_DAY.sub(r"\1-\2-\3", text)))
    text = _ROMAN.sub(lambda found: str(_ROMANS.split().index(found[0]) + 1), text)
    return _NONE.sub("none of these", _ORDINAL_DIGITS.sub(r"\1th", text))


def without_accents(text: str) -> str:
    """Return a text as one types it who has no keys for accents."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))


def without_umlauts(text: str) -> str:
    """Return a text as one types it who has no keys for umlauts and knows what they stand for."""
    return text.translate(_UMLAUTS)


def part_said(said: str) -> str:
    """Return the fraction that an answer is in words, such as 3/4 for “three quarters”; else the answer."""
    *times, part = said.casefold().strip(" .!").replace("-", " ").split() or [""]
    counted = _TIMES.get(" ".join(times))
    return f"{counted}/{_PARTS[part]}" if part in _PARTS and counted else said


@cache
def _ordinal_words() -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, ordinals()), key=len, reverse=True))
    return re.compile(rf"\b(?:{names})\b", re.IGNORECASE)
