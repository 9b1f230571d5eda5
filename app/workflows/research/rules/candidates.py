"""Which findings a judge is to compare: likeness only chooses the pairs, it decides nothing."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from app.workflows.research.model import CATEGORIES, Finding, Pair
from app.workflows.research.rules.grouping import number_of
from app.workflows.research.rules.likeness import cosine, entities, figures, overlapping, spans, words_of

MOST_PAIRS = 20
"""Pairs of an iteration that go to the judge (spec, Findings)."""
NEAR_SAME, NEAR_KIN = 0.85, 0.70
"""Likeness at which two findings are probably the same, or of one matter; the source orders pairs by it."""
_LEVELS = {category: level for level, category in enumerate(CATEGORIES)}
COMMON, COMMON_WORD = 40, 10
"""Findings that share a name, or a word, before it tells nothing any more."""
_PARTNERS = 12


def candidates(
    findings: Sequence[Finding],
    new: Collection[str],
    judged: Iterable[tuple[str, str]] = (),
    *,
    wanted: Iterable[tuple[str, str]] = (),
    similarity: Mapping[tuple[str, str], float] | None = None,
    most: int = MOST_PAIRS,
) -> list[Pair]:
    """Return the pairs worth comparing, most telling first.

    Each cites overlapping lines or names the same thing, and was not `judged` yet. Of pairs that tell as
    much, those with a finding of `new` come first: what found no place is compared in a later iteration.
    `wanted` (an agent named the other finding) come first. `similarity` by pairs, the older first: of an
    embedding model; without it, words are counted, and in choosing a word that few findings have counts for
    more: "the pump at Uslar" is of one matter with another line on Uslar, and not with every pump.
    """
    standing = sorted((f for f in findings if f.status != "dismissed"), key=lambda one: number_of(one.id))
    by_id = {finding.id: finding for finding in standing}
    fresh = frozenset(new)
    done = {_pair(a, b) for a, b in judged}
    first = {_pair(a, b) for a, b in wanted if a in by_id and b in by_id and a != b}
    near = {
        _pair(a, b) for a, b in overlapping(((one.id, spans(one.citations)) for one in standing), _PARTNERS)
    }
    named = _sharing(standing)
    weighted = _Weighted(standing)
    place = {finding.id: at for at, finding in enumerate(standing)}
    ranked: list[tuple[tuple[object, ...], tuple[str, str]]] = []
    for pair in (first | near | named.keys()) - done:
        a, b = by_id[pair[0]], by_id[pair[1]]
        given = similarity.get(pair) if similarity else None
        telling = weighted.likeness(a.description, b.description) if given is None else given
        shared = len(named.get(pair, ()))
        rank = (
            pair not in first,
            -_band(telling, overlap=pair in near, shared=shared) + weighted.apart(a, b),
            a.id not in fresh and b.id not in fresh,
            min(_LEVELS[a.category], _LEVELS[b.category]),
            -round(telling, 9),
            -shared,
            place[a.id],
            place[b.id],
        )
        ranked.append((rank, pair))
    return [
        Pair(
            *pair,
            pair in near,
            (similarity or {}).get(pair, cosine(by_id[pair[0]].description, by_id[pair[1]].description)),
            tuple(sorted(named.get(pair, ()))),
        )
        for _, pair in heapq.nsmallest(most, ranked)
    ]


def _names(finding: Finding) -> frozenset[str]:
    return entities(finding.description) - figures(finding.description)


class _Weighted:
    """How alike texts are among those there are: a term counts the more, the fewer of them have it."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        held = Counter(term for finding in findings for term in words_of(finding.description))
        self._weights = {term: math.log(1 + len(findings) / of) for term, of in held.items()}
        self._vectors: dict[str, Mapping[str, float]] = {}
        self._named = {finding.id: _names(finding) for finding in findings}
        self._naming = Counter(name for names in self._named.values() for name in names)

    def apart(self, a: Finding, b: Finding) -> int:
        """Return by how much less a pair tells because each names something that the other does not.

        2: they name nothing together; 1: nothing that is as rare.
        """
        mine, theirs = self._named[a.id], self._named[b.id]
        if mine <= theirs or theirs <= mine:
            return 0
        rarest = min(self._naming[name] for name in mine ^ theirs)
        rare = any(self._naming[name] <= rarest for name in mine & theirs)
        return 0 if rare else 1 if mine & theirs else 2

    def likeness(self, a: str, b: str) -> float:
        """Return how alike two of the texts are, 0 to 1."""
        first, second = self._vector(a), self._vector(b)
        if len(second) < len(first):
            first, second = second, first
        return min(1.0, sum(weight * second[term] for term, weight in first.items() if term in second))

    def _vector(self, text: str) -> Mapping[str, float]:
        """Return the weight of each term of a text, brought to length 1."""
        vector = self._vectors.get(text)
        if vector is None:
            raw = {term: count * self._weights[term] for term, count in words_of(text).items()}
            length = math.hypot(*raw.values()) or 1.0
            vector = self._vectors[text] = {term: weight / length for term, weight in raw.items()}
        return vector


def _band(likeness: float, *, overlap: bool, shared: int) -> int:
    """Return how telling a pair is: what is nearly the same first, then what is of one matter."""
    if likeness >= NEAR_SAME:
        return 4
    if likeness >= NEAR_KIN:
        return 3
    if overlap and (shared or likeness >= 0.3):
        return 2
    return 1 if overlap or shared > 1 or likeness >= 0.4 else 0


def _sharing(findings: Sequence[Finding]) -> dict[tuple[str, str], set[str]]:
    """Return pairs that share a name, or two rare words; what too many share tells nothing."""
    by_name: dict[str, list[str]] = {}
    by_word: dict[str, list[str]] = {}
    for finding in findings:
        names = entities(finding.description)
        for name in names:
            by_name.setdefault(name, []).append(finding.id)
        for word in words_of(finding.description):
            if len(word) > 3 and word not in names:
                by_word.setdefault(word, []).append(finding.id)
    found = _pairs(by_name, COMMON)
    for pair, words in _pairs(by_word, COMMON_WORD).items():
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
