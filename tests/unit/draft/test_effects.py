"""Effects below: a place is named only with the words of the file that no longer fit."""

from __future__ import annotations

from app.domain.canonical import dumps
from app.workflows.draft.rules.checks import EffectsReply, changes_of, effects_of
from tests.support.read_replies import parse_reply

ONE, TWO = "chapters/01-dawn.md", "chapters/02-storm.md"
BELOW = {
    ONE: "# Dawn\n\nIrma opens the shop.\nNobody comes.\n",
    TWO: "# Storm\n\nThe letters lie on the table. Ada burns them in the stove.\n",
}
OLD = {
    "treatment/treatment.md": "Irma keeps the peace.\n\nAda finds the letters and burns them in the stove.\n"
}
NEW = {"treatment/treatment.md": "Selma keeps the peace.\n\nAda finds the letters and reads them aloud.\n"}


def read(reply: str) -> EffectsReply:
    found = parse_reply(reply, EffectsReply)
    assert isinstance(found, EffectsReply)
    return found


def test_a_place_is_named_with_its_line_and_its_words() -> None:
    one = {
        "file": "chapter 2",
        "quote": "Ada burns them",
        "why": "She reads them now.",
        "change": "Let her read.",
    }
    found, lost = effects_of(read(dumps({"effects": [one]})), BELOW)
    assert lost == 0
    assert [(one.path, one.line, one.quote) for one in found] == [(TWO, 3, "Ada burns them")]
    assert found[0].feedback == f"{TWO} line 3 says “Ada burns them”. She reads them now. Let her read."


def test_words_that_stand_nowhere_below_are_not_believed() -> None:
    found, lost = effects_of(
        read('{"effects": [{"file": "01", "quote": "Irma burns the shop", "why": "?"}]}'), BELOW
    )
    assert (found, lost) == ([], 1)


def test_the_quote_tells_which_file_is_meant_where_the_name_does_not() -> None:
    found, _ = effects_of(
        read('[{"path": "the shop chapter", "quote": "Irma opens the shop.", "why": "Gone."}]'), BELOW
    )
    assert [one.path for one in found] == [ONE]


def test_no_effect_is_an_answer() -> None:
    assert effects_of(read('{"effects": []}'), BELOW) == ([], 0)


def test_the_changes_of_a_level_are_shown_by_what_went_and_what_came() -> None:
    (change,) = changes_of(OLD, NEW)
    assert change.text.splitlines() == [
        "- Irma keeps the peace.",
        "+ Selma keeps the peace.",
        "- Ada finds the letters and burns them in the stove.",
        "+ Ada finds the letters and reads them aloud.",
    ]
    assert changes_of(OLD, OLD) == ()
    assert [one.path for one in changes_of({}, NEW)] == list(NEW)
