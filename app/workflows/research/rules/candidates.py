"""Which findings a judge is to compare: likeness only chooses the pairs, it decides nothing."""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from app.workflows.common.prose import STOP, root
from app.workflows.research.model import CATEGORIES, Finding
from app.workflows.research.rules.grouping import number_of
from app.workflows.research.rules.likeness import (
    differ,
    entities,
    figures,
    matter,
    overlapping,
    spans,
    words_of,
)

MOST_PAIRS = 20
"""Pairs of an iteration that go to the judge (spec, Findings)."""
_NEAR_SAME, _NEAR_KIN = 0.85, 0.70
"""Likeness at which two findings are probably the same, or of one matter; the source orders pairs by it."""
_LEVELS = {category: level for level, category in enumerate(CATEGORIES)}
_COMMON, _COMMON_WORD = 40, 10
"""Findings that share a name, or a word, before it tells nothing any more."""
_PARTNERS = 12
_MOST_RANKED = 400
_PER_TURN = 3
"""Pairs of one finding after which it tells a band less."""
_SOME_TOGETHER, _NONE_TOGETHER = 0.8, 0.25
"""What is left of the likeness of two findings that name other things: some together, or none."""
_OF_A_NAME = 0.5
"""What a name weighs in the likeness, beside a word of what is said of it."""
_NO_NAMES = frozenset(
    {"during", "since", "although", "though", "unless", "despite", "within", "without", "usually", "often"}
)
"""Words that begin sentences and are no names."""
_FIRST = re.compile(r"[^\W\d_][\w'’-]*")


def candidates(
    findings: Sequence[Finding],
    judged: Iterable[tuple[str, str]] = (),
    *,
    wanted: Iterable[tuple[str, str]] = (),
    similarity: Mapping[tuple[str, str], float] | None = None,
    most: int = MOST_PAIRS,
) -> list[tuple[str, str]]:
    """Return the pairs worth comparing, the older finding first, most telling pairs first.

    Each cites overlapping lines or names the same thing, and was not `judged` yet.
    `wanted` (an agent named the other finding) come first. `similarity` by pairs, the older first: of an
    embedding model; without it, words are counted, and in choosing a word that few findings have counts for
    more: "the pump at Uslar" is of one matter with another line on Uslar, and not with every pump.
    """
    standing = sorted((f for f in findings if f.status != "dismissed"), key=lambda one: number_of(one.id))
    by_id = {finding.id: finding for finding in standing}
    done = {_pair(a, b) for a, b in judged}
    first = {_pair(a, b) for a, b in wanted if a in by_id and b in by_id and a != b}
    near = {
        _pair(a, b) for a, b in overlapping(((one.id, spans(one.citations)) for one in standing), _PARTNERS)
    }
    names = _names(standing)
    named = _sharing(standing, names)
    weighted = _Weighted(standing, names)
    place = {finding.id: at for at, finding in enumerate(standing)}
    ranked: list[_Ranked] = []
    for pair in (first | near | named.keys()) - done:
        a, b = by_id[pair[0]], by_id[pair[1]]
        given = similarity.get(pair) if similarity else None
        together = weighted.together(a, b)
        telling = together * (weighted.likeness(a, b) if given is None else given)
        shared = len(named.get(pair, ())) if together == 1.0 else 0
        ranked.append(
            _Ranked(
                pair not in first,
                -_band(telling, overlap=pair in near, shared=shared),
                not differ(a.description, b.description),
                min(_LEVELS[a.category], _LEVELS[b.category]),
                -round(telling, 9),
                -shared,
                (place[a.id], place[b.id]),
                pair,
            )
        )
    return _spread(heapq.nsmallest(_MOST_RANKED, ranked), done)[:most]


class _Ranked(NamedTuple):
    """What a pair is ranked by, the lowest first, and the pair."""

    unwanted: bool
    band: int
    alike: bool
    """Neither a figure nor a negation differs: it cannot speak against the other by these."""
    level: int
    unlike: float
    apart: int
    place: tuple[int, int]
    pair: tuple[str, str]


def _spread(ranked: Sequence[_Ranked], done: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return pairs in their order, but what was compared often is a band lower for each `_PER_TURN` pairs.

    Else ten findings that say the like of ten things would take all places for themselves.
    """
    often = Counter(name for pair in done for name in pair)
    found: list[tuple[bool, int, int]] = []
    for at, one in enumerate(ranked):
        found.append((one.unwanted, one.band + max(often[name] for name in one.pair) // _PER_TURN, at))
        often.update(one.pair)
    return [ranked[at].pair for _, _, at in sorted(found)]


def _names(findings: Sequence[Finding]) -> dict[str, frozenset[str]]:
    """Return what each finding names; a name is one at the beginning of a sentence too."""
    found = {finding.id: entities(finding.description) - figures(finding.description) for finding in findings}
    inside = frozenset(name for names in found.values() for name in names)
    firsts = {
        finding.id: first[0].casefold()
        for finding in findings
        if (first := _FIRST.match(finding.description)) is not None
    }
    few = {word for word, of in Counter(firsts.values()).items() if 1 < of <= _COMMON_WORD}
    few -= STOP | _NO_NAMES
    few -= {word for finding in findings for word in finding.description.split() if word in few}
    for name, first_word in firsts.items():
        # What begins a few findings and is written small in none is a name as well.
        if first_word in inside or first_word in few:
            found[name] |= {first_word}
    return found


class _Weighted:
    """How alike texts are among those there are: a stem counts the more, the fewer of them have it.

    What they name is weighed apart from what they say of it.
    """

    def __init__(self, findings: Sequence[Finding], names: Mapping[str, frozenset[str]]) -> None:
        self._named = names
        self._naming = Counter(name for of in names.values() for name in of)
        held = Counter(of for finding in findings for of in matter(finding.description))
        self._weights = {of: math.log(1 + len(findings) / count) for of, count in held.items()}
        self._vectors: dict[str, Mapping[str, float]] = {}

    def together(self, a: Finding, b: Finding) -> float:
        """Return the share of its likeness that a pair keeps: less where each names something of its own."""
        mine, theirs = self._named[a.id], self._named[b.id]
        shared = mine & theirs
        if len(shared) in (len(mine), len(theirs)):
            return 1.0
        if not shared:
            return _NONE_TOGETHER
        rarest = min(map(self._naming.__getitem__, mine ^ theirs))
        return 1.0 if min(map(self._naming.__getitem__, shared)) <= rarest else _SOME_TOGETHER

    def likeness(self, a: Finding, b: Finding) -> float:
        """Return how alike is what two findings say, 0 to 1."""
        first, second = self._vector(a), self._vector(b)
        if len(second) < len(first):
            first, second = second, first
        return min(1.0, sum(weight * second[of] for of, weight in first.items() if of in second))

    def _vector(self, finding: Finding) -> Mapping[str, float]:
        """Return the weight of each stem of what is said, brought to length 1; of a bare name, the name."""
        vector = self._vectors.get(finding.id)
        if vector is None:
            said = matter(finding.description)
            named = {root(word) for name in self._named[finding.id] for word in words_of(name)}
            raw = {of: n * self._weights[of] * (_OF_A_NAME if of in named else 1) for of, n in said.items()}
            length = math.hypot(*raw.values()) or 1.0
            vector = self._vectors[finding.id] = {of: weight / length for of, weight in raw.items()}
        return vector


def _band(likeness: float, *, overlap: bool, shared: int) -> int:
    """Return how telling a pair is: what is nearly the same first, then what is of one matter."""
    if likeness >= _NEAR_SAME:
        return 5
    if likeness >= _NEAR_KIN:
        return 4
    if overlap and (shared or likeness >= 0.3):
        return 3
    if likeness >= 0.4:
        return 2
    return 1 if overlap or shared > 1 else 0


def _sharing(
    findings: Sequence[Finding], names_of: Mapping[str, frozenset[str]]
) -> dict[tuple[str, str], set[str]]:
    """Return pairs that share a name, or two rare words; what too many share tells nothing."""
    by_name: dict[str, list[str]] = {}
    by_word: dict[str, list[str]] = {}
    for finding in findings:
        names = names_of[finding.id] | figures(finding.description)
        for name in names:
            by_name.setdefault(name, []).append(finding.id)
        for word in words_of(finding.description):
            if len(word) > 3 and word not in names:
                by_word.setdefault(word, []).append(finding.id)
    found = _pairs(by_name, _COMMON)
    for pair, words in _pairs(by_word, _COMMON_WORD).items():
        if pair in found or len(words) > 1:
            found.setdefault(pair, set()).update(words)
    return found


def _pairs(by_name: Mapping[str, Sequence[str]], common: int) -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = {}
    for name, of in by_name.items():
        if not 1 < len(of) <= common:
            continue
        for at, younger in enumerate(of):
            for older in of[max(0, at - _PARTNERS) : at]:
                found.setdefault((older, younger), set()).add(name)
    return found


def _pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if number_of(a) <= number_of(b) else (b, a)
