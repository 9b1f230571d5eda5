"""Time a debate of three members over HTTP through the model host against the server's own critical path.

From the first request to the last answer, as the server saw it; the host is up before. The critical path is
the sum, over the stages, of the longest answer the server gave. Exit 1 where the median of five is above
1.03 × the critical path and what one import of httpx takes.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
from pathlib import Path

from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.settings.providers import ProviderTable
from app.store.clock import SystemClock
from tests.bench import yardstick
from tests.faults import panel as words
from tests.faults.debating import ALL, begin, panel
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said, events
from tests.support.desk import desk

RUNS = 5
FACTOR, EXTRA = 1.03, 1.0
PIECES, GAP = 60, 0.025
"""An answer takes a second and a half: quick for a model, so that what we add weighs more."""


def script(asked: Asked) -> Act:
    """Answer as a member would, evenly over a second and a half."""
    spoken = events(asked.dialect, Said(words.answer(asked.prompt), pieces=PIECES))
    return Act(spoken, gap=PIECES * GAP / len(spoken))


def critical_path(asked: list[Asked]) -> float:
    """Return the seconds the server needed: the longest answer of each stage, added up."""
    path = end = longest = 0.0
    for one in sorted(asked, key=lambda a: a.at):
        if one.at >= end:
            path, longest = path + longest, 0.0
        longest, end = max(longest, one.over_at - one.at), max(end, one.over_at)
    return path + longest


async def measure(folder: Path, gateway: HostedGateway, server: FaultServer) -> tuple[float, float, int]:
    """Return seconds in all, the critical path, and the number of calls of one debate."""
    server.asked.clear()
    async with desk(folder, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="good", Bob="good", Cy="good"), max_rounds=2)
        assert await table.drive(session, ALL) == "finished"
    whole = max(a.over_at for a in server.asked) - min(a.at for a in server.asked)
    return whole, critical_path(server.asked), len(server.asked)


async def run() -> bool:
    """Print every run and the medians; tell whether the bound holds."""
    ratios, excess = [], []
    with FaultServer(script) as server, tempfile.TemporaryDirectory() as folder:
        table = ProviderTable(approved=(server.url,), variables={server.url: ("TEST_KEY",)})
        gateway = HostedGateway(Keys({"TEST_KEY": "key-for-tests"}), SystemClock(), lambda: table)
        await gateway.ask("ping", {})
        for number in range(RUNS):
            whole, path, calls = await measure(Path(folder) / str(number), gateway, server)
            ratios.append(whole / path)
            excess.append(whole - FACTOR * path)
            print(f"{calls} calls: {whole:.2f} s, critical path {path:.2f} s, ratio {whole / path:.3f}")
        await gateway.close()
    over = statistics.median(excess)
    told = yardstick.of(over, EXTRA, "clock")
    print(f"median ratio {statistics.median(ratios):.3f}; above {FACTOR} × path: {told}")
    return yardstick.times(over, "clock") <= EXTRA


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(run()) else 1)
