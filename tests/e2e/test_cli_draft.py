"""A draft on the command line: lines typed at a terminal, one change by a command, what git then holds."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import ROOT, Ran, call, environment
from tests.support.git_reading import git
from tests.support.typed_drafts import BRIEF, NOVEL, laid, typed
from tests.support.waiting import AMPLE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="types into a terminal")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "my-novel"


def draft(folder: Path, *words: object) -> Ran:
    """Run `run draft` without a terminal."""
    return call("run", "draft", folder, *words, data=folder.parent / "data")


def test_levels_are_generated_by_single_commands_that_go_on_in_the_same_session(folder: Path) -> None:
    first = draft(
        folder, "--template", "novel", "--brief", BRIEF, "--generate", "premise", "--approve", "all", "--json"
    )
    assert first.code == 0, first.err
    assert git(folder, "log", "--format=%s").splitlines() == ["[premise] Generate"]
    second = draft(folder, "--generate", "treatment", "--approve", "all", "--json")
    assert second.code == 0, second.err
    assert second.value["session"] == first.value["session"]
    assert git(folder, "log", "--format=%s").splitlines() == ["[treatment] Generate", "[premise] Generate"]
    assert git(folder, "status", "--porcelain") == ""
    changed = draft(
        folder,
        "--level",
        "treatment",
        "--feedback",
        "Replace Skerry Point by Gull Rock",
        "--approve",
        "all",
        "--json",
    )
    assert changed.code == 0, changed.err
    assert git(folder, "log", "-1", "--format=%s").strip() == "[treatment] Replace Skerry Point by Gull Rock"
    told = changed.value["summary"]
    assert (told["draft_outcome"], told["draft_level"], told["draft_verdict"]) == (
        "accepted",
        "treatment",
        "approved",
    )
    assert git(folder, "rev-parse", "HEAD").strip() == told["draft_commit"]
    assert "Gull Rock" in (folder / "treatment" / "treatment.md").read_text(encoding="utf-8")


def test_feedback_beside_a_decision_that_waits_is_not_lost_unsaid(folder: Path) -> None:
    begun = draft(folder, "--template", "novel", "--brief", BRIEF, "--generate", "premise")
    assert begun.code == 3, begun.err
    assert "was not begun" not in begun.err
    again = draft(folder, "--level", "premise", "--feedback", "Let it begin at night.")
    assert again.code == 3, again.err
    assert "what you asked for was not begun. Decide this first" in again.err


def test_what_cannot_be_done_is_said_with_the_way_out_and_changes_nothing(folder: Path) -> None:
    unknown = draft(folder, "--template", "novel", "--generate", "foo", "--json")
    assert unknown.code == 2
    assert (
        unknown.error["message"]
        == "There is no level “foo”. Use one of: premise, treatment, chapters, prose."
    )
    empty = draft(folder, "--level", "chapters", "--feedback", "Make it darker", "--json")
    assert empty.code == 2
    assert empty.error["message"] == "There is nothing in Chapters yet. Generate it first: /generate chapters"
    both = draft(folder, "--generate", "premise", "--feedback", "Make it darker", "--json")
    assert both.code == 2
    assert both.error["message"] == "--generate and --feedback ask for two things at once."
    assert not folder.exists()


def test_a_plain_call_goes_on_reads_lines_from_a_pipe_and_ends_with_what_it_came_to(folder: Path) -> None:
    first = draft(
        folder, "--template", "novel", "--brief", BRIEF, "--generate", "premise", "--approve", "all"
    )
    assert first.code == 0, first.err
    assert "Premise: 1 of 1 file saved" in first.out
    assert "write Treatment (/generate treatment, or --generate treatment)" in " ".join(first.out.split())
    plain = draft(folder.parent / "." / "my-novel", "--json")
    assert plain.code == 3
    piped = subprocess.run(
        [sys.executable, "-m", "app", "run", "draft", str(folder), "--approve", "all"],
        cwd=ROOT,
        env=environment(folder.parent / "data"),
        input="/status\n/generate treatment\n/close\n",
        capture_output=True,
        encoding="utf-8",
        timeout=AMPLE,
        check=False,
    )
    assert piped.returncode == 0, piped.stderr
    assert "Treatment: not written yet" in piped.stderr
    assert git(folder, "log", "--format=%s").splitlines() == ["[treatment] Generate", "[premise] Generate"]
    listed = call("list", "--json", data=folder.parent / "data")
    assert [one["session"] for one in listed.value] == [plain.value["session"]]


def test_settings_for_a_folder_that_has_a_session_are_said_to_hold_for_a_new_one(folder: Path) -> None:
    begun = draft(folder, "--template", "novel", "--brief", BRIEF, "--json")
    again = draft(folder, "--set", "judges=3", "--set", "strictness=normal", "--template", "novel", "--json")
    assert again.value["session"] == begun.value["session"]
    told = " ".join(again.err.split())
    assert "Note: The folder’s session goes on as it was begun: Judges: 1. What you set holds for" in told
    assert "Note: The folder" not in draft(folder, "--json").err
    other = draft(folder, "--model", "offline/other", "--json")
    assert "goes on as it was begun: Ada: offline/" in " ".join(other.err.split()), other.err


def test_pasted_lines_are_one_feedback(folder: Path) -> None:
    laid(folder, "premise")
    typed(
        folder, "\x1b[200~1. Replace Ada by Eda", "2. Replace Skerry by Gull\x1b[201~", "accept", more=NOVEL
    )
    assert "1. Replace Ada by Eda 2. Replace Skerry by Gull" in git(folder, "log", "-1", "--format=%s")
    assert "Eda" in (folder / "premise" / "premise_metadata.json").read_text(encoding="utf-8")


def test_what_can_be_asked_for_before_answering_is_asked_for_in_the_line(folder: Path) -> None:
    laid(folder, "premise", "treatment")
    said = typed(
        folder,
        "/check nowhere",
        "/check",
        "/iterate premise",
        "Replace Ada by Eda and make every sentence sing like a nightingale",
        "keep_all",
        "look",
        "accept",
        "6",
        "reject",
        "/close",
        more=NOVEL,
    )
    assert "There is no level “nowhere”. Use one of: premise, treatment, chapters, prose." in said
    assert re.search(r"Estimate: free\n.*Check continuity · number \d+ · done", said, re.DOTALL), said
    assert "  4  look: What changed in this attempt – free" in said
    assert re.search(r"What changed in this attempt · number \d+ · done", said), said
    # Behind the three answers stand both things that can be asked for there, the second by its number.
    assert "  6  effects: What it affects below – free" in said, said
    assert re.search(r"What it affects below · number \d+ · done\n+.*Treatment: ", said, re.DOTALL), said
    assert not (folder / ".git").exists(), "nothing was accepted"


def test_an_empty_line_goes_back_from_a_question_to_the_choice(folder: Path) -> None:
    said = typed(
        folder,
        *("/generate premise", "accept_parts", "", "edit", "", "continue", "reject", "/close"),
        more=("--template", "novel", "--brief", BRIEF),
    )
    assert said.count("Your choice, by number or word") == 4, said
    assert "“continue” is none of: accept, accept_parts, reject, edit, continuity, aims, diff." in said
    assert "Finished after 0 iterations" in said
    assert not (folder / "premise").exists()


def test_a_text_edited_by_hand_is_shown_at_a_terminal_before_it_is_accepted(folder: Path) -> None:
    laid(folder, "premise", "treatment")
    path = "treatment/treatment.md"
    before = (folder / path).read_text("utf-8")
    mine = folder.parent / "mine.md"
    mine.write_text(before.replace("A fantasy.", "Part One."), "utf-8")
    gone = folder.parent / "gone.md"
    said = typed(folder, "Replace Ada by Eda", "edit", path, f"@{gone}", path, f"@{mine}", more=NOVEL)
    assert f"There is no file {gone}." in said
    assert "What you wrote over changes:" in said
    assert "“A fantasy.”" in said.split("What you wrote over changes:")[1]
    assert (folder / path).read_text("utf-8") == before, "nothing was accepted"
    typed(folder, "accept")
    assert (folder / path).read_text("utf-8") == mine.read_text("utf-8")
    (folder / path).write_text(before, "utf-8")
    looked = typed(folder, "/look")
    assert f"Edited outside: {path}." in looked
    assert f"{path}: changed, +" in looked
    assert "“Part One.”" in looked
    assert git(folder, "fsck", "--strict") == ""


def test_a_folder_that_cannot_be_opened_is_said_and_the_work_stays_where_it_was(folder: Path) -> None:
    other = folder.parent / "other"
    for place in (folder, other):
        place.mkdir()
        (place / "letter.md").write_text("# A letter\n\nDear Ilse.\n", encoding="utf-8")
    command = [sys.executable, "-m", "app", "run", "draft", str(other), "--template", "document"]
    env = environment(folder.parent / "data")
    elsewhere = subprocess.Popen(
        command, cwd=ROOT, env=env, stdin=subprocess.PIPE, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert elsewhere.stdin is not None
    assert elsewhere.stderr is not None
    try:
        while b"Target: document" not in elsewhere.stderr.readline():
            pass
        said = typed(
            folder,
            f"/open {other}",
            "/open /nowhere/novel",
            "/status",
            more=("--template", "document"),
        )
    finally:
        elsewhere.stdin.close()
        elsewhere.wait(AMPLE)
        elsewhere.stderr.close()
    assert "is open in another window or process" in said
    assert "There is no folder" in said
    assert said.count("Project: my-novel") >= 3, said
    assert "Project: other" not in said
