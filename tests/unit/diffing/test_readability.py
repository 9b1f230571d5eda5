"""Twenty real revisions: few edits, hardly an island of one word, and no word cut, beside other diffs."""

from __future__ import annotations

import pytest

from tests.support.readable import PEERS, Score, pairs, score


def total(peer: str) -> Score:
    found = [score(PEERS[peer](old, new)) for old, new in pairs().values()]
    return Score(
        sum(one.edits for one in found),
        sum(one.islands for one in found),
        sum(one.cuts for one in found),
        sum(one.kept for one in found),
    )


@pytest.mark.parametrize("way", ["ours", "ours, whole"])
def test_edits_are_few_and_hold_together(way: str) -> None:
    mine, words, cleaned = total(way), total("difflib words"), total("its clean-up")
    assert mine.cuts == 0
    assert mine.islands <= 0.11 * mine.edits
    assert mine.islands < 0.5 * cleaned.islands < words.islands
    assert mine.edits < 0.65 * words.edits
    # Few edits are worth nothing where they take the common text with them.
    assert mine.kept > 0.9 * words.kept
    assert mine.kept > 0.95 * cleaned.kept


@pytest.mark.parametrize("name", sorted(pairs()))
def test_no_pair_is_shown_as_all_deleted_and_all_inserted(name: str) -> None:
    old, new = pairs()[name]
    assert score(PEERS["ours"](old, new)).kept > 0.15 * min(len(old), len(new))
