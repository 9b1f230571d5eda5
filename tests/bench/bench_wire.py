"""Time a command to its first request, and what the model host costs in a debate in four dialects.

Four lines of figures: a server of one's own, a model never seen, the same seen before (both asked through a
proxy on this machine that only looks at the clock), each from the start of the command to the first byte that
leaves; then a debate of three members and two rounds against servers that answer for 1.4 s a call. Exit 1
where a median is above its bound; times are of a machine that does nothing else.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psutil

from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.gateway.lifeline import Lifeline
from app.gateway.process import command
from app.settings.providers import Endpoint, ProviderFile, ProviderTable
from app.store.clock import SystemClock
from tests.bench.bench_debate import critical_path
from tests.faults import panel as words
from tests.faults.debating import ALL, begin, panel
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import DIALECTS, Said, events
from tests.support.desk import desk

RUNS = 5
OWN, SEEN, UNSEEN = 0.8, 0.8, 3.5
"""Seconds from the command to the first request."""
CPU, MEMORY, RATIO, GAP = 1.2, 110.0, 1.010, 0.015
PIECES, SECONDS = 14, 1.4
LEARNED = 2.0
"""Seconds within which a profile is learned once litellm is there."""


class Proxy:
    """Notes when it is connected to, and hangs up."""

    def __init__(self) -> None:
        self.at: list[float] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            connection, _ = self._socket.accept()
            self.at.append(time.monotonic())
            connection.close()


@contextmanager
def running(root: Path, model: str, extra: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run the command until the block ends."""
    env = {
        **os.environ,
        **extra,
        "ROUNDTABLE_DATA_DIR": str(root / "data"),
        "ROUNDTABLE_CONFIG_DIR": str(root / "config"),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
    }
    arguments = ["run", "debate", "--question", "Where to?", "--model", model, "--approve", "all"]
    process = subprocess.Popen(
        [sys.executable, "-m", "app", *arguments],
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def phases(root: Path, began: float) -> str:
    """Return when the session was written and when its first call was, in milliseconds from the command."""
    newest = max((root / "data" / "sessions").glob("*.roundtable"), key=lambda file: file.stat().st_mtime)
    with sqlite3.connect(f"file:{newest}?mode=ro", uri=True) as found:
        rows = dict(found.execute("select type, min(at) from records group by type"))
    at = {name: round((rows[name] / 1e6 - began) * 1000) for name in ("session_created", "call_asked")}
    return f"session written at {at['session_created']} ms, call written at {at['call_asked']} ms"


def processors(pid: int) -> str:
    """Return what the command and its children have taken of the processor, no matter who else runs."""
    whole = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    taken = [times.user + times.system for times in (process.cpu_times() for process in whole)]
    return "processor " + " + ".join(f"{seconds * 1000:.0f}" for seconds in taken) + " ms"


def first_request(server: FaultServer, proxy: Proxy, root: Path, *, own: bool) -> float:
    """Return the seconds from the command to its first request, and print where they went."""
    config = root / "config"
    config.mkdir(parents=True, exist_ok=True)
    endpoint = Endpoint(base_url=f"{server.url}/v1")
    ProviderFile(config, frozenset({"openai"})).write(ProviderTable(endpoints={"work": endpoint}))
    server.asked.clear()
    proxy.at.clear()
    extra = {} if own else {"OPENAI_API_KEY": "sk-0123456789abcdef", "HTTPS_PROXY": proxy.url}
    wall, began = time.time(), time.monotonic()
    with running(root, "work/good" if own else "openai/gpt-4o-mini", extra) as process:
        while not (server.asked or proxy.at):
            time.sleep(0.002)
        seconds = (server.asked[0].at if server.asked else proxy.at[0]) - began
        print(f"  first request at {seconds * 1000:.0f} ms: {phases(root, wall)}; {processors(process.pid)}")
        if not own:
            # What was seen is written down behind the first request.
            time.sleep(LEARNED)
    return seconds


def script(asked: Asked) -> Act:
    """Answer evenly over 1.4 seconds."""
    spoken = events(asked.dialect, Said(words.answer(asked.prompt), pieces=PIECES))
    return Act(spoken, gap=SECONDS / len(spoken))


async def debate(folder: Path) -> tuple[float, float, float, float]:
    """Return processor seconds and megabytes of the host, wall by critical path, and the median gap."""
    with FaultServer(script) as server:
        table = ProviderTable(approved=(server.url,), variables={server.url: ("TEST_KEY",)})
        host = Lifeline(command(folder / "wire"))
        gateway = HostedGateway(Keys({"TEST_KEY": "key-for-tests"}), SystemClock(), lambda: table, host)
        team = panel(server, Ann="good", Bob="good", Cy="good")
        members = tuple(
            seat.model_copy(update={"model": f"{dialect}/good", "base_url": server.base(dialect)})
            for seat, dialect in zip(team.members, DIALECTS[:3], strict=True)
        )
        chair = {"model": "ollama/good", "base_url": server.base("ollama")}
        team = team.model_copy(update={"members": members, "chair": team.chair.model_copy(update=chair)})
        async with desk(folder, gateway=gateway, clock=SystemClock()) as place:
            session = await begin(place, team, max_rounds=2)
            ended = await place.drive(session, ALL)
            assert ended == "finished", ended
            process = psutil.Process(host.pid)
            times, size = process.cpu_times(), process.memory_info().rss / 2**20
            assert not process.children(), "litellm was loaded for servers of one's own"
        await gateway.close()
    asked = sorted(server.asked, key=lambda one: one.at)
    whole = max(one.over_at for one in asked) - asked[0].at
    gaps, end = [], asked[0].over_at
    for one in asked:
        if one.at >= end:
            gaps.append(one.at - end)
        end = max(end, one.over_at)
    return times.user + times.system, size, whole / critical_path(asked), statistics.median(gaps)


def told(what: str, figures: list[float], bound: float, unit: str) -> bool:
    """Print a median beside its bound; tell whether it is kept."""
    median = statistics.median(figures)
    print(f"{what}: {median:.3f} {unit} (at most {bound:g})")
    return median <= bound


def main() -> int:
    """Print all figures; return 1 where a bound is missed."""
    kept = []
    proxy = Proxy()
    with FaultServer() as server, tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        first_request(server, proxy, root / "own", own=True)
        own = [first_request(server, proxy, root / "own", own=True) for _ in range(RUNS)]
        kept.append(told("a server of one's own, command to first request", own, OWN, "s"))
        unseen = [first_request(server, proxy, root / str(n), own=False) for n in range(RUNS)]
        kept.append(told("a model never seen", unseen, UNSEEN, "s"))
        seen = [first_request(server, proxy, root / "0", own=False) for _ in range(RUNS)]
        kept.append(told("a model seen before", seen, SEEN, "s"))
        runs = [asyncio.run(debate(root / f"debate{n}")) for n in range(RUNS)]
    cpu, memory, ratio, gap = (list(figures) for figures in zip(*runs, strict=True))
    kept.append(told("the host in a debate, processor", cpu, CPU, "s"))
    kept.append(told("the host in a debate, memory", memory, MEMORY, "MB"))
    kept.append(told("wall by critical path", ratio, RATIO, ""))
    kept.append(told("between stages", gap, GAP, "s"))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
