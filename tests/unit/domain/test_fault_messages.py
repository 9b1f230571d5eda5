"""What is told of a failed call."""

from __future__ import annotations

import pytest

from app.domain.fault_messages import few_figures


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (120.0, "120"),
        (20.4, "20"),
        (9.96, "10"),
        (5.55096, "5.6"),
        (1.97942, "2"),
        (1.0, "1"),
        (0.25, "0.25"),
    ],
)
def test_seconds_are_told_in_few_figures(seconds: float, told: str) -> None:
    assert few_figures(seconds) == told
