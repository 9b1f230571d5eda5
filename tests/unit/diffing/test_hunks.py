"""Accepting and reverting changes, single cases and rules for all."""

from __future__ import annotations

import gc
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.diffing import compare
from app.diffing.hunks import Comparison, figures
from tests.support.examples import examples

# Thousands of examples at night.

PARAGRAPHS = (
    "Alpha begins the tale and says a word or two.",
    "Alpha begins the tale and says a word or three.",
    "# Heading",
    "- item one\n- item two",
    "Beta.",
    "今日は晴れです。",
    "今日は雨です。",
    "שלום עולם",
    "e\u0301te\u0301 👩\u200d👩\u200d👧 🇩🇪🇫🇷 end",
    "e\u0301te\u0301 👩\u200d👩\u200d👦 🇩🇪 end",
    "    code = 1\n    more = 2",
    "word " * 400,
)
GAPS = ("\n\n", "\n\n\n", "\r\n\r\n", "\n \n")
paragraphs = st.lists(st.sampled_from(PARAGRAPHS), max_size=9)
documents = st.tuples(
    st.lists(st.tuples(st.sampled_from(PARAGRAPHS), st.sampled_from(GAPS)), max_size=8),
    st.sampled_from(("", "\n", "\r\n")),
).map(lambda parts: "".join(text + gap for text, gap in parts[0]) + parts[1])
anything = st.one_of(documents, st.text(max_size=60))


def subset(found: Comparison, seed: int) -> set[int]:
    rng = random.Random(seed)
    return {hunk.index for hunk in found.hunks if rng.random() < 0.5}


@given(anything, anything, st.sampled_from(("word", "sentence", "line")))
def test_all_changes_give_the_new_text_and_none_the_old(old: str, new: str, granularity: str) -> None:
    found = compare(old, new, granularity)
    assert found.compose(()) == old
    assert found.compose(range(len(found.hunks))) == new
    assert (not found.hunks) == (old == new)


@given(anything, anything, st.integers(0, 1000))
def test_any_choice_of_changes_gives_the_pieces_of_that_choice_in_order(
    old: str, new: str, seed: int
) -> None:
    found = compare(old, new)
    accepted = subset(found, seed)
    expected = []
    for index, row in enumerate(found.rows):
        unit = row.new if found.of_row[index] in accepted else row.old
        if unit is not None:
            expected += unit.text.split()
    # Pieces may stand in another order than in either text, but none is lost, doubled or glued to another.
    assert found.compose(accepted).split() == expected


@given(anything, anything)
def test_all_deleted_and_all_inserted_means_that_no_word_is_common(old: str, new: str) -> None:
    held = any(
        row.kind == "unchanged" or row.moved is not None or any(span.kind == "equal" for span in row.spans)
        for row in compare(old, new).rows
    )
    common = {word for word in old.split() if word.isalpha()} & {
        word for word in new.split() if word.isalpha()
    }
    assert held or not common


@given(paragraphs, paragraphs, st.integers(0, 1000))
def test_paragraphs_stay_parted_by_one_blank_line_whatever_is_chosen(
    old: list[str], new: list[str], seed: int
) -> None:
    found = compare("\n\n".join(old), "\n\n".join(new), "sentence")
    accepted = subset(found, seed)
    blocks = found.compose(accepted).split("\n\n") if found.compose(accepted) else []
    known = {line for text in PARAGRAPHS for line in text.split("\n")}
    assert all(line in known for block in blocks for line in block.split("\n"))


@given(anything, anything)
@settings(max_examples=examples(60, 1000))
def test_keys_name_changes_and_stay_the_same(old: str, new: str) -> None:
    found, again = compare(old, new), compare(old, new)
    keys = [hunk.key for hunk in found.hunks]
    assert len(set(keys)) == len(keys)
    assert keys == [hunk.key for hunk in again.hunks]


@given(anything, anything)
@settings(max_examples=examples(60, 1000))
def test_figures_fit_the_changes(old: str, new: str) -> None:
    found = compare(old, new)
    change_figures = figures(found)
    assert 0 <= change_figures.ratio <= 1
    assert change_figures.changes == len(found.hunks)
    assert change_figures.words_deleted <= change_figures.words_old
    assert change_figures.words_inserted <= change_figures.words_new


OLD = (
    "# Costs\n\nThe pilot costs twelve dollars a head.\n\nA rota keeps the phones answered on Fridays.\n\n"
    "# People\n\nNobody is asked to work longer hours than now.\n"
)
NEW = (
    "# Costs\n\nThe pilot costs fourteen dollars a head.\n\n# People\n\n"
    "Nobody is asked to work longer hours than now.\n\nA rota keeps the phones answered on Fridays.\n"
)


def test_a_moved_paragraph_is_one_change_that_goes_both_ways() -> None:
    found = compare(OLD, NEW)
    assert [hunk.kind for hunk in found.hunks] == ["changed", "moved"]
    moved = found.compose({1})
    assert moved == NEW.replace("fourteen", "twelve")


def test_a_moved_and_slightly_changed_paragraph_shows_what_changed_in_it() -> None:
    new = NEW.replace("on Fridays", "on Mondays")
    row = next(row for row in compare(OLD, new).rows if row.moved is not None)
    assert [span.text for span in row.spans if span.kind != "equal"] == ["Fridays", "Mondays"]


def test_changes_know_their_lines_and_the_heading_above() -> None:
    first, second = compare(OLD, NEW).hunks
    assert (first.old_lines, first.new_lines, first.heading) == ((3, 3), (3, 3), "Costs")
    assert (second.old_lines, second.new_lines) == ((5, 5), (9, 9))


def test_deleting_the_last_paragraph_leaves_no_blank_line_behind() -> None:
    found = compare("One stays.\n\nTwo goes away.\n", "One stays.\n")
    assert found.compose({0}) == "One stays.\n"
    added = compare("One stays.", "One stays.\n\nTwo comes.\n\nThree comes too.")
    assert added.compose({0}) == "One stays.\n\nTwo comes."
    assert added.compose({1}) == "One stays.\n\nThree comes too."


def test_white_space_between_paragraphs_is_a_change_of_its_own() -> None:
    found = compare("One.\n\nTwo.", "One.\n\n\n\nTwo.")
    assert [hunk.kind for hunk in found.hunks] == ["spacing"]


def test_neighbouring_lines_of_code_are_one_change() -> None:
    old = "def f(x):\n    y = x + 1\n    z = y * 2\n    return z\n"
    new = "def f(x):\n    y = x + 2\n    z = y * 3\n    return z\n"
    hunk = compare(old, new).hunks[0]
    assert (hunk.old_lines, hunk.heading, len(hunk.rows)) == ((2, 3), "def f(x)", 2)


def test_a_huge_paragraph_and_an_empty_text_are_no_special_case() -> None:
    huge = "word and other words " * 10_000
    assert compare("", huge).compose({0}) == huge
    assert compare(huge, "").compose({0}) == ""
    assert compare(huge, huge.replace("other", "more", 3)).compose({0}).count("more") == 3


def test_the_garbage_collector_is_on_again_after_a_long_comparison() -> None:
    compare("one word " * 10_000, "two words " * 10_000)
    assert gc.isenabled()


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_are_kept_as_they_are(end: str) -> None:
    old, new = f"One two.{end}{end}Three four.{end}", f"One two.{end}{end}Three five.{end}"
    assert compare(old, new).compose({0}) == new


@pytest.mark.nightly
@given(anything, anything, st.integers(0, 1000), st.sampled_from(("word", "sentence", "line")))
@settings(max_examples=5000)
def test_every_choice_holds_over_many_texts(old: str, new: str, seed: int, granularity: str) -> None:
    found = compare(old, new, granularity)
    accepted = subset(found, seed)
    assert found.compose(()) == old
    assert found.compose(range(len(found.hunks))) == new
    sides = [row.new if found.of_row[p] in accepted else row.old for p, row in enumerate(found.rows)]
    assert found.compose(accepted).split() == [word for unit in sides if unit for word in unit.text.split()]
