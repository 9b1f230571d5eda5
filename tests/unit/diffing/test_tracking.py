"""Two texts as one line of passages: each text comes back from it, and every change has its own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.diffing import compare
from app.diffing.hunks import passages

WORDS = st.lists(
    st.sampled_from(
        ["The sea was calm.", "Mara waited.", "# One", "- item", "\n", "\n\n", " ", "x", "é", "\r\n"]
    ),
    max_size=14,
).map("".join)


@given(old=WORDS, new=WORDS)
def test_without_what_comes_it_is_the_old_text_and_without_what_goes_the_new_one(old: str, new: str) -> None:
    found = passages(compare(old, new))
    assert "".join(one.text for one in found if one.kind != "insert") == old
    assert "".join(one.text for one in found if one.kind != "delete") == new
    assert all(one.text for one in found)


@given(old=WORDS, new=WORDS)
def test_what_goes_and_comes_names_its_change_where_it_is_one_to_decide_on(old: str, new: str) -> None:
    compared = compare(old, new)
    named = {one.change for one in passages(compared) if one.kind != "equal"} - {-1}
    assert named == {hunk.index for hunk in compared.hunks}


def test_white_space_beside_a_piece_that_comes_is_of_that_change() -> None:
    found = passages(compare("It is so.", "It is now so.\n\nAnd more."))
    assert [(one.text, one.change) for one in found if one.kind == "insert"] == [
        ("now ", 0),
        ("\n\nAnd more.", 1),
    ]


def test_a_changed_sentence_is_told_by_its_words() -> None:
    found = passages(compare("The sea was calm.\n\nMara waited.\n", "The sea was rough.\n\nMara waited.\n"))
    assert [(one.kind, one.text) for one in found] == [
        ("equal", "The sea was "),
        ("delete", "calm"),
        ("insert", "rough"),
        ("equal", ".\n\nMara waited.\n"),
    ]
