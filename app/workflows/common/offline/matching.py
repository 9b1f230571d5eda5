"""Which statements bear on something: those that share its telling words, rare ones more than common ones."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import log

from app.workflows.common.offline.language import telling
from app.workflows.common.offline.statements import Statement, figures_of

_LEAST_SHARE = 0.3
"""Of the weight of what is looked for: what shares less is about something else."""
_BEHIND = 0.6
"""Of the best match: what shares less beside it is about something else."""
_LONGEST = 2_000
"""Characters of what is looked for."""
_PART = 5
"""Letters of a word that is found inside a compound: “Arbeitskosten” holds “Kosten”."""
_CLAUSE = re.compile(r"[:;]|, ")
_UNDER_HEADING = 0.6
"""What a word counts that only the heading above a statement has."""

_MONTH = (
    r"jan(?:uary?)?|feb(?:ruary?)?|march|märz|apr(?:il)?|may|mai|june?i?|july?i?|august|sept(?:ember)?|o[ck]t(?:ober)?|"
    r"nov(?:ember)?|de[cz](?:ember)?|monday|tuesday|wednesday|thursday|friday|montag|dienstag|mittwoch|donnerstag|freitag"
)
_DATE = re.compile(
    rf"\b(?:{_MONTH}|spring|summer|autumn|winter|frühjahr|sommer|herbst|(?:1\d|20)\d\d)\b", re.IGNORECASE
)
_SPAN = re.compile(
    r"\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?"
    r"|tage|monate|jahre)\b",
    re.IGNORECASE,
)
_KINDS = (
    (re.compile(r"\b(?:date|deadline|when|wann|datum|frist|zeitpunkt|termin)\b", re.IGNORECASE), _DATE),
    (re.compile(r"\b(?:how long|wie lange|dauer)\b", re.IGNORECASE), _SPAN),
    (
        re.compile(r"\b(?:how (?:much|many)|wie ?viele?)\b", re.IGNORECASE),
        re.compile(
            r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)\b",
            re.IGNORECASE,
        ),
    ),
)
"""What a demand for a date, a time or a number needs in a line that answers it."""


@dataclass(frozen=True, slots=True)
class Match:
    """A statement that bears on something, and how much of its weight it shares (0 to 1)."""

    statement: Statement
    share: float
    shared: frozenset[str]
    place: int
    """Of the statement, in the order of all."""


class Index:
    """Statements by their words."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self.statements = tuple(one for one in statements if one.kind != "heading")
        self._by_key: dict[str, list[int]] = defaultdict(list)
        self._under: dict[str, list[int]] = defaultdict(list)
        self._same: dict[str, Collection[str]] = {}
        for number, one in enumerate(self.statements):
            for key in one.keys:
                self._by_key[key].append(number)
            for key in telling(one.heading) - one.keys:
                self._under[key].append(number)

    def weight(self, key: str) -> float:
        """Return how much a word tells: little where many statements have it."""
        return log(1 + (len(self.statements) + 1) / (1 + len(self._by_key.get(key, ()))))

    def near(
        self,
        about: str,
        most: int = 3,
        *,
        least: float = _LEAST_SHARE,
        words: int = 2,
    ) -> tuple[Match, ...]:
        """Return the statements that bear on something, best first, then in their order.

        `least`: the share of its weight, and `words`: of its telling words, that they must have.
        """
        about = about[:_LONGEST]
        weights = self._wanted(about)
        needed = [has for asks, has in _KINDS if asks.search(about)]
        scores: dict[int, float] = defaultdict(float)
        shared: dict[int, set[str]] = defaultdict(set)
        under: dict[int, int] = defaultdict(int)
        for key, weight in weights.items():
            direct = {number for found in self._alike(key) for number in self._by_key.get(found, ())}
            for number in direct:
                scores[number] += weight
                shared[number].add(key)
            for number in {*self._under.get(key, ())} - direct:
                scores[number] += _UNDER_HEADING * weight
                under[number] += 1
        total = sum(weights.values())
        matches = [
            Match(self.statements[number], scores[number] / total, frozenset(keys), number)
            for number, keys in shared.items()
            if scores[number] >= least * total
            and (len(keys) + under[number] >= min(words, len(weights)) or scores[number] >= 0.5 * total)
            and all(has.search(self.statements[number].text) for has in needed)
        ]
        matches.sort(key=lambda match: (-round(match.share, 3), match.place))
        return tuple(match for match in matches[:most] if match.share >= _BEHIND * matches[0].share)

    def _wanted(self, about: str) -> dict[str, float]:
        """Return the weight of each word that is looked for.

        What stands behind the first clause explains it; a word that no statement has may be a name for what
        the statements call otherwise.
        """
        first = telling(_CLAUSE.split(about, maxsplit=1)[0])
        return {
            key: self.weight(key)
            * (1.0 if key in first or not first else 0.5)
            * (1.0 if any(self._by_key.get(found) for found in self._alike(key)) else 0.5)
            for key in telling(about)
        }

    def _alike(self, key: str) -> Collection[str]:
        """Return the words that a word is found as: itself, its compounds, and its parts."""
        if key not in self._same:
            others = (other for other in self._by_key if _within(key, other) or _within(other, key))
            self._same[key] = {key, *others} if key.isalpha() else {key}
        return self._same[key]


def _within(part: str, whole: str) -> bool:
    return (
        len(part) >= _PART
        and len(whole) >= len(part) + 3
        and (whole.startswith(part) or whole.endswith(part))
    )


def unsupported_figures(text: str, material: Sequence[str]) -> tuple[str, ...]:
    """Return the figures of a text whose digits stand in none of the material."""
    known = {_digits(figure) for given in material for figure in figures_of(given)}
    return tuple(figure for figure in dict.fromkeys(figures_of(text)) if _digits(figure) not in known)


def _digits(figure: str) -> str:
    return re.sub(r"\D", "", figure)
