"""The steps of an axis are round and hold every value."""

from __future__ import annotations

import pytest

from app.export.plots import round_steps


@pytest.mark.parametrize(
    ("low", "high", "steps"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0, 5, [0, 1, 2, 3, 4, 5]),
        (0, 12_400, [0, 2_500, 5_000, 7_500, 10_000, 12_500]),
        (62, 85, [60, 65, 70, 75, 80, 85]),
        (0, 0.0021, [0, 0.0005, 0.001, 0.0015, 0.002, 0.0025]),
        (-3, 3, [-4, -2, 0, 2, 4]),
    ],
)
def test_steps_are_round_and_hold_both_ends(low: float, high: float, steps: list[float]) -> None:
    assert round_steps(low, high) == pytest.approx(steps)


def test_a_low_axis_has_fewer_steps() -> None:
    assert round_steps(0, 100, 2) == [0, 50, 100]
