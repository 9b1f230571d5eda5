"""The seven rules: exactly one reason, in the order of the specification."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.facts import Status
from app.workflows.debate.rules.termination import RuleInputs, convergence, rules, termination

STATUSES: tuple[Status, ...] = ("changed", "minor", "held", "failed")
# Made once: a strategy made for every draw is most of what thousands of examples take.
ROUNDS = st.integers(1, 5)
SPENT = st.integers(0, 2000)
KINDS = st.sampled_from(["fixed", "convergence", "quality"])
PERCENT = st.floats(0, 100)
SEEN = st.tuples(
    st.lists(st.sampled_from(STATUSES), min_size=1, max_size=8),
    st.none() | PERCENT,
    st.booleans(),
    st.booleans(),
)
"""What a round came to: statuses, the figure, a high point open, stopped."""


def standing_of(seen: tuple[list[Status], float | None, bool, bool], **more: Any) -> RuleInputs:
    statuses, figure, high_open, stopped = seen
    return RuleInputs(
        statuses=statuses,
        asked=len(statuses),
        valid=sum(status != "failed" for status in statuses),
        context_budget=1000,
        figure=figure,
        high_open=high_open,
        stopped=stopped,
        **more,
    )


@st.composite
def standings(draw: st.DrawFn) -> RuleInputs:
    """Any round of one to eight members."""
    return standing_of(
        draw(SEEN),
        current_round=draw(ROUNDS),
        max_rounds=draw(ROUNDS),
        tokens=draw(SPENT),
        termination=draw(KINDS),
        auto_stop=draw(st.booleans()),
        threshold=draw(PERCENT),
    )


def expected(s: RuleInputs) -> str | None:
    """The rules once more, as a list of (holds, reason) in order."""
    moved = {"changed", "minor"} & set(s.statuses)
    soft = s.auto_stop and s.termination != "fixed"
    two = s.asked > 1 and s.valid > 1
    reached = two and s.figure is not None and s.figure >= s.threshold and not s.high_open
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
def test_the_first_rule_that_holds_and_is_in_force_gives_the_one_reason(standing: RuleInputs) -> None:
    assert termination(standing) == expected(standing)
    shown = rules(standing)
    assert [rule.number for rule in shown] == [1, 2, 3, 4, 5, 6, 7]
    assert all(rule.in_force for rule in shown[:4])
    first = next((rule.reason for rule in shown if rule.holds and rule.in_force), None)
    assert termination(standing) == first
    # Fixed ends by the hard rules alone; without auto-stop agreement is shown, and never ends it.
    fixed = replace(standing, termination="fixed", current_round=1, max_rounds=2)
    assert termination(fixed) in {None, "user_stopped", "error_occurred", "context_limit_reached"}
    going = replace(standing, auto_stop=False, current_round=1, max_rounds=2, tokens=0, stopped=False)
    assert termination(going) in {None, "error_occurred"}


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
    standing = RuleInputs(
        current_round=1, max_rounds=3, statuses=statuses, asked=3, valid=2, tokens=900, context_budget=1000,
        termination="convergence", auto_stop=True, figure=79.9, threshold=80, high_open=False,
    )  # fmt: skip
    assert termination(standing) == convergence(standing) == reason


# --- whole runs: what the rules make of any sequence of rounds -------------------------------------


@st.composite
def runs(draw: st.DrawFn) -> tuple[list[RuleInputs], int]:
    """Any five rounds of one debate, each as the rules see it, and the limit of rounds."""
    limit, spent = draw(ROUNDS), 0
    kind, auto, threshold = draw(KINDS), draw(st.booleans()), draw(PERCENT)
    rounds = []
    for number in range(1, 6):
        spent += draw(SPENT) // 5
        rounds.append(
            standing_of(
                draw(SEEN),
                current_round=number,
                max_rounds=limit,
                tokens=spent,
                termination=kind,
                auto_stop=auto,
                threshold=threshold,
            )
        )
    return rounds, limit


def ending(rounds: list[RuleInputs]) -> list[str | None]:
    """Take the primary at every gate; return what the rules said until one of them held."""
    reasons: list[str | None] = []
    for standing in rounds:
        reasons.append(termination(standing))
        if reasons[-1] is not None:
            break
    return reasons


@given(runs())
def test_every_run_ends_with_exactly_one_reason_and_a_fixed_one_after_its_rounds(
    run: tuple[list[RuleInputs], int],
) -> None:
    rounds, limit = run
    reasons = ending(rounds)
    assert [reason for reason in reasons if reason is not None] == reasons[-1:], (
        "one reason, and it is the last"
    )
    assert reasons[-1] == expected(rounds[len(reasons) - 1])
    assert len(reasons) <= limit
    reasons = ending([replace(standing, termination="fixed") for standing in rounds])
    if reasons[-1] == "max_rounds_reached":
        assert len(reasons) == limit
    else:
        assert reasons[-1] in {"user_stopped", "error_occurred", "context_limit_reached"}


@given(standings())
def test_a_failed_member_is_never_taken_for_one_that_held(standing: RuleInputs) -> None:
    without = [status for status in standing.statuses if status != "failed"]
    if not without:
        assert convergence(standing) in {None, "models_converged"}
        assert not any(rule.holds for rule in rules(standing)[4:6]), "rules 5 and 6 want a valid text"
        assert termination(standing) in {"user_stopped", "error_occurred"}
    else:
        same = replace(standing, statuses=without)
        assert convergence(standing) == convergence(same), "failed members neither hold nor move"


@given(st.integers(1, 8), st.booleans())
def test_a_round_in_which_all_failed_is_an_error_and_never_agreement(members: int, auto_stop: bool) -> None:
    standing = RuleInputs(
        current_round=1, max_rounds=3, statuses=["failed"] * members, asked=members, valid=0, tokens=0,
        context_budget=1000, termination="convergence", auto_stop=auto_stop, figure=100.0, threshold=80,
        high_open=False,
    )  # fmt: skip
    assert termination(standing) == "error_occurred"


@given(standings())
def test_without_auto_stop_agreement_is_shown_and_never_ends_it(standing: RuleInputs) -> None:
    going = replace(standing, auto_stop=False, current_round=1, max_rounds=2, tokens=0, stopped=False)
    assert termination(going) in {None, "error_occurred"}
