"""A batch over HTTP, its workers and its commands killed at random; what the server saw is the judge.

Nightly, with 40 rows each; ROUNDTABLE_TEST_SESSIONS=500 asks for more. The moments are drawn by a seed
that is printed, and counted in requests: so many more have arrived, then somebody dies. Whoever was killed is
begun again by whoever began it, the commands by this test.
"""

from __future__ import annotations

import csv
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.domain.seats import Team
from app.gateway.host_client import ARGUMENT
from tests.faults.debating import approve, panel, team_file
from tests.faults.ledger import IN, OUT, PRICE_IN, PRICE_OUT, Account, Ledger, account_for
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.test_kills_over_http import read
from tests.support.commands import ROOT, call, environment
from tests.support.waiting import LONG, wait_until

pytestmark = [pytest.mark.nightly, pytest.mark.loopback, pytest.mark.timeout(7200)]

SESSIONS = int(os.environ.get("ROUNDTABLE_TEST_SESSIONS", "40"))
KILLS = max(8, SESSIONS // 8)
SEED = os.environ.get("ROUNDTABLE_TEST_SEED", "")
KEY = "key-of-this-batch"
UNFINISHED = 3
MEMBERS = ("ann", "bob", "cy")
ARMS = (MEMBERS, ("dan", "eve"), ("fay", "gus"))
_TRACE = re.compile(r"^Traceback \(most recent call last\):\n(?:  .*\n)+.*", re.MULTILINE)
_ROW = re.compile(r"plan number (\d+) ")


@dataclass
class Ledgers:
    """A server's script: what is asked of each row, by each team, goes into a ledger of its own."""

    teams: Mapping[str, str] = field(default_factory=dict)
    """By the model: its team; one that is not named here is of the one team."""
    rows: dict[str, Ledger] = field(default_factory=dict)
    strays: list[Asked] = field(default_factory=list)

    def __call__(self, asked: Asked) -> Act:
        """Answer one request."""
        found = _ROW.search(asked.body.decode())
        if found is None:
            self.strays.append(asked)
            return Act(status=400)
        return self.rows.setdefault(self.teams.get(asked.model, "") + found[1], Ledger())(asked)

    @property
    def bill(self) -> float:
        """Dollars of all that was ever asked, whoever was there to hear the answer."""
        return sum(
            (IN + entry.number) * PRICE_IN + (OUT + entry.number) * PRICE_OUT
            for ledger in self.rows.values()
            for entry in ledger.entries
        )


@dataclass
class Story:
    """One batch from its start to its end. `commands`: what is to be running until all are done."""

    folder: Path
    server: FaultServer
    commands: Sequence[tuple[str, ...]]
    rng: random.Random
    teams: Sequence[Team]
    tally: Counter[str] = field(default_factory=Counter)

    @property
    def data(self) -> Path:
        """Where the sessions come to lie."""
        return self.folder / "data"

    def run(self, *ends: int) -> None:
        """Keep all commands running until each has ended so (without any: well), and kill meanwhile."""
        self._write(SESSIONS)
        left = {number: self._begin(number) for number in range(len(self.commands))}
        kills, since = 0, 0
        while left:
            wanted = since + self.rng.randrange(1, 2 * max(2, SESSIONS * 6 // KILLS))
            wait_until(self._come(wanted if kills < KILLS else sys.maxsize, left), LONG)
            since = len(self.server.asked)
            for number, process in list(left.items()):
                if process.poll() is not None:
                    self._over(number, process)
                    if process.returncode in (ends or (0,)):
                        del left[number]
                    else:
                        left[number] = self._begin(number)
            if left and kills < KILLS:
                kills += self._kill(left)

    def only(self) -> int:
        """Run the first command once, with a few sessions; return how it ended."""
        self._write(8)
        return self._begin(0).wait(LONG)

    def _write(self, rows: int) -> None:
        with (self.folder / "questions.csv").open("w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            writer.writerow(["id", "question"])
            writer.writerows([f"q{n}", f"Is plan number {n} better than none?"] for n in range(rows))

    def _come(self, wanted: int, left: dict[int, subprocess.Popen[bytes]]) -> Callable[[], bool]:
        return lambda: len(self.server.asked) >= wanted or any(p.poll() is not None for p in left.values())

    def _begin(self, number: int) -> subprocess.Popen[bytes]:
        self.tally["commands begun"] += 1
        with (self.folder / f"said-{number}").open("ab") as said:
            return subprocess.Popen(
                [sys.executable, "-m", "app", *self.commands[number]],
                cwd=ROOT,
                env={**environment(self.data), "TEST_KEY": KEY, "TMPDIR": str(self.folder)},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )

    def _over(self, number: int, process: subprocess.Popen[bytes]) -> None:
        said = (self.folder / f"said-{number}").read_text(encoding="utf-8")
        # Python's own, of a process that was just being begun by one that was killed.
        traces = [one for one in _TRACE.findall(said) if "spawn_main" not in one]
        assert traces == [], said[-4000:]
        assert "The program made a mistake" not in said, said[-4000:]
        assert process.returncode in (0, UNFINISHED, -9), said[-4000:]

    def _kill(self, left: dict[int, subprocess.Popen[bytes]]) -> int:
        """Kill somebody; return how many died."""
        command = self.rng.choice(list(left.values()))
        found: dict[str, list[psutil.Process]] = {"command": []}
        with suppress(psutil.NoSuchProcess):
            parent = psutil.Process(command.pid)
            found["command"].append(parent)
            for child in parent.children(recursive=True):
                with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                    found.setdefault(_kind(child.cmdline()), []).append(child)
        found.pop("", None)
        if len(found) == 1 and len(left) == 1:
            # It is only just beginning: nothing is under way that could be lost.
            return 0
        kind = self.rng.choice(sorted(found))
        if not found[kind]:
            return 0
        with suppress(psutil.NoSuchProcess):
            self.rng.choice(found[kind]).kill()
            self.tally[f"killed: {kind}"] += 1
        return 1

    def account(self, ledgers: Ledgers) -> None:
        """Compare every session with what the server saw, and print the counts."""
        rows = call("list", "--json", data=self.data).value
        assert Counter(row["state"] for row in rows) == {"finished": SESSIONS * len(self.teams)}
        assert ledgers.strays == []
        # Every worker had the key, whoever began it.
        assert {one.headers.get("authorization") for one in self.server.asked} == {f"Bearer {KEY}"}
        total, wrong = Account(), []
        seen = set()
        for row in rows:
            records = read(self.data, row["session"])
            number = _ROW.search(str(records[0].body()["title"]) + " ") or _ROW.search(
                str(records[0].body()["setup"])
            )
            assert number is not None
            begun: Any = records[0].body()
            model = next(iter(begun["seats"].values()))["model"].rpartition("/")[2]
            key = ledgers.teams.get(model, "") + number[1]
            seen.add(key)
            one = account_for(records, ledgers.rows[key].entries, row["cost"])
            wrong += [f"{row['session']}: {why}" for why in one.wrong]
            total.requests += one.requests
            total.completed += one.completed
            total.again += one.again
            total.whole_and_asked_again += one.whole_and_asked_again
        assert wrong == []
        assert len(seen) == len(rows)
        print(
            f"{len(rows)} sessions, {sum(self._killed().values())} kills: 0 lost, 0 paid twice, 0 misplaced"
        )
        for name in ("requests", "completed", "again", "whole_and_asked_again"):
            print(f"  {name}: {getattr(total, name)}")
        for name, count in sorted(self.tally.items()):
            print(f"  {name}: {count}")

    def spent(self) -> tuple[float, float]:
        """Return what all sessions have come to by their journals, in dollars: as known, and at most."""
        rows = call("list", "--json", data=self.data).value
        known = sum(row["cost"] for row in rows)
        return known, known + sum(row.get("cost_uncertain", 0.0) for row in rows)

    def answers(self) -> list[dict[str, str]]:
        """Return the rows of the table with answers."""
        call("batch", "report", str(self.folder / "out"), "--format", "csv", data=self.data)
        with (self.folder / "out" / "report.csv").open(encoding="utf-8-sig", newline="") as stream:
            return list(csv.DictReader(stream))

    def _killed(self) -> dict[str, int]:
        return {name: count for name, count in self.tally.items() if name.startswith("killed")}


def _kind(line: Sequence[str]) -> str:
    """Return what a process below a command is."""
    if ARGUMENT in line:
        return "model host"
    if "--worker" in line:
        return "worker"
    if any("multiprocessing.spawn" in word or "spawn_main" in word for word in line):
        return "engine's worker"
    return "engine's worker" if "submitit.core._submit" in line else ""


def story(
    tmp_path: Path, server: FaultServer, *ways: tuple[Any, ...], arms: Sequence[Sequence[str]] = (MEMBERS,)
) -> Story:
    """Return a batch that is run in one or more ways at once; `arms`: the models of each team's members."""
    seed = int(SEED or random.randrange(2**32))
    print(f"seed {seed}")
    approve(server)
    teams = [
        panel(server, chair=f"chair{models[0]}", **{name.title(): name for name in models}) for models in arms
    ]
    files = [team_file(team, tmp_path / f"team-{at}.toml") for at, team in enumerate(teams)]
    whole = (
        *("batch", "run", tmp_path / "questions.csv", "--out", tmp_path / "out"),
        *(part for file in files for part in ("--team", file)),
        *("--approve", "all", "--on-uncertain", "ask-again"),
        *("--set", "interactive_clarifications=false", "--set", "max_rounds=1"),
    )
    return Story(
        tmp_path, server, [tuple(map(str, (*whole, *way))) for way in ways], random.Random(seed), teams
    )


WAYS: dict[str, tuple[tuple[Any, ...], ...]] = {
    "processes": (("--workers", 4, "--jobs", 2),),
    "dask": (("--executor", "dask", "--workers", 4, "--jobs", 2),),
    "shards": tuple(("--shard", f"{n}/4", "--jobs", 2) for n in range(1, 5)),
    "jobs": (("--executor", "slurm", "--scheduler", "here", "--workers", 4, "--jobs", 2),),
}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
@pytest.mark.parametrize("way", WAYS)
def test_a_batch_whose_workers_and_commands_are_killed_loses_nothing_and_pays_nothing_twice(
    tmp_path: Path, way: str
) -> None:
    ledgers = Ledgers()
    with FaultServer(ledgers) as server:
        told = story(tmp_path, server, *WAYS[way])
        told.run()
    told.account(ledgers)


def test_a_limit_of_money_holds_over_all_workers_of_an_engine(tmp_path: Path) -> None:
    ledgers, limit = Ledgers(), 0.02
    with FaultServer(ledgers) as server:
        way = ("--executor", "dask", "--workers", 2, "--jobs", 1, "--cost-limit", limit)
        told = story(tmp_path, server, way)
        process = told.only()
    assert process == UNFINISHED, (tmp_path / "said-0").read_text(encoding="utf-8")
    rows = call("list", "--json", data=told.data).value
    assert rows
    assert 0 < sum(row["cost"] for row in rows) <= limit
    # As the server counts it.
    assert ledgers.bill <= limit


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_three_teams_under_kills_keep_the_limit_and_come_to_a_whole_table_and_an_exact_bill(
    tmp_path: Path,
) -> None:
    teams = {model: models[0] for models in ARMS for model in (*models, f"chair{models[0]}")}
    ledgers, limit = Ledgers(teams), 0.006 * SESSIONS
    with FaultServer(ledgers) as server:
        told = story(tmp_path, server, ("--workers", 4, "--jobs", 2), arms=ARMS)
        (whole,) = told.commands
        told.commands = [(*whole, "--cost-limit", str(limit))]
        told.run(UNFINISHED)
        # What a killed call cost nobody here knows: it counts with the most that it may, and the limit holds.
        (known, most), asked = told.spent(), ledgers.bill
        print(f"limit {limit:.4f}: {known:.4f} to {most:.4f} by the journals, {asked:.4f} by the server")
        assert asked <= most + 1e-9
        assert most <= limit + 1e-9
        told.commands = [whole]
        told.run()
    told.account(ledgers)
    table = told.answers()
    assert len(table) == SESSIONS * len(ARMS)
    assert all(row["answer"] for row in table)
    assert sum(float(row["cost"]) for row in table) == pytest.approx(told.spent()[0], rel=1e-6)
