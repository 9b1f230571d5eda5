"""What the rules of the offline council see in a text, and what they make of it."""

from __future__ import annotations

import pytest

from app.workflows.common import prose
from app.workflows.common.prose import split_long


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        (
            "The head of production is against it, and she does not see how the lines could run.",
            "The head of production is against it. She does not see how the lines could run.",
        ),
        (
            "A shorter week at full pay is allowed; a lasting change of shifts needs everybody's consent.",
            "A shorter week at full pay is allowed. A lasting change of shifts needs everybody's consent.",
        ),
        (
            "The company has been profitable throughout, but its margin fell from 11 to 8 per cent.",
            "The company has been profitable throughout. But its margin fell from 11 to 8 per cent.",
        ),
    ],
)
def test_a_long_sentence_is_cut_between_its_clauses(sentence: str, parts: str) -> None:
    assert split_long(sentence) == parts


@pytest.mark.parametrize(
    "sentence",
    [
        "It moves all of its 214 employees to four days at full pay, starts with a limited trial, or stays.",
        "The paper should recommend one of these three, give the reasons, and name what must be measured.",
        "It shall name three measures with a starting value, by which the board can see whether it works.",
        "Short, and the rest.",
    ],
)
def test_a_sentence_whose_rest_would_be_none_stays_whole(sentence: str) -> None:
    assert split_long(sentence) is None


def test_a_sentence_keeps_the_marks_that_close_it() -> None:
    assert prose.sentences("“It costs 610 euros.” (memo.md, line 1)") == [
        "“It costs 610 euros.”",
        "(memo.md, line 1)",
    ]
    assert prose.sentences("Er sagte: „Geh jetzt.“ Dann ging er.") == [
        "Er sagte: „Geh jetzt.“",
        "Dann ging er.",
    ]
    assert prose.demands("She asked: “Is it dear?”")
