"""A person's edit of one version is made again in the next."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.diffing.patches import carry_over

# Thousands of examples at night.

BASE = "The cat sat on the mat. It was happy.\n\nNobody knew why the dog had gone away.\n\nThe end came soon."


def test_an_edit_is_made_where_its_surroundings_stand_unchanged() -> None:
    edited = BASE.replace("It was happy", "It was very happy indeed")
    newer = BASE.replace("had gone away", "had left").replace("The end", "Then the end")
    carried = carry_over(BASE, edited, newer)
    assert carried.text == newer.replace("It was happy", "It was very happy indeed")
    assert carried.whole


def test_an_edit_finds_its_place_beside_changed_words() -> None:
    edited = BASE.replace("the mat", "the red mat")
    newer = BASE.replace("The cat sat on the mat", "A cat lay on the mat")
    assert carry_over(BASE, edited, newer).text == newer.replace("the mat", "the red mat")


def test_an_edit_follows_its_paragraph_to_another_place() -> None:
    one, two, three = BASE.split("\n\n")
    newer = f"{two}\n\n{three}\n\n{one}"
    edited = BASE.replace("It was happy", "It was sad")
    assert carry_over(BASE, edited, newer).text == newer.replace("It was happy", "It was sad")


def test_what_finds_no_place_is_handed_back_and_not_lost() -> None:
    edited = BASE.replace("Nobody knew why the dog had gone away.", "Everybody knew the dog had gone home.")
    newer = "The cat sat on the mat. It was happy.\n\nThe end came soon."
    carried = carry_over(BASE, edited, newer)
    assert carried.text == newer
    assert "Everybody" in " ".join(new for _, new in carried.unplaced)


texts = st.lists(
    st.sampled_from(("the ", "cat ", "sat. ", "\n\n", "dog ", "文字", "e\u0301 ", "\r\n")), max_size=25
).map("".join)


@given(texts, texts)
def test_onto_the_same_text_the_edit_is_made_as_it_was(base: str, edited: str) -> None:
    assert carry_over(base, edited, base).text == edited
    assert carry_over(base, base, edited).text == edited
    assert carry_over(base, edited, edited).text == edited


@given(texts, texts, texts)
def test_it_never_fails(base: str, edited: str, newer: str) -> None:
    carried = carry_over(base, edited, newer)
    assert carried.whole or carried.unplaced
