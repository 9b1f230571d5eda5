"""Figures and words outside what was asked for are none: nothing is clamped, nothing is guessed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from app.workflows.common import values
from app.workflows.common.reading.reader import ParseProblem, Reading, read_reply
from app.workflows.common.replies import (
    CompareReply,
    CritiqueReply,
    EvaluationReply,
    GradingReply,
    RefinementReply,
    SynthesisReply,
)
from app.workflows.draft.rules.explaining import ExplainReply
from app.workflows.draft.rules.judging import JudgeReply as DraftJudgeReply
from app.workflows.draft.rules.level_plan import OutlineReply
from app.workflows.research.nodes.replies import AgentReply, GapsReply, JudgeReply, ScopeReply, SupportReply

FIGURES: list[tuple[Any, float]] = [
    *(
        (value, 85.0)
        for value in (85, 85.0, "85", "85%", "85 %", "8.5/10", "85 out of 100", "**85** ", "85 (good)")
    ),
    *(
        ({"score": 85, "reason": "clear"}, 85.0),
        ("85,0", 85.0),
        *((said, 85.0) for said in ("about 85", "ca. 85 %", "Eighty-five", "eighty five percent")),
        ("one hundred", 100.0),
        (0, 0.0),
        (100, 100.0),
        ("100%", 100.0),
        (1, 1.0),
    ),
]
NO_FIGURES: list[Any] = [
    *(
        25683974,
        10**400,
        100.5,
        -1,
        -0.1,
        "-5",
        "101",
        "12/10",
        "8/0",
        1e99,
        "1e99",
        "1,000",
        "70-80",
        "70 – 80",
    ),
    *(
        float("nan"),
        float("inf"),
        float("-inf"),
        True,
        False,
        "eighty or so",
        "",
        [85],
        {"a": 1, "b": 2},
        "NaN",
    ),
    # Of one, or of a hundred: nobody knows.
    *(0.85, "0.85", 1.0),
]


@pytest.mark.parametrize(("value", "figure"), FIGURES)
def test_a_figure_in_its_range_is_read_as_it_is_written(value: Any, figure: float) -> None:
    assert values.percent(value) == figure


@pytest.mark.parametrize("value", NO_FIGURES)
def test_a_figure_outside_its_range_is_none(value: Any) -> None:
    with pytest.raises(ValueError, match="figure"):
        values.percent(value)


@given(st.one_of(st.floats(), st.integers(), st.text(), st.booleans(), st.lists(st.integers(), max_size=2)))
def test_whatever_is_given_is_a_figure_of_the_range_or_none(value: Any) -> None:
    try:
        figure = values.percent(value)
    except ValueError:
        return
    assert figure is not None
    assert 0 <= figure <= 100


def test_figures_that_are_all_shares_of_one_are_read_so() -> None:
    read = read_reply('{"agreement": 0.85, "quality": "1"}', EvaluationReply)
    assert isinstance(read, Reading)
    assert (read.value.agreement, read.value.quality) == (85, 100)


def test_a_figure_out_of_range_is_asked_for_again_and_then_leaves_the_other_standing() -> None:
    reply = '{"agreement": 25683974, "quality": 40, "note": "They differ."}'
    assert isinstance(read_reply(reply, EvaluationReply), ParseProblem)
    read = read_reply(reply, EvaluationReply, lenient=True)
    assert isinstance(read, Reading)
    assert (read.value.agreement, read.value.quality, read.value.note) == (None, 40, "They differ.")
    assert "not_given" in read.mends


WORDS: list[tuple[type[BaseModel], Any, str]] = [
    (CompareReply, {"winner": "{}"}, "first, second or tie"),
    (GradingReply, {"grades": [{"label": "Answer 1", "grade": "{}"}]}, "right, partly or wrong"),
    (RefinementReply, {"text": "x", "answers": [{"id": "1", "answer": "{}"}]}, "fixed or held"),
    (SupportReply, {"claims": [{"id": "1", "support": "{}"}]}, "full, partly, no or against"),
    (
        JudgeReply,
        {"pairs": [{"id": "1", "relation": "{}"}]},
        "same, enhances, contradicts, qualifies or unrelated",
    ),
    (GapsReply, {"questions": [{"id": "q1", "state": "{}"}]}, "answered, partial, open or absent"),
    (DraftJudgeReply, {"verdict": "{}", "reasoning": "Because."}, "approved or needs_revision"),
    (OutlineReply, {"files": [{"file": "a.md", "action": "{}"}]}, "change, add or drop"),
]
"""Words that a reply has to have: the model, a reply with its place, and the form as the prompt shows it."""
OPTIONAL: list[tuple[type[BaseModel], Any, str]] = [
    (CritiqueReply, {"items": [{"target": "A", "claim": "c", "severity": "{}"}]}, "high, medium or low"),
    (SynthesisReply, {"answer": "a", "confidence": "{}"}, "low, medium or high"),
    (
        AgentReply,
        {"findings": [{"description": "d", "category": "{}"}]},
        "critical, important or informational",
    ),
    (ScopeReply, {"questions": [{"text": "t", "kind": "x", "critical": "{}"}]}, "true or false"),
    (
        ExplainReply,
        {"changes": [{"file": "a", "magnitude": "{}", "summary": "s"}]},
        "major, moderate or minor",
    ),
]
"""Words that may be missing."""
ODD = ("", "perhaps", "not sure", "42", "nan", "{", "high low", "ja und nein", "first second")


def filled(reply: Any, word: str) -> str:
    """Return a reply with a word in its place."""
    return json.dumps(reply).replace("{}", json.dumps(word)[1:-1])


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        *(
            (one, "full")
            for one in ("Fully supported", "true", "directly supports", "Full support: it says so")
        ),
        *((one, "partly") for one in ("partially supported", "mostly", "supports partly", "weak")),
        *((one, "no") for one in ("not supported", "No support", "irrelevant", "false", "not stated")),
        *((one, "against") for one in ("contradicts the claim", "opposes", "Speaks against it – see line 3")),
        *((one, None) for one in ("not against", "not full", "unclear", "full or partly", "n/a")),
    ],
)
def test_a_verdict_in_other_words_is_the_verdict_and_what_may_be_two_is_none(
    said: str, verdict: str | None
) -> None:
    reply = {"claims": [{"id": "1", "support": said, "why": "x"}]}
    read = read_reply(json.dumps(reply), SupportReply)
    assert (read.value.claims[0].support if isinstance(read, Reading) else None) == verdict


@pytest.mark.parametrize(("model", "reply", "form"), WORDS)
def test_a_word_that_was_not_asked_for_is_none_and_so_is_the_form_said_back(
    model: type[BaseModel], reply: Any, form: str
) -> None:
    for word in (form, *ODD):
        read = read_reply(filled(reply, word), model)
        # An item of a list that says nothing in a word's place is left out, and the rest is read.
        left_out = not word and isinstance(read, Reading) and "left_out" in read.mends
        assert left_out or isinstance(read, ParseProblem), word


@pytest.mark.parametrize(("model", "reply", "form"), OPTIONAL)
def test_where_it_may_be_missing_such_a_word_counts_as_not_given_and_is_told(
    model: type[BaseModel], reply: Any, form: str
) -> None:
    without = json.dumps(reply)
    for word in (form, *ODD):
        read = read_reply(filled(reply, word), model)
        assert isinstance(read, Reading), word
        assert "not_given" in read.mends, word
        left = json.loads(without, object_hook=lambda one: {k: v for k, v in one.items() if v != "{}"})
        bare = read_reply(json.dumps(left), model)
        assert isinstance(bare, Reading)
        if model is not ScopeReply:
            assert read.value == bare.value, word


@pytest.mark.parametrize(
    ("read", "said", "meaning"),
    [
        (values.severity, "**High** (blocks the launch)", "high"),
        (values.answer, "fixed – a source was added", "fixed"),
        (values.answer, "Behoben", "fixed"),
        (values.winner, "The second text: it is shorter", "second"),
        (values.grade, True, "right"),
        (values.grade, "wrong!", "wrong"),
        (values.confidence, "Very high", "high"),
    ],
)
def test_other_names_of_a_word_are_understood(read: Any, said: Any, meaning: str) -> None:
    assert read(said) == meaning


def test_an_item_with_a_blank_claim_is_left_out_and_the_rest_is_taken() -> None:
    blank = {"target": "A", "claim": " "}
    read = read_reply(json.dumps({"items": [blank, {"target": "B", "claim": "No source."}]}), CritiqueReply)
    assert isinstance(read, Reading)
    assert [item.claim for item in read.value.items] == ["No source."]
    assert "left_out" in read.mends
    assert isinstance(read_reply(json.dumps({"items": [blank]}), CritiqueReply), ParseProblem)
