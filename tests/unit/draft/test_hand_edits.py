"""What a person edits by hand is shown as all else is, in figures and words, before it is accepted."""

from __future__ import annotations

import json

import pytest

from app.domain.errors import GateError
from app.workflows.draft.face.exports import parts_of
from app.workflows.draft.face.gates import GATES
from app.workflows.draft.face.iteration_tabs import HISTORY
from tests.support.drafting import CHAPTERS, Draft, files
from tests.support.git_reading import needs_git

pytestmark = needs_git
START, ROAD, END = "chapter-beats/01-start.md", "chapter-beats/02-road.md", "chapter-beats/03-end.md"
PROPOSED = "# 3 The end\n\nMarcus wins at a price.\n\nAll are glad.\n"
MINE = "# 3 The end\n\nMarcus wins at a terrible price.\n\nFew are glad.\n"


def lines(draft: Draft) -> list[str]:
    """Return what the acceptance tells, in lines."""
    return [str(line) for line in GATES["draft_acceptance"].payload_lines(draft.payload)]


async def proposed(draft: Draft) -> None:
    """Have the end written anew, up to the acceptance."""
    draft.scripts["draft_write"] = lambda _: files({**CHAPTERS, END: PROPOSED})
    await draft.open()
    assert await draft.change("Make chapter 3 darker") == "draft_acceptance"


async def test_a_proposed_file_written_over_lies_before_the_person_with_what_that_changes(
    draft: Draft,
) -> None:
    await proposed(draft)
    assert await draft.answer("edit", path=END, text=MINE) == "draft_acceptance"
    assert draft.read(END) == CHAPTERS[END], "nothing is written yet"
    told = lines(draft)
    assert "What changed" not in told, "what a model said is no longer true of it"
    at = told.index("What you wrote over changes:")
    assert told[at + 1] == f"{END}: changed, +2 −2 lines"
    assert "price" in told[at + 2]
    assert "“All are glad.” → “Few are glad.”" in told[at + 3]
    assert told[at + 4] == "With it, these are proposed:"
    assert "written over by you" in draft.told("figures")[0]
    assert await draft.answer("accept") == "draft_feedback"
    assert draft.read(END) == MINE
    assert draft.git("status", "--porcelain") == ""
    said = draft.git("log", "-1", "--format=%B")
    assert "Accepted: in parts" in said
    assert f"; written over by hand: {END}" in said


async def test_a_file_of_the_level_that_no_model_touched_can_be_written_over_too(draft: Draft) -> None:
    await proposed(draft)
    text = CHAPTERS[START].replace("refreshed", "tired")
    assert await draft.answer("edit", path=START, text=text) == "draft_acceptance"
    assert [row["path"] for row in draft.payload["by_hand"]] == [START]
    assert {row["path"] for row in draft.payload["files"]} == {START, END}
    assert await draft.answer("reject") == "draft_feedback"
    assert draft.read(START) == CHAPTERS[START]
    with pytest.raises(GateError, match="no file “chapters/01"):
        await draft.answer("edit", path="chapters/01.md", text="X")


async def test_texts_that_come_with_an_acceptance_in_parts_are_shown_before_they_are_accepted(
    draft: Draft,
) -> None:
    await proposed(draft)
    for expected in ("draft_acceptance", "draft_feedback"):
        assert draft.read(END) == CHAPTERS[END]
        assert await draft.answer("accept_parts", edits={END: MINE}) == expected
    assert draft.read(END) == MINE


async def test_an_accepted_file_written_over_by_hand_needs_no_model_and_is_shown_first(
    draft: Draft,
) -> None:
    await draft.open()
    asked = len(draft.requests)
    text = CHAPTERS[ROAD].replace("Ilse", "Irene")
    assert await draft.answer("edit", path=ROAD, text=text) == "draft_acceptance"
    assert draft.payload["files"][0]["hunks"]
    assert "edited by hand" in draft.told("told")[0]
    assert await draft.answer("accept") == "draft_feedback"
    assert draft.git("log", "-1", "--format=%s").strip() == "[chapters] Edited by hand."
    assert len(draft.requests) == asked
    (row,) = HISTORY.rows(draft.state)
    assert row.feedback == "Edited by hand."


async def test_what_was_edited_outside_is_shown_in_words_before_it_is_committed(draft: Draft) -> None:
    await proposed(draft)
    await draft.answer("accept")
    draft.write({ROAD: CHAPTERS[ROAD].replace("Ilse", "Irene")})
    assert await draft.answer("reread") == "draft_feedback"
    notes = draft.told("notes")
    assert notes[0].startswith(f"Edited outside: {ROAD}.")
    assert f"{ROAD}: changed, +1 −1 lines" in notes
    assert any("Ilse" in note and "Irene" in note for note in notes)
    draft.scripts["draft_write"] = lambda _: files({START: "# 1 The start\n\nRain.\n"})
    draft.write({START: CHAPTERS[START]})
    assert await draft.change("Let it rain in chapter 1") == "draft_acceptance"
    told = lines(draft)
    at = told.index("Edited outside since the newest commit, and committed first, on its own:")
    assert told[at + 1] == f"{ROAD}: changed, +1 −1 lines"
    await draft.answer("accept")
    assert draft.git("log", "--format=%s", "-2").splitlines()[1] == "Edits made outside"
    assert draft.told("notes") == [f"Edited outside, and committed first: {ROAD}."]


async def test_what_was_not_taken_is_told_to_no_later_prompt(draft: Draft) -> None:
    told = [
        {"file": ROAD, "magnitude": "major", "summary": "Ilse lies."},
        {"file": END, "magnitude": "minor", "summary": "He pays."},
    ]
    draft.scripts["draft_explain"] = lambda _: json.dumps({"changes": told})
    road = CHAPTERS[ROAD].replace("meets", "distrusts")
    draft.scripts["draft_write"] = lambda _: files({**CHAPTERS, ROAD: road, END: PROPOSED})
    await draft.open()
    await draft.change("Darker")
    await draft.answer("accept_parts", files=[END])
    (entry,) = draft.state.history("chapters")
    assert entry.summary == f"minor: {END}: He pays.; accepted in parts"


async def test_a_report_tells_what_was_taken_back_and_the_words_there_are_now(draft: Draft) -> None:
    await proposed(draft)
    await draft.answer("accept")
    await draft.answer("edit", path=ROAD, text=CHAPTERS[ROAD] + "\nIt rains.\n")
    await draft.answer("accept")
    await draft.take_back(iteration=1)
    parts = dict(parts_of(draft.state))
    assert "Make chapter 3 darker (1 attempt, accepted, then taken back)" in parts["Iterations"]
    assert "Edited by hand. (accepted)" in parts["Iterations"]
    assert END not in parts["Words per file"]
    assert f"`{ROAD}`: 7 → 9 words, accepted once" in parts["Words per file"]
