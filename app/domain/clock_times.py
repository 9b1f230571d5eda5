"""Times of day as people write them: one reading for grading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_TIME = re.compile(
    r"(?<![\w.:])(?P<h>[01]?\d|2[0-4])(?:(?P<s>[:.h])(?P<m>[0-5]\d))?(?::[0-5]\d)?(?![\d.:]\d)"
    r"\s?(?P<half>[ap]\.?m\b\.?)?(?P<word>\s?(?:Uhr|o’clock|o'clock|hours)\b)?",
    re.IGNORECASE,
)
_HALF_A_DAY = 12 * 60


def times_in(text: str) -> Sequence[frozenset[int]]:
    """Return the times that a text names, each as the minutes of a day that it may be.

    A time from 1 to 12 without its half of the day may be in either.
    """
    return list(_found(text))


def _found(text: str) -> Iterator[frozenset[int]]:
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
