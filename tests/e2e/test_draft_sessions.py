"""An example session of the design, and contradictions, typed at a terminal with the offline council."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.support.git_reading import git
from tests.support.typed_drafts import HALF, NOVEL, Drafting, laid, typed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="types into a terminal")


def test_the_third_example_session_goes_through_the_judge_with_a_persons_word(tmp_path: Path) -> None:
    folder = tmp_path / "my-novel"
    laid(folder, "premise", "treatment", "chapters")
    said = typed(
        folder,
        "/iterate chapters",
        HALF,
        "look",
        "diff",
        "continue",
        "diff 1",
        "accept",
        "diff nowhere.md",
        "accept",
        "/close",
        more=NOVEL,
    )
    assert git(folder, "log", "-1", "--format=%s").strip() == f"[chapters] {HALF}", said
    attempts = re.search(r"Attempts: (\d)", git(folder, "log", "-1", "--format=%b"))
    assert attempts is not None
    assert int(attempts.group(1)) == 2, said
    assert "There is no rule for “Make it darker”: not done, and not judged." in said
    assert re.search(r"What changed in this attempt · number \d+ · done", said), said
    assert re.search(r"chapter-beats/\d\d[^\n]*\.md\n  lines? \d.*\n  [−+~] ", said), said
    assert "“diff 1” those of the first attempt" in said
    assert "there is no change “nowhere.md”" in said
    last = max((folder / "chapter-beats").glob("0*.md")).read_text(encoding="utf-8")
    assert "Eda keeps the light" in last
    git(folder, "fsck", "--strict")


def test_contradictions_are_checked_for_meant_so_and_mended_by_lines_alone(tmp_path: Path) -> None:
    folder = tmp_path / "my-novel"
    laid(folder, "premise", "treatment", "chapters")
    prose = {
        "chapters/01-start.md": "# 1\n\nMarcus has two brothers there. The bridge is forty metres long.\n",
        "chapters/02-road.md": "# 2\n\nThe ferry takes three hours. Marcus has four brothers there.\n",
        "chapters/03-end.md": "# 3\n\nThe bridge is sixty metres long. The ferry takes five hours.\n",
    }
    for path, text in prose.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8", newline="\n")
    said = typed(
        folder,
        "/iterate prose",
        "/intended 1 He lost two.",
        "/check",
        "/intended",
        "/intended 1",
        "/intended 1 He lost two.",
        "/dismiss 3",
        "/check",
        "/mend 3",
        "/mend 2",
        "cancel",
        "/close",
        more=NOVEL,
    )
    told = " ".join(said.split())
    assert told.count("There is no contradiction 1.") == 1, said
    assert told.index("There is no contradiction 1.") < told.index("3 files read now."), said
    assert "Write /intended and a number, as /check tells them." in told, said
    assert "Say why it is meant so: /intended 1 WHY" in told, said
    assert "Nothing new was found; 1 found before still stands." in told, said
    assert "There is no open contradiction 3; these are open: 2." in told, said
    # What was sent as feedback quotes the places; rules that cannot do it say so, and nothing is lost.
    assert "You asked: “chapters/01-start.md line 3 says “The bridge is forty metres long.”" in told, said
    assert {path: (folder / path).read_text(encoding="utf-8") for path in prose} == prose


def test_what_is_typed_in_place_of_reading_on_is_the_answer_and_pasted_lines_are_one_request(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "my-novel"
    laid(folder, "premise", "treatment", "chapters", "prose")
    terminal = Drafting(folder, lines=14, more=NOVEL)
    pasted = ["1. Replace Ada by Ida in chapter 2", "2. Replace lamp by lantern in chapter 2"]
    try:
        terminal.type("/iterate chapters")
        terminal.type("Replace light by lamp")
        assert "q to leave it:" in terminal.type("keep")
        assert "Saved; " in terminal.type("yes")
        # This terminal marks nothing of what is pasted.
        terminal.type("\n".join(pasted))
        terminal.type("keep")
        assert "Saved; " in terminal.type("yes")
    finally:
        terminal.close()
    commits = git(folder, "log", "-2", "--format=%s").splitlines()
    assert commits == [f"[chapters] {' '.join(pasted)}", "[chapters] Replace light by lamp"], terminal.said
