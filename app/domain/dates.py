"""Days, and times of a day, as people write them: one reading for grading, whatever the months’ language.

Rule: “3/4/2024” is read as the language of the text writes it, months first in English; where that leaves
two readings both are kept, and nobody takes one for the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from app.domain.numbers import lines_of, small_numbers
from app.domain.whole_numbers import whole_number


@dataclass(frozen=True, slots=True)
class Day:
    """A day, or a month of a year, as it stands in a text; `other`: as it could be read, too.

    Day, month or year is 0 where it is not said.
    """

    text: str
    year: int
    month: int
    day: int
    other: tuple[int, int] | None = None

    def same(self, other: Day) -> bool | None:
        """Tell whether an `other` one is this day; None where that depends on how one of them is read."""
        mine, theirs = self._readings(), other._readings()
        met = [_meet((self.year, *a), (other.year, *b)) for a in mine for b in theirs]
        return met[0] if len(set(met)) == 1 else None

    def _readings(self) -> Sequence[tuple[int, int]]:
        return [(self.month, self.day), *([self.other] if self.other is not None else [])]


def _meet(wanted: tuple[int, ...], found: tuple[int, ...]) -> bool:
    """Tell whether all that is wanted of year, month and day is found."""
    return all(not one or one == other for one, other in zip(wanted, found, strict=True))


@cache
def _months() -> dict[str, int]:
    return {name: at for at, line in enumerate(lines_of("months"), 1) for name in line.split()}


@cache
def ordinals() -> dict[str, int]:
    """Return words for the ordinal numbers up to 31."""
    found = {name: at for line in lines_of("ordinals") for at, name in enumerate(line.split(), 1)}
    ones = [(word, at) for word, at in found.items() if at < 10]
    found |= {f"twenty-{word}": 20 + at for word, at in ones}
    found |= {"thirtieth": 30, "dreißigste": 30, "thirty-first": 31, "einunddreißigste": 31}
    return found | {f"{name}{end}": at for name, at in found.items() if name.endswith("te") for end in "nrs"}


@cache
def _forms() -> re.Pattern[str]:
    names = "|".join(sorted(_months(), key=len, reverse=True))
    ordinal = "|".join(sorted(map(re.escape, ordinals()), key=len, reverse=True))
    return re.compile(
        rf"""(?<![\w./-])(?:
        (?P<y1>\d{{4}})(?P<s1>[-/.])(?P<m1>\d{{1,2}})(?P=s1)(?P<d1>\d{{1,2}})
        |(?P<d2>\d{{1,2}})(?P<s2>[./-])\s?(?P<m2>\d{{1,2}})(?P=s2)\s?(?P<y2>\d{{4}})
        |(?:(?P<d3>\d{{1,2}})(?:st|nd|rd|th|er|\.)?|(?P<o3>{ordinal}))\s+(?:of\s+|de\s+)?(?P<m3>{names})\b\.?,?
         (?:\s+(?:de\s+)?(?P<y3>\d{{4}}))?
        |(?P<m4>{names})\b\.?\s+(?:the\s+)?(?:(?P<d4>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)|(?P<o4>{ordinal})\b),?
         (?:\s+(?P<y4>\d{{4}}))?
        |(?P<m5>{names})\b\.?,?\s+(?:of\s+)?(?P<y5>\d{{4}})
        |(?P<y6>\d{{4}})-(?P<m6>\d{{2}})
        )(?![\w/-]|\.\d)""",
        re.IGNORECASE | re.VERBOSE,
    )


def days_in(text: str, mark: str = ".") -> Sequence[Day]:
    """Return the days that a text names, in its order; `mark`: what its language writes decimals behind."""
    return list(_found(text, mark))


def _found(text: str, mark: str) -> Iterator[Day]:
    for match in _forms().finditer(text):
        way = next(at for at in "123456" if match[f"m{at}"])
        written = match[f"m{way}"]
        month = int(written) if written.isdecimal() else _months()[written.casefold()]
        day = _day(match, way)
        year = int(match[f"y{way}"] or 0)
        other = None
        if way == "2":
            month, day, other = _read_so(month, day, match["s2"], mark)
        if month <= 12 and day <= 31:
            yield Day(match[0].strip(" ,."), year, month, day, other)


def _day(match: re.Match[str], way: str) -> int:
    if way in "34" and match[f"o{way}"]:
        return ordinals()[match[f"o{way}"].casefold()]
    return int(match[f"d{way}"]) if way in "1234" else 0


def _read_so(second: int, first: int, sign: str, mark: str) -> tuple[int, int, tuple[int, int] | None]:
    """Return month and day of two numbers, and as they could be read, too."""
    if first > 12 or second > 12 or sign == "." or mark == ",":
        # A day behind a month is no other reading but the only one.
        return (first, second, None) if second > 12 else (second, first, None)
    return first, second, (second, first) if first != second else None


_TIME = re.compile(
    r"(?<![\w.:])(?P<h>2[0-4]|[01]?\d)(?:(?P<s>[:.h])(?P<m>[0-5]\d))?(?::[0-5]\d)?(?![\d.:]\d)"
    r"\s?(?P<half>[ap]\.?m\b\.?)?(?P<word>\s?(?:Uhr|o’clock|o'clock|hours)\b)?",
    re.IGNORECASE,
)
_HALF_A_DAY = 12 * 60
_TOLD = re.compile(
    r"\b(?:(?P<part>[^\W\d_]+)(?: minute[ns]?)? (?P<side>past|after|to|nach|vor)|(?P<half>halb))"
    r" (?P<hour>\w+)",
    re.IGNORECASE,
)
_NAMED: Final = {"noon": 12, "midday": 12, "mittag": 12, "midnight": 0, "mitternacht": 0}
_NAMED_HOUR = re.compile(rf"\b(?:{'|'.join(_NAMED)})\b", re.IGNORECASE)
_PARTS: Final = {"half": 30, "quarter": 15, "viertel": 15}


def times_in(text: str) -> Sequence[frozenset[int]]:
    """Return the times that a text names, each as the minutes of a day that it may be.

    A time from 1 to 12 without its half of the day may be in either.
    """
    return list(_times_found(text))


def _times_found(text: str) -> Iterator[frozenset[int]]:
    for match in _TIME.finditer(text):
        half, hour = (match["half"] or "").casefold()[:1], int(match["h"])
        if not (half or match["word"] or (match["m"] and match["s"] in ":hH")):
            # “12.30” alone is a number.
            continue
        at = 60 * hour + int(match["m"] or 0)
        if not half:
            either = 0 < hour <= 12 and not match["word"]
            yield frozenset({at % (2 * _HALF_A_DAY), *([(at + _HALF_A_DAY) % (2 * _HALF_A_DAY)] * either)})
        elif 0 < hour <= 12:
            yield frozenset({at % _HALF_A_DAY + _HALF_A_DAY * (half == "p")})
    yield from (frozenset({60 * _NAMED[one[0].casefold()]}) for one in _NAMED_HOUR.finditer(text))
    numbers = small_numbers()
    for told in _TOLD.finditer(text):
        hour = numbers.get(told["hour"].casefold()) or whole_number(told["hour"]) or 0
        part = 30 if told["half"] else (numbers | _PARTS).get(told["part"].casefold(), 0)
        if 0 < hour <= 12 and 0 < part <= 30:
            at = 60 * hour + (
                part if (told["side"] or "vor").casefold() in ("past", "after", "nach") else -part
            )
            yield frozenset({at % _HALF_A_DAY, at % _HALF_A_DAY + _HALF_A_DAY})


@cache
def _decade_forms() -> tuple[dict[str, int], re.Pattern[str]]:
    """Return words for decades with the first year of each, and what a decade is written as."""
    tens = {name: 10 * at for line in lines_of("decades") for at, name in enumerate(line.split(), 2)}
    form = rf"""(?<![\w.,])(?:(?P<part>early|mid|late|frühen|späten|(?:mitte|ende|anfang)\sder)[\s-])?
        (?:(?P<full>(?:1\d|20)\d0)(?:['’]?s|ern?)
        |(?:['’]|the\s|den\s|die\s|der\s|^)(?P<short>\d0)(?:['’]?s|ern?)
        |(?P<word>{"|".join(tens)})n?)\b"""
    return tens, re.compile(form, re.IGNORECASE | re.VERBOSE)


def decades_in(text: str) -> Sequence[tuple[int, str]]:
    """Return the decades that a text names by their first years, below 100 where the century is not said.

    Beside each what part of it is meant; empty: all.
    """
    tens, form = _decade_forms()
    return [
        (int(one["full"] or one["short"] or tens[one["word"].casefold()]), (one["part"] or "").casefold())
        for one in form.finditer(text)
    ]
