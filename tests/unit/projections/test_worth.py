"""Answers read out of texts, and what deliberating was worth, on cases worked out by hand."""

from __future__ import annotations

import pytest

from app.projections.answers import answer_of, is_right, key_of
from app.projections.worth import Given, Outcome, share, vote_of, worth_of


@pytest.mark.parametrize(
    ("expected", "text", "right"),
    [
        ("Paris", "The capital is **Paris**.", True),
        ("Paris", "# Paris or Lyon?\n\nIt is Lyon.", False),
        ("B", "I weighed A at length.\n\nAnswer: B", True),
        ("B", "Answer: A. Though B has its merits.", False),
        ("yes", "Yes, with two conditions.", True),
        ("yes", "We should not say yes.", False),
        ("no", "No.", True),
        ("12,5 %|12.5 %", "**Ergebnis:** 12.5 %", True),
        ("4", "Answer: 42", False),
        ("Postgres|PostgreSQL", "Take PostgreSQL; it is what most teams know.", True),
        ("Postgres", "", None),
        ("***|", "Answer: Postgres", None),
        ("no", "Answer: not no", True),
        ("yes", "Answer: not yes, not yes", False),
        ("yes", "Answer: not yes, but then yes", True),
        (
            "Postgres",
            "It depends on a great many things that nobody in this room can know before the team has tried.",
            None,
        ),
    ],
)
def test_an_answer_is_right_by_whole_words_in_what_the_text_answers(
    expected: str, text: str, right: bool | None
) -> None:
    assert is_right(expected, text) is right


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("4", "." * 1_000_000),
        ("4", "-." * 500_000 + " 4"),
        ("a " * 4_000 + "b", "a " * 500_000),
        ("yes", "not yes " * 200_000),
        ("|".join("abcdefghij" * 20), "x " * 20_000),
    ],
)
def test_a_text_that_is_made_to_take_long_is_compared_at_once(expected: str, text: str) -> None:
    """Each takes a fraction of a second; what grew with the square of it would take hours."""
    assert is_right(expected, text) is not True
    assert len(key_of(text)) <= len(text)


def test_the_last_answer_that_is_named_as_one_counts() -> None:
    assert answer_of("Answer: Lyon\n\nOn reflection:\n\n**Final answer:** Paris. It is larger.") == "Paris."
    assert key_of("Answer: *Paris*!") == key_of("paris")


def given(*keys: str, truth: str = "a") -> list[Given]:
    return [Given(f"m{at}", key, key == truth) for at, key in enumerate(keys)]


@pytest.mark.parametrize(
    ("keys", "right"), [("aab", True), ("abb", False), ("ab", None), ("bbcc", False), ("abc", None)]
)
def test_the_vote_is_the_plurality_and_a_tie_decides_nothing(keys: str, right: bool | None) -> None:
    assert vote_of(given(*keys)) is right


def outcome(question: str, *rounds: str, result: bool | None, cost: float | None = 1.0) -> Outcome:
    return Outcome(question, "T", 0, question, [given(*keys) for keys in rounds], result, cost, 100)


def test_what_refining_did_is_counted_by_round() -> None:
    (worth,) = worth_of(
        [
            # Right before, and talked out of it by the two others.
            outcome("q1", "abb", "bbb", result=False),
            # Found out together.
            outcome("q2", "bab", "aab", "aaa", result=True),
            outcome("q3", "aaa", "aaa", result=True),
        ]
    )
    assert worth.accuracy.value == pytest.approx(2 / 3)
    assert worth.accuracy.of == 3
    assert worth.first.value == pytest.approx(5 / 9)
    assert worth.vote.value == pytest.approx(1 / 3)
    assert worth.oracle.value == 1.0
    assert worth.gain.value == pytest.approx(1 / 3)
    assert worth.gap.value == pytest.approx(1 / 3)
    assert (worth.turned_right, worth.turned_wrong) == ([1, 1], [1, 0])
    # m0 of q1 took the plurality's answer; m2 of q2 in the third round did, too.
    assert worth.conformed == 2
    assert worth.spent_after == 2
    assert worth.cost == 3.0
    assert worth.cost_per_right == pytest.approx(1.5)


def test_what_nobody_knows_is_counted_as_unknown_and_not_as_wrong() -> None:
    (worth,) = worth_of([outcome("q1", "aa", result=None), outcome("q2", "aa", result=True, cost=None)])
    assert (worth.unknown, worth.accuracy.of, worth.accuracy.value) == (1, 1, 1.0)
    assert worth.cost is None


def test_an_interval_of_questions_is_wider_than_one_that_takes_their_sessions_for_independent() -> None:
    by_question = share({f"q{n}": [float(n % 2)] * 10 for n in range(20)})
    one_by_one = share({f"{n}-{k}": [float(n % 2)] for n in range(20) for k in range(10)})
    assert by_question.value == one_by_one.value == 0.5
    assert by_question.high - by_question.low > 2 * (one_by_one.high - one_by_one.low)
    assert share({}).of == 0


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    import random

    chance = random.Random(7)
    held = 0
    for _ in range(60):
        found = share({str(n): [float(chance.random() < 0.7)] for n in range(80)}, draws=300)
        held += found.low <= 0.7 <= found.high
    assert held >= 52
