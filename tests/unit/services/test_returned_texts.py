"""What somebody made of a text that was sent out: decisions, edits, moved passages, signs as they were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.diffing import compare
from app.diffing.hunks import passages
from app.documents.edited_file import EditedText, Letters
from app.markup.visible import visible
from app.services.returned_texts import Edit, restored, returned

OLD = "# The sea\n\nThe sea was calm.\n\nMara waited for the boat that night.\n\nNobody came to the shore.\n"
NEW = (
    "# The sea\n\nThe sea was rough.\n\nMara waited for the ship that night.\n\nNobody came to the harbour.\n"
)


def sent(old: str, new: str) -> list[Letters]:
    """Return a text as it goes out, every change marked."""
    return list(_letters(old, new))


def _letters(old: str, new: str) -> Iterator[Letters]:
    for one in passages(compare(visible(old), visible(new))):
        yield Letters(one.text, one.kind == "insert", "Ada", "t", one.kind == "delete", "Ada", "t")


def decided(letters: Sequence[Letters], accepts: dict[str, bool]) -> EditedText:
    """Return it with the changes of these words accepted or rejected, and the others as they are."""
    found = []
    for one in letters:
        take = accepts.get(one.text)
        if take is None:
            found.append(one)
        elif take == one.brought:
            found.append(Letters(one.text))
    return EditedText(tuple(found))


def test_what_comes_back_as_it_went_is_undecided() -> None:
    found = returned(OLD, NEW, EditedText(tuple(sent(OLD, NEW))))
    assert found.untouched
    assert found.changes == ("open", "open", "open")
    assert found.text == NEW


def test_accepted_and_rejected_changes_are_told_apart_from_those_nobody_decided() -> None:
    accepts = {"calm": True, "rough": True, "boat": False, "ship": False}
    found = returned(OLD, NEW, decided(sent(OLD, NEW), accepts))
    assert found.changes == ("taken", "not_taken", "open")
    assert not found.edits
    assert found.text == NEW.replace("ship", "boat")


def test_words_of_the_editor_in_a_change_write_it_over_and_others_stand_beside() -> None:
    back = NEW.replace("rough", "wild").replace("Nobody came", "No one at all came")
    found = returned(OLD, NEW, EditedText((Letters(back),)))
    assert found.changes == ("written_over", "taken", "taken")
    assert found.text == back
    assert [one.new for one in found.edits][-1] == "No one at all came to the harbour."


def test_a_passage_that_was_moved_is_found() -> None:
    moved = (
        NEW.replace("Mara waited for the ship that night.\n\n", "")
        + "\nMara waited for the ship that night.\n"
    )
    found = returned(NEW, NEW, EditedText((Letters(moved),)))
    assert found.text == moved
    line = "Mara waited for the ship that night."
    assert found.edits in (
        (Edit(line, line, moved=True),),
        (Edit("Nobody came to the harbour.", "Nobody came to the harbour.", moved=True),),
    )


def test_a_new_paragraph_of_the_editor_stands_apart_as_the_others_do() -> None:
    back = NEW.replace("The sea was rough.", "The sea was rough.\nIt rained all day.")
    assert returned(OLD, NEW, EditedText((Letters(back),))).text == back.replace(".\nIt", ".\n\nIt")


def test_a_paragraph_that_was_moved_or_left_out_runs_into_none_beside_a_hard_break() -> None:
    text = "---\ntitle: T\nby: A\n---\n\nOne.\n\nTwo.\n\nHard  \nbreak.\n\nThree.\n"
    moved = text.replace("One.\n", "").replace("Three.", "One.\nThree.")
    assert returned(text, text, EditedText((Letters(moved),))).text == (
        "---\ntitle: T\nby: A\n---\n\nTwo.\n\nHard  \nbreak.\n\nOne.\n\nThree.\n"
    )


@pytest.mark.parametrize(
    "text", ["A line\nand another\n\nA third\n", "- one\n- two\n\nProse\n", "one\ntwo\n"]
)
def test_lines_that_belong_together_are_not_parted(text: str) -> None:
    assert returned(text, text, EditedText((Letters(text),))).text == text
    longer = text.replace("two\n", "two\n- three\n").replace("A third", "A fourth")
    assert returned(text, text, EditedText((Letters(longer),))).text == longer


def test_a_tab_behind_a_number_of_the_first_line_stays_as_it_was_sent() -> None:
    assert returned("Prose.", "1.\tOne\n", EditedText((Letters("1.\tOne\n"),))).text == "1.\tOne\n"


def test_empty_lines_that_a_program_leaves_out_of_a_document_are_there_again() -> None:
    text = "# One\n\nIt rained.\nAnd rained.\n\n- a\n- b\n\n## Two\n\nThe end.\n"
    lines = ["# One", "It rained hard.", "And rained.", "• a", "• b", "•\tc", "New.", "## Two", "The end."]
    back = returned(text, text, EditedText((Letters("\n".join(lines)),)))
    assert back.text == (
        "# One\n\nIt rained hard.\nAnd rained.\n\n- a\n- b\n- c\n\nNew.\n\n## Two\n\nThe end.\n"
    )
    assert ("", "New.") in [(edit.old, edit.new) for edit in back.edits]


def test_line_ends_and_signs_that_word_cannot_hold_come_back_as_they_were() -> None:
    real = "One\r\ntwo \x07 three\r\n\r\nfour\r\n"
    back = visible(real).replace("four", "five")
    assert restored(back, real, real) == real.replace("four", "five")
    assert restored(visible(real), "other", real) == real


HIDING = "A soft\u00adly turned \u202eword\u202c.\n\nAnd\u2028 another.\n"


def test_hidden_signs_go_out_as_marks_and_come_back_as_the_signs_they_were() -> None:
    assert returned(HIDING, HIDING, EditedText((Letters(visible(HIDING)),))).text == HIDING
    edited = visible(HIDING).replace("word", "words").replace("another", "one more")
    assert "⟦U+202E⟧" in edited
    found = returned(HIDING, HIDING, EditedText((Letters(edited),)))
    assert found.text == HIDING.replace("word", "words").replace("another", "one more")
    assert ["⟦U+202E⟧" in one.new for one in found.edits] == [True, False]


def test_a_document_that_went_out_with_raw_signs_is_untouched_and_a_mark_of_one_s_own_stays() -> None:
    raw = returned(HIDING, HIDING, EditedText((Letters(HIDING),)))
    assert raw.untouched
    assert raw.text == HIDING
    own = "The mark ⟦U+202E⟧ stands for a sign.\n"
    assert returned(own, own, EditedText((Letters(own.replace("a sign", "one")),))).text == own.replace(
        "a sign", "one"
    )


WORDS = st.lists(st.sampled_from(["One is. ", "Two are. ", "\n", "\n\n", "Three be.", "- x"]), max_size=12)


@given(old=WORDS.map("".join), new=WORDS.map("".join))
def test_whatever_is_rejected_whole_gives_the_old_text_back_and_accepted_whole_the_new_one(
    old: str, new: str
) -> None:
    letters = sent(old, new)
    accepted = EditedText(tuple(Letters(one.text) for one in letters if not one.taken))
    rejected = EditedText(tuple(Letters(one.text) for one in letters if not one.brought))
    assert returned(old, new, accepted).text == new
    assert returned(old, new, rejected).text == old
    assert set(returned(old, new, accepted).changes) <= {"taken"}
