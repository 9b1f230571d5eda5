"""The program, and its model host, killed at random in a debate over HTTP; what the server saw is the judge.

Nightly. Each life of the program is a process of its own, killed at a moment drawn by a seed that is printed:
at the clock, as a request arrives, while an answer streams, once it is whole, or within a commit. A person
then goes on: `resume`, or `answer` where a call's end is not known.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.domain.fact_base import Record
from app.domain.ids import SessionId
from app.gateway.host_client import ARGUMENT
from app.store.journal import SqliteReader
from tests.faults.debating import approve, panel, team_file
from tests.faults.ledger import Account, Ledger, account_for
from tests.faults.server import FaultServer
from tests.support.commands import begun, call
from tests.support.waiting import LONG, wait_until

pytestmark = [pytest.mark.nightly, pytest.mark.loopback, pytest.mark.timeout(7200)]

KILLS, HOST_KILLS, KILLS_OF_EXPERIMENTS = 60, 30, 20
SEED = os.environ.get("ROUNDTABLE_TEST_SEED", "")
"""Draws the moments of an earlier run again."""
DEBATE = (
    *("run", "debate", "--question", "Should the office move to the river?"),
    *("--set", "interactive_clarifications=false", "--set", "auto_stop_on_convergence=false"),
)
EXPERIMENT = ("run", "experiment", "--run-id", "tide-pools", "--prompt", "Study the tide pools.")
CYCLES = ("--cycles", "4")
POINTS = [
    f"journal.{what}.{when}_commit" for what in ("append", "append", "buffer") for when in ("before", "after")
]
MOMENTS = ("clock", "asked", "streaming", "whole", "commit")
UNFINISHED = 3


@dataclass
class Case:
    """One session from its start to its end, whatever is killed meanwhile."""

    folder: Path
    team: Path
    server: FaultServer
    ledger: Ledger
    rng: random.Random
    start: tuple[str, ...]
    tally: Counter[str]
    seen: Sequence[Record] = ()
    printed: list[str] = field(default_factory=list)

    def begin(self, point: str = "") -> subprocess.Popen[str]:
        """Do what a person would do next."""
        line = (*self._next(), "--approve", "all", "--json")
        return begun(*line, data=self.folder, errors=subprocess.STDOUT, ROUNDTABLE_CRASH_POINT=point)

    def _next(self) -> tuple[str, ...]:
        session = self.session()
        if session is None:
            return (*self.start, "--team", str(self.team))
        gates = call("gates", session, "--json", data=self.folder)
        for gate in gates.value if gates.code == 0 else ():
            if gate["kind"] == "uncertain":
                self.tally["uncertain gates answered"] += 1
                return ("answer", session, gate["id"], "--verb", "ask_again")
        return ("resume", session)

    def session(self) -> str | None:
        """Return the session's id, None before there is one."""
        rows = call("list", "--json", data=self.folder).value
        assert len(rows) <= 1, rows
        return rows[0]["session"] if rows else None

    def over(self, process: subprocess.Popen[str]) -> str:
        """Wait for the end of a life, look at what it left, and return what it printed."""
        out, _ = process.communicate(timeout=LONG)
        self.printed.append(out)
        assert "Traceback" not in out, out
        assert '"kind": "bug"' not in out, out
        assert process.returncode in (0, UNFINISHED, -9), out
        self._look()
        return out

    def _look(self) -> None:
        """What was on the disk stays there, for ever."""
        session = self.session()
        if session is None:
            assert not self.seen
            return
        records = read(self.folder, session)
        assert [r.seq for r in records] == list(range(1, len(records) + 1))
        was = [(r.seq, r.at, r.type, r.packed) for r in self.seen]
        assert [(r.seq, r.at, r.type, r.packed) for r in records[: len(was)]] == was, "a record is gone"
        self.seen = records

    def wait_for(self, moment: str, process: subprocess.Popen[str], *, since: int) -> bool:
        """Wait for a moment that is drawn; return False where the process ended before."""
        rng, asked = self.rng, self.server.asked
        if moment == "clock":
            with suppress(subprocess.TimeoutExpired):
                process.wait(rng.uniform(0.0, 6.0))
            return process.poll() is None
        which = since + rng.randrange(6)
        piece = rng.randrange(1, 9)

        def come() -> bool:
            if len(asked) <= which:
                return False
            if moment == "asked":
                return True
            return asked[which].whole or (moment == "streaming" and asked[which].written >= piece)

        wait_until(lambda: come() or process.poll() is not None, LONG)
        if moment == "whole":
            time.sleep(rng.uniform(0.0, 0.06))
        return process.poll() is None

    def node(self) -> str:
        """Return where the session stands."""
        return next((str(r.body()["node"]) for r in reversed(self.seen) if r.type == "node_entered"), "start")

    def finished(self, out: str) -> Account:
        """Return what is to be said of the finished session; its end must be as if nothing had happened."""
        session = self.session()
        assert session is not None
        shown = call("show", session, "--json", data=self.folder).value
        assert shown["state"] == "finished", out
        return account_for(self.seen, self.ledger.entries, shown["cost"])


def read(folder: Path, session: str) -> Sequence[Record]:
    """Return a session's records as they lie on disk."""

    async def work() -> Sequence[Record]:
        name = SessionId(session)
        reader = await SqliteReader.open(name, folder / "sessions" / f"{session}.roundtable")
        records = await reader.read()
        for record in records:
            # Decoded while the file is open.
            record.body()
        await reader.close()
        return records

    return asyncio.run(work())


def outcome(records: Sequence[Record]) -> tuple[list[Any], list[Any]]:
    """Return what must not depend on what was killed: the way through the graph, and the calls made."""
    way = [(r.body()["node"], r.body()["signal"]) for r in records if r.type == "node_left"]
    keys = {
        (r.round, r.attempt, str(b["purpose"]), str(b["seat"]), str(b["part"]))
        for r in records
        if r.type == "call_asked"
        for b in (r.body(),)
    }
    return way, sorted(keys)


def kill(process: subprocess.Popen[str]) -> None:
    """Kill a program; its model host must be gone soon, too."""
    with suppress(psutil.NoSuchProcess):
        hosts = psutil.Process(process.pid).children(recursive=True)
        process.kill()
        assert not psutil.wait_procs(hosts, timeout=LONG)[1], "the model host outlived its parent"


def host_of(process: subprocess.Popen[str]) -> psutil.Process | None:
    """Return the model host of a program, None where it has none."""
    with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
        for child in psutil.Process(process.pid).children():
            if ARGUMENT in child.cmdline():
                return child
    return None


@dataclass
class Series:
    """Many sessions of one kind, of which something is killed again and again."""

    tmp_path: Path
    start: tuple[str, ...]
    members: tuple[str, ...] = ("Ann", "Bob", "Cy")
    tally: Counter[str] = field(default_factory=Counter)
    accounts: list[Account] = field(default_factory=list)
    cases: int = 0

    def __post_init__(self) -> None:
        self.seed = int(SEED or random.randrange(2**32))
        print(f"seed {self.seed}")
        self.rng = random.Random(self.seed)

    @contextmanager
    def case(self) -> Iterator[Case]:
        """Yield a new session at a server of its own, and account for it at its end."""
        ledger = Ledger()
        with FaultServer(ledger) as server:
            approve(server)
            folder = self.tmp_path / f"case-{self.cases}"
            folder.mkdir()
            self.cases += 1
            seats = {name: name.lower() for name in self.members}
            team = team_file(panel(server, chair="chair", **seats), folder / "team.toml")
            case = Case(folder / "data", team, server, ledger, self.rng, self.start, self.tally)
            yield case
            account = case.finished(case.printed[-1])
            assert account.wrong == []
            self.accounts.append(account)

    def undisturbed(self) -> tuple[list[Any], list[Any]]:
        """Run one session that nobody kills."""
        with self.case() as case:
            case.over(case.begin())
            found = outcome(case.seen)
        self.accounts.clear()
        return found

    def report(self, kills: int) -> None:
        """Print the counts."""
        total = Counter[str]()
        for account in self.accounts:
            total += Counter(
                {
                    "requests at the server": account.requests,
                    "journalled answers": account.completed,
                    "asked again by decision": account.again,
                    "whole on the wire, not yet journalled, asked again": account.whole_and_asked_again,
                }
            )
        sessions = len(self.accounts)
        print(f"{kills} kills in {sessions} sessions: 0 journalled answers asked again, 0 misplaced")
        for name, count in (total + self.tally).items():
            print(f"  {name}: {count}")


def kill_programs(series: Series, wanted: int) -> None:
    """Kill the program until it was killed often enough, resuming it each time."""
    expected = series.undisturbed()
    kills = 0
    while kills < wanted:
        with series.case() as case:
            while True:
                moment = series.rng.choice(MOMENTS) if kills < wanted else ""
                point = f"{series.rng.choice(POINTS)}:{series.rng.randrange(1, 30)}"
                since = len(case.server.asked)
                process = case.begin(point if moment == "commit" else "")
                if moment and moment != "commit" and case.wait_for(moment, process, since=since):
                    kill(process)
                out = case.over(process)
                if process.returncode == 0:
                    break
                if process.returncode == -9:
                    kills += 1
                    series.tally[f"killed at: {moment}"] += 1
                    series.tally[f"killed in: {case.node()}"] += 1
            assert out
        assert outcome(case.seen) == expected
    series.report(kills)


def kill_hosts(series: Series, wanted: int) -> None:
    """Kill the model host until it was killed often enough; the program lives on or waits for an answer."""
    expected = series.undisturbed()
    kills = 0
    while kills < wanted:
        with series.case() as case:
            while True:
                process = case.begin()
                while kills < wanted:
                    moment = series.rng.choice(MOMENTS[:4])
                    if not case.wait_for(moment, process, since=len(case.server.asked)):
                        break
                    host = host_of(process)
                    if host is not None:
                        with suppress(psutil.NoSuchProcess):
                            host.kill()
                            kills += 1
                            series.tally[f"killed at: {moment}"] += 1
                case.over(process)
                if process.returncode == 0:
                    break
                assert process.returncode == UNFINISHED, "the program died with its host"
        assert outcome(case.seen) == expected
    series.report(kills)


def test_sixty_kills_of_the_program_repeat_no_answer_and_misplace_none(tmp_path: Path) -> None:
    kill_programs(Series(tmp_path, DEBATE), KILLS)


def test_thirty_kills_of_the_model_host_repeat_no_answer_and_misplace_none(tmp_path: Path) -> None:
    kill_hosts(Series(tmp_path, DEBATE), HOST_KILLS)


def test_kills_of_an_experiment_repeat_no_answer_and_misplace_none(tmp_path: Path) -> None:
    series = Series(tmp_path, (*EXPERIMENT, *CYCLES), ("Ann",))
    kill_programs(series, KILLS_OF_EXPERIMENTS)


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_KEY", "key-for-tests")
