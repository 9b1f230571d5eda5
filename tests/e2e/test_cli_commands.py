"""Stopping, forking, answering from a file, and what the program says of itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app import __version__
from app.gateway.host_client import HostClient
from tests.support.commands import call, debate
from tests.support.one_host import build_over


def test_a_stopped_session_says_so_and_goes_on_when_resumed() -> None:
    waiting = call("run", "debate", "--question", "Must we?", "--approve", "none", "--json")
    session = waiting.value["session"]
    stopped = call("stop", session, "--json")
    assert (stopped.code, stopped.value["state"]) == (0, "stopped")
    again = call("resume", session, "--approve", "none", "--json")
    assert (again.code, again.value["state"]) == (3, "waiting")
    done = call("resume", session, "--approve", "all", "--json")
    assert (done.code, done.value["state"]) == (0, "finished")


def test_stopping_with_an_answer_is_refused_before_the_first_accepted_round() -> None:
    waiting = call("run", "debate", "--question", "Must we?", "--approve", "none", "--json").value
    refused = call("stop", waiting["session"], "--with-answer", "--json")
    assert (refused.code, refused.error["kind"]) == (2, "input")
    shown = call("show", waiting["session"], "--json").value
    assert (shown["state"], shown["gate"]) == ("waiting", waiting["gate"])
    second = call("answer", waiting["session"], waiting["gate"]["id"], "--verb", "approve", "--json").value
    if second["state"] == "waiting":
        assert call("stop", waiting["session"], "--with-answer", "--json").code == 0
    done = call("show", waiting["session"], "--json").value
    assert (done["state"], done["summary"]["rounds_completed"]) == ("finished", 1)


def test_a_fork_goes_on_by_itself_and_leaves_its_origin_alone() -> None:
    session = debate()
    before = call("log", session, "--json").value
    gate = next(record for record in before if record["type"] == "gate_opened")
    fork = call("fork", session, "--at", gate["seq"], "--json")
    assert fork.code == 0
    assert fork.value["session"] != session
    assert fork.value["state"] == "waiting"
    done = call("resume", fork.value["session"], "--approve", "all", "--json")
    assert (done.code, done.value["state"]) == (0, "finished")
    assert call("log", session, "--json").value == before


def test_an_answers_file_is_used_in_order_and_only_in_its_round(tmp_path: Path) -> None:
    answers = tmp_path / "answers.toml"
    answers.write_text(
        '[[answer]]\ngate = "approval"\nround = 1\nverb = "reject"\n'
        '[answer.data]\nfeedback = "Mention the river."\n'
        '[[answer]]\ngate = "approval"\nround = 7\nverb = "stop_with_answer"\n'
        '[[answer]]\ngate = "approval"\nverb = "finish"\n',
        encoding="utf-8",
    )
    session = debate("--answers", str(answers))
    replies = [
        (record["body"]["verb"], record["body"]["by"])
        for record in call("log", session, "--json").value
        if record["type"] == "gate_answered" and record["body"]["by"] != "policy"
    ]
    assert replies == [("reject", "file"), ("finish", "file")]


def test_an_answer_of_the_file_that_does_not_fit_is_refused_and_can_be_mended(tmp_path: Path) -> None:
    answers = tmp_path / "answers.toml"
    answers.write_text('[[answer]]\ngate = "approval"\nverb = "dance"\n', encoding="utf-8")
    ran = call("run", "debate", "--question", "Must we?", "--answers", answers, "--json")
    assert (ran.code, ran.error["kind"]) == (2, "input")
    assert "dance" in ran.error["message"]
    assert call("list", "--json").value == [], "refused before anything begins"
    answers.write_text('[[answer]]\ngate = "approval"\nverb = "reject"\n', encoding="utf-8")
    ran = call("run", "debate", "--question", "Must we?", "--answers", answers, "--json")
    assert (ran.code, ran.error["kind"]) == (2, "gate")
    assert "feedback" in ran.error["message"]
    session = call("list", "--json").value[0]["session"]
    assert call("resume", session, "--approve", "all", "--json").code == 0


def test_the_graph_has_one_beginning_and_names_every_target() -> None:
    value = call("graph", "debate", "--json").value
    names = {node["name"] for node in value["nodes"]}
    assert {t["source"] for t in value["transitions"]} <= names
    assert call("graph", "debate").out.startswith("stateDiagram")


# Asked for models, the command looks for model servers on this machine.
@pytest.mark.loopback
def test_teams_models_and_doctor_answer_as_json_lists(host_client: HostClient) -> None:
    teams = call("teams", "--json").value
    offline = next(team for team in teams if team["name"] == "offline")
    assert [member["model"] for member in offline["members"]] == [
        "offline/analyst",
        "offline/sceptic",
        "offline/editor",
    ]
    assert "offline/analyst" in [model["name"] for model in call("models", "--json").value]
    checks = call("doctor", "--json", make=lambda: build_over(host_client))
    assert checks.code == 0, checks.value
    assert all(check["ok"] for check in checks.value)


def test_the_program_tells_its_version() -> None:
    ran = call("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"roundtable {__version__}\n", "")


def test_an_export_is_of_the_form_that_the_name_of_its_file_tells(tmp_path: Path) -> None:
    session = debate()
    begins = {
        "x.html": b"<!doctype html>",
        "x.PDF": b"%PDF-",
        "x.docx": b"PK",
        "x.json": b"{",
        "x.txt": b"# ",
        "x": b"# ",
    }
    for name, begin in begins.items():
        assert call("export", session, "-o", tmp_path / name).code == 0
        assert (tmp_path / name).read_bytes().lower().startswith(begin.lower()), name
    asked = call("export", session, "--format", "html", "-o", tmp_path / "y.md")
    assert asked.code == 0
    assert (tmp_path / "y.md").read_bytes().lower().startswith(b"<!doctype html>")


def test_an_export_cannot_be_taken_in_over_a_different_session_but_as_a_copy(tmp_path: Path) -> None:
    session = debate()
    target = tmp_path / "x.json"
    call("export", session, "--format", "json", "-o", target)
    same = call("import", target, "--json")
    assert (same.code, same.value["session"]) == (0, session)
    whole = json.loads(target.read_bytes())
    whole["records"] = whole["records"][:-1]
    target.write_text(json.dumps(whole), encoding="utf-8")
    refused = call("import", target, "--json")
    assert (refused.code, refused.error["kind"]) == (2, "import")
    assert "--as-copy" in refused.error["next"]
    copy = call("import", target, "--as-copy", "--json")
    assert copy.code == 0
    assert copy.value["session"] != session
    again = tmp_path / "copy.json"
    call("export", copy.value["session"], "--format", "json", "-o", again)
    (tmp_path / "elsewhere").mkdir()
    taken = call("import", again, "--json", data=tmp_path / "elsewhere")
    assert (taken.code, taken.value["session"]) == (0, copy.value["session"])
    assert taken.value["state"] == copy.value["state"]
