"""Options of a workflow that answer its first gate in place of setting it up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.canonical import JsonValue
from app.domain.errors import Bug, InputError
from app.domain.i18n import words
from app.engine.checking import check_plugin
from app.engine.command_options import CommandOption, FirstAnswer, first_answer
from tests.support.kitchen import KitchenPlugin

TELL = CommandOption("why", "why", words("Why."), answers="tasting/again/feedback")
SEATS = CommandOption("who", "who", words("Who."), answers="tasting/again/seats")
SERVE = CommandOption("hint", "hint", words("A hint."), answers="tasting/serve/hint")
SETS = CommandOption("courses", "courses", words("How many."), "number")


def test_options_of_one_verb_are_one_answer_and_those_that_set_up_are_none() -> None:
    options = (TELL, SEATS, SETS)
    given: dict[str, JsonValue] = {"why": "Too salty.", "who": ["Ann"], "courses": 2}
    assert first_answer(options, given) == FirstAnswer(
        "tasting", "again", {"feedback": "Too salty.", "seats": ["Ann"]}
    )
    assert first_answer(options, {"why": None, "courses": 2}) is None


def test_options_that_answer_in_two_ways_are_refused_by_their_names() -> None:
    with pytest.raises(InputError, match="--why and --hint ask for two things at once"):
        first_answer((TELL, SERVE), {"why": "Too salty.", "hint": "More."})


class Opted(KitchenPlugin):
    """The kitchen with options of its own."""


@pytest.mark.parametrize("wrong", ["nowhere/again/feedback", "tasting/fly/feedback", "tasting/again/colour"])
def test_an_option_that_answers_what_there_is_not_is_told_to_whoever_describes_it(wrong: str) -> None:
    plugin = Opted()
    plugin.command_options = (SETS, TELL)
    check_plugin("kitchen", plugin, lambda name: name)
    plugin.command_options = (replace(TELL, answers=wrong),)
    with pytest.raises(Bug, match=wrong):
        check_plugin("kitchen", plugin, lambda name: name)
