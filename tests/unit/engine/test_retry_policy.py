"""What is asked again by itself, by how the call failed."""

from __future__ import annotations

from typing import Any

import pytest

from app.domain.i18n import verbatim
from app.engine.ports import Failed
from app.engine.retry import PASSING, RetryPolicy


@pytest.mark.parametrize("kind", sorted(PASSING))
def test_a_fault_that_may_pass_is_asked_again_only_where_nothing_of_an_answer_came(kind: Any) -> None:
    assert RetryPolicy().delay(Failed(kind, verbatim("x"), sent=True), 0) == 1.0
    # Thoughts or a call of a tool are content, too, though no text of them is kept.
    assert RetryPolicy().delay(Failed(kind, verbatim("x"), sent=True, received=True), 0) is None
    assert RetryPolicy().delay(Failed(kind, verbatim("x"), sent=True, partial="Half of"), 0) is None


@pytest.mark.parametrize("kind", ["auth", "no_credit", "context_overflow", "refused", "truncated", "stopped"])
def test_a_fault_that_stays_is_never_asked_again(kind: Any) -> None:
    assert RetryPolicy().delay(Failed(kind, verbatim("x"), sent=True), 0) is None


def test_a_host_that_died_is_asked_again_only_where_nothing_was_sent() -> None:
    assert RetryPolicy().delay(Failed("host_died", verbatim("x"), sent=False), 0) == 1.0
    assert RetryPolicy().delay(Failed("host_died", verbatim("x"), sent=True), 0) is None


def test_waits_double_up_to_the_cap_and_end() -> None:
    failed = Failed("overloaded", verbatim("x"), sent=True)
    policy = RetryPolicy(retries=4, base=20.0)
    assert [policy.delay(failed, done) for done in range(5)] == [20.0, 40.0, 60.0, 60.0, None]
