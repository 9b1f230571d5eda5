"""A batch over workers against models that take a fixed time: what is spent besides waiting for them.

Run: `python packaging/dev.py bench batches`. 32 debates, eight at once, by processes (`--workers 4`), by a
Dask cluster of four processes, and by four shards. Every answer takes SECONDS. A session's model time is the
time in which at least one of its requests is at the server; what its records span besides is overhead. Limit:
2 % in the median session, exit 1 where it is missed. Beside it stands the whole batch, from its first request
on, against what eight slots that never rest would take; with few sessions its tail counts for much.
"""

from __future__ import annotations

import csv
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.settings.folders import CONFIG_VARIABLE, DATA_VARIABLE
from tests.faults.debating import approve, panel, team_file
from tests.faults.ledger import Ledger
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.test_kills_over_http import read

ROOT = Path(__file__).resolve().parents[2]
SESSIONS, SLOTS, SECONDS = 32, 8, 5.0
MOST = 0.02
WAYS: dict[str, Sequence[Sequence[object]]] = {
    "processes": [("--workers", 4, "--jobs", 2)],
    "dask": [("--executor", "dask", "--workers", 4, "--jobs", 2)],
    "shards": [("--shard", f"{n}/4", "--jobs", 2) for n in range(1, 5)],
}
_ROW = re.compile(r"plan number (\d+) ")


def slowly(asked: Asked) -> Act:
    """Answer in a fixed time, all at once."""
    return replace(Ledger(gap=0.0)(asked), before=SECONDS)


def union(spans: Sequence[tuple[float, float]]) -> float:
    """Return how long at least one of some spans lasts."""
    total, until = 0.0, 0.0
    for begin, end in sorted(spans):
        total += max(0.0, end - max(begin, until))
        until = max(until, end)
    return total


def run(way: str, folder: Path) -> bool:
    """Run the batch in one way; print a row and tell whether the limit is kept."""
    table = folder / "questions.csv"
    with table.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["id", "question"])
        writer.writerows([f"q{n}", f"Is plan number {n} better than none?"] for n in range(SESSIONS))
    data = folder / "data"
    with FaultServer(slowly) as server:
        approve(server)
        members = panel(server, chair="chair", Ann="ann", Bob="bob", Cy="cy")
        command = [
            *(sys.executable, "-m", "app", "batch", "run", table, "--out", folder / "out"),
            *("--team", team_file(members, folder / "team.toml"), "--approve", "all"),
            *("--set", "interactive_clarifications=false", "--set", "max_rounds=1"),
        ]
        began = time.monotonic()
        environment = {**os.environ, DATA_VARIABLE: str(data)}
        running = [
            subprocess.Popen(
                list(map(str, [*command, *part])),
                cwd=ROOT,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for part in WAYS[way]
        ]
        codes = [one.wait() for one in running]
        ended = time.monotonic()
        asked = list(server.asked)
    assert set(codes) == {0}, codes
    spans: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for one in asked:
        found = _ROW.search(one.body.decode())
        assert found is not None
        spans[found[1]].append((one.at, one.over_at))
    besides, shares, model = [], [], 0.0
    for file in (data / "sessions").glob("*.roundtable"):
        records = read(data, file.stem)
        row: Any = _ROW.search(str(records[0].body()["setup"]))
        own = union(spans[row[1]])
        whole = (records[-1].at - records[0].at) / 1e6
        model += own
        besides.append(whole - own)
        shares.append((whole - own) / own)
    assert len(besides) == SESSIONS
    first = min(one.at for one in asked)
    ideal = model / SLOTS
    share = statistics.median(shares)
    verdict = "ok" if share <= MOST else "MISSED"
    sys.stdout.write(
        f"{way:<10} a session {model / SESSIONS:6.2f} s of models, besides"
        f" {statistics.median(besides):5.2f} s (worst {max(besides):5.2f} s) = {100 * share:4.1f} %"
        f"  {verdict}"
        f" · all {ended - first:6.1f} s, ideal {ideal:6.1f} s = {100 * ((ended - first) / ideal - 1):4.1f} %"
        f" · first request after {first - began:4.1f} s\n"
    )
    sys.stdout.flush()
    return share <= MOST


def main() -> int:
    """Run all ways, or those that are named."""
    os.environ["TEST_KEY"] = "key-for-tests"
    kept = True
    for way in sys.argv[1:] or WAYS:
        with tempfile.TemporaryDirectory() as name:
            os.environ[CONFIG_VARIABLE] = str(Path(name) / "config")
            kept = run(way, Path(name)) and kept
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
