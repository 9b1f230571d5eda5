"""Tools of servers on the command line: set up, given to a session, allowed by name or by the person."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.services.core import Core
from tests.support.commands import Ran, call
from tests.support.laid_out import lay_out
from tests.support.nudged import nudged
from tests.support.study import BRIEF, FILES
from tests.support.tool_desk import HERE

PROMPT = "Study how tide pools recover after a storm."
EXPERIMENT = ("run", "experiment", "--run-id", "pools", "--prompt", PROMPT, "--cycles", 1, "--approve", "all")


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Set up a server by the command, which notes what it is asked; return its ledger."""
    path = tmp_path / "ledger"
    command = (sys.executable, HERE / "raw.py", "plain")
    ran = call("tools", "add", "--env", f"LEDGER={path}", "raw", *command)
    assert ran.code == 0, ran.err
    return path


def typed(*words: object, text: str = "two") -> Ran:
    """Run a command whose models call the tool with this text."""
    make: partial[Core] = partial(nudged, "raw__echo", {"text": text})
    return call(*words, make=make)


def told(session: str, kind: str) -> list[dict[str, Any]]:
    """Return what a session's log holds of one type."""
    return [record["body"] for record in call("log", session, "--json").value if record["type"] == kind]


@pytest.mark.nightly
def test_an_experiment_waits_before_a_tool_and_calls_it_once_it_is_allowed(ledger: Path) -> None:
    ran = typed(*EXPERIMENT, "--tools", "raw", "--json")
    assert ran.code == 3, "approving all is no word on what a tool may do"
    session = ran.value["session"]
    assert not ledger.exists()
    shown = call("gates", session).out
    for line in ("Tool: raw/echo", f"Runs: {sys.executable}", '"text": "two"', "Return the text."):
        assert line in shown, shown
    gate = call("gates", session, "--json").value[0]
    answered = typed("answer", session, gate["id"], "--verb", "allow_once", "--approve", "all", "--json")
    assert answered.code == 0, answered.err
    assert ledger.read_text(encoding="utf-8") == "call two\n"
    (result,) = [body for body in told(session, "tool_called") if body["tool_name"].startswith("raw")]
    assert result["output"].endswith("\ntwo")


def test_a_flag_names_the_tool_and_nothing_is_asked(ledger: Path) -> None:
    ran = typed(*EXPERIMENT, "--tools", "raw", "--allow-tool", "raw/echo", "--json")
    assert ran.code == 0, ran.err
    assert ledger.read_text(encoding="utf-8") == "call two\n"
    (decided,) = told(ran.value["session"], "tool_decided")
    assert decided["verdict"] == "allow_session"
    (answer,) = [
        body for body in told(ran.value["session"], "gate_answered") if body["verb"] == "allow_session"
    ]
    assert answer["by"] == "flag"


def test_a_flag_for_another_tool_and_a_server_nobody_set_up_open_nothing(ledger: Path) -> None:
    ran = typed(*EXPERIMENT, "--tools", "raw", "--allow-tool", "raw/other", "--json")
    assert ran.code == 3
    unknown = typed(*EXPERIMENT, "--tools", "nobody")
    assert unknown.code == 2
    assert "nobody" in unknown.err
    assert not ledger.exists()


@pytest.mark.nightly
def test_a_research_calls_a_tool_and_still_cites_nothing_but_files(ledger: Path, tmp_path: Path) -> None:
    lay_out(tmp_path / "sources", FILES)
    research = ("run", "research", tmp_path / "sources", "--brief", BRIEF, "--approve", "all", "--json")
    waiting = typed(*research, "--tools", "raw")
    assert waiting.code == 3
    assert not ledger.exists()
    resumed = typed("resume", waiting.value["session"], "--allow-tool", "raw/*", "--approve", "all", "--json")
    assert resumed.code == 0, resumed.err + resumed.out
    session = resumed.value["session"]
    assert ledger.read_text(encoding="utf-8").startswith("call two\n")
    assert len(told(session, "tool_asked")) == ledger.read_text(encoding="utf-8").count("call")
    shown = call("show", session, "--json").value["summary"]
    assert shown["findings"] >= 1
    assert shown["verified_citations"] == shown["citations"]
    assert os.environ.get("LEDGER") is None


def test_paths_that_were_typed_are_found_from_where_the_server_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "papers").mkdir()
    (tmp_path / "serve").symlink_to(sys.executable)
    monkeypatch.chdir(tmp_path)
    ran = call("tools", "add", "files", "--", "./serve", HERE / "raw.py", "papers")
    assert ran.code == 0
    assert f"Write {tmp_path / 'papers'} to mean it" in ran.err
    (one,) = call("tools", "--json").value
    assert one["where"].startswith(str(tmp_path / "serve"))
    assert "Note" not in call("tools", "add", "files", "npx", "papers-of-others", "-y").err


@pytest.mark.nightly
def test_a_server_that_cannot_be_started_is_told_of_once_in_a_run() -> None:
    call("tools", "add", "gone", "/nowhere/at-all")
    ran = typed(*EXPERIMENT[:-4], "--cycles", 2, "--approve", "all", "--tools", "gone", "--json")
    assert ran.code == 0
    assert ran.err.count("✕ The tool server “gone”: it cannot be started") == 1
