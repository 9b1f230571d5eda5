"""`roundtable run experiment` as a person types it, and the manual checklist of the source."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from app.workflows.experiment.plugin import ExperimentPlugin
from tests.support.commands import Ran, call, spawn

PROMPT = "Study how tide pools recover after a storm, and which species return first to the upper shore."


def experiment(*options: object, run: str = "tide-pools", data: Path | None = None) -> Ran:
    """Run a small experiment in this process."""
    flags = ("--run-id", run, "--prompt", PROMPT, "--cycles", 3, "--approve", "all", "--json")
    return call("run", "experiment", *flags, *options, data=data)


def lines(data: Path, run: str = "tide-pools") -> list[dict[str, Any]]:
    """Return the lines of a run's log."""
    text = (data / "runs" / run / "logs" / f"{run}.jsonl").read_text(encoding="utf-8")
    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def test_an_experiment_of_three_cycles_runs_offline_in_a_process_of_its_own(tmp_path: Path) -> None:
    ran = spawn(
        "run", "experiment", "--run-id", "tide-pools", "--prompt", PROMPT, "--cycles", 3, "--approve", "all",
        data=tmp_path,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    assert "Experiment: tide-pools" in ran.err
    assert "Model: offline/analyst" in ran.err
    assert "Total cycles: 3" in ran.err
    for number in (1, 2, 3):
        assert f"Cycle {number} starting…" in ran.err
        assert f"Cycle {number} finished." in ran.err
    # All keys, not the first alone.
    assert re.search(r"list: cycle-0001 \(\d+ characters\) cycle-0002 \(\d+ characters\)\n", ran.err)
    assert "✓ Executed 3 cycles" in ran.err
    assert f"Log file: {tmp_path / 'runs' / 'tide-pools' / 'logs' / 'tide-pools.jsonl'}" in ran.err
    assert "Finished after 3 cycles: all cycles are done" in ran.out
    ends = [line for line in lines(tmp_path) if line["event_type"] == "CYCLE_END"]
    reflections = [line["payload"]["final_reflection"] for line in ends]
    assert len(set(reflections)) == 3
    for number, reflection in enumerate(reflections, 1):
        assert reflection.startswith(f"Cycle {number}: rules, no AI"), "nobody takes it for a model's"


def test_a_second_run_of_a_name_says_that_its_log_is_appended_to(tmp_path: Path) -> None:
    first = experiment(data=tmp_path)
    assert "There is a log of the run" not in first.err
    before = lines(tmp_path)
    second = experiment(data=tmp_path)
    assert "There is a log of the run “tide-pools” already" in second.err
    after = lines(tmp_path)
    assert after[: len(before)] == before
    assert [line["session"] for line in after] == [first.value["session"]] * len(before) + [
        second.value["session"]
    ] * len(before)


@pytest.mark.parametrize(
    ("options", "excerpt"),
    [
        (("--run-id", "../up"), "run_id"),
        (("--cycles", "0"), "cycle_count"),
        (("--cycles", "many"), "--cycles"),
        (("--prompt", " "), "prompt"),
        (("--prompt", "@/nowhere/at/all.md"), "/nowhere/at/all.md"),
        (("--set", "carry_over=nothing"), "carry_over"),
        (("--set", "wings=2"), "wings"),
        (("--set", "operator_timeout=0"), "operator_timeout"),
    ],
)
def test_wrong_input_is_named_and_nothing_is_made(
    tmp_path: Path, options: tuple[str, ...], excerpt: str
) -> None:
    ran = experiment(*options, data=tmp_path)
    assert ran.code == 2
    assert excerpt in ran.error["message"]
    assert not list((tmp_path / "sessions").glob("*.roundtable"))
    assert not (tmp_path / "runs").exists()


def test_a_missing_run_id_is_asked_for(tmp_path: Path) -> None:
    ran = call("run", "experiment", "--prompt", PROMPT, "--json", data=tmp_path)
    assert (ran.code, ran.error["kind"]) == (2, "input")
    assert "--run-id" in ran.error["message"]


def test_the_operator_answers_from_another_command(tmp_path: Path) -> None:
    flags = ("--set", "gate_policy=never_ask", "--approve", "none")
    waiting = experiment(*flags, data=tmp_path)
    assert (waiting.code, waiting.value["gate"]["kind"]) == (3, "operator")
    session = waiting.value["session"]
    (gate,) = call("gates", session, "--json", data=tmp_path).value
    assert gate["verbs"] == ["reply", "time_out"]
    assert gate["payload"]["message"].startswith("This agent is made of rules, no AI")
    blank = call("answer", session, gate["id"], "--verb", "reply", "--json", data=tmp_path)
    assert blank.code == 2
    data = json.dumps({"text": "Keep to them."})
    done = call("answer", session, gate["id"], "--verb", "reply", "--data", data, "--json", data=tmp_path)
    assert (done.code, done.value["state"], done.value["termination_reason"]) == (
        0, "finished", "cycles_completed",
    )  # fmt: skip
    assert any("Keep to them." in str(line["payload"].get("output")) for line in lines(tmp_path))


def test_answers_come_from_a_file_by_cycle(tmp_path: Path) -> None:
    file = tmp_path / "answers.toml"
    file.write_text(
        '[[answer]]\ngate = "cycle"\nround = 1\nverb = "redo"\n[answer.data]\nnote = "Once more."\n'
        '[[answer]]\ngate = "operator"\nverb = "reply"\n[answer.data]\ntext = "Yes."\n'
    )
    done = experiment("--answers", file, data=tmp_path)
    assert done.code == 0
    found = lines(tmp_path)
    starts = [
        (line["cycle_number"], line["payload"]) for line in found if line["event_type"] == "CYCLE_START"
    ]
    assert starts == [(1, {}), (1, {"attempt": 2}), (2, {}), (3, {})]
    assert any("The operator answers: Yes." in str(line["payload"].get("output")) for line in found)


def test_a_fork_needs_a_run_of_its_own(tmp_path: Path) -> None:
    session = experiment(data=tmp_path).value["session"]
    refused = call("fork", session, "--at", 40, "--json", data=tmp_path)
    assert refused.code == 2
    assert "--run-id" in refused.error["next"]
    fork = call("fork", session, "--at", 40, "--run-id", "tide-pools-b", "--json", data=tmp_path)
    assert fork.code == 0
    done = call("resume", fork.value["session"], "--approve", "all", "--json", data=tmp_path)
    assert done.value["state"] == "finished"
    assert {line["run_id"] for line in lines(tmp_path, "tide-pools-b")} == {"tide-pools-b"}


def test_the_log_may_be_put_into_a_folder(tmp_path: Path) -> None:
    ran = experiment("--run-folder", tmp_path / "mine", data=tmp_path / "data")
    path = tmp_path / "mine" / "logs" / "tide-pools.jsonl"
    assert f"Log file: {path}" in ran.err
    assert path.stat().st_size > 0
    assert path.stat().st_mode & 0o077 == 0, "nobody else may read it"


def test_a_run_paused_at_a_gate_goes_on_with_resume_and_can_be_shown_and_exported(tmp_path: Path) -> None:
    waiting = experiment("--approve", "none", data=tmp_path)
    assert (waiting.code, waiting.value["gate"]["kind"]) == (3, "cycle")
    session = waiting.value["session"]
    done = call("resume", session, "--approve", "all", "--json", data=tmp_path)
    assert (done.code, done.value["rounds"]) == (0, 3)
    shown = call("show", session, "--json", data=tmp_path).value["summary"]
    assert (shown["run_id"], shown["rounds_completed"], shown["memory_keys"]) == ("tide-pools", 3, 3)
    for name in ("md", "json", "jsonl"):
        file = tmp_path / f"out.{name}"
        assert call("export", session, "--format", name, "-o", file, data=tmp_path).code == 0
        assert "cycle-0003" in file.read_text(encoding="utf-8")
    assert call("search", "tide", "--json", data=tmp_path).value[0]["session"] == session


def test_a_run_without_the_offline_model_names_what_is_missing(tmp_path: Path) -> None:
    ran = experiment("--model", "offline/nobody", data=tmp_path)
    assert (ran.code, ran.error["kind"]) == (2, "not_ready")
    assert "“offline/nobody”" in ran.error["message"]
    assert "offline/analyst" in ran.error["next"]
    assert call("list", "--json", data=tmp_path).value == [], "nothing was started"


def test_the_state_machine_is_drawn(tmp_path: Path) -> None:
    drawn = call("graph", "experiment", "--json", data=tmp_path).value
    nodes = {node["name"] for node in drawn["nodes"]}
    assert nodes == set(ExperimentPlugin.nodes)
    table = [(t["source"], t["signal"], t["target"]) for t in drawn["transitions"]]
    assert len(table) == 13
    assert {source for source, _, _ in table} == nodes
    assert ("dispatch_tool", "CAP_REACHED", "finalize_cycle") in table
    assert ("cycle_gate", "REDO", "load_state") in table
    assert [one for one in table if one[2] == "end"] == [("cycle_gate", "DONE", "end")]
