"""Schemas with bounds, and replies that keep to none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.gateway.host.dialects.writing import written_out
from app.workflows.common.asking_twice import LONGEST_TEXT, MOST_ITEMS, listing, schema_of
from app.workflows.common.reading.reader import ParseProblem, Reading
from app.workflows.common.reading.shown import read_shown
from app.workflows.common.replies import CompareReply, CritiqueReply, EvaluationReply, RefinementReply

LABELS = {"answer": ["Response A", "Response B"]}


def sent(model: Any, shown: dict[str, list[str]]) -> Any:
    """Return the properties of a reply's schema as a server that takes bounds is sent it."""
    found = written_out(listing(schema_of(model), model, shown), bounds=True)
    assert found is not None
    return found["properties"]


def test_a_critique_can_be_of_what_was_shown_alone_and_comes_to_an_end() -> None:
    critique = sent(CritiqueReply, LABELS)
    point = critique["items"]["items"]["properties"]
    assert critique["ranking"]["items"]["enum"] == point["target"]["enum"] == LABELS["answer"]
    assert (critique["ranking"]["maxItems"], critique["items"]["maxItems"]) == (2, 10)
    assert (point["claim"]["minLength"], point["claim"]["maxLength"]) == (1, 600)


def test_an_answer_has_no_end_and_what_stands_beside_it_has() -> None:
    refinement = sent(RefinementReply, {"point": ["1", "2", "3"]})
    assert refinement["text"] == {"type": "string", "minLength": 1}
    assert refinement["answers"]["maxItems"] == 3
    assert refinement["answers"]["items"]["properties"]["id"]["enum"] == ["1", "2", "3"]
    assert refinement["summary"]["maxLength"] == LONGEST_TEXT
    figures = sent(EvaluationReply, {})
    assert (figures["agreement"]["minimum"], figures["agreement"]["maximum"]) == (0, 100)
    assert figures["must_haves"]["maxItems"] == MOST_ITEMS


def test_a_schema_goes_without_bounds_where_none_are_taken() -> None:
    plain = written_out(schema_of(CritiqueReply))
    assert not any(word in json.dumps(plain) for word in ("maxItems", "maxLength", "minLength"))


@pytest.mark.parametrize("blank", [{"claim": ""}, {"claim": "  "}, {}])
def test_a_blank_item_is_left_out_and_not_the_reply(blank: dict[str, str]) -> None:
    sound = {"target": "Response B", "claim": "No figure."}
    text = json.dumps({"ranking": ["Response A"], "items": [{"target": "Response A", **blank}, sound]})
    read = read_shown(text, CritiqueReply, LABELS)
    assert isinstance(read, Reading)
    assert [one.claim for one in read.value.items] == ["No figure."]
    assert read.mends == ("left_out",)


@pytest.mark.parametrize(
    ("model", "reply", "why"),
    [
        (CompareReply, {"winner": "blue"}, "winner: one of these is needed: first, second, tie"),
        (
            RefinementReply,
            {"text": "T", "answers": [{"id": "1", "answer": "maybe"}]},
            "answers.0.answer: one of these is needed: fixed, held",
        ),
        (
            CritiqueReply,
            {"items": [{"target": "Response A", "claim": ""}]},
            "items: not given",
        ),
    ],
)
def test_what_is_wrong_is_told_in_words_of_our_own(model: Any, reply: object, why: str) -> None:
    read = read_shown(json.dumps(reply), model, {})
    assert isinstance(read, ParseProblem)
    assert read.why == why
