"""A process that runs the toy with folders over what is beside its data folder, to be killed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from app.domain.messages import ModelRequest
from app.engine.ports import Completed
from app.store.clock import SystemClock
from tests.e2e.kill_child import run
from tests.support.scripted import Line, ScriptedGateway
from tests.support.toy_folders import reader_voice

ROUNDS = 4


def speaking(request: ModelRequest) -> Line:
    """Answer as the toy's own voice does."""
    reply = reader_voice(request)
    return Completed(reply.text, tool_calls=reply.tool_calls)


def main(arguments: Sequence[str]) -> None:
    """Run it in a folder that holds `sources` and `project`."""
    folder = Path(arguments[0])
    setup = {name: str(folder / name) for name in ("sources", "project")}
    gateway = ScriptedGateway(speaking, SystemClock(), delay=0.004)
    asyncio.run(run(folder, 0, "binder", {**setup, "rounds": ROUNDS}, gateway))


if __name__ == "__main__":
    main(sys.argv[1:])
