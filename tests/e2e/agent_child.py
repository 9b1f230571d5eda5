"""An agent in a process of its own, to be killed: begins a debate over the real server and waits."""

from __future__ import annotations

import asyncio
import json
import sys

from mcp import Client
from mcp.types import Implementation

from tests.support.agents import QUESTION, SCOUT, begun, server
from tests.support.waiting import AMPLE


async def main(team: str, options: list[str]) -> None:
    """Begin one session of a team and stay connected."""
    info = Implementation(name=SCOUT, version="1")
    async with Client(server(*options), client_info=info) as client:
        fields = {"question": QUESTION}
        first = await begun(client, workflow="debate", fields=fields, cost_limit=1.0, team=team)
        print(json.dumps(first), flush=True)
        await asyncio.sleep(AMPLE)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
