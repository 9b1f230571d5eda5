"""What a person decides in the course of a draft, and what comes of it in the folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import GateError
from app.domain.facts import TextDecided
from app.domain.gates import GatePlace
from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.domain.sentences import sentence_of
from app.engine.ports import Completed, Failed
from app.workflows.draft.face.gates import GATES
from app.workflows.draft.face.slash_commands import read_line, status_lines
from app.workflows.draft.nodes.writing import TRIES
from app.workflows.draft.rules.files_reply import block, resume_point
from tests.support.asked import fences_of, named, prompt_of, shown
from tests.support.drafting import (
    CHAPTERS,
    TEAM,
    Draft,
    drafting,
    explanation,
    files,
    files_shown,
    history_shown,
    path_asked,
    verdict,
    version_asked,
)
from tests.support.git_reading import git
from tests.support.scripted import Line

END = "chapter-beats/03-end.md"
ROAD = "chapter-beats/02-road.md"
DARK = "# 3 The end\n\nMarcus wins, and it haunts him.\n\nNobody is glad.\n"
PROSE = {"chapters/01.md": "It began.\n", "chapters/02.md": "It went on.\n"}


def darker(request: ModelRequest) -> Line:
    del request
    return files({**CHAPTERS, END: DARK})


def in_bar(draft: Draft) -> list[str]:
    """Return what the bar says below its question."""
    return [str(line) for line in GATES[draft.kind].lines(draft.payload, GatePlace())]


def in_turn(*lines: Line) -> Any:
    """Say these, one after the other; the last one for ever."""
    left = list(lines)
    return lambda request: left.pop(0) if len(left) > 1 else left[0]


async def test_the_judge_s_words_add_up_and_every_attempt_starts_from_the_accepted_text(
    draft: Draft,
) -> None:
    draft.scripts["draft_write"] = darker
    draft.scripts["draft_judge"] = in_turn(
        verdict("needs_revision", "Still cheerful.", specific_issues=["No nightmare."]),
        verdict("needs_revision", "Better.", suggestions=["Add doubt."]),
        verdict(),
    )
    await draft.open()
    assert await draft.change("Make the end darker") == "draft_judge"
    assert draft.payload["reasoning"] == "Still cheerful."
    assert await draft.answer("continue") == "draft_judge"
    assert await draft.answer("continue") == "draft_acceptance"
    first, second, third = draft.asked("draft_write")
    texts = [[f for f in fences_of(one) if f.name in CHAPTERS] for one in (first, second, third)]
    assert texts[0] == texts[1] == texts[2]
    notes = [note.text.partition("\n")[0] for note in named(third, "judge on attempt ")]
    assert notes == ["Still cheerful.", "Better."]
    assert not named(first, "judge on attempt ")
    assert await draft.answer("accept") == "draft_feedback"
    body = draft.git("log", "-1", "--format=%B")
    assert "Attempts: 3" in body
    assert "Verdict: approved" in body


async def test_an_earlier_attempt_is_taken_over_the_judge_s_word_and_the_record_says_so(
    draft: Draft,
) -> None:
    draft.scripts["draft_write"] = in_turn(
        files({**CHAPTERS, END: DARK}), files({**CHAPTERS, ROAD: "# 2\n\nNo.\n"})
    )
    draft.scripts["draft_judge"] = lambda request: verdict("needs_revision", "Not yet.")
    await draft.open()
    await draft.change("Make the end darker")
    assert await draft.answer("continue") == "draft_judge"
    with pytest.raises(GateError, match="There is no attempt 7"):
        await draft.answer("accept", attempt=7)
    assert await draft.answer("accept", attempt=1) == "draft_acceptance"
    assert [item["path"] for item in draft.payload["files"]] == [END]
    await draft.answer("accept")
    assert draft.read(END) == DARK
    assert draft.read(ROAD) == CHAPTERS[ROAD]
    kept = json.loads(draft.read("chapter-beats/iteration_history.json"))["iterations"][0]
    assert (kept["judge_verdict"], kept["judge_attempts"], kept["accepted_over_judge"]) == (
        "needs_revision",
        2,
        True,
    )


async def test_judges_who_are_divided_leave_it_to_the_person(draft: Draft) -> None:
    draft.scripts["draft_write"] = darker
    draft.scripts["draft_judge"] = lambda r: verdict(
        "approved" if r.seat == "judge" else "needs_revision", "Hm."
    )
    await draft.open(judges=2)
    assert await draft.change("Make the end darker") == "draft_judge"
    assert (draft.payload["tie"], draft.payload["approvals"], draft.payload["votes"]) == (True, 1, 2)


async def test_what_stands_below_is_kept_with_a_mark_that_writing_it_anew_takes_away(tmp_path: Path) -> None:
    async with drafting(tmp_path, {**CHAPTERS, **PROSE}) as draft:
        draft.scripts["draft_write"] = lambda r: files(
            {**CHAPTERS, END: DARK}
            if "“Chapters” as it is" in prompt_of(r)
            else {**PROSE, "chapters/01.md": "Anew.\n"}
        )
        await draft.open()
        await draft.answer("target", level="chapters")
        assert await draft.change("Make the end darker") == "draft_downstream"
        assert [(a["name"], a["files"]) for a in draft.payload["affected"]] == [("prose", 2)]
        assert await draft.answer("keep_all") == "draft_acceptance"
        # What is cut in a narrow bar are the figures behind it.
        assert in_bar(draft)[0] == "Nothing in the folder changes before you accept."
        await draft.answer("accept")
        assert draft.state.stale == {"prose": 1}
        assert "Stale: prose since 1" in draft.git("log", "-1", "--format=%B")
        assert next(level for level in draft.payload["levels"] if level["name"] == "prose")["stale"] == 1
        await draft.change("Begin anew", target="prose")
        assert await draft.answer("accept") == "draft_feedback"
        assert draft.state.stale == {}


async def test_a_stale_mark_goes_by_hand_and_cancelling_what_becomes_of_below_changes_nothing(
    tmp_path: Path,
) -> None:
    async with drafting(tmp_path, {**CHAPTERS, **PROSE}) as draft:
        draft.scripts["draft_write"] = darker
        await draft.open()
        await draft.answer("target", level="chapters")
        await draft.change("Make the end darker")
        assert await draft.answer("cancel") == "draft_feedback"
        assert not (draft.folder / ".git").exists()
        assert not draft.asked("draft_write")
        await draft.change("Make the end darker")
        await draft.answer("keep_all")
        await draft.answer("accept")
        assert await draft.answer("settle", level="prose") == "draft_feedback"
        assert draft.state.stale == {}


async def test_culling_deletes_what_stands_below_with_the_acceptance_and_not_before(tmp_path: Path) -> None:
    analysis = {"analysis/report.md": "Fine.\n"}
    async with drafting(tmp_path, {**CHAPTERS, **PROSE, **analysis}) as draft:
        draft.scripts["draft_write"] = darker
        await draft.open()
        await draft.answer("target", level="chapters")
        await draft.change("Make the end darker")
        assert in_bar(draft)[0] == "Nothing is deleted before you accept the new text."
        assert await draft.answer("cull_all") == "draft_acceptance"
        asked = str(GATES[draft.kind].heading(draft.payload, GatePlace()))
        assert asked == "Chapters: accept the new text and delete what was written from it?"
        assert in_bar(draft)[0] == "With it, 3 files below are deleted."
        assert draft.read("chapters/01.md") == "It began.\n"
        assert await draft.answer("reject", why="no") == "draft_feedback"
        assert draft.read("chapters/01.md") == "It began.\n"
        await draft.change("Make the end darker")
        await draft.answer("cull_all")
        await draft.answer("accept")
        assert not (draft.folder / "chapters" / "01.md").exists()
        assert not (draft.folder / "analysis" / "report.md").exists()
        shown = draft.git("show", "--name-status", "--format=", "HEAD").split()
        assert "chapters/01.md" in shown
        assert draft.git("status", "--porcelain") == ""


async def test_a_plan_is_approved_or_written_over_before_anything_is_written(draft: Draft) -> None:
    draft.scripts["draft_write"] = darker
    plan = {"request": "A darker end.", "changes": ["03-end: no joy"], "untouched": ["the rest"]}
    draft.scripts["draft_restate"] = lambda request: json.dumps(plan)
    await draft.open(plan_first=True)
    assert await draft.change("Make the end darker") == "draft_plan"
    assert "A darker end." in draft.payload["text"]
    assert not draft.asked("draft_write")
    assert await draft.answer("edit", text="Only the last sentence.") == "draft_acceptance"
    assert shown(draft.asked("draft_write")[0], "plan") == "Only the last sentence."
    assert shown(draft.asked("draft_judge")[0], "plan") == "Only the last sentence."


async def test_a_level_that_is_written_for_the_first_time_is_planned_before_it_too(tmp_path: Path) -> None:
    async with drafting(tmp_path) as draft:
        plan = {"request": "A premise of a lighthouse.", "changes": ["premise: title and hero"]}
        draft.scripts["draft_restate"] = lambda request: json.dumps(plan)
        await draft.open(plan_first=True, brief="A lighthouse.")
        assert await draft.answer("generate", level="premise") == "draft_plan"
        assert "title and hero" in draft.payload["text"]
        assert "Planned changes" in draft.lines(), "read in a terminal, without its marks"
        assert not draft.asked("draft_write")
        (asking,) = draft.asked("draft_restate")
        assert "list the files you would write" in asking.messages[-1].text
        assert "stays untouched" not in asking.messages[-1].text
        assert await draft.answer("approve") == "draft_acceptance"
        assert draft.lines()[-1] == '  It begins: “{"title": "T", "premise": "P"}”'
        assert "title and hero" in shown(draft.asked("draft_write")[0], "plan")
        await draft.answer("accept")
        assert await draft.answer("rewrite", level="premise") == "draft_plan", "and where it is written anew"


async def test_one_of_several_writers_texts_is_taken_and_no_judge_is_told_whose_it_is(draft: Draft) -> None:
    draft.scripts["draft_write"] = lambda r: files({**CHAPTERS, END: f"# 3 The end\n\n{r.seat} ends it.\n"})
    await draft.open(writers=2)
    assert await draft.change("End it") == "draft_pick"
    (ranking,) = draft.asked("draft_rank")
    told = prompt_of(ranking)
    assert "Ann ends it." in told
    assert "Attempt A:" in told
    assert "Ann" not in told.replace("Ann ends it.", "")
    assert sorted(c["writer"] for c in draft.payload["candidates"]) == ["Ann", "Bob"]
    said = "\n".join(draft.lines())
    for name in ("Ann", "Bob"):
        assert f"new: “{name} ends it.”" in said.partition(f"{name}: ")[2]
    with pytest.raises(GateError, match="There is no such text"):
        await draft.answer("pick", writer="Zoe")
    assert await draft.answer("pick", writer="Bob") == "draft_acceptance"
    await draft.answer("accept")
    assert draft.read(END) == "# 3 The end\n\nBob ends it.\n"


async def test_none_of_several_fits_and_the_judge_s_gate_decides(draft: Draft) -> None:
    draft.scripts["draft_write"] = darker
    await draft.open(writers=2)
    await draft.change("End it")
    assert await draft.answer("none") == "draft_judge"
    assert await draft.answer("cancel") == "draft_feedback"
    assert not (draft.folder / ".git").exists()


TWO = {"chapter-beats/01-start.md": "# 1 The start\n\nMarcus wakes screaming.\n\nHe stays at home.\n"}


async def test_files_and_single_changes_of_others_are_accepted_and_the_rest_is_left(draft: Draft) -> None:
    draft.scripts["draft_write"] = lambda r: files({**CHAPTERS, **TWO, END: DARK})
    await draft.open()
    await draft.change("Make it darker")
    start = next(item for item in draft.payload["files"] if item["path"].endswith("01-start.md"))
    assert [hunk["number"] for hunk in start["hunks"]] == [1, 2]
    assert str(sentence_of(start["hunks"][0]["where"])) == "line 3, 1 The start"
    assert "screaming" in str(sentence_of(start["hunks"][0]["said"]))
    with pytest.raises(GateError, match="has no change 9"):
        await draft.answer("accept_parts", hunks={"chapter-beats/01-start.md": [9]})
    with pytest.raises(GateError, match="Nothing is chosen"):
        await draft.answer("accept_parts")
    await draft.answer("accept_parts", hunks={"chapter-beats/01-start.md": [2]})
    assert (
        draft.read("chapter-beats/01-start.md")
        == "# 1 The start\n\nMarcus wakes refreshed.\n\nHe stays at home.\n"
    )
    assert draft.read(END) == CHAPTERS[END]
    assert "in parts" in draft.git("log", "-1", "--format=%B")


async def test_what_the_person_keeps_or_writes_over_in_the_window_is_what_is_accepted(draft: Draft) -> None:
    draft.scripts["draft_write"] = lambda r: files({**CHAPTERS, **TWO, END: DARK})
    await draft.open()
    await draft.change("Make it darker")
    await draft.tell(
        TextDecided(slot=END, seat="Ann", choice="edit", edit="# 3 The end\n\nMy own words.\n"),
        TextDecided(slot="chapter-beats/01-start.md", seat="Ann", choice="previous"),
    )
    await draft.answer("accept")
    assert draft.read(END) == "# 3 The end\n\nMy own words.\n"
    assert draft.read("chapter-beats/01-start.md") == CHAPTERS["chapter-beats/01-start.md"]


async def test_a_change_taken_by_its_number_is_the_one_the_gate_showed(draft: Draft) -> None:
    path = "chapter-beats/01-start.md"
    draft.scripts["draft_write"] = lambda r: files({**CHAPTERS, **TWO})
    await draft.open()
    await draft.change("Make it darker")
    kept = TWO[path].replace("Marcus wakes screaming.", "Marcus wakes refreshed.")
    await draft.tell(TextDecided(slot=path, seat="Ann", choice="edit", edit=kept))
    await draft.answer("accept_parts", hunks={path: [1]})
    assert draft.read(path) == CHAPTERS[path].replace("refreshed", "screaming")


@pytest.mark.parametrize(
    "reply",
    [
        "<<<PASSAGE>>>\nHe sulks at home.\n<<<END PASSAGE>>>\n",
        "<<<PASSAGE>>>\nHe sulks at home.\n<<<END PASSAGE>>>\n\nI also changed the title.",
        "He sulks at home.",
        "# 1 The start\n\nMarcus wakes REFRESHED.\n\nHe sulks at home.\n",
        "",
    ],
)
async def test_outside_a_marked_passage_not_a_byte_changes_whatever_is_returned(
    tmp_path: Path, reply: str
) -> None:
    text = "\ufeff# 1 The start\r\n\r\nMarcus wakes refreshed.\n\nHe goes to town.\r\n\n\n"
    path = "chapter-beats/01-start.md"
    async with drafting(tmp_path, {**CHAPTERS, path: text}) as draft:
        draft.scripts["draft_passage"] = lambda request: reply
        await draft.open()
        kind = await draft.answer("passage", path=path, quote="He goes to town.", text="Make him sulk")
        if kind == "failure":
            assert (reply, draft.read(path)) == ("", text)
            return
        if kind == "draft_judge":
            # It was refused: nothing is there to be accepted.
            assert draft.payload["issues"]
            await draft.answer("accept")
            await draft.answer("accept")
            assert draft.read(path) == text
            return
        assert kind == "draft_acceptance"
        await draft.answer("accept")
        before, _, behind = text.partition("He goes to town.")
        now = draft.read(path)
        assert now.startswith(before)
        assert now.endswith(behind)
        assert "sulks" in now


async def test_two_versions_of_a_passage_lie_side_by_side_and_one_is_taken(draft: Draft) -> None:
    draft.scripts["draft_passage"] = lambda r: f"<<<PASSAGE>>>\nWay {version_asked(r)}.\n<<<END PASSAGE>>>"
    await draft.open()
    path = "chapter-beats/01-start.md"
    kind = await draft.answer(
        "passage", path=path, quote="He goes to town.", text="Otherwise", alternatives=2
    )
    assert kind == "draft_pick"
    judged = [[shown(r, f"passage as it {n}") for n in ("was", "is now")] for r in draft.asked("draft_judge")]
    assert judged == [["He goes to town.", f"Way {n}."] for n in (1, 2)]
    await draft.answer("pick", writer="Ann", version=2)
    await draft.answer("accept")
    assert draft.read(path) == "# 1 The start\n\nMarcus wakes refreshed.\n\nWay 2.\n"


async def test_versions_that_are_all_sent_back_are_seen_side_by_side_before_one_goes_on(
    draft: Draft,
) -> None:
    draft.scripts["draft_passage"] = lambda r: (
        f"<<<PASSAGE>>>\nWay {min(2, version_asked(r))}.\n<<<END PASSAGE>>>"
    )
    draft.scripts["draft_judge"] = lambda r: verdict("needs_revision", "It is too short.")
    draft.scripts["draft_rank"] = lambda r: json.dumps({"ranking": ["B", "A", "C"], "why": "B is best."})
    await draft.open()
    path = "chapter-beats/01-start.md"
    wish = {"path": path, "quote": "He goes to town.", "text": "Otherwise", "alternatives": 3}
    assert await draft.answer("passage", **wish) == "draft_judge"
    assert draft.payload["reasoning"] == "It is too short.", "said once of all three"
    assert draft.ways("accept") == [{}], "none is taken unseen"
    assert await draft.answer("accept") == "draft_pick"
    told = "\n".join(draft.lines())
    assert "The judge asks for a revision of each of them." in told
    assert "The passage was: “He goes to town.”" in told
    assert "The judge on their order: “B is best.”" in told
    assert told.count("  The passage: “Way 1.”") == told.count("  The passage: “Way 2.”") == 1
    assert told.count("the same text as version") == 1
    assert draft.gate.fact.primary is None, "nothing is recommended that the judge sent back"
    numbers = [way["version"] for way in draft.ways("pick")]
    assert numbers == [1, 2, 3], "in the order of their numbers, whichever is best"
    first = draft.payload["candidates"][0]
    (ranked,) = draft.asked("draft_rank")
    assert shown(ranked, "attempt B passage") == f"Way {min(2, first['version'])}."
    assert await draft.answer("none") == "draft_judge"
    await draft.answer("accept")
    assert await draft.answer("pick", writer="Ann", version=1) == "draft_acceptance"
    assert "not approved by the judge" in str(draft.payload["figures"])
    await draft.answer("accept")
    assert draft.read(path) == "# 1 The start\n\nMarcus wakes refreshed.\n\nWay 1.\n"
    assert draft.state.past[-1].over_judge


async def test_words_that_are_not_there_are_said_and_nothing_is_begun(draft: Draft) -> None:
    await draft.open()
    path = "chapter-beats/01-start.md"
    assert await draft.answer("passage", path=path, quote="He flies.", text="x") == "draft_feedback"
    assert "“He flies.”. Mark them again." in draft.told("notes")[0]
    assert not draft.asked("draft_passage")


async def test_an_iteration_is_taken_back_newest_first_or_by_number_and_leaves_the_prompts(
    draft: Draft,
) -> None:
    draft.scripts["draft_write"] = in_turn(
        files({**CHAPTERS, END: DARK}),
        files({**CHAPTERS, END: DARK, ROAD: "# 2 The road\n\nNobody.\n"}),
        files({**CHAPTERS, ROAD: "# 2 The road\n\nNobody.\n"}),
    )
    await draft.open()
    await draft.change("Make the end darker")
    await draft.answer("accept")
    await draft.change("Empty the road")
    await draft.answer("accept")
    assert [one["number"] for one in draft.payload["undoable"]] == [2, 1]
    assert await draft.take_back(iteration=1) == "draft_feedback"
    assert draft.told("closing") == []
    assert draft.told("notes")[0].startswith("Taken back: iteration 1, “Make the end darker”.")
    assert draft.read(END) == CHAPTERS[END]
    assert draft.read(ROAD) == "# 2 The road\n\nNobody.\n"
    assert draft.git("log", "-1", "--format=%s").strip() == "[chapters] Undo: Make the end darker"
    assert draft.git("status", "--porcelain") == ""
    await draft.change("Go on")
    assert [h["feedback"] for h in history_shown(draft.asked("draft_write")[-1])] == ["Empty the road"]
    with pytest.raises(GateError):
        await draft.answer("undo", number=1)


async def test_taking_back_counts_as_the_screen_does_and_asks_before_and_marks_what_stands_below(
    tmp_path: Path,
) -> None:
    treatment, prose = "treatment/treatment.md", "chapters/01-start.md"
    async with drafting(
        tmp_path, {**CHAPTERS, treatment: "# Acts\n\nHe goes.\n", prose: "He woke.\n"}
    ) as draft:
        draft.scripts["draft_write"] = in_turn(
            files({**CHAPTERS, END: "Never.\n"}),
            files({**CHAPTERS, END: DARK}),
            files({prose: "He woke in the dark.\n"}),
        )
        await draft.open()
        await draft.answer("target", level="chapters")
        await draft.change("Something else")
        await draft.answer("keep_all")
        await draft.answer("reject")
        await draft.change("Make the end darker")
        await draft.answer("keep_all")
        await draft.answer("accept")
        assert "Prose may no longer fit, since iteration 2." in draft.told("closing")
        await draft.answer("target", level="prose")
        await draft.change("As the chapters have it")
        await draft.answer("accept")
        assert draft.state.stale == {}
        assert [one["iteration"] for one in draft.payload["undoable"]] == [3, 2], "the rejected one counts"
        with pytest.raises(GateError, match=r"Iteration 1 cannot be taken back; these can: 3, 2\."):
            await draft.answer("undo", iteration=1)
        head = draft.git("rev-parse", "HEAD")
        assert await draft.answer("undo", iteration=2) == "draft_undo"
        assert draft.lines()[:2] == [
            "iteration 2: “Make the end darker”; 1 file, +2 −2 lines.",
            "Written from it since, kept and marked as out of date: Prose.",
        ]
        assert await draft.answer("cancel") == "draft_feedback"
        assert (draft.read(END), draft.git("rev-parse", "HEAD")) == (DARK, head), "nothing was done unasked"
        commit = str(draft.payload["undoable"][1]["commit"])
        assert await draft.take_back(commit=commit[:7]) == "draft_feedback"
        assert draft.read(END) == CHAPTERS[END]
        assert draft.read(prose) == "He woke in the dark.\n"
        assert set(draft.state.stale) == {"prose"}
        assert "Written from it, and perhaps no longer fitting: Prose." in draft.told("notes")
        assert any(
            "Prose: " in line and "since iteration 2" in line
            for line in map(str, status_lines(draft.payload))
        )


async def test_what_the_chapters_rest_on_is_counted_as_none_of_them(tmp_path: Path) -> None:
    async with drafting(tmp_path, CHAPTERS) as draft:
        await draft.open()
        told = list(map(str, status_lines(draft.payload)))
        assert any(line.startswith("Chapters: 3 chapters, ") for line in told), told
    rests = {path: text for path, text in CHAPTERS.items() if path.endswith("foundation.md")}
    (tmp_path / "begun").mkdir()
    async with drafting(tmp_path / "begun", rests) as draft:
        await draft.open()
        told = list(map(str, status_lines(draft.payload)))
        assert any(line.startswith("Chapters: 1 file, ") for line in told), told


async def test_an_iteration_of_another_session_is_taken_back_by_its_commit(tmp_path: Path) -> None:
    async with drafting(tmp_path, CHAPTERS) as draft:
        draft.scripts["draft_write"] = darker
        await draft.open()
        await draft.answer("target", level="chapters")
        await draft.change("Make the end darker")
        await draft.answer("accept")
        await draft.answer("close")
    async with drafting(tmp_path) as draft:
        await draft.open()
        (row,) = draft.payload["undoable"]
        assert row["iteration"] == 0
        commit = str(row["commit"])
        with pytest.raises(GateError, match=f"Iteration 1 cannot be taken back; these can: {commit[:7]}"):
            await draft.answer("undo", iteration=1)
        typed = read_line(draft.payload, f"/undo {commit[:7]}")
        assert typed is not None
        assert await draft.take_back(**typed.data) == "draft_feedback"
        assert draft.told("notes")[0].startswith("Taken back: an earlier iteration, “Make the end darker”.")
        assert draft.read(END) == CHAPTERS[END]


async def test_an_undo_that_later_words_stand_in_the_way_of_lies_before_the_person(draft: Draft) -> None:
    later = DARK.replace("Nobody is glad.", "Somebody is glad.")
    draft.scripts["draft_write"] = in_turn(files({**CHAPTERS, END: DARK}), files({**CHAPTERS, END: later}))
    await draft.open()
    await draft.change("Make the end darker")
    await draft.answer("accept")
    await draft.change("A little hope")
    await draft.answer("accept")
    assert await draft.take_back(iteration=1) == "draft_acceptance"
    assert draft.read(END) == later
    assert await draft.answer("reject") == "draft_feedback"
    assert draft.read(END) == later
    await draft.take_back(number=1)
    assert await draft.answer("accept_parts", edits={END: CHAPTERS[END]}) == "draft_acceptance"
    assert await draft.answer("accept_parts", edits={END: CHAPTERS[END]}) == "draft_feedback"
    assert draft.read(END) == CHAPTERS[END]
    assert draft.git("log", "-1", "--format=%s").strip().startswith("[chapters] Undo: Make the end darker")


async def test_edits_made_outside_before_an_iteration_are_what_it_starts_from(draft: Draft) -> None:
    draft.scripts["draft_write"] = darker
    await draft.open()
    draft.write({ROAD: "# 2 The road\n\nOutside.\n"})
    await draft.change("Make the end darker")
    texts = files_shown(draft.asked("draft_write")[0], "as it is, ")
    assert texts[ROAD] == "# 2 The road\n\nOutside.\n"
    # The writer's answer has the old road; the person sees that it would go back.
    assert ROAD in [item["path"] for item in draft.payload["files"]]


@pytest.mark.parametrize("finish", ["length", "stop"])
async def test_an_answer_that_broke_off_is_kept_and_gone_on_from(draft: Draft, finish: str) -> None:
    whole = files({**CHAPTERS, END: DARK})
    at = whole.index("haunts")
    # It is gone on from behind its last whole sentence: half a word is no place to go on from.
    kept = resume_point(whole[:at])
    draft.scripts["draft_write"] = in_turn(Completed(whole[:at], finish=finish), whole[len(kept) :])
    await draft.open()
    assert await draft.change("Make the end darker") == "draft_cut"
    assert END in draft.told("lines")[0]
    assert await draft.answer("go_on") == "draft_acceptance"
    assert shown(draft.asked("draft_write")[1], "begun") == kept
    assert [(item["path"], item["kind"]) for item in draft.payload["files"]] == [(END, "changed")]
    await draft.answer("accept")
    assert draft.read(END) == DARK


async def test_a_writing_that_breaks_off_again_and_again_is_used_as_it_came_where_nobody_is_asked(
    draft: Draft,
) -> None:
    whole = files({**CHAPTERS, END: DARK})
    came = whole[: whole.index("haunts")]
    draft.scripts["draft_write"] = lambda _: Completed(came, finish="length")
    await draft.open()
    assert await draft.change("Make the end darker") == "draft_cut"
    kind = GATES["draft_cut"]
    seen = [kind.by_policy(draft.payload)[0]]
    while seen[-1] == "go_on":
        assert await draft.answer("go_on") == "draft_cut"
        seen.append(kind.by_policy(draft.payload)[0])
    assert len(draft.asked("draft_write")) == len(seen) <= len(CHAPTERS) + TRIES + 1
    # A person may have it go on for ever.
    assert await draft.answer("go_on") == "draft_cut"
    assert kind.by_policy(draft.payload) == ("use", {})
    asked = len(draft.asked("draft_write"))
    assert await draft.answer("use") == "draft_acceptance"
    assert len(draft.asked("draft_write")) == asked
    assert any(END in told and "cut off" in told for told in draft.told("warnings"))
    await draft.answer("accept")
    assert DARK.startswith(draft.read(END).rstrip())
    assert draft.read(ROAD) == CHAPTERS[ROAD]


async def test_of_a_file_that_would_lose_its_end_nothing_is_used_unasked(
    tmp_path: Path,
) -> None:
    long = {**CHAPTERS, END: CHAPTERS[END] + "\nAnd on it goes. " * 200}
    async with drafting(tmp_path, long) as draft:
        came = files({END: DARK})[:-20]
        draft.scripts["draft_write"] = lambda _: Completed(came, finish="length")
        await draft.open()
        await draft.answer("target", level="chapters")
        await draft.change("Make the end darker")
        kind = GATES["draft_cut"]
        for _ in range(TRIES + 2):
            assert await draft.answer("go_on") == "draft_cut"
        assert kind.by_policy(draft.payload) == ("cancel", {})
        await draft.answer("cancel")
        assert draft.read(END) == long[END]


@pytest.mark.parametrize("one_by_one", [False, True])
async def test_what_came_of_an_answer_that_its_server_cut_takes_no_end_of_a_file_with_it(
    tmp_path: Path, one_by_one: bool
) -> None:
    long = {**CHAPTERS, END: CHAPTERS[END] + "".join(f"\nDay {n} passes." for n in range(200))}
    async with drafting(tmp_path, long) as draft:
        came, rest = f"<<<FILE {END}>>>\n{DARK}", long[END].removeprefix(CHAPTERS[END]) + "\n<<<END FILE>>>\n"
        kept = "".join(f"<<<KEEP FILE {path}>>>\n" for path in CHAPTERS if path != END)
        cut = Failed("truncated", verbatim("Cut."), sent=True, received=True, partial=came, cut="server")
        named = [{"file": END, "action": "change", "what": "darker"}]
        draft.scripts["draft_outline"] = lambda request: json.dumps({"files": named})
        writing = "draft_write_file" if one_by_one else "draft_write"
        draft.scripts[writing] = in_turn(cut, rest if one_by_one else rest + kept)
        await draft.open(max_output_tokens=1000 if one_by_one else 8000)
        await draft.answer("target", level="chapters")
        assert await draft.change("Make the end darker") == "failure"
        assert await draft.answer("use_partial") == "draft_cut"
        assert GATES["draft_cut"].by_policy(draft.payload) == ("go_on", {})
        assert await draft.answer("go_on") == "draft_acceptance"
        await draft.answer("accept")
        assert draft.read(END).startswith(DARK.rstrip())
        assert draft.read(END).rstrip().endswith("Day 199 passes.")


async def test_an_answer_that_begins_anew_and_stops_at_the_same_place_is_not_taken_for_a_whole_one(
    tmp_path: Path,
) -> None:
    long = {**CHAPTERS, END: CHAPTERS[END] + "".join(f"\nDay {n} passes." for n in range(200))}
    async with drafting(tmp_path, long) as draft:
        draft.scripts["draft_write"] = lambda _: f"<<<FILE {END}>>>\n{DARK.rstrip()[:-4]}"
        await draft.open()
        await draft.answer("target", level="chapters")
        assert await draft.change("Make the end darker") == "draft_cut"
        assert await draft.answer("go_on") == "draft_cut"


async def test_of_files_written_one_by_one_the_next_follows_one_that_is_used_as_it_came(
    tmp_path: Path,
) -> None:
    long = {path: text + "\nLong. " * 900 for path, text in CHAPTERS.items()}
    async with drafting(tmp_path, long) as draft:
        named = [{"file": path, "action": "change", "what": "darker"} for path in (ROAD, END)]
        draft.scripts["draft_outline"] = lambda request: json.dumps({"files": named})
        draft.scripts["draft_write_file"] = in_turn(
            Completed(f"<<<FILE {ROAD}>>>\n# The road\n\nIt goes", finish="length"), files({END: DARK})
        )
        await draft.open(max_output_tokens=2000)
        await draft.answer("target", level="chapters")
        assert await draft.change("Make it darker") == "draft_cut"
        assert await draft.answer("use") == "draft_acceptance"
        await draft.answer("accept")
        assert draft.read(ROAD).rstrip() == "# The road\n\nIt goes"
        assert draft.read(END).rstrip() == DARK.rstrip()


async def test_a_file_left_out_without_a_word_is_shown_as_deleted_and_can_be_kept(draft: Draft) -> None:
    draft.scripts["draft_write"] = lambda r: files(
        {p: t for p, t in {**CHAPTERS, END: DARK}.items() if p != ROAD}
    )
    await draft.open()
    await draft.change("Make the end darker")
    shown = {item["path"]: item["kind"] for item in draft.payload["files"]}
    assert shown == {ROAD: "removed", END: "changed"}
    assert ROAD in draft.told("warnings")[0]
    kind = GATES["draft_acceptance"]
    assert kind.safest(draft.payload) == "accept_parts", "to accept all would delete it"
    assert kind.by_policy(draft.payload) == ("accept_parts", {"files": [END]})
    await draft.answer("accept_parts", files=[END])
    assert draft.read(ROAD) == CHAPTERS[ROAD]
    assert draft.read(END) == DARK


async def test_a_name_that_leads_outside_is_refused_in_words_and_written_nowhere(draft: Draft) -> None:
    draft.scripts["draft_write"] = lambda r: files({**CHAPTERS, END: DARK}) + block("../x.md", "Evil.\n")
    await draft.open()
    assert await draft.change("Make the end darker") == "draft_acceptance"
    assert any("../x.md" in warning for warning in draft.told("warnings"))
    await draft.answer("accept")
    assert not (draft.folder.parent / "x.md").exists()
    assert draft.read(END) == DARK


@pytest.mark.parametrize("reply", ["I will think about it.", ""])
async def test_an_answer_without_a_form_changes_nothing_and_no_judge_can_approve_it(
    draft: Draft, reply: str
) -> None:
    draft.scripts["draft_write"] = lambda request: reply or Completed("   ", finish="stop")
    await draft.open()
    kind = await draft.change("Make the end darker")
    if kind == "failure":
        return
    assert kind in ("draft_judge", "draft_acceptance")
    if kind == "draft_judge":
        assert draft.payload["reasoning"]
        assert len(draft.asked("draft_write")) == 2
    await draft.answer("cancel" if kind == "draft_judge" else "reject")
    assert not (draft.folder / ".git").exists()


async def test_json_that_is_none_is_asked_for_once_more_and_then_barred(tmp_path: Path) -> None:
    async with drafting(tmp_path) as draft:
        draft.scripts["draft_write"] = lambda r: files({"premise/premise_metadata.json": '{"title": "T"}\n'})
        await draft.open()
        assert await draft.answer("generate", level="premise") == "draft_judge"
        assert "“premise” is missing" in draft.payload["reasoning"]
        assert len(draft.asked("draft_write")) == 2
        for _ in range(2):
            assert await draft.answer("continue") == "draft_judge"
        assert GATES["draft_judge"].by_policy(draft.payload) == ("cancel", {}), "nobody takes what is no JSON"
        assert await draft.answer("cancel") == "draft_feedback"
        asked = str(GATES[draft.kind].heading(draft.payload, GatePlace()))
        assert asked == "Premise: what should be written?", "nothing is there that could change"


async def test_a_repository_inside_another_one_is_asked_about_before_anything(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    async with drafting(tmp_path, CHAPTERS) as draft:
        await draft.open()
        assert draft.kind == "draft_place"
        assert await draft.answer("cancel") == "finished"
        assert not (draft.folder / ".git").exists()


async def test_a_long_level_is_planned_and_written_file_by_file_with_a_pause_after_each(
    tmp_path: Path,
) -> None:
    long = {path: text + "\nLong. " * 900 for path, text in CHAPTERS.items()}
    async with drafting(tmp_path, long) as draft:
        plan = {
            "files": [
                {"file": "03-end.md", "action": "change", "what": "darker"},
                {"file": "chapter-beats/04-after.md", "action": "add", "what": "an epilogue"},
                {"file": "02-road.md", "action": "drop"},
            ]
        }
        draft.scripts["draft_outline"] = lambda request: json.dumps(plan)
        draft.scripts["draft_write_file"] = lambda r: files(
            {path_asked(r): f"# New {shown(r, 'task')}\n\nText.\n"}
        )
        await draft.open(pause_after_files=True, max_output_tokens=2000)
        await draft.answer("target", level="chapters")
        assert await draft.change("Make the end darker") == "draft_cut"
        assert "next is chapter-beats/04-after.md" in draft.told("lines")[0]
        assert await draft.answer("go_on") == "draft_acceptance"
        first, second = draft.asked("draft_write_file")
        assert [*files_shown(first, "as they will be")] == [
            "chapter-beats/foundation.md",
            "chapter-beats/01-start.md",
        ]
        before = files_shown(second, "as they will be")
        assert before[END] == "# New darker\n\nText.\n"
        assert len(draft.asked("draft_outline")) == 1
        await draft.answer("accept")
        assert not (draft.folder / ROAD).exists()
        assert draft.read("chapter-beats/01-start.md") == long["chapter-beats/01-start.md"]
        assert draft.read("chapter-beats/04-after.md") == "# New an epilogue\n\nText.\n"


async def test_closing_ends_the_session_and_the_folder_stays(draft: Draft) -> None:
    await draft.open(team=TEAM)
    assert await draft.answer("close") == "finished"
    assert draft.desk.live(draft.id).fold.session.reason == "draft_closed"
    assert draft.read(END) == CHAPTERS[END]


async def test_a_change_that_is_explained_in_no_form_is_told_by_its_figures(draft: Draft) -> None:
    draft.scripts["draft_write"] = darker
    draft.scripts["draft_explain"] = lambda request: "I cannot say."
    await draft.open()
    assert await draft.change("Make the end darker") == "draft_acceptance"
    (told,) = await draft.facts("draft_explained")
    assert "Files changed: 1 of 4" in str(told.markdown)
    draft.scripts["draft_explain"] = lambda request: explanation(END)
    await draft.answer("reject")
    await draft.change("Make the end darker")
    assert "It is darker." in str((await draft.facts("draft_explained"))[-1].markdown)


async def test_a_level_is_not_written_before_the_one_it_is_written_from(tmp_path: Path) -> None:
    async with drafting(tmp_path) as draft:
        await draft.open()
        with pytest.raises(
            GateError, match="Prose is written from Chapters, and there is nothing in that yet"
        ):
            await draft.answer("generate", level="prose")
        assert draft.requests == []
    (tmp_path / "other").mkdir()
    async with drafting(tmp_path / "other", CHAPTERS) as draft:
        # Nobody needs a premise who has chapters already.
        await draft.open()
        assert await draft.answer("generate", level="prose") == "draft_acceptance"


async def test_where_no_judge_can_be_asked_the_person_decides_and_is_told_why(draft: Draft) -> None:
    draft.scripts["draft_write"] = darker
    draft.scripts["draft_judge"] = lambda request: Failed("auth", verbatim("The key was refused."), sent=True)
    await draft.open()
    assert await draft.change("Make the end darker") == "draft_judge", "a judge is help, never a quorum"
    assert draft.payload["unread"]
    headline = str(GATES[draft.kind].heading(draft.payload, GatePlace()))
    assert headline == "Chapters, attempt 1: it could not be judged."
    assert [fact.purpose for fact in await draft.facts("help_failed")] == ["draft_judge"]
    assert await draft.answer("accept") == "draft_acceptance"
    assert draft.told("figures")[0].endswith("not judged")
    await draft.answer("accept")
    assert draft.read(END) == DARK


async def test_what_was_said_of_a_rejected_text_goes_along_until_one_is_accepted(draft: Draft) -> None:
    draft.scripts["draft_write"] = darker
    await draft.open()
    await draft.change("Make the end darker")
    await draft.answer("reject", why="Nobody may be glad.")
    told = "What you said of it goes along with your next request: “Nobody may be glad.”"
    assert draft.told("closing")[1] == told
    await draft.change("Darker still")
    for request in (draft.asked("draft_write")[-1], draft.asked("draft_judge")[-1]):
        assert [one.text for one in named(request, "rejected")] == ["Nobody may be glad."]
    await draft.answer("accept")
    await draft.change("And shorter")
    assert not named(draft.asked("draft_write")[-1], "rejected")


async def test_the_only_writer_cannot_be_left_out(draft: Draft) -> None:
    draft.scripts["draft_write"] = lambda request: Failed("auth", verbatim("The key was refused."), sent=True)
    await draft.open()
    assert await draft.change("Make the end darker") == "failure"
    with pytest.raises(GateError):
        await draft.answer("fallback", replace={"Ann": None})
    draft.scripts["draft_write"] = darker
    assert await draft.answer("retry") == "draft_acceptance"


async def test_an_edit_made_outside_while_it_was_decided_is_brought_together_and_never_lost(
    tmp_path: Path,
) -> None:
    async with drafting(tmp_path, CHAPTERS) as draft:
        draft.scripts["draft_write"] = darker
        await draft.open()
        await draft.answer("target", level="chapters")
        await draft.change("Make the end darker")
        draft.write({END: CHAPTERS[END] + "\nP.S. Written outside.\n"})
        assert await draft.answer("accept") == "draft_acceptance"
        assert draft.read(END).endswith("Written outside.\n")
        assert draft.told("warnings")
        assert await draft.answer("accept") == "draft_feedback"
        assert "Edits made outside" in draft.git("log", "--format=%s")
        assert "Written outside." in draft.git("show", f"HEAD~1:{END}")
        assert "haunts him" in draft.read(END)
        assert draft.git("status", "--porcelain") == ""


async def test_an_answer_that_stops_within_a_file_is_kept_and_its_file_is_not_gone(tmp_path: Path) -> None:
    async with drafting(tmp_path, CHAPTERS) as draft:
        half = f"<<<FILE {END}>>>\n# 3 The end\n\nMarcus wins. Then the"
        rest = "Then the dark comes.\n<<<END FILE>>>\n"
        kept = "".join(f"<<<KEEP FILE {path}>>>\n" for path in CHAPTERS if path != END)
        draft.scripts["draft_write"] = in_turn(half, rest + kept)
        await draft.open()
        await draft.answer("target", level="chapters")
        assert await draft.change("Make the end darker") == "draft_cut"
        assert await draft.answer("go_on") == "draft_acceptance"
        assert [(item["path"], item["kind"]) for item in draft.payload["files"]] == [(END, "changed")]
        await draft.answer("accept")
        assert draft.read(END) == "# 3 The end\n\nMarcus wins. Then the dark comes.\n"


async def test_a_file_in_the_person_s_own_words_goes_in_with_the_parts(tmp_path: Path) -> None:
    async with drafting(tmp_path, CHAPTERS) as draft:
        draft.scripts["draft_write"] = darker
        await draft.open()
        await draft.answer("target", level="chapters")
        await draft.change("Make it darker")
        parts = {"files": [END], "edits": {ROAD: "# 2 The road\n\nBy\0 hand.\n"}}
        assert await draft.answer("accept_parts", **parts) == "draft_acceptance", "it is shown first"
        await draft.answer("accept_parts", **parts)
        assert (draft.read(END), draft.read(ROAD)) == (DARK, "# 2 The road\n\nBy hand.\n")


async def test_what_each_of_several_writers_changed_is_told_where_one_is_taken(tmp_path: Path) -> None:
    async with drafting(tmp_path, CHAPTERS) as draft:
        draft.scripts["draft_write"] = lambda r: files(
            {**CHAPTERS, END: f"# 3 The end\n\n{r.seat} ends it.\n"}
        )
        await draft.open(writers=2)
        await draft.answer("target", level="chapters")
        assert await draft.change("End it") == "draft_pick"
        told = "\n".join(draft.lines())
        for name in ("Ann", "Bob"):
            assert f"new: “{name} ends it.”" in told.partition(f"{name}: ")[2]
