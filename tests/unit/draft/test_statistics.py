"""What a project's past adds up to, and the words of each file."""

from __future__ import annotations

from typing import Any

from app.workflows.draft.rules.history_file import AcceptedIteration
from app.workflows.draft.rules.statistics import (
    FileWords,
    growth,
    requests_told,
    statistics,
    told,
    words_by_file,
)
from app.workflows.draft.rules.templates import template_named, titled

TITLES = {"chapters": titled("Chapters")}


def one(number: int, feedback: str = "", **more: Any) -> AcceptedIteration:
    given = {"number": number, "level": "chapters", "timestamp": 0, "commit": str(number), **more}
    return AcceptedIteration(feedback=feedback, **given)


def test_attempts_and_what_was_asked_for_again_are_added_up() -> None:
    past = [
        one(0, "Darker: from another tool"),
        one(1),
        one(2, "Make chapter 3 darker, much darker", attempts=3, lines_changed=40),
        one(3, "Make the ending darker and the dialogue shorter", attempts=2, over_judge=True),
        one(4, "Shorter", level="prose", undone_at=7, lines_changed=2),
    ]
    found = statistics(past)
    assert (found.accepted, found.undone, found.over_judge, found.lines) == (4, 1, 1, 42)
    assert found.attempts == 1.75
    assert found.by_level == {"chapters": 3, "prose": 1}
    assert found.wanted == (("darker", 2), ("shorter", 2)), "once an iteration, and no filling words"
    assert told(found, TITLES) == [
        "Accepted: 4 iterations (3 of Chapters, 1 of prose). Lines changed in all: 42.",
        "An acceptance took 1.75 attempts on average.",
        "1 time the judge was overruled.",
        "1 iteration was undone.",
        "Asked for again and again: darker (2×), shorter (2×).",
    ]


def test_it_is_told_which_kinds_of_request_were_approved_at_once() -> None:
    past = [
        one(1),
        one(2, "Make chapter 3 darker", attempts=1),
        one(3, "Make chapter 4 darker", attempts=2),
        one(4, "Calmer", attempts=1, over_judge=True),
        one(5, "1. In chapter 2 add rain.\n2. In chapter 3 add snow."),
        one(6, "If the brother dies in 3, let Ilse find the letter in 5"),
    ]
    told_ = str(requests_told(statistics(past)))
    assert told_ == (
        "Requests approved at the first attempt: 1 of 2 that name a place, 0 of 1 of the whole, "
        "1 of 1 of several points, 1 of 1 with a condition"
    )
    assert not str(requests_told(statistics([one(1)])))


def test_one_level_is_told_in_one_breath() -> None:
    assert told(statistics([one(1, "Darker", lines_changed=2)]), TITLES) == [
        "Accepted: 1 iteration of Chapters. Lines changed in all: 2.",
        "An acceptance took 1 attempt on average.",
    ]


def test_nothing_is_told_where_nothing_was_accepted() -> None:
    assert told(statistics([]), TITLES) == []
    assert statistics([]).attempts is None


def test_the_words_of_each_chapter_are_counted_before_and_after() -> None:
    prose = template_named("novel").named("prose")
    old = {"chapters/2.md": "one two", "chapters/10.md": "one"}
    new = {"chapters/2.md": "one two three", "chapters/11.md": "a b", "notes.md": "x"}
    assert words_by_file(prose, old, new) == (
        FileWords("chapters/2.md", 2, 3),
        FileWords("chapters/10.md", 1, None),
        FileWords("chapters/11.md", None, 2),
    )


def test_each_file_s_words_are_told_from_before_its_first_change_to_after_its_last() -> None:
    rounds = [
        (FileWords("chapters/1.md", None, 900), FileWords("chapters/2.md", 1000, 1100)),
        (FileWords("chapters/2.md", 1100, 1050),),
        (FileWords("chapters/1.md", 900, None),),
    ]
    assert growth(rounds, {"chapters/2.md": "word " * 1050}) == (
        (FileWords("chapters/1.md", None, None), 2),
        (FileWords("chapters/2.md", 1000, 1050), 2),
    )
