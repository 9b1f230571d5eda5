"""An experiment whose tool never answers: the program that is killed in a call."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from app.services.unattended import AnswerPlan
from tests.support.lab import Turns
from tests.support.tool_desk import raw_server, tool_lab


async def main(folder: Path) -> None:
    """Run until somebody kills it."""
    script = Turns({1: [[("raw__echo", {"text": "pay"})]]})
    async with tool_lab(folder, script, raw=raw_server("silent_once", folder / "ledger")) as it:
        session = await it.create(cycle_count=1, gate_policy="never_ask", tool_servers=["raw"])
        await it.desk.drive(session, AnswerPlan(allow_tools=["raw/echo"]))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
