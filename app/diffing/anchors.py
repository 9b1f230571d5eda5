"""Anchors: three tokens that occur exactly once in both texts, in the longest rising order (patience)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence


def anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int]]:
    """Return matching runs (start in old, start in new, length), rising and without overlap."""
    unique_new = _unique(new)
    pairs = [(i, unique_new[gram]) for gram, i in _unique(old).items() if gram in unique_new]
    pairs.sort()
    runs: list[tuple[int, int, int]] = []
    end_old = end_new = 0
    for i, j in _rising(pairs):
        if i < end_old or j < end_new:
            continue
        while i > end_old and j > end_new and old[i - 1] == new[j - 1]:
            i, j = i - 1, j - 1
        length = 0
        while i + length < len(old) and j + length < len(new) and old[i + length] == new[j + length]:
            length += 1
        runs.append((i, j, length))
        end_old, end_new = i + length, j + length
    return runs


def _unique(tokens: Sequence[str]) -> dict[tuple[str, str, str], int]:
    """Return the position of every trigram that occurs once."""
    seen: dict[tuple[str, str, str], int] = {}
    for i, gram in enumerate(zip(tokens, tokens[1:], tokens[2:], strict=False)):
        seen[gram] = -1 if gram in seen else i
    return {gram: i for gram, i in seen.items() if i >= 0}


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of pairs in which both numbers rise."""
    tails: list[int] = []
    tail_pairs: list[int] = []
    back = [-1] * len(pairs)
    for index, (_, j) in enumerate(pairs):
        place = bisect_left(tails, j)
        if place == len(tails):
            tails.append(j)
            tail_pairs.append(index)
        else:
            tails[place], tail_pairs[place] = j, index
        back[index] = tail_pairs[place - 1] if place else -1
    chain: list[tuple[int, int]] = []
    at = tail_pairs[-1] if tail_pairs else -1
    while at >= 0:
        chain.append(pairs[at])
        at = back[at]
    return chain[::-1]
