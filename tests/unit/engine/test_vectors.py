"""Vectors keep their direction on their way through the journal."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.domain.vectors import packed, unpacked
from app.workflows.experiment.diversity import nearest_vector

numbers = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e30, max_value=1e30)
pairs = st.integers(1, 64).flatmap(
    lambda size: st.lists(st.lists(numbers, min_size=size, max_size=size), min_size=2, max_size=2)
)


@given(pairs)
@example([[1e-205], [1e-205]])
def test_similarity_is_the_same_before_and_after(vectors: list[list[float]]) -> None:
    after = [unpacked(text) for text in packed(vectors, 2)]
    assert [len(vector) for vector in after] == [len(vector) for vector in vectors]
    assert nearest_vector(after)[0] == pytest.approx(nearest_vector(vectors)[0], abs=2e-3)


def test_a_vector_of_fifteen_hundred_numbers_takes_four_kilobytes() -> None:
    (text,) = packed([[math.sin(n) for n in range(1536)]], 1)
    assert len(text) == 4096


@pytest.mark.parametrize(
    ("vectors", "count"),
    [([], 0), ([], 1), ([[1.0]], 2), ([[1.0], []], 2), ([[]], 1), ([[math.nan]], 1), ([[1e308] * 4], 1)],
)
def test_what_is_no_set_of_vectors_is_refused(vectors: list[list[float]], count: int) -> None:
    with pytest.raises(ValueError, match=r"one vector per text|not finite"):
        packed(vectors, count)


@pytest.mark.parametrize("text", ["x", "AAA", "AAAA", "ä"])
def test_a_text_that_holds_no_vector_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        unpacked(text)
