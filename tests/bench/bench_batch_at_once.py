"""Two hundred sessions of a batch at once in one process, each of whose answers streams 50 tokens a second.

`python packaging/dev.py bench batch_at_once` (a number after the script's name: another number of sessions).
`roundtable batch run --jobs 200` as it is, its model host, and a server that pours: three processes. Each
session is one member without critique, so that it has one stream; the server begins once all are connected.
Counted from then to the last answer's end. Exit 1 where an answer is not whole or a session not finished.
"""

from __future__ import annotations

import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil

from app.domain.seats import Seat, Team
from app.settings.folders import CONFIG_VARIABLE, DATA_VARIABLE, Folders
from app.settings.providers import Endpoint, ProviderFile, ProviderTable
from app.settings.teams import TeamFiles
from tests.bench.headless import done
from tests.faults.catalogue import token

ROOT = Path(__file__).resolve().parents[2]
SESSIONS, TOKENS, RATE = 200, 1000, 50
SETTINGS = (
    *("enabled=false", "result_by=vote", "interactive_clarifications=false", "gate_policy=never_ask"),
    *("max_output_tokens=4000", "call_timeout=600"),
)


@dataclass
class Used:
    """What a process took while all streamed."""

    share: float = 0.0
    memory: float = 0.0
    """Megabytes at most."""
    handles: int = 0
    """At most."""


def look(process: psutil.Process, used: Used) -> None:
    """Note what a process has now."""
    used.memory = max(used.memory, process.memory_info().rss / 2**20)
    used.handles = max(used.handles, process.num_fds())


def taken(process: psutil.Process) -> float:
    """Return the processor seconds of a process so far."""
    times = process.cpu_times()
    return float(times.user + times.system)


def prepare(folder: Path, port: int, sessions: int) -> tuple[list[str], dict[str, str]]:
    """Write the table, the team and the server; return the command and its environment."""
    folders = Folders(folder / "data", folder / "config")
    end = Endpoint(base_url=f"http://127.0.0.1:{port}/v1", at_once=sessions)
    ProviderFile(folders.config, frozenset()).write(ProviderTable(endpoints={"pour": end}))
    model = "pour/words"
    team = Team(name="one", members=(Seat(name="Ada", model=model),), chair=Seat(name="Chair", model=model))
    TeamFiles(folders.config).save(team)
    table = folder / "questions.csv"
    with table.open("w", newline="", encoding="utf-8") as stream:
        rows = [[f"q{number}", f"Where to with number {number}?"] for number in range(sessions)]
        csv.writer(stream).writerows([["id", "question"], *rows])
    command = ["-m", "app", "batch", "run", str(table), "--out", str(folder / "out"), "--team", "one"]
    command += ["--approve", "all", "--json", "--jobs", str(sessions), *(f"--set={one}" for one in SETTINGS)]
    variables = {DATA_VARIABLE: str(folders.data), CONFIG_VARIABLE: str(folders.config)}
    return command, {**os.environ, **variables, "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}


def measure(sessions: int) -> bool:
    """Run a batch, print what it took and tell whether nothing was lost."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (
            subprocess.Popen(
                [sys.executable, "-m", "tests.bench.pouring", str(sessions), str(TOKENS), str(RATE)],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                text=True,
            ) as server,
            (folder / "told").open("w+") as told,
        ):
            assert server.stdout is not None
            command, env = prepare(folder, int(server.stdout.readline()), sessions)
            asked = time.time()
            with subprocess.Popen(
                [sys.executable, *command], cwd=ROOT, env=env, stdout=told, stderr=subprocess.DEVNULL
            ) as batch:
                try:
                    return watched(batch, server.stdout, folder, asked, sessions)
                finally:
                    batch.kill()
                    server.kill()


def watched(
    batch: subprocess.Popen[bytes], server: IO[str], folder: Path, asked: float, sessions: int
) -> bool:
    """Measure a batch while its sessions stream."""
    began = float(server.readline().split()[1])
    app = psutil.Process(batch.pid)
    host = max(app.children(), key=lambda child: child.memory_info().rss)
    both = ((app, Used()), (host, Used()))
    before = [taken(process) for process, _ in both]
    at = time.time()
    while time.time() < began + TOKENS / RATE - 1:
        for process, used in both:
            look(process, used)
        time.sleep(0.5)
    for (process, used), early in zip(both, before, strict=True):
        used.share = (taken(process) - early) / (time.time() - at)
    ends = [float(server.readline()) for _ in range(sessions)]
    code = batch.wait(600)
    whole = "".join(token(number) for number in range(TOKENS)).strip()
    found = sorted(done(folder / "data"))
    right = sum(text.strip() == whole for _, text in found)
    states = json.loads((folder / "told").read_text())["states"]
    say(sessions, began - asked, [used for _, used in both])
    behind = [late - early for (late, _), early in zip(found, sorted(ends), strict=False)]
    print(
        f"    {right} of {sessions} answers whole, {states.get('finished', 0)} sessions finished, "
        f"exit code {code}; written down behind the server by {statistics.median(behind):.2f} s "
        f"(at most {max(behind):.2f} s)"
    )
    return code == 0 and right == sessions and states == {"finished": sessions}


def say(sessions: int, ramp: float, used: Sequence[Used]) -> None:
    """Print what it took, and what that says of the limit."""
    app, host = used
    print(
        f"{sessions} sessions × {RATE} tokens/s: program {app.share:.0%} of a core, "
        f"model host {host.share:.0%}; {app.memory:.0f} and {host.memory:.0f} MB; "
        f"{app.handles} and {host.handles} handles; all were asked after {ramp:.1f} s"
    )
    print(
        f"    a core is full at about {sessions / host.share:.0f} such streams in a model host and at "
        f"{sessions / app.share:.0f} in a program: beyond it text comes later, and more workers help"
    )


if __name__ == "__main__":
    sys.exit(0 if measure(int(sys.argv[1]) if len(sys.argv) > 1 else SESSIONS) else 1)
