"""A marked passage: exactly its characters are replaced, whatever a model returns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.i18n import Message
from app.workflows.draft.facts import MarkedPassage
from app.workflows.draft.rules.passage import Replaced, find_passage, parts_of, put_in_its_place, replaced

FILE = "chapters/03.md"
BEFORE = "# Three\n\nMarcus woke as the first rays of sunlight streamed through the window. "
QUOTE = "He felt refreshed, ready to face the day."
BEHIND = " Today was the day he would finally confront the corrupt magistrate.\n\nHe dressed.\n"
TEXT = BEFORE + QUOTE + BEHIND
MARKED = find_passage(FILE, TEXT, QUOTE)
NEW = "He felt nothing at all."


def put(reply: str, **more: object) -> Replaced | Message:
    assert MARKED is not None
    return replaced(TEXT, MARKED, reply, **more)  # type: ignore[arg-type]  # options of one call


def why(found: Replaced | Message) -> str:
    assert isinstance(found, Message)
    return str(found)


@pytest.mark.parametrize(
    "reply",
    [
        f"<<<PASSAGE>>>\n{NEW}\n<<<END PASSAGE>>>",
        f"Here you are:\n<<<PASSAGE>>>\n{NEW}\n<<<END PASSAGE>>>\nI hope it helps.",
        NEW,
        f"<<<PASSAGE>>>\n{BEFORE}{NEW}{BEHIND}\n<<<END PASSAGE>>>",
        f"{BEFORE}{NEW}{BEHIND}",
        f"{BEFORE[20:]}{NEW}",
        f"{NEW}{BEHIND}",
    ],
)
def test_what_stands_for_the_passage_is_put_in_its_place_and_nothing_else(reply: str) -> None:
    found = put(reply)
    assert isinstance(found, Replaced)
    assert found.text == BEFORE + NEW + BEHIND
    assert put_in_its_place(TEXT, marked_at(TEXT, len(BEFORE), len(BEFORE + QUOTE)), found.text) == NEW


def test_what_was_cut_off_is_said() -> None:
    found = put(f"Sure!\n<<<PASSAGE>>>\n{NEW}{BEHIND}\n<<<END PASSAGE>>>")
    assert isinstance(found, Replaced)
    assert [str(one) for one in found.mends] == [
        "What the answer says beside the passage was left out.",
        "The answer repeats text around the passage; that was cut off.",
    ]


def test_an_answer_that_says_more_and_shows_no_edge_is_refused() -> None:
    more = BEFORE.replace("window", "shutters") + NEW + BEHIND.replace("Today", "Now") + BEHIND + BEHIND
    assert "more than the marked passage" in why(put(more))


def test_two_passages_are_refused() -> None:
    two = f"<<<PASSAGE>>>\n{NEW}\n<<<END PASSAGE>>>\n<<<PASSAGE>>>\nOr this.\n<<<END PASSAGE>>>"
    assert why(put(two)).startswith("The answer has 2 different passages")


@pytest.mark.parametrize("reply", ["", "   ", "<think>let me see</think>"])
def test_an_empty_answer_changes_nothing(reply: str) -> None:
    assert why(put(reply)) == "The answer is empty. Nothing was changed."


def test_an_empty_passage_between_marks_removes_it() -> None:
    found = put("<<<PASSAGE>>>\n<<<END PASSAGE>>>")
    assert isinstance(found, Replaced)
    assert found.text == BEFORE + BEHIND


@pytest.mark.parametrize("reply", ["<<<PASSAGE>>>\nHe felt", "He felt"])
def test_an_answer_that_broke_off_changes_nothing(reply: str) -> None:
    assert "broke off" in why(put(reply, cut=True))


def test_a_file_that_changed_since_is_not_touched() -> None:
    assert MARKED is not None
    found = replaced("Other words.\n" + TEXT, MARKED, NEW)
    assert why(found) == "The marked words are no longer there in chapters/03.md. Mark them again."


def test_the_file_keeps_its_kind_of_line_breaks() -> None:
    text = "one\r\n\r\ntwo three\r\n"
    marked = find_passage(FILE, text, "two three")
    assert marked is not None
    found = replaced(text, marked, "<<<PASSAGE>>>\nfour\nfive\n<<<END PASSAGE>>>")
    assert isinstance(found, Replaced)
    assert found.text == "one\r\n\r\nfour\r\nfive\r\n"


def test_quoted_words_are_found_where_they_stand_first_whatever_their_white_space() -> None:
    text = "the cat sat\non the mat. Then the cat sat on the mat."
    found = find_passage(FILE, text, "cat sat on  the mat")
    assert found is not None
    assert found.start == 4
    assert find_passage(FILE, text, "dog") is None


def marked_at(text: str, start: int, end: int) -> MarkedPassage:
    """Mark a range without the white space at its edges, as one that is found by its words."""
    start += len(text[start:end]) - len(text[start:end].lstrip())
    quote = text[start:end].rstrip()
    return MarkedPassage(path=FILE, start=start, end=start + len(quote), quote=quote)


@given(
    st.text(max_size=120),
    st.text(min_size=1, max_size=60),
    st.text(max_size=120),
    st.text(max_size=200),
    st.booleans(),
)
def test_no_byte_outside_the_passage_changes_whatever_comes_back(
    before: str, quote: str, behind: str, reply: str, cut: bool
) -> None:
    text = before + quote + behind
    marked = marked_at(text, len(before), len(before) + len(quote))
    found = replaced(text, marked, reply, cut=cut)
    if isinstance(found, Replaced):
        head, _, tail = parts_of(text, marked)
        assert found.text.startswith(head)
        assert found.text.endswith(tail)
        assert len(found.text) >= len(head) + len(tail)


@given(st.integers(0, 60), st.integers(0, 40))
def test_a_whole_file_in_place_of_the_passage_is_cut_or_refused(start: int, length: int) -> None:
    marked = marked_at(TEXT, 20 + start, 40 + start + length)
    head, _, tail = parts_of(TEXT, marked)
    found = replaced(TEXT, marked, f"{head}something different{tail}")
    assert isinstance(found, Replaced)
    assert found.text == f"{head}something different{tail}"


@pytest.mark.parametrize(
    ("source", "seen", "quote"),
    [
        ("**The choice.** She asks.\n", "The choice. She asks.", "**The choice.** She asks."),
        ("She _could_ enter the `way`.", "could enter the way", "_could_ enter the `way`"),
        ("1. The pen.\n2. The clerk.\n", "The pen.\nThe clerk.", "The pen.\n2. The clerk."),
        ("> Salt is\n> salt.\n", "Salt is\nsalt.", "Salt is\n> salt."),
        ("A **bold word** here", "word here", "word** here"),
    ],
)
def test_words_are_found_as_they_are_seen_without_the_marks_around_them(
    source: str, seen: str, quote: str
) -> None:
    found = find_passage("a.md", source, seen)
    assert found is not None
    assert found.quote == quote
    assert source[: found.start] + found.quote + source[found.end :] == source
    assert find_passage("a.md", source, "words that are not there") is None
