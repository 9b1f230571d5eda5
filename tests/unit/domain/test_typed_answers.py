"""What a line means that is typed as an answer, at a terminal or in the window."""

from __future__ import annotations

import pytest

from app.domain.gates import Verb
from app.domain.i18n import Message
from app.domain.typed_answers import TypedAnswer, agreed, named_texts, typed_answer

KNOWN = (
    Verb("keep_all", Message("Keep all, mark out of date"), heard=("no", "keep")),
    Verb("cull_all", Message("Delete all and go on"), heard=("yes", "cull")),
    Verb("look", Message("What changed in this attempt"), heard=("view-partial",), looks=True),
)
TEXTS = ("chapter-beats/chapter-03.md", "chapter-beats/13-quay.md", "foundation.md")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("cull-all", TypedAnswer("cull-all", "cull_all")),
        ("Keep All", TypedAnswer("Keep All", "keep_all")),
        ("Delete all and go on", TypedAnswer("Delete all and go on", "cull_all")),
        ("y", TypedAnswer("y", "cull_all", heard=True)),
        ("Yes.", TypedAnswer("Yes.", "cull_all", heard=True)),
        ("“Keep-all”", TypedAnswer("“Keep-all”", "keep_all")),
        ("CULL  ALL!", TypedAnswer("CULL  ALL!", "cull_all")),
        ("nein", TypedAnswer("nein", "keep_all", heard=True)),
        ("...", TypedAnswer("...")),
        ("   Cull all downstream? (yes/no/cancel): yes", TypedAnswer("yes", "cull_all", heard=True)),
        ("Continue? (yes/no/view-partial): view-partial", TypedAnswer("view-partial", "look", heard=True)),
        ("diff", TypedAnswer("diff", changes="")),
        ("diff 1 chapter-3", TypedAnswer("diff 1 chapter-3", changes="1 chapter-3")),
        ("all", TypedAnswer("all", changes="")),
        ("chapter-3", TypedAnswer("chapter-3", changes="chapter-3")),
        ("q", TypedAnswer("q", passes=True)),
        ("Make it darker", TypedAnswer("Make it darker")),
        ("", TypedAnswer("")),
    ],
)
def test_a_line_is_an_answer_a_word_for_one_or_changes_to_look_at(line: str, meant: TypedAnswer) -> None:
    assert typed_answer(line, KNOWN, "keep_all", TEXTS) == meant


def test_yes_is_what_is_recommended_where_nothing_else_hears_it() -> None:
    plain = (Verb("approve", Message("Approve")), Verb("cancel", Message("Cancel")))
    assert typed_answer("yes", plain, "approve").name == "approve"
    assert not typed_answer("yes", plain, "").name
    assert not typed_answer("diff", plain, "").changes, "without texts there are no changes"


def test_an_answer_is_called_as_the_face_calls_it() -> None:
    german = {"Keep all, mark out of date": "Alles behalten …"}
    found = typed_answer("alles behalten ", KNOWN, "", called=lambda label: german.get(str(label), ""))
    assert found.name == "keep_all"


def test_a_text_is_named_by_its_words_or_its_number() -> None:
    assert named_texts(TEXTS, "chapter 3") == ["chapter-beats/chapter-03.md"]
    assert named_texts(TEXTS, "chapter-13") == ["chapter-beats/13-quay.md"]
    assert named_texts(TEXTS, "foundation") == ["foundation.md"]
    assert named_texts(TEXTS, "") == TEXTS
    assert named_texts(TEXTS, "chapter-4") == []


@pytest.mark.parametrize(
    ("line", "said"), [("View full? (yes/no): no", False), ("Y.", True), ("maybe", None)]
)
def test_a_question_of_yes_or_no_is_answered_also_by_a_copied_line(line: str, said: bool | None) -> None:
    assert agreed(line) is said
