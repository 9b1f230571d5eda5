"""A batch beside the same questions in Inspect, an evaluation tool, both against one server on this machine.

`ROUNDTABLE_BESIDE=PYTHON python packaging/dev.py bench beside` (PYTHON: an interpreter that has `inspect_ai`
and `openai`; without one nothing is measured, which is said).
ROWS questions with a key, one call each, AT_ONCE at a time; every answer takes SECONDS. Printed for each:
wall and processor seconds, memory at most of all its processes, calls, and the characters of a prompt.
Exit 1 where a row is not answered, is asked twice, or is not found right.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from app.settings.folders import CONFIG_VARIABLE, DATA_VARIABLE
from tests.faults.debating import approve, panel, team_file
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said, events

ROOT = Path(__file__).resolve().parents[2]
ROWS, AT_ONCE, SECONDS = 200, 20, 0.3
ANSWER = "Answer: 42"
INSPECT = """
import sys
from inspect_ai import Task, eval
from inspect_ai.dataset import FieldSpec, csv_dataset
from inspect_ai.scorer import includes
from inspect_ai.solver import generate

table, logs, at_once = sys.argv[1:]
data = csv_dataset(table, FieldSpec(input="question", target="expected"))
task = Task(dataset=data, solver=generate(), scorer=includes())
(log,) = eval(task, model="openai-api/mock/ok", max_connections=int(at_once), log_dir=logs, display="none")
print(int(log.results.scores[0].metrics["accuracy"].value * log.results.completed_samples + 0.5))
"""


@dataclass
class Took:
    """What one of the two took."""

    wall: float = 0.0
    processor: float = 0.0
    memory: float = 0.0
    """Megabytes at most."""
    right: int = 0


def answer(asked: Asked) -> Act:
    """Answer after a fixed time, all at once."""
    said = Said(text=ANSWER, tokens_in=len(asked.prompt) // 4, tokens_out=3, pieces=1)
    if asked.json.get("stream"):
        return Act(events(asked.dialect, said), before=SECONDS)
    usage = {"prompt_tokens": said.tokens_in, "completion_tokens": 3, "total_tokens": said.tokens_in + 3}
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": ANSWER}}
    whole = {"id": "a", "object": "chat.completion", "created": 1, "model": "ok", "choices": [choice]}
    body = json.dumps({**whole, "usage": usage}).encode()
    return Act([body], before=SECONDS, headers={"content-type": "application/json"})


def watched(command: Sequence[str], env: Mapping[str, str], told: Path) -> tuple[Took, str]:
    """Run a command to its end; return what it took, and what it said."""
    took, began, times = Took(), time.monotonic(), dict[int, float]()
    with told.open("w+") as out:
        with subprocess.Popen(command, cwd=ROOT, env=env, stdout=out, stderr=out) as running:
            root = psutil.Process(running.pid)
            while running.poll() is None:
                memory = 0.0
                with suppress(psutil.Error):
                    for one in (root, *root.children(recursive=True)):
                        spent = one.cpu_times()
                        times[one.pid] = spent.user + spent.system
                        memory += one.memory_info().rss / 2**20
                took.memory = max(took.memory, memory)
                time.sleep(0.05)
        out.seek(0)
        said = out.read()
    assert running.returncode == 0, said[-3000:]
    return replace(took, wall=time.monotonic() - began, processor=sum(times.values())), said


def say(name: str, took: Took, asked: Sequence[Asked]) -> bool:
    """Print a row; tell whether each question was answered once and found right."""
    sent = sum(len(str(message.get("content"))) for one in asked for message in one.json["messages"])
    sys.stdout.write(
        f"{name:<11} {took.wall:6.1f} s wall, {took.processor:6.1f} s of processor, {took.memory:5.0f} MB,"
        f" {len(asked)} calls, {sent / len(asked):6.0f} characters a prompt, {took.right} of {ROWS} right\n"
    )
    sys.stdout.flush()
    return len(asked) == ROWS and took.right == ROWS


def ours(folder: Path, table: Path, server: FaultServer) -> Took:
    """Run the table as a batch of one member without critique."""
    approve(server)
    team = team_file(panel(server, chair="ok", Ada="ok"), folder / "team.toml")
    settings = ("enabled=false", "result_by=vote", "interactive_clarifications=false")
    command = [
        *(sys.executable, "-m", "app", "batch", "run", str(table), "--out", str(folder / "out")),
        *("--team", str(team), "--approve", "all", "--jobs", str(AT_ONCE), "--json"),
        *(f"--set={one}" for one in settings),
    ]
    took, _ = watched(command, {**os.environ, DATA_VARIABLE: str(folder / "data")}, folder / "ours")
    subprocess.run(
        [sys.executable, "-m", "app", "batch", "report", str(folder / "out"), "--format", "csv"],
        cwd=ROOT,
        env={**os.environ, DATA_VARIABLE: str(folder / "data")},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with (folder / "out" / "report.csv").open(encoding="utf-8-sig", newline="") as stream:
        took.right = sum(row["result"] == "right" for row in csv.DictReader(stream))
    return took


def theirs(folder: Path, table: Path, server: FaultServer, python: str) -> Took:
    """Run the table as a task of Inspect."""
    script = folder / "task.py"
    script.write_text(INSPECT, encoding="utf-8")
    env = {**os.environ, "MOCK_BASE_URL": server.base("openai"), "MOCK_API_KEY": "key-for-tests"}
    command = [python, str(script), str(table), str(folder / "logs"), str(AT_ONCE)]
    took, said = watched(command, env, folder / "theirs")
    took.right = int(said.strip().splitlines()[-1])
    return took


def main() -> int:
    """Run both, one after the other."""
    other = os.environ.get("ROUNDTABLE_BESIDE")
    if not other:
        sys.stdout.write("Not measured: ROUNDTABLE_BESIDE names no Python that has inspect_ai and openai.\n")
        return 0
    os.environ["TEST_KEY"] = "key-for-tests"
    kept = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ[CONFIG_VARIABLE] = str(folder / "config")
        table = folder / "questions.csv"
        with table.open("w", newline="", encoding="utf-8") as stream:
            rows = [[f"q{n}", f"What is {n} and {42 - n}?", "42"] for n in range(ROWS)]
            csv.writer(stream).writerows([["id", "question", "expected"], *rows])
        for label in ("ours", "Inspect"):
            with FaultServer(answer) as server:
                run = ours(folder, table, server) if label == "ours" else theirs(folder, table, server, other)
                kept = say(label, run, list(server.asked)) and kept
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
