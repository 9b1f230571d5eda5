"""The sessions that are printed in the design of drafts, typed at a terminal as they stand there."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.support.drafting import git
from tests.support.typed_drafts import HALF, NOVEL, Terminal, laid

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="types into a terminal")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "my-novel"
    laid(found, "premise", "treatment", "chapters", "prose")
    return found


@pytest.mark.nightly
def test_the_three_sessions_are_typed_to_their_ends(folder: Path) -> None:
    terminal = Terminal(folder, more=NOVEL)
    try:
        # Session 2: another target; what stands below is culled by a yes, and written anew.
        told = terminal.type("/iterate treatment")
        assert "Target: treatment" in told
        assert "Loaded: premise, taxonomy, treatment" in told
        told = terminal.type("Replace light by lamp")
        assert "cull_all, delete: Delete all and go on" in told
        assert "accept, yes: Accept (recommended)" in terminal.type("yes")
        terminal.type("yes")
        told = terminal.type("/iterate chapters")
        assert "There is nothing in Chapters yet. Generate it first: /generate chapters" in told
        assert "new, +" in terminal.type("/generate chapters")
        told = terminal.type("all")
        assert re.search(r"\n  \+ ", told), told
        assert not re.search(r"\n  [−~] ", told), "a new file is compared with nothing"
        terminal.type("yes")
        # Session 1: feedback, a judge that asks for more, and one that approves.
        terminal.type(HALF)
        assert "attempt 2" in terminal.type("yes")
        # Session 3: the attempt is looked at before it is decided.
        told = terminal.type("view-partial")
        assert "What changed" in told
        assert "View the changes in full? (yes/no)" in told
        terminal.type("no")
        assert "attempt 3" in terminal.type("yes")
        assert "Accept the new text?" in terminal.type("no"), "no: the attempt is taken as it is"
        told = terminal.type("chapter-2")
        assert re.search(r"~ .*\[−Ada−\]\{\+Eda\+\}", told), told
        terminal.type("skip")
        terminal.type("yes")
        # Several lines that are pasted are one request, though this terminal marks nothing.
        terminal.type("1. Replace Eda by Ida in chapter 2\n2. Replace lamp by lantern in chapter 2")
        terminal.type("yes")
        told = terminal.type("/status")
        assert "Target: chapters" in told
        assert "2 iterations" in told
        assert "“yes” answers a question, and none is open." in " ".join(terminal.type("yes").split())
        terminal.type("/close")
    finally:
        terminal.close()
    log = git(folder, "log", "--format=%s").splitlines()
    assert log[:4] == [
        "[chapters] 1. Replace Eda by Ida in chapter 2 2. Replace lamp by lantern in chapter 2",
        f"[chapters] {HALF}",
        "[chapters] Generate",
        "[treatment] Replace light by lamp",
    ], terminal.said


def test_what_is_typed_in_place_of_reading_on_is_the_answer(folder: Path) -> None:
    terminal = Terminal(folder, lines=14, more=NOVEL)
    try:
        terminal.type("/iterate chapters")
        terminal.type("Replace light by lamp")
        assert "q to leave it:" in terminal.type("keep")
        assert "Saved; " in terminal.type("yes")
    finally:
        terminal.close()
    assert git(folder, "log", "-1", "--format=%s").strip() == "[chapters] Replace light by lamp"
