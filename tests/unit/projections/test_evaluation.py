"""Answers read out of texts, and what deliberating was worth, on cases worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.projections.answers import answer_of, is_right, key_of
from app.projections.evaluation import GradedAnswer, Outcome, Spent, Turned, pairs_of, vote_of, worth_of
from app.projections.intervals import difference, share


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
        ("4", "." * 400_000),
        ("4", "-." * 200_000 + " 4"),
        ("a " * 4_000 + "b", "a " * 40_000),
        ("yes", "not yes " * 16_000),
        ("|".join("abcdefghij" * 20), "x " * 20_000),
    ],
)
def test_a_text_that_is_made_to_take_long_is_compared_at_once(expected: str, text: str) -> None:
    """Each takes a fraction of a second; what grew with the square of it would take an hour."""
    assert is_right(expected, text) is not True
    assert len(key_of(text)) <= len(text)


def test_the_last_answer_that_is_named_as_one_counts() -> None:
    assert answer_of("Answer: Lyon\n\nOn reflection:\n\n**Final answer:** Paris. It is larger.") == "Paris."
    assert key_of("Answer: *Paris*!") == key_of("paris")


def test_what_members_answered_last_is_told_in_their_words_and_counted_by_what_it_means() -> None:
    last = [
        GradedAnswer("Ada", "1209600 s", True, said="14 days"),
        GradedAnswer("Ben", "3600 s", False, said="an hour"),
        GradedAnswer("Cy", "1209600 s", True, said="two weeks"),
        GradedAnswer("Dee", "", None),
    ]
    outcome = Outcome("q", "T", 1, "s", [last], None, 0.0, 0)
    assert outcome.last_answers == [("14 days", 2), ("an hour", 1)]
    assert outcome.united == pytest.approx(200 / 3)


def given(*keys: str, truth: str = "a") -> list[GradedAnswer]:
    return [GradedAnswer(f"m{at}", key, key == truth) for at, key in enumerate(keys)]


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
    assert worth.lost.value == pytest.approx(1 / 3)
    assert worth.turned == [Turned(1, 1, 9), Turned(1, 0, 3)]
    # m0 of q1 took the plurality's answer; m2 of q2 in the third round did, too.
    assert (worth.conformed, worth.changed) == (2, 3)
    assert worth.spent_after == 1
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


def test_of_few_questions_or_where_all_are_alike_an_interval_is_no_point() -> None:
    none = share({f"q{n}": [0.0] for n in range(3)})
    # Wilson's interval of 0 of 3, as in tables.
    assert none.low == 0
    assert none.high == pytest.approx(0.5615, abs=1e-3)
    every = share({f"q{n}": [1.0, 1.0] for n in range(40)})
    assert every.low == pytest.approx(0.9124, abs=1e-3)
    assert (every.high, every.questions) == (1.0, 40)
    apart = difference({f"q{n}": [1.0] for n in range(3)})
    assert apart.low < 0 < apart.value == apart.high
    assert not apart.tells
    same = difference({f"q{n}": [0.0] for n in range(25)})
    assert same.low < -0.05 < 0.05 < same.high


def test_sessions_of_one_question_in_several_rows_are_one_observation() -> None:
    rows = [replace(outcome(f"r{n}", "aaa", result=n % 2 == 0), asked="the same") for n in range(40)]
    (worth,) = worth_of(rows)
    assert (worth.questions, worth.accuracy.of, worth.accuracy.questions) == (1, 40, 1)
    assert not worth.accuracy.tells


def test_where_the_last_vote_was_right_and_the_result_is_wrong_the_chair_lost_it() -> None:
    (worth,) = worth_of([outcome(f"q{n}", "abb", "aaa", result=False) for n in range(25)])
    assert worth.by_rounds.low > 0
    assert worth.by_chair.high < 0
    assert worth.gain.value == 0


def test_rounds_that_nobody_graded_are_left_out_and_not_counted_as_nothing() -> None:
    ungraded = [GradedAnswer("m0", "x", None), GradedAnswer("m1", "y", None)]
    told = outcome("q1", "aa", result=True)
    (worth,) = worth_of([replace(told, rounds=[*told.rounds, ungraded])])
    assert (worth.turned, worth.by_round, worth.spent_after, worth.ungraded) == ([], [], None, 1)
    assert worth.by_rounds.of == worth.by_chair.of == 0
    assert worth.gain.of == 1


def test_a_share_over_rounds_is_of_the_same_sessions_in_every_round() -> None:
    (worth,) = worth_of([outcome("q1", "aab", "aaa", result=True), outcome("q2", "abc", "bbb", result=False)])
    assert [(one.value, one.of) for one in worth.by_round] == [(1.0, 1), (1.0, 1)]
    assert (worth.vote.of, worth.ties) == (1, 1)


def test_a_right_result_that_no_first_answer_had_is_told_apart_from_one_that_was_lost() -> None:
    (worth,) = worth_of([outcome("q1", "bbb", result=True), outcome("q2", "aab", result=False)])
    assert (worth.lost.value, worth.found) == (0.5, 1)


def test_teams_are_compared_on_the_questions_that_both_answered() -> None:
    ours = [outcome(f"q{n}", "a", result=True) for n in range(30)]
    theirs = [replace(outcome(f"q{n}", "a", result=False), team="U", seed=n) for n in range(10, 40)]
    (pair,) = pairs_of([*ours, *theirs])
    assert (pair.team, pair.other, pair.ahead.questions, pair.ahead.value) == ("T", "U", 20, 1.0)
    assert pair.ahead.low > 0


def test_what_came_after_the_first_answers_is_a_share_of_the_price() -> None:
    one = replace(outcome("q1", "ab", "aa", result=True), spent=[Spent(25, 0.5), Spent(80, 0.9)])
    (worth,) = worth_of([one])
    assert (worth.after_tokens, worth.after_cost) == (0.75, 0.5)
    assert worth.spent == [Spent(25, 0.5), Spent(80, 0.9)]


def test_what_a_member_turns_by_chance_is_told_from_its_independent_answers() -> None:
    samples = [
        GradedAnswer(seat, key, key == "a")
        for seat, key in [("Ada", "a"), ("Bo", "b"), ("Ada", "b"), ("Ada", "a")]
    ]
    alone = Outcome("q", "T · single", 1, "s", [samples], True, 0.0, 9, baseline_of="T")
    own = Outcome("q", "T", 1, "t", [samples[:2]], False, 0.0, 9)
    team, baseline = worth_of([own, alone])
    assert baseline.by_chance == Turned(right=1, wrong=1, of=2)
    assert team.by_chance == Turned(0, 0, 0)


def test_members_that_are_wrong_together_are_told_from_those_that_are_each_wrong_otherwise() -> None:
    def first(*keys: str) -> Outcome:
        given = [GradedAnswer(seat, key, key == "a") for seat, key in zip("XYZ", keys, strict=True)]
        return Outcome("q", "T", 1, "".join(keys), [given], False, 0.0, 100)

    (team,) = worth_of([first("b", "b", "b"), first("b", "c", "b"), first("a", "b", "b")])
    assert (team.all_wrong, team.wrong_together) == (2, 1)
    assert team.tokens_per_right is None
