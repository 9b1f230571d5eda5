"""Reading figures out of a sentence: values with their units, ranges and bounds. Pure; no model."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from app.workflows.common import prose
from app.workflows.debate.offline.words import Language

Bound = Literal["", "most", "least"]

_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12, "ein": 1, "eine": 1, "einen": 1,
    "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
    "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "zwölf": 12,
}  # fmt: skip
_NUMBER = re.compile(
    r"(?<![\w.,/-])(?P<sign>[€$£]\s?|EUR\s|USD\s)?(?P<digits>\d{1,3}(?:[.,'\u00a0\u202f "
    r"]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)"
    r"(?P<size>\s?(?:k|m|million|Mio\.?|Millionen|thousand|Tsd\.?)\b)?"
    r"|\b(?P<word>" + "|".join(_WORDS) + r")\b",
    re.IGNORECASE,
)
_UNITS: tuple[tuple[str, str], ...] = (
    ("%", r"%|per\s?cent\b|percent\b|Prozent\b|v\.\s?H\."),
    ("€", r"€|euros?\b|EUR\b"),
    ("$", r"\$|dollars?\b|USD\b"),
    ("£", r"£|pounds?\b"),
    ("ms", r"ms\b|milliseconds?\b|Millisekunden?\b"),
    ("second", r"s\b|seconds?\b|Sekunden?\b"),
    ("minute", r"min\b|minutes?\b|Minuten?\b"),
    ("hour", r"h\b|hours?\b|Stunden?\b|Std\b"),
    ("day", r"days?\b|Tage?n?\b|Werktagen?\b"),
    ("week", r"weeks?\b|Wochen?\b"),
    ("month", r"months?\b|Monate?n?\b"),
    ("year", r"years?\b|Jahre?n?\b"),
    ("kWh", r"kWh\b"),
    ("m²", r"m²|qm\b|square\smet"),
)
_UNIT = [(name, re.compile(rf"\s*-?(?:{pattern})", re.IGNORECASE)) for name, pattern in _UNITS]
_SIGNS = {"€": "€", "$": "$", "£": "£", "eur": "€", "usd": "$"}
_NOUN = re.compile(r"\s+([^\W\d_]{3,})")
_PERIOD = re.compile(
    r"\s*(?:/|a\b|per\b|each\b|every\b|pro\b|im\b|je\b)\s*(month|year|week|day|hour|minute|second|Monat|"
    r"Jahr|Woche|Tag|Stunde|Minute|Sekunde)",
    re.IGNORECASE,
)
_PERIOD_WORD = re.compile(
    r"\b(?:(?:a|each|every|per|pro|im|jedes|jeden)\s)(year|month|jahr|monat)\b|\b(monthly|yearly|"
    r"annual(?:ly)?|monatlich|jährlich|"
    r"per annum|p\.a\.)",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    r"\b(?:an?|each|every|one|per|pro|je|jede[rn]?|einen?)\s(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)\b",
    re.IGNORECASE,
)
"""“A Sunday costs 610 euros”: for a day, and not for the year that a limit names."""
_PERIODS = {
    "mon": "month",
    "yea": "year",
    "ann": "year",
    "jah": "year",
    "jäh": "year",
    "per": "year",
    "p.a": "year",
}
_MOST = re.compile(
    r"(?:at most|no more than|not\b[^.;]{0,80}\bmore than|not exceed|not\b[^.;]{0,60}\w+er than|"
    r"nicht\b[^.;]{0,60}\w+er als|up to|under|below|less than|maximum(?: of)?|within|limit of|"
    r"no later than|at the latest (?:in|after)|cap(?:ped)? (?:of|at)|"
    r"budget\b[^.;]{0,60}|höchstens|maximal|nicht mehr als|nicht\b[^.;]{0,60}\bmehr als|bis zu|unter|"
    r"(?:nicht|kein\w*)\b[^.;]{0,60}\b(?:mehr|\w+er)(?:\s[a-zäöüß]+){0,3} als|"
    r"(?:obergrenze|höchstgrenze|höchstbetrag|kostenrahmen|deckel)\b[^.;]{0,60}|limit (?:von|beträgt)|"
    r"maximale[rnms]?\b[^.;]{0,40}|(?:bis )?spätestens(?: in| nach)?|innerhalb(?: von)?|binnen|"
    r"weniger als|nicht über)\s*(?:\w+\s)?$",
    re.IGNORECASE,
)
_LEAST = re.compile(
    r"(?:at least|no less than|not less than|minimum(?: of)?|more than|over|above|able to|in der lage,?|"
    r"mindestens|wenigstens|mehr als|über|ab)\s*(?:\w+\s)?$",
    re.IGNORECASE,
)
_MOST_BEHIND = re.compile(
    r"[^,;.]{0,40}\bnicht (?:über(?:steigen|schreiten|schritten)|hinausgehen)\b"
    r"|[^,;.]{0,20}\b(?:darf|dürfen|soll|sollen)\b[^,;.]{0,40}\bnicht\b",
    re.IGNORECASE,
)
"""In German the word that bounds may stand behind: “darf 500 Euro nicht übersteigen”."""
_BEFORE = re.compile(r"[^,;.]{0,12}\b(?:before|previously|vorher|zuvor)\b", re.IGNORECASE)
_RANGE = re.compile(r"^\s*(?:-|–|to|and|bis|und)\s*$", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|von)\s$", re.IGNORECASE)
_LONGEST = 1500
"""Characters of a sentence that are read for figures."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with its unit; a range ends at `high`. `text` is how it is written."""

    value: float
    high: float
    unit: str
    text: str
    period: str = ""
    """month, year …: what the value is counted for, empty where it is not said."""
    bound: Bound = ""
    past: bool = False
    """What was before something changed."""
    change: bool = False
    """The end of a change, `from 68 to 41 days`."""
    start: int = 0


@lru_cache(maxsize=16384)
def figures_of(text: str, language: Language) -> tuple[Figure, ...]:
    """Return the figures of a sentence in their order; bare years and ordinals are none."""
    text = text[:_LONGEST]
    found: list[Figure] = []
    ends: list[int] = []
    for match in _NUMBER.finditer(text):
        figure = _figure(text, match, language)
        if figure is None:
            continue
        end = _end(text, match, figure)
        shown = text[match.start() : end].strip()
        if found and _joins(text[ends[-1] : match.start()], found[-1], figure):
            first = found.pop()
            ends.pop()
            if _FROM.search(text[max(0, first.start - 6) : first.start]):
                # A change: where it came to counts, and where it began stands in the sentence.
                figure = replace(figure, change=True)
            else:
                low, high = sorted((first.value, figure.value))
                figure = replace(figure, value=low, high=high, bound=first.bound, start=first.start)
                shown = f"{first.text}–{shown}"
        found.append(replace(figure, text=shown))
        ends.append(end)
    return tuple(f for f in found if f.unit)


def _joins(between: str, first: Figure, second: Figure) -> bool:
    """Tell whether two figures are the ends of one range: `25,000 and 60,000 euros`, `6 to 9 hours`."""
    return _RANGE.match(between) is not None and first.unit in ("", second.unit) and second.unit != ""


def _end(text: str, match: re.Match[str], figure: Figure) -> int:
    if figure.unit:
        for name, unit in _UNIT:
            if name == figure.unit and (hit := unit.match(text, match.end())):
                return hit.end()
        if not match["sign"] and (noun := _NOUN.match(text, match.end())):
            return noun.end()
    return match.end()


def _figure(text: str, match: re.Match[str], language: Language) -> Figure | None:
    word, sign = match["word"], match["sign"]
    value = float(_WORDS[word.casefold()]) if word else number(match["digits"], language)
    size = (match["size"] or "").strip().casefold()
    after = match.end()
    if size.startswith(("m", "t", "k")):
        value *= 1000 if size.startswith(("k", "t")) else 1_000_000
    unit = _SIGNS.get(sign.strip().casefold(), "") if sign else ""
    for name, pattern in () if unit else _UNIT:
        if hit := pattern.match(text, after):
            unit, after = name, hit.end()
            break
    if not unit and not word and (noun := _NOUN.match(text, after)):
        stem = prose.stem(noun[1])
        unit = "" if noun[1].casefold() in _RANGE_WORDS or noun[1].casefold() in prose.STOP else stem
    if not unit and (word or (1900 <= value <= 2100)):
        return None
    if word and unit not in STANDARD:
        return None
    before = text[max(0, match.start() - 110) : match.start()]
    most = _MOST.search(before) or _MOST_BEHIND.match(text, after)
    bound: Bound = "most" if most else "least" if _LEAST.search(before) else ""
    period = ""
    if (hit := _PERIOD.match(text, after)) or (
        unit in ("€", "$", "£") and (hit := _PERIOD_WORD.search(text))
    ):
        period = (hit[1] or hit[hit.re.groups]).casefold()[:3]
    elif unit in ("€", "$", "£") and _WEEKDAY.search(text):
        period = "day"
    past = _BEFORE.match(text, after) is not None
    return Figure(value, value, unit, "", _PERIODS.get(period, period), bound, past, start=match.start())


STANDARD = frozenset(name for name, _ in _UNITS)
"""Units that measure many things: a figure in one of them needs more than its unit to be about the same."""
_RANGE_WORDS = frozenset({"to", "and", "bis", "und", "or", "oder", "per", "pro", "von", "of"})


def number(digits: str, language: Language) -> float:
    """Return a written number's value: `1.200,50` in German, `1,200.50` elsewhere."""
    bare = re.sub(r"['\u00a0\u202f ]", "", digits)
    if "," in bare and "." in bare:
        decimal = max(bare.rfind(","), bare.rfind("."))
        return float(re.sub(r"[.,]", "", bare[:decimal]) + "." + bare[decimal + 1 :])
    mark = "," if "," in bare else "."
    grouped = re.fullmatch(rf"\d{{1,3}}(?:\{mark}\d{{3}})+", bare) is not None
    if grouped and (mark == "," or language == "de" or bare.count(mark) > 1):
        if mark == "," and language == "de" and bare.count(mark) == 1:
            return float(bare.replace(",", "."))
        return float(bare.replace(mark, ""))
    return float(bare.replace(",", "."))


def written(value: float, language: Language) -> str:
    """Return a value as the language writes it, without needless noughts."""
    shown = f"{value:,.2f}".rstrip("0").rstrip(".")
    return shown.translate(str.maketrans(",.", ".,")) if language == "de" else shown


def comparable(first: Figure, second: Figure) -> bool:
    """Tell whether two figures measure in the same unit, over the same time where both name one."""
    if first.unit != second.unit or (first.unit not in STANDARD and first.period != second.period):
        return False
    return not first.period or not second.period or first.period == second.period
