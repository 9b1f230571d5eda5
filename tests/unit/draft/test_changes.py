"""Changes of files: what is taken, in parts or whole, and that nothing else moves by a byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.diffing import compare
from app.workflows.draft.rules.changes import fitted, line_end, measure, plain, third_sides

LINES = st.lists(st.sampled_from(["One.", "Two two.", "", "# Head", "Three", "four  "]), max_size=8)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@st.composite
def texts(draw: st.DrawFn) -> str:
    lines = draw(LINES)
    return draw(st.sampled_from(["", "\ufeff"])) + "".join(line + draw(ENDS) for line in lines)


def test_what_differs_is_named_and_a_file_that_is_gone_is_a_deletion() -> None:
    old = {"b.md": "b\n", "a.md": "a\n", "c.md": "c\n"}
    new = {"b.md": "B\n", "c.md": "c\n", "d.md": "d\n"}
    found = {one.path: one.kind for one in measure(old, new).changed}
    assert found == {"a.md": "removed", "b.md": "changed", "d.md": "added"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_file_keeps_its_line_ends_its_mark_and_its_last_line(end: str) -> None:
    old = f"\ufeffOne.{end}Two."
    assert fitted("One.\nTwo.\n", old) == old, "nothing changed: not a byte does"
    assert fitted("One.\nThree.\n", old) == f"\ufeffOne.{end}Three."
    assert fitted("One.\r\nTwo.\nThree.", f"One.{end}Two.{end}{end}") == f"One.{end}Two.{end}Three.{end}{end}"
    assert fitted("One", None) == "One\n"
    assert line_end(old) == end


def test_lines_of_a_mixed_file_keep_each_its_own_end() -> None:
    old = "One.\r\nTwo.\nThree.\r\nFour.\n"
    assert fitted("One.\nTwo.\nThree!\nFour.\n", old) == "One.\r\nTwo.\nThree!\r\nFour.\n"
    assert fitted("One.\nTwo!\nThree.\nFour.\n", old) == "One.\r\nTwo!\nThree.\r\nFour.\n"


def test_an_empty_line_behind_an_old_end_stays_a_line() -> None:
    assert fitted("One.\nOne.\n\nOne.\n", "One.\nOne.\r") == "One.\nOne.\r\rOne.\n"


@given(texts(), texts())
def test_fitting_changes_line_ends_and_the_end_of_the_file_alone(new: str, old: str) -> None:
    found = fitted(new, old)
    assert plain(found).removeprefix("\ufeff").rstrip("\n") == plain(new).removeprefix("\ufeff").rstrip("\n")
    assert fitted(found, old) == found, "fitting twice changes nothing more"
    assert fitted(plain(old), old) == old or not plain(old).strip("\n\ufeff")


@given(texts(), texts())
def test_a_hunk_that_nobody_chose_leaves_its_bytes(new: str, old: str) -> None:
    found = fitted(new, old)
    compared = compare(old, found)
    assert compared.compose([]) == old
    assert compared.compose([hunk.index for hunk in compared.hunks]) == found


def test_an_edit_made_outside_is_a_third_side_and_joined_where_it_finds_its_place() -> None:
    base = {"a.md": "One.\n\nTwo.\n", "b.md": "b\n", "c.md": "c\n", "new.md": None}
    outside = {"a.md": "One, by hand.\n\nTwo.\n", "b.md": None, "c.md": "c\n", "new.md": "theirs\n"}
    ours = {"a.md": "One.\n\nTwo, darker.\n", "b.md": "B\n", "c.md": "C\n", "new.md": "ours\n"}
    found = {side.path: side for side in third_sides(base, outside, ours)}
    assert set(found) == {"a.md", "b.md", "new.md"}
    assert found["a.md"].merged == "One, by hand.\n\nTwo, darker.\n"
    assert found["b.md"].merged is None, "a file that was deleted is a question"
    assert found["new.md"].merged is None
    same = third_sides(base, {**outside, "a.md": ours["a.md"]}, {"a.md": ours["a.md"]})
    assert same == [], "who made the same change is no third side"
