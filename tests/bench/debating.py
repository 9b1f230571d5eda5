"""One debate against servers that answer for 1.4 s a call: the host's share, and the time between stages.

Run as a program with a folder it prints one line of JSON. `server` as the argument makes it the server, which
has a process of its own: in ours it would wait for our turn to look at its clock. What it imports is there in
every version, so that one may be measured beside another.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil

from app.domain.fact_base import Record
from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.settings.providers import ProviderTable
from app.store.clock import SystemClock
from tests.faults import panel as words
from tests.faults.debating import ALL, begin, panel
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import DIALECTS, Said, events
from tests.support.desk import desk

ROOT = Path(__file__).resolve().parents[2]
PIECES, SECONDS = 14, 1.4


@dataclass(frozen=True)
class Took:
    """What a debate took: processor seconds of both, megabytes, wall by critical path, and its gaps.

    `gaps`: seconds from a stage's last answer to the next one's first request. `parts`: medians of what lies
    between: until the answer's record, until the next call's, until its request is at the server.
    """

    app: float
    host: float
    memory: float
    ratio: float
    gaps: list[float]
    parts: list[float]

    @property
    def gap(self) -> float:
        """The median of the gaps."""
        return statistics.median(self.gaps)


@dataclass(frozen=True)
class Span:
    """When the server was asked, and when it had answered, by the monotonic clock."""

    at: float
    over_at: float


def script(asked: Asked) -> Act:
    """Answer evenly over 1.4 seconds."""
    spoken = events(asked.dialect, Said(words.answer(asked.prompt), pieces=PIECES))
    return Act(spoken, gap=SECONDS / len(spoken))


def serve() -> None:
    """Serve until standard input closes; print the port, then when each request came and was answered."""
    with FaultServer(script) as server:
        sys.stdout.write(f"{server.port}\n")
        sys.stdout.flush()
        sys.stdin.read()
        spans = sorted((one.at, one.over_at) for one in server.asked)
    sys.stdout.write(json.dumps(spans) + "\n")


@contextmanager
def serving() -> Iterator[tuple[FaultServer, list[Span]]]:
    """Yield a server in a process of its own, and what it was asked once the block has ended."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    program = [sys.executable, "-P", __file__, "server"]
    spans: list[Span] = []
    with subprocess.Popen(program, text=True, **pipes) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            there = FaultServer()
            there.port = int(process.stdout.readline())
            yield there, spans
            process.stdin.close()
            spans += [Span(*one) for one in json.loads(process.stdout.readline())]
        finally:
            process.kill()


def critical_path(asked: Sequence[Span | Asked]) -> float:
    """Return the seconds the server needed: the longest answer of each stage, added up."""
    path = end = longest = 0.0
    for one in sorted(asked, key=lambda one: one.at):
        if one.at >= end:
            path, longest = path + longest, 0.0
        longest, end = max(longest, one.over_at - one.at), max(end, one.over_at)
    return path + longest


def between(asked: Sequence[Span], records: Sequence[Record]) -> list[tuple[float, float, float]]:
    """Return the parts of each gap between two stages."""
    shift = time.time() - time.monotonic()
    at = {
        what: [record.at / 1e6 - shift for record in records if record.type == what]
        for what in ("call_completed", "call_asked")
    }
    found, end = [], asked[0].over_at
    for one in asked:
        if one.at >= end:
            # The last answer's record, and the next stage's first one.
            known = max(t for t in at["call_completed"] if t <= one.at)
            begun = min(t for t in at["call_asked"] if t >= known)
            found.append((known - end, begun - known, one.at - begun))
        end = max(end, one.over_at)
    return found


async def debate(folder: Path) -> Took:
    """Run a debate of three members and two rounds in four dialects."""
    with serving() as (server, asked):
        table = ProviderTable(approved=(server.url,), variables={server.url: ("TEST_KEY",)})
        gateway = HostedGateway(Keys({"TEST_KEY": "key-for-tests"}), SystemClock(), lambda: table)
        team = panel(server, Ann="good", Bob="good", Cy="good")
        members = tuple(
            seat.model_copy(update={"model": f"{dialect}/good", "base_url": server.base(dialect)})
            for seat, dialect in zip(team.members, DIALECTS[:3], strict=True)
        )
        chair = {"model": "ollama/good", "base_url": server.base("ollama")}
        team = team.model_copy(update={"members": members, "chair": team.chair.model_copy(update=chair)})
        async with desk(folder, gateway=gateway, clock=SystemClock()) as open_desk:
            session = await begin(open_desk, team, max_rounds=2)
            own = time.process_time()
            ended = await open_desk.drive(session, ALL)
            own = time.process_time() - own
            assert ended == "finished", ended
            (process,) = (child for child in psutil.Process().children() if "--model-host" in child.cmdline())
            times, size = process.cpu_times(), process.memory_info().rss / 2**20
            assert not process.children(), "the host started a process of its own"
            records = await open_desk.sessions.records(session)
        await gateway.close()
    whole = max(one.over_at for one in asked) - asked[0].at
    parts = between(asked, records)
    return Took(
        own,
        times.user + times.system,
        size,
        whole / critical_path(asked),
        [sum(part) for part in parts],
        [statistics.median(part) for part in zip(*parts, strict=True)],
    )


def measure(baseline: Path | None = None) -> Took:
    """Run a debate in a process of its own; `baseline`: with the program and the tests of another folder."""
    env = {**os.environ, "PYTHONPATH": str((baseline or ROOT).resolve())}
    with tempfile.TemporaryDirectory() as folder:
        program = [sys.executable, "-P", __file__, folder]
        done = subprocess.run(program, cwd=folder, env=env, check=True, capture_output=True, text=True)
        return Took(**json.loads(done.stdout.splitlines()[-1]))


def main(argument: str) -> int:
    """Be the server, or run one debate."""
    # As the program does it: what is imported is no garbage.
    gc.freeze()
    if argument == "server":
        serve()
    else:
        sys.stdout.write(json.dumps(asdict(asyncio.run(debate(Path(argument))))) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
