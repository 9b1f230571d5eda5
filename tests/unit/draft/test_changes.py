"""Changes of files: what is taken, in parts or whole, and that nothing else moves by a byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import InputError
from app.workflows.draft.changes import FileChange, accepted, changes, fitted, line_end, plain, third_sides

LINES = st.lists(st.sampled_from(["One.", "Two two.", "", "# Head", "Three", "four  "]), max_size=8)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@st.composite
def texts(draw: st.DrawFn) -> str:
    lines = draw(LINES)
    return draw(st.sampled_from(["", "\ufeff"])) + "".join(line + draw(ENDS) for line in lines)


def test_what_differs_is_named_and_a_file_that_is_gone_is_a_deletion() -> None:
    old = {"b.md": "b\n", "a.md": "a\n", "c.md": "c\n"}
    new = {"b.md": "B\n", "c.md": "c\n", "d.md": "d\n"}
    found = changes(old, new, ["b.md", "a.md"])
    assert [(one.path, one.kind) for one in found] == [
        ("b.md", "changed"),
        ("a.md", "removed"),
        ("d.md", "added"),
    ]
    assert accepted(found) == {"b.md": "B\n", "a.md": None, "d.md": "d\n"}
    assert accepted(found, {"a.md": True, "b.md": False}) == {"a.md": None}
    assert accepted(found, {}) == {}


def test_two_hunks_of_three_are_taken_and_the_third_stays() -> None:
    old = "# One\n\nFirst.\n\nSecond.\n\nThird.\n"
    change = FileChange("a.md", old, "# One\n\nFirst, darker.\n\nSecond.\n\nThird, longer.\n\nFourth.\n")
    keys = [hunk.key for hunk in change.compared().hunks]
    assert len(keys) == 3
    two = "# One\n\nFirst, darker.\n\nSecond.\n\nThird.\n\nFourth.\n"
    assert accepted([change], {"a.md": [keys[0], keys[2]]}) == {"a.md": two}
    assert accepted([change], {"a.md": keys}) == {"a.md": change.new}
    assert accepted([change], {"a.md": []}) == {}


def test_a_choice_of_what_is_not_there_is_refused_in_words() -> None:
    change = FileChange("a.md", "a\n", "b\n")
    with pytest.raises(InputError, match=r"b\.md.*not among"):
        accepted([change], {"b.md": True})
    with pytest.raises(InputError, match="not there any more"):
        accepted([change], {"a.md": ["0000.1"]})


def test_parts_of_a_file_that_is_removed_can_be_kept() -> None:
    change = FileChange("a.md", "Keep.\n\nDrop.\n", None)
    keys = [hunk.key for hunk in change.compared().hunks]
    assert accepted([change], {"a.md": keys}) == {"a.md": None}


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


def test_an_empty_line_behind_an_old_end_stays_a_line() -> None:
    assert fitted("One.\nOne.\n\nOne.\n", "One.\nOne.\r") == "One.\nOne.\r\rOne.\n"


@given(texts(), texts())
def test_fitting_changes_line_ends_and_the_end_of_the_file_alone(new: str, old: str) -> None:
    found = fitted(new, old)
    assert plain(found).removeprefix("\ufeff").rstrip("\n") == plain(new).removeprefix("\ufeff").rstrip("\n")
    assert fitted(found, old) == found, "fitting twice changes nothing more"
    assert fitted(plain(old), old) == old or not plain(old).strip("\n\ufeff")


@given(texts(), texts(), st.data())
def test_a_hunk_that_nobody_chose_leaves_its_bytes(new: str, old: str, data: st.DataObject) -> None:
    change = FileChange("a.md", old, fitted(new, old))
    if change.old == change.new:
        return
    hunks = change.compared().hunks
    chosen = data.draw(st.lists(st.sampled_from([hunk.key for hunk in hunks]), unique=True)) if hunks else []
    result = accepted([change], {"a.md": chosen})
    if not chosen:
        assert result == {}
    if len(chosen) == len(hunks) and hunks:
        assert result == {"a.md": change.new}


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
