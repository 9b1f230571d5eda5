"""The seven rules: exactly one reason, in the order of the specification."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.facts import Status
from app.workflows.debate.termination import Standing, convergence, termination

STATUSES: tuple[Status, ...] = ("changed", "minor", "held", "failed")


@st.composite
def standings(draw: st.DrawFn) -> Standing:
    """Any round of one to eight members."""
    statuses = draw(st.lists(st.sampled_from(STATUSES), min_size=1, max_size=8))
    return Standing(
        current_round=draw(st.integers(1, 5)),
        max_rounds=draw(st.integers(1, 5)),
        statuses=statuses,
        asked=len(statuses),
        valid=sum(status != "failed" for status in statuses),
        tokens=draw(st.integers(0, 2000)),
        context_budget=1000,
        termination=draw(st.sampled_from(["fixed", "convergence", "quality"])),
        auto_stop=draw(st.booleans()),
        figure=draw(st.none() | st.floats(0, 100)),
        threshold=draw(st.floats(0, 100)),
        high_open=draw(st.booleans()),
        stopped=draw(st.booleans()),
    )


def expected(s: Standing) -> str | None:
    """The rules once more, as a list of (holds, reason) in order."""
    moved = {"changed", "minor"} & set(s.statuses)
    soft = s.auto_stop and s.termination != "fixed"
    reached = s.figure is not None and s.figure >= s.threshold and not s.high_open
    rules = (
        (s.stopped, "user_stopped"),
        (s.valid == 0 or (s.asked > 1 and s.valid == 1), "error_occurred"),
        (s.current_round >= s.max_rounds, "max_rounds_reached"),
        (s.tokens > 900, "context_limit_reached"),
        (soft and not moved and "held" in s.statuses, "models_converged"),
        (soft and moved == {"minor"}, "no_significant_changes"),
        (soft and reached, "models_converged"),
    )
    return next((reason for holds, reason in rules if holds), None)


@given(standings())
def test_the_first_rule_that_holds_gives_the_one_reason(standing: Standing) -> None:
    assert termination(standing) == expected(standing)


@given(standings())
def test_fixed_ends_only_by_the_hard_rules(standing: Standing) -> None:
    fixed = replace(standing, termination="fixed", current_round=1, max_rounds=2)
    assert termination(fixed) in {None, "user_stopped", "error_occurred", "context_limit_reached"}


@given(standings())
def test_without_auto_stop_agreement_is_shown_and_never_ends_it(standing: Standing) -> None:
    going = replace(standing, auto_stop=False, current_round=1, max_rounds=2, tokens=0, stopped=False)
    assert termination(going) in {None, "error_occurred"}


@given(st.integers(1, 8), st.booleans())
def test_a_round_in_which_all_failed_is_an_error_and_never_agreement(members: int, auto_stop: bool) -> None:
    standing = Standing(
        current_round=1, max_rounds=3, statuses=["failed"] * members, asked=members, valid=0, tokens=0,
        context_budget=1000, termination="convergence", auto_stop=auto_stop, figure=100.0, threshold=80,
        high_open=False,
    )  # fmt: skip
    assert termination(standing) == "error_occurred"


@pytest.mark.parametrize(
    ("statuses", "reason"),
    [
        (["held", "held"], "models_converged"),
        (["held", "failed", "held"], "models_converged"),
        (["minor", "held"], "no_significant_changes"),
        (["changed", "held"], None),
        (["changed", "minor"], None),
    ],
)
def test_convergence_looks_at_what_changed(statuses: list[Status], reason: str | None) -> None:
    standing = Standing(
        current_round=1, max_rounds=3, statuses=statuses, asked=3, valid=2, tokens=900, context_budget=1000,
        termination="convergence", auto_stop=True, figure=79.9, threshold=80, high_open=False,
    )  # fmt: skip
    assert termination(standing) == convergence(standing) == reason
