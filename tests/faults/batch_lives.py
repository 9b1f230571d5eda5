"""A batch over HTTP, its workers and its commands killed at random; what the server saw is the judge.

A program of its own, too: `python -m tests.faults.batch_lives FOLDER [ROWS]` runs ROWS (500) times three
teams under a limit and then without one, and tells how far it is every half minute. Whoever interrupts it
(Ctrl+C, SIGTERM) kills all of it at once; the same command goes on, for what the server was asked stands in
FOLDER. Exit 1 where something is lost, paid twice or beyond the limit.

The moments are drawn by a seed that is printed, and counted in requests: so many more have arrived, then
somebody dies. Whoever was killed is begun again by whoever began it, the commands by this program.
"""

from __future__ import annotations

import csv
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import psutil

from app.domain.seats import Team
from app.gateway.host_client import ARGUMENT
from app.settings.folders import CONFIG_VARIABLE
from tests.faults.debating import approve, panel, team_file
from tests.faults.ledger import IN, OUT, PRICE_IN, PRICE_OUT, Account, Entry, Ledger, account_for
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.test_kills_over_http import read
from tests.support.commands import ROOT, call, environment
from tests.support.waiting import LONG, wait_until

SESSIONS = int(os.environ.get("ROUNDTABLE_TEST_SESSIONS", "40"))
KILLS = max(8, SESSIONS // 8)
SEED = os.environ.get("ROUNDTABLE_TEST_SEED", "")
KEY = "key-of-this-batch"
UNFINISHED = 3
MEMBERS = ("ann", "bob", "cy")
ARMS = (MEMBERS, ("dan", "eve"), ("fay", "gus"))
_LOOK_SECONDS = 0.02
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
        return self.of(self.teams.get(asked.model, "") + found[1])(asked)

    def of(self, row: str) -> Ledger:
        """Return the ledger of what is asked of a row by a team."""
        return self.rows.setdefault(row, Ledger())

    @property
    def bill(self) -> float:
        """Dollars of all that was ever asked, whoever was there to hear the answer."""
        return sum(
            (IN + entry.number) * PRICE_IN + (OUT + entry.number) * PRICE_OUT
            # The server goes on meanwhile.
            for ledger in list(self.rows.values())
            for entry in list(ledger.entries)
        )


class KeptLedgers(Ledgers):
    """The same with what was asked kept in a file, so that a later process goes on with it."""

    def __init__(self, teams: Mapping[str, str], file: Path) -> None:
        super().__init__(teams)
        self._asked: dict[int, tuple[str, int]] = {}
        """Where those that are being answered stand, by their identity."""
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            kept = json.loads(line)
            entries = self.of(kept["row"]).entries
            if "text" not in kept:
                entries[kept["number"]].asked.whole = True
                continue
            head = ("POST", kept["path"], {"authorization": kept["key"]})
            one = Asked(*head, kept["body"].encode(), 0.0, "openai", kept["model"], kept["number"])
            entries.append(Entry(len(entries), one, kept["text"]))
        self._file: IO[str] = file.open("a", encoding="utf-8")

    def __call__(self, asked: Asked) -> Act:
        """Answer one request, and keep it."""
        act = super().__call__(asked)
        found = _ROW.search(asked.body.decode())
        if found is not None:
            row = self.teams.get(asked.model, "") + found[1]
            entry = self.of(row).entries[-1]
            self._asked[id(asked)] = (row, entry.number)
            key = asked.headers.get("authorization", "")
            told = {"path": asked.path, "model": asked.model, "number": asked.number, "key": key}
            self._keep({"row": row, "text": entry.text, "body": asked.body.decode(), **told})
        return act

    def ended(self, asked: Asked) -> None:
        """Take note of an answer that is over."""
        row, number = self._asked.pop(id(asked), ("", 0))
        if row and asked.whole:
            self._keep({"row": row, "number": number})

    def _keep(self, value: Mapping[str, object]) -> None:
        self._file.write(f"{json.dumps(value)}\n")
        self._file.flush()


@dataclass
class Story:
    """One batch from its start to its end. `commands`: what is to be running until all are done.

    `size`: rows of its table; `most`: how many are killed.
    """

    folder: Path
    server: FaultServer
    commands: Sequence[tuple[str, ...]]
    rng: random.Random
    teams: Sequence[Team]
    tally: Counter[str] = field(default_factory=Counter)
    size: int = SESSIONS
    most: int = KILLS
    told: Callable[[], None] = lambda: None
    """Called now and then while it runs."""
    begun: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)
    """Commands that run, by their number."""

    @property
    def data(self) -> Path:
        """Where the sessions come to lie."""
        return self.folder / "data"

    def run(self, *ends: int) -> None:
        """Keep all commands running until each has ended so (without any: well), and kill meanwhile."""
        self._write(self.size)
        left = self.begun = {number: self._begin(number) for number in range(len(self.commands))}
        kills, since = sum(self._killed().values()), 0
        while left:
            wanted = since + self.rng.randrange(1, 2 * max(2, self.size * len(self.teams) * 6 // self.most))
            while not self._come(wanted if kills < self.most else sys.maxsize, left):
                self.told()
                time.sleep(_LOOK_SECONDS)
            since = len(self.server.asked)
            for number, process in list(left.items()):
                if process.poll() is not None:
                    self._over(number, process)
                    if process.returncode in (ends or (0,)):
                        del left[number]
                    else:
                        left[number] = self._begin(number)
            if left and kills < self.most:
                kills += self._kill(left)

    def kill_all(self) -> None:
        """Kill all commands, with what they began."""
        for process in self.begun.values():
            with suppress(psutil.NoSuchProcess):
                for one in (
                    psutil.Process(process.pid),
                    *psutil.Process(process.pid).children(recursive=True),
                ):
                    with suppress(psutil.NoSuchProcess):
                        one.kill()
            process.wait()

    def wait_for_orphans(self) -> None:
        """Wait for workers whose command was killed: they write down what they ask, and may still ask."""
        wait_until(lambda: not any(self._of_this(process) for process in psutil.process_iter()), LONG)

    def _of_this(self, process: psutil.Process) -> bool:
        with suppress(psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
            return process.environ().get("TMPDIR") == str(self.folder)
        return False

    def only(self) -> int:
        """Run the first command once, with a few sessions; return how it ended."""
        self._write(8)
        return self._begin(0).wait(LONG)

    def _write(self, rows: int) -> None:
        with (self.folder / "questions.csv").open("w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            writer.writerow(["id", "question"])
            writer.writerows([f"q{n}", f"Is plan number {n} better than none?"] for n in range(rows))

    def _come(self, wanted: int, left: Mapping[int, subprocess.Popen[bytes]]) -> bool:
        return len(self.server.asked) >= wanted or any(p.poll() is not None for p in left.values())

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
        assert Counter(row["state"] for row in rows) == {"finished": self.size * len(self.teams)}
        assert ledgers.strays == []
        # Every worker had the key, whoever began it.
        asked = [one.asked for ledger in ledgers.rows.values() for one in ledger.entries]
        assert {one.headers.get("authorization") for one in asked} == {f"Bearer {KEY}"}
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
        assert wrong == [], "\n".join(wrong)
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
    tmp_path: Path,
    server: FaultServer,
    *ways: tuple[Any, ...],
    arms: Sequence[Sequence[str]] = (MEMBERS,),
    size: int = SESSIONS,
) -> Story:
    """Return a batch that is run in one or more ways at once; `arms`: the models of each team's members."""
    seed = int(SEED or random.randrange(2**32))
    print(f"seed {seed}", flush=True)
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
    commands = [tuple(map(str, (*whole, *way))) for way in ways]
    return Story(tmp_path, server, commands, random.Random(seed), teams, size=size, most=max(8, size // 8))


def ledgers_of(arms: Sequence[Sequence[str]]) -> Mapping[str, str]:
    """Return by the model of each member and chair the team that it is of."""
    return {model: models[0] for models in arms for model in (*models, f"chair{models[0]}")}


def full_length(told: Story, ledgers: Ledgers, limit: float, *, limited: bool = True) -> None:
    """Run a story under a limit until that ends it, then without one, and hold table and bill to the server.

    `limited`: False where that part was done before.
    """
    (whole,) = told.commands
    if limited:
        told.commands = [(*whole, "--cost-limit", str(limit))]
        told.run(UNFINISHED)
        told.wait_for_orphans()
        # What a killed call cost nobody here knows: it counts with the most that it may, and the limit holds.
        (known, most), asked = told.spent(), ledgers.bill
        print(f"limit {limit:.4f}: {known:.4f} to {most:.4f} by the journals, {asked:.4f} by the server")
        assert asked <= most + 1e-9
        assert most <= limit + 1e-9
        (told.folder / LIMITED).touch()
    told.commands = [whole]
    told.run()
    told.account(ledgers)
    table = told.answers()
    assert len(table) == told.size * len(told.teams)
    assert all(row["answer"] for row in table)
    assert abs(sum(float(row["cost"]) for row in table) - told.spent()[0]) <= 1e-6 * told.spent()[0]


# --- as a program --------------------------------------------------------------------------------------

LIMITED = "limited"
"""The file that says that the part under a limit is over."""
_TELL_SECONDS = 30.0


class _Figures:
    """Says how far a story is, now and then, and keeps who was killed."""

    def __init__(self, story: Story, ledgers: Ledgers) -> None:
        self._story, self._ledgers = story, ledgers
        self._began = self._next = time.monotonic()
        self._file = story.folder / "tally.json"
        if self._file.exists():
            story.tally.update(json.loads(self._file.read_text(encoding="utf-8")))

    def say(self) -> None:
        """Print the figures where it is time."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _TELL_SECONDS
        story = self._story
        self._file.write_text(json.dumps(story.tally), encoding="utf-8")
        said = story.folder / "said-0"
        ends = re.findall(r"([\d,]+) of [\d,]+ finished", said.read_text()) if said.exists() else []
        kills = sum(count for name, count in story.tally.items() if name.startswith("killed"))
        finished = f"{ends[-1] if ends else 0} of {story.size * len(story.teams)} finished"
        print(
            f"{now - self._began:6.0f} s: {finished},"
            f" {sum(len(one.entries) for one in list(self._ledgers.rows.values()))} requests, {kills} killed,"
            f" ${self._ledgers.bill:.2f} by the server",
            flush=True,
        )


def _press(file: Path, server: FaultServer) -> None:
    """Say in the settings that the server takes calls at once: to one of one's own they go one by one."""
    text = file.read_text(encoding="utf-8")
    if "at_once" not in text:
        text += f'\n[providers.openai]\nbase_url = "{server.url}/v1"\nat_once = 8\n'
        file.write_text(text, encoding="utf-8")


def _end(number: int, _frame: object) -> None:
    raise KeyboardInterrupt(number)


def main() -> int:
    """Run or go on with the full length in a folder."""
    folder, size = Path(sys.argv[1]).absolute(), int(sys.argv[2]) if len(sys.argv) > 2 else 500
    folder.mkdir(parents=True, exist_ok=True)
    os.environ |= {CONFIG_VARIABLE: str(folder / "config"), "TEST_KEY": KEY}
    os.environ |= {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
    signal.signal(signal.SIGTERM, _end)
    ledgers, port = KeptLedgers(ledgers_of(ARMS), folder / "asked.jsonl"), folder / "port"
    with FaultServer(ledgers, port=int(port.read_text()) if port.exists() else 0) as server:
        server.on_end = ledgers.ended
        port.write_text(str(server.port))
        # Each session is held to little, so that many of them fit into the limit side by side.
        way = ("--workers", 4, "--jobs", 4, "--set", "cost_limit=0.1")
        told = story(folder, server, way, arms=ARMS, size=size)
        _press(folder / "config" / "providers.toml", server)
        told.told = _Figures(told, ledgers).say
        try:
            full_length(told, ledgers, 0.006 * size, limited=not (folder / LIMITED).exists())
        except KeyboardInterrupt:
            print("interrupted: the same command goes on")
            return 3
        finally:
            told.kill_all()
    print("table complete, bill and limit exact")
    return 0


if __name__ == "__main__":
    sys.exit(main())
