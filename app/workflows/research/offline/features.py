"""What a statement turns on, by rules: its words, names, figures with units, negations and conditions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from app.workflows.common.prose import STOP, root, stem, words_of

_GENERAL = frozenset(
    """
    already brief code describe detail details ever explain explained file files find folder give how
    information list main material name names note notes page pages paper papers project question questions
    read report say says said section show source sources state states stated study summary summarise tell
    text thing things use used uses using work works working write written various concerning whether
    according possible several exactly actually make makes made take takes taken get gets happen happens many
    much long often there here still
    """.split()  # noqa: SIM905  a list of ninety quoted words is no easier to read
)
"""Words that a brief says of any matter."""
_NAME = re.compile(
    r"(?<![\w.])[A-ZÄÖÜ][\w-]*[a-zäöüß][\w-]*|\b[A-Z]{2,}\d*\b|\b[a-z]+(?:_[a-z0-9]+)+\b|\b\w*[a-z][A-Z]\w*\b"
)
_BEGINS = re.compile(r"\W*([A-ZÄÖÜ][\w-]+)\s+([a-zäöüß]+)\b")
"""A word and one of small letters behind it."""
_OF_ONE = frozenset({"is", "was", "has", "does"})
_VERBS = _OF_ONE | {"are", "were", "be", "have", "had", "do", "can", "could", "may", "might", "must"}
_VERBS |= {"needs", "should", "will", "would"}
_TICKED = re.compile(r"`([^`\n]{2,60})`")
_NUMBER = re.compile(r"(?<![\w.])[-−]?\d[\d,  ]*(?:\.\d+)?")
_COUNTS = re.compile(r"\d\W?$")
"""Behind a figure stands what it counts: `MB` is no name there."""
NUMBER_WORDS = {
    name: str(value)
    for value, name in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
    )
    if value > 1
}
_NEGATION = re.compile(
    r"\b(?:not|no longer|never|none|nobody|nothing|neither|nor|cannot|without|nicht|kein\w*|nie|ohne)\b"
    r"|n[’']t\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|except|excluding|provided|only|apart from|other than|as long as|in case|where(?:ver)?|"
    r"while|whenever|when|during|after|before|until|till|up to|as of|from|at night|at weekends|on (?:sun|mon|"
    r"tues|wednes|thurs|fri|satur)days?|on (?:public )?holidays|in (?:the )?(?:winter|summer|spring|autumn|"
    r"dry season|wet season|rain|frost|case|emergenc\w+|storms?|floods?|tests?)|"
    r"under (?:load|test|stress)|for (?:members|children|residents|students|visitors)|"
    r"falls|wenn|außer|nur|sofern|solange|während|bis|im (?:winter|sommer))\b",
    re.IGNORECASE,
)
_WEAK_CONDITIONS = frozenset({"from", "after", "before", "where", "up to", "when", "while"})
"""Words that narrow a statement only where something that narrows follows them."""
_TIME = re.compile(
    r"^\W*(?:the )?(?:\d{1,2}(?::\d\d)? ?(?:am|pm|a\.m|p\.m|o.clock|uhr)\b|(?:19|20)\d\d\b|(?:\d{1,2}\.? )?"
    r"(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\b|midnight|noon|dark|sunset|spring|summer|"
    r"autumn|winter|rain|frost|end of)",
    re.IGNORECASE,
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()  # noqa: SIM905  shorter to read
_MONTH = r"(?P<month{n}>(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{{0,6}})"
_DATE = re.compile(
    rf"\b(?:(?P<day1>[0-3]?\d)(?:st|nd|rd|th|\.)? (?:of )?{_MONTH.format(n=1)},? (?P<year1>(?:19|20)\d\d)"
    rf"|{_MONTH.format(n=2)} (?P<day2>[0-3]?\d)(?:st|nd|rd|th)?,? (?P<year2>(?:19|20)\d\d))\b",
    re.IGNORECASE,
)
DATES = "calendar"
"""The unit of dates as figures."""
_HEDGED = re.compile(
    r"\b(?:perhaps|maybe|possibly|probably|rumou?r\w*|allegedly|supposedly|reportedly|proposed?|proposal|"
    r"suggest\w*|might|would|could be|considered?|nobody (?:knows|could)|unclear|unknown|"
    r"not (?:known|decided)|open question|guess\w*|planned to|imagine|suppose\w*|hypothetical\w*|fiction\w*|"
    r"vielleicht|angeblich|vermutlich|vorgeschlagen)\b",
    re.IGNORECASE,
)
_OPPOSITES = tuple(
    (frozenset(a.split("|")), frozenset(b.split("|")))
    for a, b in (
        ("enabled|on|active|activated", "disabled|off|inactive|deactivated"),
        ("allowed|permitted|may", "forbidden|prohibited|banned"),
        ("open|opened", "closed|shut"),
        ("required|mandatory|compulsory", "optional|voluntary"),
        ("increase|increases|increased|rose|rises|grew", "decrease|decreases|decreased|fell|falls|shrank"),
        ("always", "never|sometimes"),
        ("public", "private"),
        ("synchronous|blocking", "asynchronous|non-blocking"),
        ("encrypted", "unencrypted|plain"),
        ("safe", "unsafe|dangerous"),
        ("accepted|approved|passed", "rejected|refused|failed"),
        ("left", "right"),
        ("north|northern", "south|southern"),
        ("east|eastern", "west|western"),
        ("true", "false"),
    )
)


@dataclass(frozen=True, slots=True)
class Features:
    """What is compared of a statement; words are stems without names' cases, figures stand by their unit."""

    words: frozenset[str]
    names: frozenset[str]
    """Proper names and identifiers, small letters."""
    first: str
    """The first word, which may be a name."""
    subject: str
    """The first word where it stands as a name does: no article before it, and what it does behind it."""
    figures: Mapping[str, frozenset[str]]
    negations: int
    conditions: frozenset[str]
    plain: frozenset[str]
    """All words as they are, small letters."""

    @property
    def numbers(self) -> frozenset[str]:
        """All figures, whatever their unit."""
        return frozenset(number for found in self.figures.values() for number in found)


_ALIKE = {
    other: name
    for name, others in {
        "choose": "select pick guess determine decide detect",
        "handle": "process manage treat",
        "create": "build construct generate produce",
        "delete": "remove drop erase",
        "save": "store persist keep",
        "load": "fetch",
        "folder": "directory dir",
        "color": "colour",
        "wait": "pending queue block",
        "report": "raise signal tell",
        "callback": "callbacks hook",
        "begin": "start launch",
        "check": "validate verify",
        "end": "stop finish terminate",
        "error": "exception failure",
        "change": "modify alter update",
        "unix": "linux posix",
        "macos": "darwin osx",
    }.items()
    for other in others.split()
}
"""Words of programs and offices that stand for each other often enough."""


_ROOTS_ALIKE = {root(other): root(name) for other, name in _ALIKE.items()}


def meaning(word: str) -> str:
    """Return the root of a word, or that of a word that stands for it."""
    found = root(word)
    return _ROOTS_ALIKE.get(found, found)


def telling(text: str) -> frozenset[str]:
    """Return the stems of the words that tell what a text is about."""
    return frozenset(
        meaning(word)
        for piece in words_of(text)
        for word in (piece, *_parts(piece))
        if word.casefold() not in STOP
        and word.casefold() not in _GENERAL
        and len(word) > 2
        and not word.isdigit()
    )


def _parts(word: str) -> tuple[str, ...]:
    """Return the words inside an identifier."""
    pieces = re.findall(r"[A-Z]?[a-z]{3,}|[A-Z]{3,}", word)
    return tuple(pieces) if len(pieces) > 1 or (pieces and pieces[0] != word) else ()


def names_in(text: str, *, first: bool = False) -> frozenset[str]:
    """Return proper names and identifiers; `first`: a word at the beginning of a sentence may be one too."""
    found = {match.casefold() for match in _TICKED.findall(text)}
    for match in _NAME.finditer(text):
        before = text[: match.start()].rstrip("\"'“”‘’([*_# ")
        begins = not before or before[-1] in ".!?:\n|•-"
        plain = match[0][1:].islower() or match[0][1:].replace("-", "").islower()
        if (begins and plain and not first) or _COUNTS.search(before):
            continue
        if match[0].casefold() not in STOP and match[0].casefold() not in _GENERAL:
            found.add(match[0].casefold())
    return frozenset(found)


def hedged(text: str) -> bool:
    """Tell whether a sentence states nothing: a question, a proposal, a rumour."""
    return text.rstrip("\"'”’)").endswith(("?", "？")) or _HEDGED.search(text) is not None


@lru_cache(maxsize=4096)
def features(text: str) -> Features:
    """Return what a statement turns on; a date is a figure, and its month no name."""
    words, dated = words_of(text), _DATE.sub(_as_figure, text)
    return Features(
        words=telling(dated),
        names=names_in(dated),
        first=words[0].casefold() if words else "",
        subject=_subject(text),
        figures=_figures(dated),
        negations=len(_NEGATION.findall(text)),
        conditions=_conditions(text),
        plain=frozenset(word.casefold() for word in words),
    )


def _subject(text: str) -> str:
    found = _BEGINS.match(text)
    if found is None or found[2] in STOP - _VERBS or found[1].casefold() in STOP | _GENERAL:
        return ""
    several = found[1].endswith("s") and not found[1].endswith(("ss", "us", "is"))
    return "" if several and found[2] not in _OF_ONE else found[1].casefold()


def opposite(a: Features, b: Features) -> bool:
    """Tell whether one says the opposite word of the other, and neither says both."""
    for left, right in _OPPOSITES:
        in_a, in_b = (
            (bool(left & a.plain), bool(right & a.plain)),
            (bool(left & b.plain), bool(right & b.plain)),
        )
        if sorted((in_a, in_b)) == [(False, True), (True, False)]:
            return True
    return False


def _as_figure(found: re.Match[str]) -> str:
    """Return a date as one figure of days, so that two of them can be told apart."""
    said = {name.rstrip("12"): value for name, value in found.groupdict().items() if value}
    month = _MONTHS.index(said["month"][:3].casefold()) + 1
    return f"{said['year']}{month:02}{int(said['day']):02} {DATES}"


def _figures(text: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for match in _NUMBER.finditer(text):
        number = re.sub(r"(?<=\d)[,  ](?=\d{3}(?!\d))", "", match[0]).strip(" ,").replace("−", "-")
        number = number.split(",")[0].split(" ")[0]
        before, behind = text[: match.start()].rstrip(), text[match.end() :]
        found.setdefault(_unit(number, before, behind), set()).add(
            number.lstrip("-") if number == "-0" else number
        )
    for word in words_of(text):
        if word.casefold() in NUMBER_WORDS:
            behind = text.partition(word)[2]
            found.setdefault(_unit("", "", behind), set()).add(NUMBER_WORDS[word.casefold()])
    return {unit: frozenset(numbers) for unit, numbers in found.items()}


_UNITS = {
    name: unit
    for unit, names in {
        "percent": "% percent per",
        "euro": "€ euro euros eur",
        "dollar": "$ dollar dollars usd",
        "kilobyte": "kb kib kilobyte kilobytes",
        "megabyte": "mb mib megabyte megabytes",
        "gigabyte": "gb gib gigabyte gigabytes",
        "terabyte": "tb tib terabyte terabytes",
        "millisecond": "ms millisecond milliseconds",
        "second": "s sec secs second seconds",
        "minute": "min mins minute minutes",
        "hour": "h hr hrs hour hours",
        "metre": "m metre metres meter meters",
        "kilometre": "km kilometre kilometres kilometer kilometers",
        "kilogram": "kg kilogram kilograms kilo kilos",
        "litre": "l litre litres liter liters",
    }.items()
    for name in names.split()
}
"""Units by their names and signs."""


def _unit(number: str, before: str, behind: str) -> str:
    sign = before[-1:] if before[-1:] in "$€£" and before[-1:] else ""
    if sign:
        return {"$": "dollar", "€": "euro", "£": "pound"}[sign]
    year = len(number) == 4 and number.isdigit() and 1000 <= int(number) <= 2199
    word = re.match(r"\s?(?:%|°\s?C?|€|\$|[^\W\d_]+)", behind)
    if word is None:
        return "year" if year else ""
    name = word[0].strip()
    shown = _UNITS.get(name.casefold(), stem(name))
    if year and (shown.casefold() in STOP or name.casefold() in ("and", "or")):
        return "year"
    return "" if name.casefold() in STOP else shown


def _conditions(text: str) -> frozenset[str]:
    found: set[str] = set()
    for match in _CONDITION.finditer(text):
        word, behind = match[0].casefold(), text[match.end() :]
        if word in _WEAK_CONDITIONS and not _TIME.match(behind) and word not in ("when", "while"):
            continue
        # What narrows is said by the phrase itself, or by the first telling word behind it.
        if not telling(word):
            word += " " + next((one.casefold() for one in words_of(behind)[:4] if telling(one)), "")
        found.add(word.strip())
    return frozenset(found)
