"""How long an agent's calls take while the models it waits for take a minute.

Run: `python packaging/dev.py bench agents`. The real server over its pipes, the protocol's own client, and a
debate of two members on a server whose answers are held back until all is measured (up to MINUTE seconds).
Each reading call is made CALLS times, `start` and the refused `answer` once each; a call is timed from its
sending to its reply. Limit: 2 s for the longest (issue 23), by the clock. Exit 1 where it is missed, or where
a model answered before the end.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.types import Implementation

from app.settings.folders import CONFIG_VARIABLE, DATA_VARIABLE
from tests.bench import yardstick
from tests.faults.catalogue import by_name
from tests.faults.debating import approve, panel, team_file
from tests.faults.server import Act, Asked, FaultServer
from tests.support.agents import QUESTION, SCOUT, server, settled
from tests.support.waiting import until

CALLS = 20
LIMIT = 10.0
"""Imports of httpx that a call may take."""
MINUTE = 60


async def measured(held: FaultServer, team: str) -> dict[str, list[float]]:
    """Return how long the calls took, in seconds by tool."""
    took: dict[str, list[float]] = {}

    async def timed(tool: str, **arguments: Any) -> dict[str, Any]:
        began = time.perf_counter()
        result = await client.call_tool(tool, arguments)
        took.setdefault(tool, []).append(time.perf_counter() - began)
        found: dict[str, Any] = result.structured_content
        return found

    async with Client(server(), client_info=Implementation(name=SCOUT, version="1")) as client:
        start = {"workflow": "debate", "fields": {"question": QUESTION}, "cost_limit": 1.0, "team": team}
        begun = await timed("start", **start)
        session = begun.get("session") or (await timed("list"))["sessions"][0]["session"]
        await until(lambda: len(held.asked) >= 2)
        for _ in range(CALLS):
            for tool, more in (("status", {}), ("gates", {}), ("result", {"part": "report"})):
                await timed(tool, session=session, **more)
            await timed("list")
        await timed("answer", session=session, gate="g1", verb="approve")
        asked = len(held.asked)
        held_go.set()
        await settled(client, session)
    assert asked == 2, "no model answered while the calls were measured"
    return took


held_go = threading.Event()


def _slowly(asked: Asked) -> Act:
    act = by_name(asked)
    act.hold = (0, held_go)
    return act


def main() -> int:
    """Print how long the calls took and say whether the limit is kept."""
    with tempfile.TemporaryDirectory() as folder, FaultServer(_slowly) as held:
        os.environ[DATA_VARIABLE], os.environ[CONFIG_VARIABLE] = f"{folder}/data", f"{folder}/config"
        os.environ["TEST_KEY"] = "sk-of-nobody"
        teams = Path(folder, "config", "teams")
        teams.mkdir(parents=True)
        team_file(panel(held, Ann="good", Ben="good"), teams / "held.toml")
        approve(held)
        late = threading.Timer(MINUTE, held_go.set)
        late.start()
        try:
            took = asyncio.run(measured(held, "held"))
        finally:
            late.cancel()
    for tool, times in took.items():
        print(
            f"{tool:8} {statistics.median(times):6.3f} s median {max(times):6.3f} s longest of {len(times)}"
        )
    longest = max(max(times) for times in took.values())
    print(f"{'all':8} longest {yardstick.of(longest, LIMIT, 'clock')}")
    return 0 if yardstick.times(longest, "clock") <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
