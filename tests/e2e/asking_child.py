"""A process in which a person asks for something at a gate, to be killed. Says what it has begun."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from app.domain.messages import ModelRequest
from app.store.clock import SystemClock
from tests.support.desk import desk, echo
from tests.support.scripted import Line
from tests.support.slow import Endless


def script(request: ModelRequest) -> Line:
    """Let the chair begin and never end."""
    return Endless("So far ") if request.seat == "chair" else echo(request)


async def live(folder: Path) -> None:
    """Ask for a check at the first gate; say when the chair's words are on the disk."""
    async with desk(folder, script, clock=SystemClock(), delay=0.01) as d:
        session = await d.create("asking", rounds=2)
        await d.run(session)
        asked = await d.commands.ask(session, d.gate(session), "check")
        journal = d.live(session).writer.journal
        while "So far " not in (await journal.partials()).values():  # noqa: ASYNC110  a disk tells nobody
            await asyncio.sleep(0.01)
        print(session, asked, flush=True)
        await asyncio.Event().wait()


def main(arguments: Sequence[str]) -> None:
    """Live in a folder."""
    asyncio.run(live(Path(arguments[0])))


if __name__ == "__main__":
    main(sys.argv[1:])
