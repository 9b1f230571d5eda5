"""A writer that gives the text back, and files that are new where others lay: told as what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli.outcome import folded
from app.cli.reading_changes import changed_texts
from app.domain.gate_choices import choices
from app.domain.gates import GatePlace
from app.domain.i18n import Message, words
from app.engine.status import Card
from app.projections.texts import Texts
from app.workflows.draft.face.gates import GATES
from app.workflows.draft.face.iteration_tabs import JUDGED
from app.workflows.draft.face.record_words import standing
from app.workflows.draft.face.slash_commands import read_line
from tests.support.drafting import CHAPTERS, Draft, drafting, files, verdict
from tests.support.git_reading import needs_git

pytestmark = needs_git
PROSE = {"chapters/01-start.md": "# 1\n\nIt rains.\n", "chapters/02-road.md": "# 2\n\nA cart passes.\n"}
END = "chapter-beats/03-end.md"


async def texts_of(draft: Draft) -> Texts:
    """Return the texts as a face folds them."""
    fold = draft.desk.live(draft.id).fold
    return folded(fold, draft.desk.parts.catalogue, await draft.records()).texts


async def changes(draft: Draft) -> dict[str, tuple[str, str]]:
    """Return what the changes at the open gate are made of: each text as it was and as it would be."""
    found = changed_texts(await texts_of(draft), draft.gate)
    return {one.slot: (one.old, one.new) for one in found}


async def test_a_text_that_comes_back_unchanged_is_said_and_nothing_is_asked_deleted_or_committed(
    tmp_path: Path,
) -> None:
    async with drafting(tmp_path, CHAPTERS | PROSE) as draft:
        draft.scripts["draft_write"] = lambda request: files(CHAPTERS)
        await draft.open()
        await draft.answer("target", level="chapters")
        assert await draft.change("Leave the rhythm as it is") == "draft_downstream"
        assert await draft.answer("cull_all") == "draft_feedback"
        assert draft.lines()[0] == "The writer changed nothing: nothing was judged, saved or deleted."
        assert not draft.asked("draft_judge")
        assert not draft.asked("draft_explain")
        assert not (draft.folder / ".git").exists()
        assert draft.read("chapters/02-road.md") == PROSE["chapters/02-road.md"]
        assert draft.state.history("chapters") == ()


async def test_a_second_attempt_that_changes_nothing_is_not_judged_and_the_first_can_be_taken(
    draft: Draft,
) -> None:
    texts = iter([{**CHAPTERS, END: "# 3 The end\n\nAll is dark.\n"}, CHAPTERS])
    draft.scripts["draft_write"] = lambda request: files(next(texts))
    draft.scripts["draft_judge"] = lambda request: verdict("needs_revision", "Not dark enough.")
    await draft.open()
    assert await draft.change("Darker") == "draft_judge"
    assert await draft.answer("continue") == "draft_judge"
    assert draft.payload["issues"] == ["The writer changed nothing."]
    assert len(draft.asked("draft_judge")) == 1
    assert [one["attempt"] for one in draft.ways("accept")] == [1]
    assert await draft.answer("accept") == "draft_acceptance"
    assert (await changes(draft))[END][1] == "# 3 The end\n\nAll is dark.\n"


async def test_an_answer_that_cannot_be_read_is_no_word_of_a_judge_and_there_is_nothing_of_it_to_take(
    tmp_path: Path,
) -> None:
    long = {path: text + "\nLong. " * 900 for path, text in CHAPTERS.items()}
    async with drafting(tmp_path, long) as draft:
        draft.scripts["draft_outline"] = lambda request: "Sure! I would begin with the letter."
        await draft.open(max_output_tokens=2000)
        await draft.answer("target", level="chapters")
        assert await draft.change("Darker") == "draft_judge"
        kind, place = GATES["draft_judge"], GatePlace()
        assert str(kind.heading(draft.payload, place)) == "Chapters, attempt 1: the writer changed nothing."
        assert [str(line) for line in kind.lines(draft.payload, place)] == draft.lines()[:1]
        assert draft.lines() == [
            "The answer was not in the form asked for, so no file could be taken from it.",
            "No judge was asked: there is nothing new to judge.",
        ]
        offered = choices(kind, draft.payload, draft.gate.fact.verbs)
        assert [str(choice.label) for choice in offered] == ["Cancel", "Try again"]
        status = standing(draft.state)
        assert status is not None
        cards = [one for one in status.sections[0].parts if isinstance(one, Card)]
        assert [(str(card.verdict.text), card.text) for card in cards] == [("not judged", "")]
        assert all(isinstance(part.text, Message) for part in cards[0].points), "in the reader's language"
        (row,) = JUDGED.rows(draft.state)
        assert str(JUDGED.detail(draft.state, row).head) == "Iteration 1, attempt 1 · not judged"
        # Where nobody decides, it is given up in the end.
        assert kind.by_policy(draft.payload) == ("continue", {})
        assert kind.by_policy({**draft.payload, "attempt": 3}) == ("cancel", {})
        await draft.answer("cancel")
        assert draft.state.iterations[-1].why == words("nothing new was written"), "no judge had a word on it"


async def test_a_file_written_where_one_was_deleted_is_compared_with_nothing(tmp_path: Path) -> None:
    async with drafting(tmp_path, CHAPTERS | {"treatment/treatment.md": "# T\n\nA.\n"}) as draft:
        treatment = {"treatment/treatment.md": "# T\n\nA, and a betrayal.\n"}
        draft.scripts["draft_write"] = lambda request: files(treatment)
        await draft.open()
        await draft.answer("target", level="treatment")
        assert await draft.change("A betrayal") == "draft_downstream"
        assert await draft.answer("cull_all") == "draft_acceptance"
        await draft.answer("accept")
        draft.scripts["draft_write"] = lambda request: files(
            {**CHAPTERS, END: "# 3 The end\n\nMarcus loses.\n"}
        )
        assert await draft.answer("generate", level="chapters") == "draft_acceptance"
        told = await changes(draft)
        assert {old for old, _ in told.values()} == {""}
        assert sorted(told) == sorted(str(one["path"]) for one in draft.payload["files"])
        texts = await texts_of(draft)
        newest = [one for one in texts.by_slot()[END] if one.seat != "you"][-1]
        assert texts.refined_from(newest) is None, "the window compares it with nothing, too"


async def test_a_file_deleted_by_hand_and_written_anew_is_compared_with_nothing(draft: Draft) -> None:
    await draft.open()
    (draft.folder / END).unlink()
    draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, END: "# 3 Another end\n"})
    assert await draft.change("Write the end anew") == "draft_acceptance"
    assert await changes(draft) == {END: ("", "# 3 Another end\n")}


async def test_a_new_file_of_a_second_attempt_is_compared_with_nothing(draft: Draft) -> None:
    new = "chapter-beats/04-after.md"
    bodies = iter(["# 4 After\n\nOne.\n", "# 4 After\n\nTwo.\n"])
    draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, new: next(bodies)})
    judged = iter([verdict("needs_revision", "No."), verdict()])
    draft.scripts["draft_judge"] = lambda request: next(judged)
    await draft.open()
    assert await draft.change("Add a fourth chapter") == "draft_judge"
    assert await draft.answer("continue") == "draft_acceptance"
    assert await changes(draft) == {new: ("", "# 4 After\n\nTwo.\n")}


async def test_a_list_of_changes_in_place_of_a_text_is_asked_again_and_never_saved(draft: Draft) -> None:
    patch = "--- a/x.md\n+++ b/x.md\n@@ -1 +1 @@\n-# 1 The start\n+# 1 The beginning\n"
    sound = {**CHAPTERS, "chapter-beats/02-road.md": "# 2 The road\n\nHe meets Ilse at noon.\n"}
    draft.scripts["draft_write"] = lambda _: files({**sound, "chapter-beats/01-start.md": patch})
    await draft.open()
    await draft.change("Call it the beginning; Ilse comes at noon", target="chapters")
    assert len(draft.asked("draft_write")) == 2
    assert "is a list of changes. Write the whole text" in draft.asked("draft_write")[1].messages[-1].text
    assert draft.kind == "draft_judge", "what was asked is not done"
    assert await draft.answer("accept") == "draft_acceptance"
    await draft.answer("accept")
    assert draft.read("chapter-beats/01-start.md") == CHAPTERS["chapter-beats/01-start.md"]
    assert "at noon" in draft.read("chapter-beats/02-road.md")


async def test_a_file_that_goes_is_counted_as_deleted_and_not_as_saved(draft: Draft) -> None:
    gone = "chapter-beats/03-end.md"
    left = {path: text for path, text in CHAPTERS.items() if path != gone}
    left["chapter-beats/01-start.md"] += "\nIt rains.\n"
    draft.scripts["draft_write"] = lambda _: files(left) + f"<<<DROP FILE {gone}>>>\n"
    await draft.open()
    await draft.change("Leave the end out", target="chapters")
    await draft.answer("accept")
    told = draft.lines()
    assert told[0].startswith("Chapters: 1 of 3 files saved")
    assert told[1] == "1 file deleted."


@pytest.mark.parametrize(
    "line", ["Accept.", "“keep-all”", "diff chapter-01.md", "Diff 2 foundation.md", "Ja!"]
)
def test_an_answer_without_a_question_is_no_request(line: str) -> None:
    typed = read_line({}, line)
    assert typed is not None
    assert not typed.verb
    assert "answers a question, and none is open" in str(typed.said[0])


def test_a_request_that_begins_like_an_answer_is_one() -> None:
    for line in ("Diff the two drafts of the letter", "No more rain in chapter-01.md", "Accept. Then go on."):
        typed = read_line({}, line)
        assert typed is not None
        assert typed.data == {"text": line}
