"""Shares and differences of shares over questions, each with an interval of 95 % that holds for few, too.

The bootstrap (percentile method, whole questions drawn anew) is used where it is sound. Of few questions, and
where all are alike, it collapses to a width of nothing: there a share has Wilson's interval (Wilson 1927), a
difference of pairs the adjusted one of Bonett and Price (2012). Both take questions, never sessions, as what
was observed: sessions of one question resemble each other.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.domain.verdict_facts import OutcomeRecorded

DRAWS = 2000
"""Samples of a bootstrap interval: its ends then vary by less than a tenth of its width."""
SEED = 20_260_101
"""Fixed: the same sessions give the same interval."""
FEWEST = 20
"""Questions from which on a bootstrap interval and a verdict are given."""
_Z = 1.959964
"""Of the normal distribution, 95 % lie within so many standard deviations."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of cases that are so, with its 95 % interval; `of`: of how many, 0: nothing is known."""

    value: float
    low: float
    high: float
    of: int
    questions: int = 0
    """How many different questions these are: what the interval counts."""
    method: Literal["bootstrap", "wilson", "adjusted"] = "bootstrap"

    @property
    def tells(self) -> bool:
        """Whether there are enough questions for a verdict."""
        return self.questions >= FEWEST


def share(values: Mapping[str, Sequence[float]], draws: int = DRAWS) -> Share:
    """Return the mean of values from 0 to 1 by question, with its interval."""
    return _interval(values, draws, difference=False)


def difference(values: Mapping[str, Sequence[float]], draws: int = DRAWS) -> Share:
    """Return the mean of differences from −1 to 1 by question, with its interval."""
    return _interval(values, draws, difference=True)


def _interval(values: Mapping[str, Sequence[float]], draws: int, *, difference: bool) -> Share:
    groups = [list(group) for group in values.values() if group]
    count = sum(map(len, groups))
    if not count:
        return Share(0.0, 0.0, 0.0, 0)
    mean = sum(map(sum, groups)) / count
    if len(groups) >= FEWEST:
        low, high = _bootstrap(groups, draws)
        if high - low > 1e-9:
            return Share(mean, low, high, count, len(groups))
    if difference:
        low, high = _adjusted(groups)
        return Share(mean, min(low, mean), max(high, mean), count, len(groups), "adjusted")
    low, high = _wilson(mean, len(groups))
    return Share(mean, min(low, mean), max(high, mean), count, len(groups), "wilson")


def _bootstrap(groups: Sequence[Sequence[float]], draws: int) -> tuple[float, float]:
    sums = [(sum(group), len(group)) for group in groups]
    chance = random.Random(SEED)  # noqa: S311  statistics, no secret
    means = []
    for _ in range(draws):
        drawn = chance.choices(sums, k=len(sums))
        means.append(sum(total for total, _ in drawn) / sum(size for _, size in drawn))
    means.sort()
    return means[int(0.025 * draws)], means[min(draws - 1, int(0.975 * draws))]


def _wilson(mean: float, questions: int) -> tuple[float, float]:
    square = _Z * _Z / questions
    middle = (mean + square / 2) / (1 + square)
    half = _Z * math.sqrt(mean * (1 - mean) / questions + square / (4 * questions)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def _adjusted(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return the interval of a difference of pairs with one pair added to each way of differing."""
    size = len(groups) + 2
    ahead = (1 + sum(sum(max(0.0, one) for one in group) / len(group) for group in groups)) / size
    behind = (1 + sum(sum(max(0.0, -one) for one in group) / len(group) for group in groups)) / size
    middle = ahead - behind
    half = _Z * math.sqrt((ahead + behind - middle * middle) / size)
    return max(-1.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class RightRate:
    """How often somebody was right, of the sessions that say so, with its interval."""

    who: str
    right: int
    share: Share


def rates(told: Mapping[str, Mapping[str, bool]]) -> tuple[RightRate, ...]:
    """Return the rates by who, those beside the seats first; `told`: by session who was right and who not."""
    found: dict[str, dict[str, list[float]]] = {}
    for session, right in told.items():
        for who, was in right.items():
            found.setdefault(who, {})[session] = [float(was)]
    first = list(OutcomeRecorded.beside_seats)
    order = sorted(found, key=lambda who: (first.index(who) if who in first else len(first), who))
    return tuple(
        RightRate(who, round(sum(map(sum, found[who].values()))), share(found[who])) for who in order
    )
