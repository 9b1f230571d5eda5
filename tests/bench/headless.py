"""Members stream at once with no window: what the command and its model host take of the processor.

Eight members in one debate are the command itself (`roundtable run`), its lines read by nobody. Sixty-four
are eight debates at once in one process, for no command runs several: run as a program this is that process.
Counted is the processor time from the first piece to the last record, over the time that the streams last at
their rate: on a busy machine they last longer, and a share of that time would look too small.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import psutil

from app.bootstrap import build
from app.domain.seats import Seat, Team
from app.settings.folders import CONFIG_VARIABLE, DATA_VARIABLE, Folders
from app.settings.providers import Endpoint, ProviderFile, ProviderTable
from app.settings.teams import TeamFiles
from app.store.layout import connect_to_read
from app.store.packing import Bodies
from tests.bench import yardstick
from tests.faults.catalogue import token

ROOT = Path(__file__).resolve().parents[2]
MEMBERS = 8
SETUP = {"question": "Where to?", "interactive_clarifications": False, "max_output_tokens": 4000}


@dataclass(frozen=True)
class Load:
    """What the stream of one table cost: shares of a core, and what came of it."""

    app: float
    host: float
    whole: int
    """Answers that are whole in the journals."""
    behind: float
    """Seconds from when the server had written an answer to its record, at the median."""


@contextmanager
def providers(number: int) -> Iterator[list[tuple[int, IO[str]]]]:
    """Run servers, each in a process of its own, and yield their ports and what they say."""
    with ExitStack() as stack:
        found = []
        for _ in range(number):
            server = stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "tests.faults.server"],
                    cwd=ROOT,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            assert server.stdout is not None
            stack.callback(server.kill)
            found.append((int(server.stdout.readline()), server.stdout))
        yield found


def team(name: str, model: str) -> Team:
    """Return a table of eight members."""
    members = tuple(Seat(name=f"Member{n}", model=model) for n in range(MEMBERS))
    return Team(name=name, members=members, chair=Seat(name="Chair", model=model))


def set_up(folders: Folders, ports: list[int]) -> None:
    """Write each server as one of one's own that takes 32 calls at once."""
    ends = {f"s{n}": Endpoint(base_url=f"http://127.0.0.1:{p}/v1", at_once=32) for n, p in enumerate(ports)}
    ProviderFile(folders.config, frozenset()).write(ProviderTable(endpoints=ends))


def done(data: Path) -> list[tuple[float, str]]:
    """Return when answers were written down, in seconds since 1970, and their texts."""
    found: list[tuple[float, str]] = []
    for path in sorted((data / "sessions").glob("*.roundtable")):
        with closing(connect_to_read(path)) as db:

            def fetch(name: str, db: Any = db) -> str:
                return str(db.execute("SELECT text FROM blobs WHERE hash = ?", (name,)).fetchone()[0])

            bodies = Bodies(fetch)
            rows = db.execute("SELECT at, body FROM records WHERE type = 'call_completed' ORDER BY seq")
            found += [(at / 1e6, str(bodies.load(body)["text"])) for at, body in rows.fetchmany(MEMBERS)]
    return found


def count(data: Path, what: str) -> int:
    """Return how many records of a type there are."""
    found = 0
    for path in (data / "sessions").glob("*.roundtable"):
        with closing(connect_to_read(path)) as db:
            found += db.execute("SELECT count(*) FROM records WHERE type = ?", (what,)).fetchone()[0]
    return found


def measure(tables: int, rate: int, tokens: int) -> Load:
    """Let tables of eight stream their first answers, and return what it cost."""
    model = f"stream-{tokens}-{rate}"
    with tempfile.TemporaryDirectory() as folder, providers(1 if tables * MEMBERS <= 32 else 2) as servers:
        folders = Folders(Path(folder) / "data", Path(folder) / "config")
        set_up(folders, [port for port, _ in servers])
        names = [f"s{n % len(servers)}/{model}" for n in range(tables)]
        teams = TeamFiles(folders.config)
        for number, name in enumerate(names):
            teams.save(team(f"bench{number}", name))
        env = {**os.environ, DATA_VARIABLE: str(folders.data), CONFIG_VARIABLE: str(folders.config)}
        env["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
        values = [f"--set={name}={value}" for name, value in SETUP.items() if name != "question"]
        command = ["-m", "app", "run", "debate", "--question", "Where to?", "--team", "bench0", *values]
        if tables > 1:
            command = ["-m", "tests.bench.headless", str(tables)]
        shift = time.time() - time.monotonic()
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen([sys.executable, *command], cwd=ROOT, env=env, **quiet) as process:
            try:
                return watched(process.pid, folders.data, servers, (tables, rate, tokens), shift)
            finally:
                process.kill()


def watched(
    pid: int, data: Path, servers: list[tuple[int, IO[str]]], shape: tuple[int, int, int], shift: float
) -> Load:
    """Measure a process while its members stream."""
    tables, rate, tokens = shape
    calls = tables * MEMBERS
    while count(data, "call_asked") < calls:
        time.sleep(0.02)
    app = psutil.Process(pid)
    (host,) = app.children()
    before = (_taken(app), _taken(host))
    ends = sorted(_ends(servers, calls))
    # The answers' own records are part of it; what the next stage takes is not.
    while count(data, "call_completed") < calls:
        time.sleep(0.01)
    after = (_taken(app), _taken(host))
    found = done(data)
    whole = "".join(token(number) for number in range(tokens))
    behind = [at - (end + shift) for (at, _), end in zip(sorted(found), ends, strict=True)]
    shares = [(late - early) * rate / tokens for early, late in zip(before, after, strict=True)]
    right = sum(text.strip() == whole.strip() for _, text in found)
    return Load(shares[0], shares[1], right, statistics.median(behind))


def _taken(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _ends(servers: list[tuple[int, IO[str]]], calls: int) -> Iterator[float]:
    """Yield when the servers had written each answer to its end."""
    for _, lines in servers:
        for _ in range(calls // len(servers)):
            yield float(lines.readline().split()[1])


async def tables(number: int) -> None:
    """Run this many debates at once until somebody ends the process."""
    core = build()
    sessions = [
        await core.sessions.create("debate", SETUP, core.teams.load(f"bench{n}")) for n in range(number)
    ]
    for session in sessions:
        await core.sessions.start(session)
    await asyncio.Event().wait()


def main(arguments: list[str]) -> int:
    """Be the process of several debates; with no argument print both figures."""
    if arguments:
        asyncio.run(tables(int(arguments[0])))
        return 0
    return 0 if show() else 1


MOST_APP, MOST_HOST = 0.3, 1.75
"""Processor time for a second of the streams, in imports of httpx."""
RUNS = 3


def show() -> bool:
    """Print what both loads take; tell whether nothing was lost and the bounds hold."""
    eight = [measure(1, 200, 2000) for _ in range(RUNS)]
    many = measure(8, 50, 500)
    app, host = (statistics.median(getattr(one, name) for one in eight) for name in ("app", "host"))
    whole = sum(one.whole for one in eight)
    print(
        f"headless, {MEMBERS} × 200 tokens/s, a second of it: command {yardstick.of(app, MOST_APP)}, "
        f"host {yardstick.of(host, MOST_HOST)}; {RUNS * MEMBERS - whole} of {RUNS * MEMBERS} answers "
        f"with losses, behind the server by {statistics.median(one.behind for one in eight):.2f} s"
    )
    print(
        f"headless, {8 * MEMBERS} × 50 tokens/s: program {many.app:.1%} of a core, host {many.host:.1%}, "
        f"{8 * MEMBERS - many.whole} of {8 * MEMBERS} answers with losses, behind the server by "
        f"{many.behind:.2f} s"
    )
    lost = whole < RUNS * MEMBERS or many.whole < 8 * MEMBERS
    return not lost and yardstick.times(app) <= MOST_APP and yardstick.times(host) <= MOST_HOST


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
