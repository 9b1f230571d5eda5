"""`roundtable run experiment` as a person types it, and the manual checklist of the source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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
    assert "✓ Executed 3 cycles" in ran.err
    assert f"Log file: {tmp_path / 'runs' / 'tide-pools' / 'logs' / 'tide-pools.jsonl'}" in ran.err
    assert "cycles_completed" in ran.out
    ends = [line for line in lines(tmp_path) if line["event_type"] == "CYCLE_END"]
    reflections = [line["payload"]["final_reflection"] for line in ends]
    assert len(set(reflections)) == 3
    for number, reflection in enumerate(reflections[1:], 1):
        assert f"Cycle {number}: " in reflection, "a later reflection refers to the one before"
