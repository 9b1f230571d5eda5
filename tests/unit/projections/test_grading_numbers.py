"""Numbers in answers: a corpus with verdicts that were written first, and what holds for every number."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.numbers import Number, normal, number_of, pieces
from app.projections.answers import is_right, key_of, keys_of
from tests.support.commands import ROOT
from tests.support.examples import sampled

CORPUS = [
    line.split("\t")
    for line in (ROOT / "tests/data/grades/numbers.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
QUESTIONS = {
    "en": "What is the value of it?",
    "de": "Wie hoch ist der Wert?",
    "fr": "Quelle est la valeur ?",
}


def test_numbers_are_graded_as_a_careful_person_would() -> None:
    wrong = [
        (expected, answer, language)
        for expected, answer, language, verdict in CORPUS
        if is_right(expected, answer, QUESTIONS[language]) is not (verdict == "right")
    ]
    assert len(CORPUS) > 200
    assert not wrong


def numbers(text: str, mark: str = ".") -> list[Number]:
    return [one.number for one in pieces(normal(text), mark) if one.number is not None]


def written(value: Decimal, mark: str, group: str) -> str:
    """Return a value as a language writes it, which is not how this program does."""
    sign, digits, exponent = value.as_tuple()
    assert isinstance(exponent, int)
    text = "".join(map(str, digits)).rjust(1 - exponent, "0")
    whole, part = (text[:exponent], text[exponent:]) if exponent else (text, "")
    first = len(whole) % 3 or 3
    groups = [whole[:first], *(whole[at : at + 3] for at in range(first, len(whole), 3))]
    return f"{'-' if sign else ''}{group.join(groups)}{mark if part else ''}{part}"


DECIMALS = st.decimals(-(10**12), 10**12, places=2) | st.integers(-(10**15), 10**15).map(Decimal)
WAYS = [
    (".", ","),
    (",", "."),
    (".", "'"),
    (".", "’"),
    *((m, b) for m in ".," for b in " \u00a0\u202f\u2009"),
]


@given(DECIMALS, st.sampled_from(WAYS))
def test_a_number_written_in_any_language_is_read_as_that_number(
    value: Decimal, way: tuple[str, str]
) -> None:
    mark, group = way
    (found,) = numbers(written(value, mark, group), mark)
    assert found.amount == Fraction(value)


@given(
    DECIMALS.filter(bool), st.sampled_from(WAYS), st.sampled_from("-−–"), st.sampled_from(sorted(QUESTIONS))
)
def test_a_number_and_its_opposite_are_neither_right_nor_one_vote(
    value: Decimal, way: tuple[str, str], minus: str, language: str
) -> None:
    text, other = (written(one, *way).replace("-", minus) for one in (value, -value))
    question = QUESTIONS[language]
    assert is_right(text, f"Answer: {other}", question) is False
    assert key_of(f"Answer: {text}", question) != key_of(f"Answer: {other}", question)
    assert is_right(text, f"Answer: {text}", question) is True


@given(st.text("0123456789.,' -−–/½%$€e^×xkM\u00a0", max_size=40))
def test_whatever_looks_like_a_number_is_read_or_left_without_an_error(text: str) -> None:
    for found in numbers(text):
        assert found.same(found)
        assert Fraction(str(found).split()[0].split("..")[0]) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Answer: 5", "Answer: -5"),
        ("Answer: x < 5", "Answer: x > 5"),
        ("Answer: a = b", "Answer: a ≠ b"),
        ("✅", "❌"),
        ("Answer: 👍", "Answer: 👎"),
        ("Answer: C", "Answer: C++"),
        ("Answer: C", "Answer: C#"),
        ("Answer: guilty", "Answer: not guilty"),
        ("Answer: 5 km", "Answer: 5 miles"),
        ("Answer: at least 5", "Answer: at most 5"),
        ("Answer: Option 2 is better", "Answer: Option 2 is worse"),
        ("Answer: 12 of 20", "Answer: 12 of 30"),
        ("Answer: 1-0", "Answer: 0-1"),
        ("Answer: x", "Answer: -x"),
        ("Answer: 2x", "Answer: -2x"),
        ("Answer: √2", "Answer: 2"),
        ("Answer: ¬a", "Answer: a"),
        ("Answer: 10^3", "Answer: 10^-3"),
    ],
)
def test_answers_that_differ_are_never_one_vote(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)


@pytest.mark.parametrize(
    "answers",
    [
        ("Answer: 70,000 euros", "€70,000", "Answer: **70 000 €**", "The answer is 70000 EUR."),
        ("Answer: -5", "Answer: −5.0", "x = -5", "The answer is minus five."),
        ("Answer: 3/4", "Answer: 0.75", "Answer: ¾"),
        ("Answer: 5 km", "Answer: 5000 m", "Answer: 5 kilometres."),
        ("Answer: New York", "new-york"),
    ],
)
def test_one_answer_is_one_vote_however_its_number_is_written(answers: tuple[str, ...]) -> None:
    assert len({key_of(one) for one in answers}) == 1


def test_the_language_of_the_question_tells_what_a_comma_means() -> None:
    assert number_of("70,000", ".") == 70000
    assert number_of("70,000", ",") == 70
    assert key_of("70.000", QUESTIONS["de"]) == key_of("70,000", QUESTIONS["en"]) == "70000"


def test_a_bare_number_counts_with_the_one_unit_that_others_gave_it() -> None:
    assert len(set(keys_of(["Answer: 42", "Answer: $42", "Answer: 42 dollars"]))) == 1
    assert len(set(keys_of(["Answer: 42", "Answer: $42", "Answer: €42"]))) == 3
    assert len(set(keys_of(["Answer: 5", "Answer: 5 or 6", "Answer: -5 %"]))) == 3


@pytest.mark.parametrize("text", sampled(["5 and ", "- 5 ", "5-", "5 of "], {"5 and "}))
def test_an_answer_that_goes_on_for_ever_is_read_in_time_with_its_length(text: str) -> None:
    def seconds(times: int) -> float:
        began = thread_time()
        assert is_right("7", f"Answer: {text * times}") is not True
        return thread_time() - began

    short = min(seconds(250) for _ in range(3))
    assert min(seconds(4_000) for _ in range(2)) < 64 * short, "16 times as much takes 16 times as long"


def test_a_number_in_words_that_never_ends_is_read_without_an_error() -> None:
    assert key_of("one hundred and " * 600).startswith("100 ")
