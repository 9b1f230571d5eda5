"""What the program of a seat printed: an answer, or a complaint that looks like one."""

from __future__ import annotations

import json

import pytest

from app.gateway.commands.reading import read_answer
from tests.support.answering_program import ANSWER, FAIL, PRINTED


def read(**value: object) -> tuple[str, str | None, int | None, int | None]:
    found = read_answer(json.dumps(value), "", 0, "result")
    return found.text, found.why, found.tokens_in, found.tokens_out


@pytest.mark.parametrize(
    ("how", "member", "why", "said"),
    [
        ("login as an answer", "", "auth", "Please run /login"),
        ("limit", "", "rate_limit", "It resets at 5pm"),
        ("page", "", "bad_reply", "<!DOCTYPE html>"),
        ("other json", "result", "bad_reply", '{"reply"'),
        ("deaf", "result", "bad_reply", "The answer"),
    ],
)
def test_what_is_no_answer_is_told_with_the_programs_own_words(
    how: str, member: str, why: str, said: str
) -> None:
    found = read_answer(PRINTED[how], "", int(how in FAIL), member)
    assert (found.why, found.text) == (why, "")
    assert said in found.said


def test_an_answer_is_found_among_lines_that_are_none() -> None:
    assert read_answer(PRINTED["json lines"], "", 0, "result").text == ANSWER


def test_what_a_program_calls_an_error_is_no_answer_though_it_ends_well_and_stands_in_its_place() -> None:
    said = "The session came to its limit of turns."
    assert read(result=said)[:2] == (said, None)
    assert read(result=said, is_error=False)[:2] == (said, None)
    assert read(result=said, is_error=True)[:2] == ("", "server_error")
    told = read_answer(json.dumps({"result": said, "is_error": True}), "", 0, "result")
    assert told.said == said


@pytest.mark.parametrize("told", [10**9, 2**63, 10**30, 0, -5, True, 1.5, "12", None, [12], {}])
def test_a_number_of_tokens_that_cannot_be_is_as_good_as_none(told: object) -> None:
    usage = {"input_tokens": told, "output_tokens": 34}
    assert read(result="Yes.", usage=usage) == ("Yes.", None, None, 34)
    usage = {"input_tokens": 12, "output_tokens": told}
    assert read(result="Yes.", usage=usage) == ("Yes.", None, 12, None)
