"""Origins: files that are near-copies of each other are one source, whatever they are called.

Texts are compared by their shingles, runs of five words: by the smallest of their hashes where there are
many, which tells the share that two texts have in common well enough and needs little memory for a long one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from zlib import crc32

_SHINGLE = 5
MOST_KEPT = 400
"""Hashes of a text; a text of fewer shingles is compared whole."""
_NEAR_COPY = 0.5
"""Share of common shingles from which two texts are one source: one word in twenty may differ."""
_FEWEST_WORDS = 12
"""Texts of fewer words are copies only where they are the same."""
_ALL_PAIRS = 6
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff]|[^\W_]+")
_PRIME, _BASE = (1 << 61) - 1, 1_000_003


def origins(texts: Mapping[str, str]) -> dict[str, str]:
    """Return for every file the one its near-copies are counted under, itself where it has none.

    The result does not depend on the order of the files.
    """
    paths = sorted(texts)
    parent = {path: path for path in paths}

    def root(path: str) -> str:
        while parent[path] != path:
            parent[path] = parent[parent[path]]
            path = parent[path]
        return path

    sketches: dict[str, frozenset[int]] = {}
    same: dict[tuple[int, ...], str] = {}
    for path in paths:
        words = [
            crc32(word.encode("utf-8", "surrogatepass")) for word in _WORD.findall(texts[path].casefold())
        ]
        if not words:
            continue
        twin = same.setdefault(tuple(words), path)
        if twin != path:
            parent[path] = twin
        elif len(words) >= _FEWEST_WORDS:
            sketches[path] = _sketch(words)
    for a, b in sorted(_alike(sketches)):
        low, high = sorted((root(a), root(b)))
        if low != high and common(sketches[a], sketches[b]) >= _NEAR_COPY:
            parent[high] = low
    return {path: root(path) for path in paths}


def common(a: frozenset[int], b: frozenset[int]) -> float:
    """Return the share of shingles that two texts have in common, 0 to 1, told from their smallest hashes."""
    if not a or not b:
        return 0.0
    either = a | b
    if MOST_KEPT in (len(a), len(b)):
        # Beyond the smallest of both together nothing is known of the one that was cut.
        either = frozenset(sorted(either)[:MOST_KEPT])
    return len(either & a & b) / len(either)


def _sketch(words: list[int]) -> frozenset[int]:
    found: set[int] = set()
    drop = pow(_BASE, _SHINGLE, _PRIME)
    value = 0
    for at, word in enumerate(words):
        value = (value * _BASE + word) % _PRIME
        if at >= _SHINGLE:
            value = (value - words[at - _SHINGLE] * drop) % _PRIME
        if at >= _SHINGLE - 1:
            # Scattered, so that the smallest are a fair sample.
            found.add((value * 0x9E3779B97F4A7C15) & ((1 << 64) - 1))
    return frozenset(sorted(found)[:MOST_KEPT])


def _alike(sketches: Mapping[str, frozenset[int]]) -> Iterator[tuple[str, str]]:
    """Yield pairs that share a shingle, each once; of very many that share one only the neighbours."""
    holders: dict[int, list[str]] = {}
    for path in sorted(sketches):
        for shingle in sketches[path]:
            holders.setdefault(shingle, []).append(path)
    seen: set[tuple[str, str]] = set()
    for of in holders.values():
        for pair in combinations(of, 2) if len(of) <= _ALL_PAIRS else pairwise(of):
            if pair not in seen:
                seen.add(pair)
                yield pair
