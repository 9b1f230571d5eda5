"""Ratios, scores, intervals and decades in answers, each held against the one that is expected.

Every function returns the verdicts on what an answer names of a kind: None where nobody knows, and no verdict
at all where the answer or what is expected is of another kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Final

from app.domain.dates import decades_in, times_in
from app.domain.numbers import normal, small_numbers

YEAR = re.compile(r"1\d{3}|20\d\d")
Verdicts = AbstractSet[bool | None]
_DECADE_END = re.compile(r"\d+0(?:['’]?s|ern?)\b")
_THE = re.compile(r"^(?:in )?(?:the|die|den|der) |\s?(?:Jahren?)?$", re.IGNORECASE)
_N: Final = r"\d{1,9}(?:[.,]\d{1,9})?"
_PART = re.compile(_N)
_RATIO = re.compile(rf"(?<![\w.:,-]){_N}(?:(?:\s?[:∶]\s?|\s(?:to|zu)\s){_N}){{1,5}}(?![\w:-])", re.IGNORECASE)
_INTERVAL = re.compile(r"[\[(]\s*([+\-−]?[\w.∞√/]{1,20})\s*[,;]\s*([+\-−]?[\w.∞√/]{1,20})\s*[\])]")
_INTERVAL_ASKED = re.compile(r"\b(?:intervals?|intervall\w*|domain|definitionsmenge)\b", re.IGNORECASE)
_RATIO_ASKED = re.compile(
    r"\b(?:ratios?|proportions?|odds|scale|aspect|mixed|score|verhältnis\w*|maßstab|quote|spielstand|endete)\b",
    re.IGNORECASE,
)
_SCORE_ASKED = re.compile(r"\b(?:score|spielstand|endete)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")


def decade_verdicts(form: str, said: str) -> Verdicts:
    """Hold an answer against a decade, or one that names a decade against a year."""
    named, years = decades_in(said), [int(year) for year in YEAR.findall(_DECADE_END.sub("", said))]
    if YEAR.fullmatch(form):
        first = YEAR.search(said)
        if not named or (int(form) in years and first is not None and first[0] == form):
            return set()
        return {None if int(form) in years else False}
    wanted = decades_in(_THE.sub("", form.strip(" .")))
    if len(wanted) != 1:
        return set()
    if named:
        return {_same_decade(wanted[0], one) for one in named}
    # A year of it is not all of it, and may be meant so.
    return {None if wanted[0][0] in (year - year % 10, year % 100 - year % 10) else False for year in years}


def _same_decade(wanted: tuple[int, str], named: tuple[int, str]) -> bool | None:
    """Tell whether two decades are one; None: the century of one is not said, or a part of it."""
    (first, part), (other, of) = wanted, named
    if first != other and (min(first, other) >= 100 or (first - other) % 100):
        return False
    usual = first == other or max(first, other) in range(1930, 2000)
    return True if usual and part == of else None


def ratio_verdicts(form: str, said: str, question: str) -> Verdicts:
    """Hold an answer against a ratio or a score."""
    asked = _RATIO_ASKED.search(question) is not None
    score = _SCORE_ASKED.search(question) is not None
    sign = "/–-" if score else "/" if asked and "/" not in form else ""
    whole = _RATIO.fullmatch(_digits(form, sign))
    found = list(_RATIO.finditer(_digits(said, sign))) if whole is not None else []
    if whole is None or not found:
        # “For every 2 boys there are 3 girls.”
        return {None} if whole is not None and asked and len(_PART.findall(_digits(said, ""))) > 1 else set()
    wanted = _parts(whole)
    # “3:10” may be a time of day, “1 to 3” a range.
    open_ = not asked and (bool(times_in(form)) if ":" in form else wanted[0] <= wanted[-1])
    if open_:
        return {None} if (":" in said) is not (":" in form) and not times_in(said) else set()
    return {_same_ratio(wanted, _parts(one), score) for one in found}


def interval_verdicts(form: str, said: str, question: str) -> Verdicts:
    """Hold an answer against an interval, whose brackets say whether its ends belong to it."""
    whole = _INTERVAL.fullmatch(normal(form).strip(" ."))
    mixed = whole is not None and form[0] + form[-1] not in ("[]", "()")
    if whole is None or not (mixed or _INTERVAL_ASKED.search(question)):
        return set()
    return {_spaceless(one[0]) == _spaceless(whole[0]) for one in _INTERVAL.finditer(normal(said))} or {None}


def _spaceless(text: str) -> str:
    return re.sub(r"\s", "", text).replace("−", "-")


def _digits(text: str, sign: str) -> str:
    """Return a text with its small numbers in digits, a colon for a sign between numbers."""
    words = small_numbers() | {"eins": 1}
    text = _WORD.sub(lambda found: str(words.get(found[0].casefold(), found[0])), normal(text))
    text = re.sub(r"(?<=\d)[.,](?=\d{3}(?!\d))", "", text)
    return re.sub(rf"(?<=\d)\s?[{sign}]\s?(?=\d)", ":", text) if sign else text


def _parts(found: re.Match[str]) -> tuple[Fraction, ...]:
    return tuple(Fraction(one.replace(",", ".")) for one in _PART.findall(found[0]))


def _same_ratio(wanted: Sequence[Fraction], found: Sequence[Fraction], score: bool) -> bool | None:
    """Tell whether two ratios are one; None: they are, but for what both can be divided by."""
    if tuple(wanted) == tuple(found):
        return True
    alike = len(wanted) == len(found) and all(
        one * found[0] == other * wanted[0] for one, other in zip(wanted, found, strict=True)
    )
    return None if alike and not score else False
