"""Rules that are proposed from refusals: how many there must be, whose they are, and what comes of one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from app.domain.ids import SessionId
from app.engine.session_rows import SessionRow
from app.services.looking_back import in_months
from app.services.rules import FROM, Rules
from app.workflows.debate.plugin import DebatePlugin
from app.workflows.debate.rules.planning import critics_of

KIND = "mark unsourced"


def row(number: int) -> SessionRow:
    """Return a finished debate in which a person refused something of this kind."""
    return SessionRow(
        session=SessionId(f"{number:026}"),
        title=f"No. {number}",
        workflow="debate",
        state="finished",
        created_at=number,
        changed_at=number,
        rounds=1,
        tokens=0,
        cost=0.0,
        refused={KIND: "It says so."},
    )


def test_a_rule_is_proposed_from_the_fifth_session_on_and_not_before(tmp_path: Path) -> None:
    rules, rows = Rules(tmp_path), [row(number) for number in range(5)]
    assert FROM == 5
    assert rules.proposals(rows[:4]) == ()
    (proposal,) = rules.proposals(rows)
    assert (proposal.kind, len(proposal.cases)) == (KIND, 5)


def test_copies_of_a_session_are_no_further_cases(tmp_path: Path) -> None:
    rules, rows = Rules(tmp_path), [row(number) for number in range(4)]
    copies = [replace(row(number), copy_of=rows[0].session) for number in range(10, 16)]
    assert rules.proposals([*copies, *rows]) == ()
    (proposal,) = rules.proposals([*copies, *rows, row(4)])
    assert len(proposal.cases) == 5


def test_a_rule_that_a_setup_has_already_is_not_said_twice(tmp_path: Path) -> None:
    rules = Rules(tmp_path)
    rule = rules.accept([row(number) for number in range(5)], KIND, "Name each source.")
    for given in ("Be short.\nName each source.", ("Be short.", "Name each source.")):
        found = rules.applied(DebatePlugin(), {"must_haves": given})
        assert found["must_haves"] == ("Be short.", rule.text)
    assert rules.applied(DebatePlugin(), {})["must_haves"] == (rule.text,)


@pytest.mark.parametrize(
    ("day", "months", "later"),
    [
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2028, 1, 31), 1, date(2028, 2, 29)),
        (date(2026, 8, 31), 6, date(2027, 2, 28)),
        (date(2026, 3, 31), 1, date(2026, 4, 30)),
        (date(2026, 10, 30), 3, date(2027, 1, 30)),
    ],
)
def test_a_day_some_months_later_is_the_same_or_the_last_of_its_month(
    day: date, months: int, later: date
) -> None:
    assert in_months(day, months) == later


def test_a_sole_critic_among_given_texts_is_criticised_by_the_chair() -> None:
    assert critics_of(["Ann", "Bob", "Guest"], ["Guest"]) == ("Ann", "Bob")
    assert critics_of(["Ann", "Guest"], ["Guest"]) == ("Ann", "chair")
    assert critics_of(["Ann"], []) == ()
    assert critics_of(["Guest"], ["Guest"]) == ()
