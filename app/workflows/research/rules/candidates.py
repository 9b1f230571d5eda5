"""Which findings a judge is to compare: likeness only chooses the pairs, it decides nothing."""

from __future__ import annotations

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
    pairs: list[tuple[tuple[object, ...], Pair]] = []
    for pair in (first | near | named.keys()) - done:
        a, b = by_id[pair[0]], by_id[pair[1]]
        given = (similarity or {}).get(pair)
        likeness = cosine(a.description, b.description) if given is None else given
        telling = weighted.likeness(a.description, b.description) if given is None else given
        shared = tuple(sorted(named.get(pair, ())))
        rank = (
            pair not in first,
            -_band(telling, overlap=pair in near, shared=len(shared)) + weighted.apart(a, b),
            a.id not in fresh and b.id not in fresh,
            CATEGORIES.index(min(a.category, b.category, key=CATEGORIES.index)),
            -round(telling, 9),
            -len(shared),
            number_of(a.id),
            number_of(b.id),
        )
        pairs.append((rank, Pair(a.id, b.id, pair in near, likeness, shared)))
    pairs.sort(key=lambda one: one[0])
    return [pair for _, pair in pairs[:most]]


def _names(finding: Finding) -> frozenset[str]:
    return entities(finding.description) - figures(finding.description)


class _Weighted:
    """How alike texts are among those there are: a term counts the more, the fewer of them have it."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        held = Counter(term for finding in findings for term in words_of(finding.description))
        self._weights = {term: math.log(1 + len(findings) / of) for term, of in held.items()}
        self._sizes: dict[str, float] = {}
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
        first, second = words_of(a), words_of(b)
        dot = sum(
            count * second[term] * self._weights[term] ** 2 for term, count in first.items() if term in second
        )
        return min(1.0, dot / (self._size(a) * self._size(b))) if dot else 0.0

    def _size(self, text: str) -> float:
        size = self._sizes.get(text)
        if size is None:
            size = math.sqrt(
                sum((count * self._weights[term]) ** 2 for term, count in words_of(text).items())
            )
            self._sizes[text] = size
        return size


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
