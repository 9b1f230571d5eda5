"""Whole numbers of others: no text makes the reader of one stumble."""

from __future__ import annotations

import pytest

from app.domain.whole_numbers import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("7", 7), ("007", 7), ("123456789", 123_456_789), ("\u0663", 3)),
        *(("", None), ("-1", None), ("1.5", None), ("\u00b2", None), ("\u2460", None), ("7 ", None)),
        *(("1234567890", None), ("9" * 5_000, None)),
    ],
)
def test_what_is_no_number_or_one_that_nobody_writes_is_none(text: str, number: int | None) -> None:
    assert whole_number(text) == number
