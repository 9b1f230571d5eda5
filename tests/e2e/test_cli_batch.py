"""`roundtable batch`: begun, cut off at any moment, and gone on with."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.support.batch_tables import batch, table
from tests.support.commands import ROOT, Ran, begun, call, environment
from tests.support.waiting import AMPLE, LONG, wait_until

ROWS = 6
MEMBERS = 3
UNHURRIED = """
import sys
from app.bootstrap import build
from app.cli.main import main
sys.exit(main(sys.argv[1:], lambda: build(council_step=0.05)))
"""
"""A program whose models take their time: who looks now and then finds it amid calls."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    return table(tmp_path / "questions.csv", ROWS)


def told(ran: Ran) -> dict[str, Any]:
    value: dict[str, Any] = ran.value
    return value


ENDS = ("call_completed", "call_failed", "call_cancelled", "call_interrupted")


def answers(data: Path, value: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Return what each session came to, by its row."""
    found = {}
    for one in value["sessions"]:
        shown = call("export", one["session"], "--format", "json", "-o", "-", data=data)
        final = json.loads(shown.out)["final_answer"]
        # Which record it is depends on how often the session was cut off: that is recorded, too.
        del final["seq"]
        found[one["id"]] = final
    return found


def types(sessions: Path) -> dict[str, list[str]]:
    """Return the types of the records of each session in a folder, by the name of its file."""
    found = {}
    for file in sorted(sessions.glob("*.roundtable")):
        with closing(sqlite3.connect(file)) as db:
            found[file.name] = [name for (name,) in db.execute("SELECT type FROM records ORDER BY seq")]
    return found


def types_left(data: Path) -> dict[str, list[str]]:
    """Return what `types` does once a process that stands still is killed.

    A log may hold what its index does not show yet: who reads beside the process sees less than is kept.
    """
    with tempfile.TemporaryDirectory() as folder:
        for file in (data / "sessions").glob("*.roundtable*"):
            if not file.name.endswith("-shm"):
                shutil.copy(file, folder)
        return types(Path(folder))


def kill_amid_calls(child: subprocess.Popen[str], data: Path) -> None:
    """Stop a process where some session waits for several answers, and kill it as it stands there."""

    def caught() -> bool:
        os.kill(child.pid, signal.SIGSTOP)
        _, status = os.waitpid(child.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status), f"it has ended before it was caught: {child.communicate()}"
        left = types_left(data).values()
        if any(one.count("call_asked") - sum(map(one.count, ENDS)) > 1 for one in left):
            return True
        os.kill(child.pid, signal.SIGCONT)
        return False

    try:
        wait_until(caught)
    finally:
        # Also where looking at it failed: one that stands still would be waited for without end.
        child.kill()
        child.wait(AMPLE)


def test_a_table_is_run_to_its_end_and_nothing_of_it_twice(
    questions: Path, data: Path, tmp_path: Path
) -> None:
    out = tmp_path / "survey"
    first = call(*batch(questions, out, "--jobs", 3), data=data)
    assert first.code == 0, first.err
    assert told(first)["states"] == {"finished": ROWS}
    again = call(*batch(questions, out), data=data)
    assert told(again)["sessions"] == told(first)["sessions"]
    assert "finished ·" not in again.err
    listed = call("list", "--json", data=data).value
    assert len(listed) == ROWS
    standing = call("batch", "status", out, "--json", data=data).value
    assert standing["states"] == {"finished": ROWS}


def test_the_report_of_a_batch_is_written_for_people_and_for_programs(
    questions: Path, data: Path, tmp_path: Path
) -> None:
    out = tmp_path / "survey"
    call(*batch(questions, out), data=data)
    assert (
        "was it worth it?"
        in Path(call("batch", "report", out, "--json", data=data).value["file"]).read_text()
    )
    call("batch", "report", out, "--format", "json", "-o", tmp_path / "r.json", data=data)
    told = json.loads((tmp_path / "r.json").read_text())
    assert told["states"] == {"finished": ROWS}
    call("batch", "report", out, "-o", tmp_path / "r.csv", data=data)
    assert (tmp_path / "r.csv").read_text(encoding="utf-8-sig").startswith("id,")
    german = call("batch", "report", out, "--language", "de", "-o", tmp_path / "r.html", "--json", data=data)
    assert german.code == 0, german.err
    assert "hat es sich gelohnt?" in (tmp_path / "r.html").read_text(encoding="utf-8")
    assert [len(one["rounds"][0]) for one in told["sessions"]] == [3] * ROWS


def asked_of(session: str, data: Path) -> tuple[int, int]:
    """Return how many answers a baseline asked for, and the tokens that were written."""
    log = call("log", session, "--json", data=data).value
    asked = [one for one in log if one["type"] == "call_asked" and one["body"]["purpose"] == "proposal"]
    done = [one["body"]["usage"]["tokens_out"] for one in log if one["type"] == "call_completed"]
    return len(asked), sum(done)


@pytest.mark.nightly
def test_sessions_are_compared_with_baselines_that_use_as_many_tokens(
    questions: Path, data: Path, tmp_path: Path
) -> None:
    out = tmp_path / "survey"
    compared = ("--baseline", "vote", "--baseline", "best", "--workers", 2)
    ran = call(*batch(questions, out, *compared), data=data)
    assert ran.code == 0, ran.err
    assert told(ran)["states"] == {"finished": 3 * ROWS}
    ran_in = {(one["id"], one.get("baseline", "")): one for one in told(ran)["sessions"]}
    used = {name: one["tokens"] for name, one in ran_in.items()}
    sessions = {name: one["session"] for name, one in ran_in.items()}
    for row in {name for name, _ in used}:
        for baseline in ("vote", "best"):
            assert used[row, baseline] < 1.05 * used[row, ""]
            # Another wave of answers would have used more than the debate did; a judge may read them all.
            asked, written = asked_of(sessions[row, baseline], data)
            most = used[row, baseline] + (written if baseline == "best" else 0)
            assert most * (1 + MEMBERS / asked) > used[row, ""]
    assert told(call(*batch(questions, out, *compared), data=data))["sessions"] == told(ran)["sessions"]
    call("batch", "report", out, "--format", "json", data=data)
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    team = report["teams"][0]
    assert {name: share["of"] for name, share in team["ahead"].items()} == {
        f"{team['team']} · {baseline}": ROWS for baseline in ("vote", "best")
    }
    refused = call(*batch(questions, out, "--baseline", "luck"), data=data)
    assert "single, vote, best" in refused.error["next"]


def test_gates_that_wait_are_listed_with_the_command_that_answers_them(
    questions: Path, data: Path, tmp_path: Path
) -> None:
    out = tmp_path / "survey"
    ran = call(*batch(questions, out, "--approve", "none"), data=data)
    assert ran.code == 3
    assert told(ran)["states"] == {"waiting": ROWS}
    waiting = call("batch", "gates", out, "--json", data=data).value
    assert sorted(one["id"] for one in waiting) == [f"q{n}" for n in range(ROWS)]
    shown = call("batch", "gates", out, data=data).out
    assert f"answer {waiting[0]['session']} {waiting[0]['gate']} --verb" in shown
    done = call(*batch(questions, out), data=data)
    assert told(done)["states"] == {"finished": ROWS}


@pytest.mark.parametrize("approve", ["all", pytest.param("none", marks=pytest.mark.nightly)])
def test_a_limit_of_tokens_holds_over_sessions_at_once_and_what_it_ended_goes_on(
    data: Path, tmp_path: Path, approve: str
) -> None:
    questions, out, limit = table(tmp_path / "three.csv", 3), tmp_path / "survey", 9_000
    command = batch(questions, out, "--set", "gate_policy=never_ask", "--approve", approve, "--jobs", 3)
    ran = call(*command, "--token-limit", limit, data=data)
    assert ran.code == 3
    used = sum(one["tokens"] for one in told(ran)["sessions"])
    assert 0 < used <= limit
    ended = {"all": "stopped", "none": "waiting"}[approve]
    assert told(ran)["states"][ended] > 0
    assert "The next call may take up to" in ran.err
    words = call(*(one for one in command if one != "--json"), "--token-limit", limit, data=data)
    assert words.code == 3
    assert "raise it in the same command" in words.out
    # Without a limit, what the batch limited is free again.
    assert told(call(*command, data=data))["states"] == {"finished": 3}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
@pytest.mark.parametrize("after", [1, pytest.param(3, marks=pytest.mark.nightly)])
def test_a_batch_that_is_killed_goes_on_with_the_same_command_to_the_same_results(
    questions: Path, data: Path, tmp_path: Path, after: int
) -> None:
    whole = call(*batch(questions, tmp_path / "a" / "survey"), data=tmp_path / "other")
    command = batch(questions, tmp_path / "b" / "survey", "--jobs", 2)
    with begun(*command, data=data, program=("-c", UNHURRIED)) as child:
        assert child.stderr is not None
        done = 0
        for line in child.stderr:
            done += "finished" in line
            if done >= after:
                break
        kill_amid_calls(child, data)
    resumed = call(*batch(questions, tmp_path / "b" / "survey", "--on-uncertain", "ask-again"), data=data)
    assert told(resumed)["states"] == {"finished": ROWS}, resumed.err
    assert any("call_interrupted" in one for one in types(data / "sessions").values())
    assert answers(data, told(resumed)) == answers(tmp_path / "other", told(whole))
    assert [one["session"] for one in told(resumed)["sessions"]] == [
        one["session"] for one in told(whole)["sessions"]
    ]


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_a_worker_that_is_killed_is_begun_again_and_its_sessions_go_on(
    questions: Path, data: Path, tmp_path: Path
) -> None:
    whole = call(*batch(questions, tmp_path / "a" / "survey"), data=tmp_path / "other")
    two = ("--workers", 2, "--jobs", 1, "--json", "--on-uncertain", "ask-again")
    with begun(*batch(questions, tmp_path / "b" / "survey", *two), data=data) as child:
        assert child.stderr is not None
        for line in child.stderr:
            if "finished" in line:
                break
        workers = [one for one in psutil.Process(child.pid).children() if "--worker" in one.cmdline()]
        assert workers
        workers[0].kill()
        out, _ = child.communicate(timeout=AMPLE)
        assert child.returncode == 0
    value = json.loads(out.splitlines()[-1])
    assert value["states"] == {"finished": ROWS}
    assert answers(data, value) == answers(tmp_path / "other", told(whole))


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="a worker is looked for as on Linux")
def test_workers_end_with_the_command_that_began_them(questions: Path, data: Path, tmp_path: Path) -> None:
    with begun(*batch(questions, tmp_path / "survey", "--workers", 2), data=data) as child:
        assert child.stderr is not None
        for line in child.stderr:
            if "finished" in line:
                break
        workers = psutil.Process(child.pid).children(recursive=True)
        child.kill()
        _gone, alive = psutil.wait_procs(workers, timeout=AMPLE)
    assert alive == []


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit there")
def test_more_sessions_at_once_than_a_process_may_have_files_open_unasked(data: Path, tmp_path: Path) -> None:
    table = tmp_path / "many.csv"
    table.write_text("id,question\n" + "".join(f"q{n},Is plan {n} better than none?\n" for n in range(60)))
    ran = subprocess.run(
        [
            *("sh", "-c", 'ulimit -Sn 100; exec "$@"', "sh", sys.executable, "-m", "app"),
            *batch(table, tmp_path / "many", "--jobs", 60),
        ],
        cwd=ROOT,
        env=environment(data),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=LONG,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout.splitlines()[-1])["states"] == {"finished": 60}
