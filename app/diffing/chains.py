"""Heaviest chains: of all pairs that may be held together, those whose weights sum to most."""

from __future__ import annotations

from collections.abc import Iterable


def heaviest_pairs(weighed: Iterable[tuple[int, int, float]], columns: int) -> list[tuple[int, int]]:
    """Return the pairs (row, column), both increasing, whose weights sum to most; columns below `columns`."""
    # A Fenwick tree of maxima over the column: (weight, index of the pair that ends the chain).
    tree: list[tuple[float, int]] = [(0.0, -1)] * (columns + 1)
    chain: list[tuple[int, int, int]] = []
    by_row: dict[int, list[tuple[int, float]]] = {}
    for row, column, weight in weighed:
        by_row.setdefault(row, []).append((column, weight))
    for row in sorted(by_row):
        scored = [(column, weight, *_best_before(tree, column)) for column, weight in by_row[row]]
        for column, weight, before, link in scored:
            chain.append((row, column, link))
            _raise(tree, column, before + weight, len(chain) - 1)
    link = _best_before(tree, columns)[1]
    pairs: list[tuple[int, int]] = []
    while link >= 0:
        row, column, link = chain[link]
        pairs.append((row, column))
    return pairs[::-1]


def _best_before(tree: list[tuple[float, int]], end: int) -> tuple[float, int]:
    best = (0.0, -1)
    while end > 0:
        best = max(best, tree[end])
        end &= end - 1
    return best


def _raise(tree: list[tuple[float, int]], column: int, weight: float, link: int) -> None:
    index = column + 1
    while index < len(tree):
        tree[index] = max(tree[index], (weight, link))
        index += index & -index
