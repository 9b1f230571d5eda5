"""Programs that answer for a seat, set up in the terminal: asked about before the first start."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support import answering_program
from tests.support.answering_program import ANSWER
from tests.support.commands import call

SCRIPT = str(Path(answering_program.__file__).resolve())


@pytest.mark.loopback
def test_a_program_is_added_tried_listed_and_forgotten() -> None:
    assert call("command", "add", "--seconds", "60", "mine", sys.executable, SCRIPT, "deaf").code == 0
    (row,) = json.loads(call("command", "--json").out)["programs"]
    assert (row["model"], row["approved"]) == ("command/mine", False)
    assert SCRIPT in row["line"]
    tried = call("command", "test", "mine")
    assert (tried.code, ANSWER in tried.out) == (0, True)
    listed = call("models").out
    assert "command/mine  mine (by command)  subscription" in listed
    assert call("command", "remove", "mine").code == 0
    assert json.loads(call("command", "--json").out)["programs"] == []


@pytest.mark.loopback
def test_doctor_tells_programs_apart_from_voices_and_names_one_that_is_gone(tmp_path: Path) -> None:
    def looked() -> dict[str, dict[str, Any]]:
        return {one["check"]: one for one in call("doctor", "--json").value}

    before = looked()
    place = tmp_path / "mine"
    place.symlink_to(sys.executable)
    call("command", "add", "mine", place, SCRIPT)
    there = looked()
    assert there["offline council"] == before["offline council"], "a program is no voice"
    assert "command/mine" in there["programs"]["detail"]
    place.unlink()
    gone = looked()["program mine"]
    assert (gone["ok"], "roundtable command remove mine" in gone["next"]) == (False, True)


def test_what_a_program_says_of_its_login_is_told_where_it_is_tried() -> None:
    call("command", "add", "mine", "--", sys.executable, SCRIPT, "login")
    tried = call("command", "test", "mine")
    assert tried.code == 5
    assert "You are not logged in. Run: seat login" in tried.out
    assert "log in there" in tried.out


def test_a_session_with_a_program_that_nobody_approved_is_not_begun(tmp_path: Path) -> None:
    mark = tmp_path / "began"
    call("command", "add", "mine", sys.executable, "-c", f"open({str(mark)!r}, 'w')")
    seat = 'name = "Ada"\nmodel = "command/mine"\n'
    team = tmp_path / "team.toml"
    team.write_text(f"[[member]]\n{seat}[chair]\n{seat}")
    run = call("run", "debate", "--question", "Why?", "--team", str(team), "--approve", "none")
    assert run.code == 2
    assert f"{sys.executable} -c" in run.err
    assert str(mark) in run.err
    assert "--allow-server command/mine" in run.err
    assert not mark.exists()


def _unapproved(folder: Path) -> tuple[str, Path]:
    """Set a program up that would leave a file; return the beginning of its line, and the file."""
    mark = folder / "began"
    call("command", "add", "mine", sys.executable, "-c", f"open({str(mark)!r}, 'w')")
    return f"{sys.executable} -c", mark


def test_a_session_that_came_from_elsewhere_with_a_program_asks_first_with_its_whole_line(
    tmp_path: Path,
) -> None:
    line, mark = _unapproved(tmp_path)
    begun = call("run", "debate", "--question", "Why?", "--json")
    file = tmp_path / "theirs.json"
    call("export", begun.value["session"], "-o", file)
    # As on a machine where this program was approved.
    file.write_text(file.read_text().replace('"offline/analyst"', '"command/mine"'))
    taken = call("import", file, "--as-copy", "--json").value
    feedback = ("--verb", "reject", "--data", '{"feedback": "More."}')
    refused = call("answer", taken["session"], taken["gate"]["id"], *feedback)
    assert refused.code == 2, refused
    assert line in refused.err
    assert str(mark) in refused.err
    assert not mark.exists()
    assert call("show", taken["session"]).code == 0, "it can be looked at all the same"


@pytest.mark.loopback
def test_a_program_that_is_missing_is_said_once_with_all_who_sit_by_it() -> None:
    run = call("run", "debate", "--question", "Why?", "--model", "command/mine", "--approve", "none")
    assert run.code == 2
    assert run.err.count("There is no program") == 1
    assert "There is no program “mine” (Ada, Bram, Cleo, the chair, the judge)." in run.err


def test_a_program_that_is_not_known_is_not_guessed() -> None:
    refused = call("command", "add", "nothing-of-this-name")
    assert refused.code == 2
    assert "roundtable command add nothing-of-this-name PROGRAM" in refused.err
    assert "There is no program" in call("command", "add", "mine", "/not/there").err
