"""Acceptance and undo in a real folder: one commit each, read back with the git program, nothing lost."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from app.store.project_git import GitProject
from app.workflows.draft.nodes.committing import Acceptance, Finalized, Undoing, finalize, revert
from app.workflows.draft.nodes.reading import read_project
from app.workflows.draft.rules.history_file import AcceptedIteration, stale_undone
from app.workflows.draft.rules.templates import template_named
from tests.support.clocks import ManualClock
from tests.support.git_reading import assert_sound, git, needs_git

pytestmark = needs_git
SESSION = "01hzzzzzzzzzzzzzzzzzzzzzzz"


def acceptance(number: int, files: Mapping[str, str | None], **more: Any) -> Acceptance:
    fields: dict[str, Any] = {
        "session": SESSION,
        "number": number,
        "template": "novel",
        "project": SESSION,
        "level": "chapters",
        "feedback": f"Darker, number {number}",
        "files": dict(files),
        "files_changed": len(files),
        "lines_changed": 3,
    }
    return Acceptance.model_validate({**fields, **more})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / ".config"))
    return tmp_path / "novel"


@pytest.fixture
async def history(folder: Path) -> AsyncIterator[GitProject]:
    clock = ManualClock()
    found = GitProject(folder, clock)
    yield found
    await found.close()


async def accept(history: GitProject, past: list[AcceptedIteration], one: Acceptance) -> AcceptedIteration:
    """Finalize and take it into what is past, as the workflow's state does."""
    done = await finalize(history, one, past)
    assert done.iteration is not None, done.moved
    past.append(done.iteration)
    return done.iteration


def kept(folder: Path, level: str = "chapter-beats") -> list[dict[str, Any]]:
    found = json.loads((folder / level / "iteration_history.json").read_text(encoding="utf-8"))
    return list(found["iterations"])


async def test_an_acceptance_is_one_commit_that_says_all_of_it(folder: Path, history: GitProject) -> None:
    past: list[AcceptedIteration] = []
    first = acceptance(
        1,
        {"chapter-beats/foundation.md": "Tone: hopeful.\n", "chapter-beats/01-a.md": "One.\n"},
        feedback="",
        settings='{"genre": "fantasy"}\n',
    )
    await accept(history, past, first)
    second = acceptance(
        2,
        {"chapter-beats/01-a.md": "One, darker.\n"},
        feedback="Make chapter 1 darker\nwith more conflict",
        attempts=3,
        verdict="approved",
        reasoning="Darker now.\n\nRoundtable-Iteration: 9",
        summary="## Major\n\n- Chapter 1: darker",
        stale={"prose": 2},
    )
    done = await accept(history, past, second)
    assert_sound(folder)
    assert git(folder, "log", "--format=%s").splitlines() == [
        "[chapters] Make chapter 1 darker with more conflict",
        "[chapters] Generate",
    ]
    assert git(folder, "rev-parse", "HEAD") == done.commit
    assert git(folder, "log", "-1", "--format=%(trailers:only,unfold)").splitlines() == [
        f"Roundtable-Session: {SESSION}",
        "Roundtable-Iteration: 2",
        "Stale: prose since 2",
    ]
    assert git(folder, "ls-tree", "-r", "--name-only", "HEAD").splitlines() == [
        ".roundtable/project.toml",
        "chapter-beats/01-a.md",
        "chapter-beats/foundation.md",
        "taxonomy.json",
    ]
    assert kept(folder) == [
        {
            "timestamp": kept(folder)[0]["timestamp"],
            "feedback": "Make chapter 1 darker\nwith more conflict",
            "judge_attempts": 3,
            "judge_verdict": "approved",
            "judge_reasoning": "Darker now.\n\nRoundtable-Iteration: 9",
            "semantic_summary": "## Major\n\n- Chapter 1: darker",
            "commit_sha": done.commit,
            "files_changed": 1,
            "lines_changed": 3,
        }
    ], "a generation has no entry, and the sha is the commit's"


async def test_another_machine_reads_from_the_commits_what_the_journal_said(
    folder: Path, history: GitProject
) -> None:
    past: list[AcceptedIteration] = []
    await accept(history, past, acceptance(1, {"chapter-beats/01-a.md": "One.\n"}, feedback=""))
    texts = {
        "feedback": "  - first\n\n\n  - second: “x”\nVerdict: approved\n\nStale: all",
        "reasoning": "Reasoning:\nSummary:\n  set in\n\ttab",
        "summary": "### Kapitel 1\n\n> Größer — 🜁\n\nRoundtable-Undoes: 1",
    }
    more = {"attempts": 2, "verdict": "needs_revision", "over_judge": True, "partial": True}
    change = acceptance(2, {"chapter-beats/01-a.md": "Two.\n"}, **texts, **more, stale={"prose": 2})
    await accept(history, past, change)
    found = await read_project(history)
    assert found.past == tuple(past)
    assert found.stale == {"prose": 2}
    assert (found.template, found.id) == ("novel", SESSION)
    assert found.files == {"chapter-beats/01-a.md": "Two.\n"}
    assert found.edited == ()
    since = await read_project(history, since=past[0].commit)
    assert since.past == (past[1],), "who knows a commit is told of what is newer"


async def test_what_is_culled_is_gone_with_the_same_commit_and_comes_back_with_its_undo(
    folder: Path, history: GitProject
) -> None:
    past: list[AcceptedIteration] = []
    await accept(history, past, acceptance(1, {"chapter-beats/01-a.md": "One.\n"}))
    prose = {"chapters/01-a.md": "Prose.\n", "chapters/02-b.md": "More.\n"}
    await accept(history, past, acceptance(2, prose, level="prose"))
    culling = acceptance(3, {"chapter-beats/01-a.md": "One!\n"}, culled=tuple(prose))
    done = await finalize(history, culling, past)
    assert done.iteration is not None
    past.append(done.iteration)
    assert not (folder / "chapters" / "01-a.md").exists()
    assert kept(folder, "chapters"), "a history file is never culled"
    taken_back = await revert(history, Undoing(session=SESSION, template="novel", target=past[2]), past)
    assert (folder / "chapters" / "02-b.md").read_text(encoding="utf-8") == "More.\n"
    assert kept(folder)[0]["undone_at"]
    assert git(folder, "rev-parse", "HEAD") == taken_back.commit
    assert git(folder, "log", "-1", "--format=%s") == "[chapters] Undo: Darker, number 3"
    assert_sound(folder)
    found = await read_project(history)
    assert [one.undone_at is not None for one in found.past] == [False, False, True]


async def test_the_first_acceptance_is_taken_back_and_the_project_stays_one(
    folder: Path, history: GitProject
) -> None:
    past: list[AcceptedIteration] = []
    first = acceptance(1, {"chapter-beats/01-a.md": "One.\n"}, settings="{}\n")
    await accept(history, past, first)
    await revert(history, Undoing(session=SESSION, template="novel", target=past[0]), past)
    assert not (folder / "chapter-beats" / "01-a.md").exists()
    assert (folder / ".roundtable" / "project.toml").exists()
    assert (folder / "taxonomy.json").exists()
    assert_sound(folder)


async def test_older_iterations_are_taken_back_in_any_order_where_later_ones_left_them_alone(
    folder: Path, history: GitProject
) -> None:
    past: list[AcceptedIteration] = []
    await accept(
        history, past, acceptance(1, {f"chapter-beats/{n}.md": f"{n}\n" for n in "abc"}, feedback="")
    )
    for number, name in enumerate("abc", 2):
        await accept(history, past, acceptance(number, {f"chapter-beats/{name}.md": f"{name} darker\n"}))
    for target in (past[1], past[3], past[2]):
        done = await revert(history, Undoing(session=SESSION, template="novel", target=target), past)
        assert done.commit
    assert [(folder / "chapter-beats" / f"{n}.md").read_text(encoding="utf-8") for n in "abc"] == [
        "a\n",
        "b\n",
        "c\n",
    ]
    assert git(folder, "rev-list", "--count", "HEAD") == "7"
    assert_sound(folder)


async def test_an_undo_that_later_work_stands_in_the_way_of_is_proposed_file_by_file(
    folder: Path, history: GitProject
) -> None:
    past: list[AcceptedIteration] = []
    old = "One.\n\nTwo.\n\nThree.\n"
    await accept(history, past, acceptance(1, {"chapter-beats/a.md": old, "chapter-beats/b.md": "B.\n"}))
    changed = {"chapter-beats/a.md": "One, darker.\n\nTwo.\n\nThree.\n", "chapter-beats/b.md": "B!\n"}
    await accept(history, past, acceptance(2, changed))
    later = {"chapter-beats/a.md": "One, darker.\n\nTwo.\n\nThree, longer.\n"}
    await accept(history, past, acceptance(3, later))
    head = git(folder, "rev-parse", "HEAD")
    undoing = Undoing(session=SESSION, template="novel", target=past[1])
    found = await revert(history, undoing, past)
    assert found.commit == ""
    assert git(folder, "rev-parse", "HEAD") == head, "nothing was done"
    assert [side.path for side in found.sides] == ["chapter-beats/a.md"]
    assert found.sides[0].merged == "One.\n\nTwo.\n\nThree, longer.\n"
    assert found.files == {
        "chapter-beats/a.md": "One.\n\nTwo.\n\nThree, longer.\n",
        "chapter-beats/b.md": "B.\n",
    }
    by_hand = acceptance(4, found.files, seen=found.seen, undoes=past[1].commit, feedback=past[1].feedback)
    await finalize(history, by_hand, past)
    assert git(folder, "log", "-1", "--format=%s") == "[chapters] Undo: Darker, number 2"
    read = await read_project(history)
    assert [(one.number, one.undone_at is not None) for one in read.past] == [
        (1, False),
        (2, True),
        (3, False),
    ]
    assert_sound(folder)


async def test_edits_made_outside_are_a_commit_of_their_own_in_every_file_of_the_project(
    folder: Path, history: GitProject
) -> None:
    past: list[AcceptedIteration] = []
    base = {"chapter-beats/a.md": "A.\n", "treatment/treatment.md": "T.\n", "chapters/1.md": "P.\n"}
    await accept(history, past, acceptance(1, base))
    (folder / "treatment" / "treatment.md").write_text("T, by hand.\n", encoding="utf-8")
    (folder / "chapters" / "1.md").unlink()
    (folder / "notes.txt").write_text("not of the project\n", encoding="utf-8")
    done = await finalize(history, acceptance(2, {"chapter-beats/a.md": "A!\n"}), past)
    assert done.outside_files == ("chapters/1.md", "treatment/treatment.md")
    assert git(folder, "log", "--format=%s").splitlines()[:2] == [
        "[chapters] Darker, number 2",
        "Edits made outside",
    ]
    assert git(folder, "show", "HEAD~1:treatment/treatment.md") == "T, by hand."
    assert git(folder, "diff", "--name-only", "HEAD~1", "HEAD") == "chapter-beats/a.md"
    assert git(folder, "status", "--porcelain") == "?? notes.txt", "what is not the project's is left alone"


async def test_a_file_that_changed_after_the_decision_is_not_written_over(
    folder: Path, history: GitProject
) -> None:
    past: list[AcceptedIteration] = []
    await accept(history, past, acceptance(1, {"chapter-beats/a.md": "A.\n", "chapter-beats/b.md": "B.\n"}))
    (folder / "chapter-beats" / "b.md").write_text("B, by hand.\n", encoding="utf-8")
    ours = {"chapter-beats/a.md": "A!\n", "chapter-beats/b.md": "B!\n"}
    seen = {"chapter-beats/a.md": "A.\n", "chapter-beats/b.md": "B.\n"}
    done = await finalize(history, acceptance(2, ours, seen=seen), past)
    assert done == Finalized(moved={"chapter-beats/b.md": "B, by hand.\n"})
    assert git(folder, "rev-list", "--count", "HEAD") == "1"
    assert (folder / "chapter-beats" / "a.md").read_text(encoding="utf-8") == "A.\n", "nothing was written"
    again = {**seen, **done.moved}
    assert (await finalize(history, acceptance(2, ours, seen=again), past)).iteration is not None
    assert git(folder, "show", "HEAD~1:chapter-beats/b.md") == "B, by hand.", "it stands in the history"


async def test_a_damaged_history_file_is_set_aside_and_written_anew(
    folder: Path, history: GitProject
) -> None:
    past: list[AcceptedIteration] = []
    await accept(history, past, acceptance(1, {"chapter-beats/a.md": "A.\n"}))
    path = folder / "chapter-beats" / "iteration_history.json"
    path.write_bytes(b'{"iterations": [{"timestamp": "2025')
    notes = (await read_project(history)).notes
    assert len(notes) == 1
    assert "chapter-beats/iteration_history.json is damaged: it is no JSON from line 1 on" in str(notes[0])
    done = await finalize(history, acceptance(2, {"chapter-beats/a.md": "A!\n"}), past)
    assert "set aside as chapter-beats/iteration_history.damaged-" in str(done.notes[0])
    assert [one["feedback"] for one in kept(folder)] == ["Darker, number 2", "Darker, number 1"]
    aside = list((folder / "chapter-beats").glob("iteration_history.damaged-*.json"))
    assert [one.read_bytes() for one in aside] == [b'{"iterations": [{"timestamp": "2025']
    assert_sound(folder)


async def test_entries_of_another_tool_stay_and_are_given_to_the_model(
    folder: Path, history: GitProject
) -> None:
    (folder / "chapter-beats").mkdir(parents=True)
    entry = {"timestamp": "2020-01-01T00:00:00Z", "feedback": "Older", "semantic_summary": "S", "mood": 7}
    path = folder / "chapter-beats" / "iteration_history.json"
    path.write_text(json.dumps({"iterations": [entry]}), encoding="utf-8")
    (folder / "chapter-beats" / "a.md").write_text("A.\n", encoding="utf-8")
    found = await read_project(history)
    assert [(one.number, one.feedback, one.summary) for one in found.past] == [(0, "Older", "S")]
    past = list(found.past)
    await accept(history, past, acceptance(1, {"chapter-beats/a.md": "A!\n"}))
    assert [one["feedback"] for one in kept(folder)] == ["Darker, number 1", "Older"]
    assert kept(folder)[1] == entry


async def test_a_history_file_that_another_tool_committed_is_let_go_of_by_git_and_stays_on_the_disk(
    folder: Path, history: GitProject
) -> None:
    (folder / "chapter-beats").mkdir(parents=True)
    entry = {"timestamp": "2020-01-01T00:00:00Z", "feedback": "Older", "commit_sha": "abc"}
    path = folder / "chapter-beats" / "iteration_history.json"
    path.write_text(json.dumps({"iterations": [entry]}), encoding="utf-8")
    (folder / "chapter-beats" / "a.md").write_text("A.\n", encoding="utf-8")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "by another tool")
    past = list((await read_project(history)).past)
    await accept(history, past, acceptance(1, {"chapter-beats/a.md": "A!\n"}))
    assert_sound(folder)
    assert "iteration_history" not in git(folder, "ls-files")
    assert [one["feedback"] for one in kept(folder)] == ["Darker, number 1", "Older"]
    await revert(history, Undoing(session=SESSION, template="novel", target=past[-1]), past)
    assert_sound(folder)
    assert "iteration_history" not in git(folder, "ls-files")
    assert kept(folder)[0]["undone_at"]


def test_stale_marks_come_and_go_with_what_made_them() -> None:
    def one(number: int, level: str, stale: dict[str, int]) -> AcceptedIteration:
        return AcceptedIteration(number=number, level=level, timestamp=0, commit=str(number), stale=stale)

    past = [one(1, "chapters", {"prose": 1}), one(2, "prose", {}), one(3, "treatment", {"prose": 3})]
    novel = template_named("novel")
    assert stale_undone(novel, {"prose": 3}, past[2], past) == {}
    assert stale_undone(novel, {}, past[1], past[:2]) == {"prose": 1}, "what it had cleared is stale again"
    assert stale_undone(novel, {}, past[0], past[:2]) == {"prose": 1}, "it was written from what is gone"
    gone = [past[0], past[1].model_copy(update={"undone_at": 5})]
    assert stale_undone(novel, {}, past[0], gone) == {}
