"""What a gate says of calls that failed: who, why, how often it was tried, and what helps."""

from __future__ import annotations

from app.domain.canonical import JsonValue
from app.domain.gate_lines import failure_brief, failure_headline, failure_lines
from app.domain.gates import GatePlace


def failed(seat: str, tries: int) -> dict[str, JsonValue]:
    return {
        "seat": seat,
        "purpose": "proposal",
        "message": "Too many requests (HTTP 429).",
        "hint": "Wait, or use another model.",
        "tries": tries,
    }


def test_the_bar_says_how_often_a_call_was_tried_where_it_was_more_than_once() -> None:
    brief = failure_brief({"items": [failed("Ada", 1), failed("Grace", 3)]}, GatePlace())
    assert [str(line) for line in brief] == [
        "Ada: Too many requests (HTTP 429). Wait, or use another model.",
        "Grace: Too many requests (HTTP 429), tried 3×. Wait, or use another model.",
        "What finished is kept.",
    ]


def test_those_who_did_not_answer_are_joined_by_a_word() -> None:
    said = failure_headline({"items": [failed(name, 1) for name in ("Ada", "Bram", "Cleo")]}, GatePlace())
    assert str(said).startswith("Ada, Bram and Cleo did not answer.")
    alone = failure_headline({"items": [failed("Ada", 1)] * 2}, GatePlace())
    assert str(alone).startswith("Ada did not answer.")


def test_a_terminal_says_it_too_and_a_common_reason_once() -> None:
    lines = list(failure_lines({"items": [failed("Ada", 3), failed("Grace", 3), failed("Bram", 1)]}))
    assert [str(line) for line in lines][:4] == [
        "Ada, Grace: Too many requests (HTTP 429), tried 3 times.",
        "  Wait, or use another model.",
        "Bram: Too many requests (HTTP 429).",
        "  Wait, or use another model.",
    ]


def test_of_a_cut_answer_the_bar_leaves_what_helps_to_the_buttons_that_do_it() -> None:
    said = {"message": "The answer was cut off (length).", "hint": "Raise the longest answer."}
    ways: dict[str, JsonValue] = {"go_on": {"cost": 0.0}}
    brief = failure_brief({"items": [{**failed("Ada", 2), **said, "ways": ways}]}, GatePlace())
    assert [str(line) for line in brief] == ["The answer was cut off (length).", "What finished is kept."]


def test_of_tokens_that_were_used_up_it_says_how_many_and_that_what_came_is_kept() -> None:
    item = failed("Ada", 1) | {"message": "The answer was cut off at the 4000 tokens that it may have."}
    item |= {"partial": "Yes, as", "cut": "length", "ways": {"use_partial": {}}}
    assert str(failure_headline({"items": [item]}, GatePlace())) == "Ada's answer is cut off."
    brief = failure_brief({"items": [item]}, GatePlace())
    assert [str(line) for line in brief] == ["4,000 tokens used up.", "What came is kept."]
