"""What holds for any two texts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.diffing import change_ratio, diff_texts, similarity
from app.diffing.alignment import align
from app.diffing.matching import common_subsequence
from app.diffing.tokens import tokenize
from tests.support.readable import rebuilt

# Thousands of examples at night.

WORDS = (
    "the ",
    "the",
    "cat\n",
    "sat. ",
    "\r\n",
    "\n\n",
    " ",
    "e\u0301te\u0301 ",
    "don't ",
    "12.5 ",
    "文字",
    "👩\u200d👩\u200d👧",
    "🇩🇪🇫🇷",
    "\t",
)
prose = st.lists(st.sampled_from(WORDS), max_size=60).map("".join)
texts = st.one_of(prose, st.text(max_size=80))
granularities = st.sampled_from(("word", "sentence", "line"))


@given(texts, texts, granularities)
@settings(deadline=None)
def test_both_texts_are_rebuilt_exactly_and_offsets_point_at_the_spans(old: str, new: str, kind: str) -> None:
    found = diff_texts(old, new, kind)
    assert rebuilt(found) == (old, new)
    assert all(span.kind == "equal" for span in found) == (old == new)
    for span in found:
        assert span.text
        if span.kind != "insert":
            assert old[span.old : span.old + len(span.text)] == span.text
        if span.kind != "delete":
            assert new[span.new : span.new + len(span.text)] == span.text


@given(texts, granularities)
@settings(deadline=None)
def test_tokens_joined_are_the_text(text: str, kind: str) -> None:
    assert "".join(tokenize(text, kind)) == text


@given(texts, texts)
@settings(deadline=None)
def test_change_ratio_is_zero_for_equal_texts_alone(old: str, new: str) -> None:
    ratio = change_ratio(old, new)
    assert 0 <= ratio <= 1
    assert (ratio == 0) == (old == new)


@given(texts, texts)
@settings(deadline=None)
def test_alignment_rebuilds_both_texts_and_its_rows_lead_from_old_to_new(old: str, new: str) -> None:
    found = align(old, new)
    assert "".join(row.old.text + row.old.gap for row in found if row.old) == old
    assert "".join(row.new.text + row.new.gap for row in found if row.new) == new
    for row in found:
        assert (row.old is None) == (row.kind == "inserted")
        assert (row.new is None) == (row.kind == "deleted")
        if row.old and row.new:
            assert (row.kind == "unchanged") == (row.old.text == row.new.text)
        if row.kind == "changed" and row.old and row.new:
            assert "".join(s.text for s in row.spans if s.kind != "insert") == row.old.text
            assert "".join(s.text for s in row.spans if s.kind != "delete") == row.new.text


@given(st.lists(texts, max_size=4))
def test_similarity_lies_between_nothing_and_everything(many: list[str]) -> None:
    assert 0 <= similarity(many) <= 1
    assert similarity(many[:1] * 3) == pytest.approx(1)


@given(st.lists(st.integers(0, 4), max_size=40), st.lists(st.integers(0, 4), max_size=40))
@settings(deadline=None)
def test_the_items_matched_in_a_gap_are_equal_in_order_and_as_many_as_can_be(
    left: list[int], right: list[int]
) -> None:
    blocks = common_subsequence(left, right)
    assert all(left[i : i + n] == right[j : j + n] for i, j, n in blocks)
    ends = [(0, 0), *((i + n, j + n) for i, j, n in blocks)]
    assert all(i <= at and j <= bt for (i, j), (at, bt, _) in zip(ends, blocks, strict=False))
    longest = [0] * (len(right) + 1)
    for item in left:
        before = longest
        longest = [0]
        for place, other in enumerate(right):
            longest.append(before[place] + 1 if item == other else max(longest[-1], before[place + 1]))
    assert sum(n for _, _, n in blocks) == longest[-1]
