"""Answers of all kinds held against what is expected: a corpus with verdicts that were written first."""

from __future__ import annotations

from time import thread_time

import pytest

from app.domain.errors import InputError
from app.projections.grading import check_expected, forms_of, grade
from tests.support.commands import ROOT

CORPUS = [
    tuple(part.replace("\\n", "\n") for part in line.split("\t"))
    for line in (ROOT / "tests/data/grades/answers.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
VERDICTS = {True: "right", False: "wrong", None: "unknown"}
MISSED = frozenset([("version 2.1", "Answer: version 2.10", "Which version?")])
"""Pairs of the corpus that the rules grade otherwise than a careful person."""


def test_the_corpus_is_large_and_nearly_all_of_it_is_graded_as_a_careful_person_would() -> None:
    assert len(CORPUS) >= 300
    assert len(MISSED) <= 0.01 * len(CORPUS)


def test_answers_are_graded_as_a_careful_person_would() -> None:
    otherwise = {
        (expected, answer, question)
        for expected, answer, question, verdict in CORPUS
        if VERDICTS[grade(expected, answer, question).right] != verdict
    }
    assert otherwise == MISSED


@pytest.mark.parametrize(
    ("expected", "answer", "question", "way"),
    [
        ("5", "Answer: 5.0", "", "number"),
        ("2024-05-01", "Answer: May 1, 2024", "", "date"),
        ("red; blue", "Answer: blue and red", "", "list"),
        ("B", "Answer: B", "Which? A) one B) two", "choice"),
        ("yes", "Answer: yes", "", "yes or no"),
        ("regex:^b", "Answer: blue", "", "pattern"),
        ("1990s", "Answer: the nineties", "", "decade"),
        ("3:1", "Answer: 3 to 1", "", "ratio"),
        ("O(n)", "Answer: O(n^2)", "", "formula"),
        ("Paris", "Answer: Paris", "", "words"),
        ("javascript: true", "Answer: Paris", "", "no rule"),
    ],
)
def test_how_an_answer_was_read_is_told_with_its_verdict(
    expected: str, answer: str, question: str, way: str
) -> None:
    assert grade(expected, answer, question).way == way


def test_one_accepted_answer_of_several_is_enough_and_a_sign_may_be_meant_as_itself() -> None:
    assert grade("blue|azure", "Answer: azure").right is True
    assert forms_of(r"a\|b|c") == ["a|b", "c"]
    assert forms_of("regex:^(a|b)$") == ["regex:^(a|b)$"]


@pytest.mark.parametrize(
    "pattern", ["regex:(a+)+$", "regex:(a|a)*$", r"regex:(a)\1", "regex:a*b*c*d*", "regex:("]
)
def test_a_pattern_that_may_take_without_end_is_refused_and_never_looked_for(pattern: str) -> None:
    with pytest.raises(InputError):
        check_expected(pattern)
    assert grade(pattern, "Answer: " + "a" * 5_000).right is None


@pytest.mark.nightly
@pytest.mark.parametrize(
    "sign", ["\n", " ", ", ", "- a\n", "A) ", "1. ", "no ", "May 1 ", "and ", "x=1, (", "3."]
)
def test_grading_takes_time_with_the_length_of_a_text(sign: str) -> None:
    def took(length: int) -> float:
        text, began = sign * (length // len(sign)), thread_time()
        for expected in ("red; blue", "2024-05-01", "B", "yes", "7 apples", "x=1, y=2", "O(n)"):
            grade(expected, f"Answer: {text}", text)
        return thread_time() - began

    took(500)
    short, long = (min(took(length) for _ in range(2)) for length in (400, 3_200))
    assert long < 40 * short
