"""A process that runs a debate over a loopback server, to be killed. Says on stdout what is on disk."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from app.domain.i18n import verbatim
from app.domain.ids import SessionId
from app.domain.messages import ModelRequest, ToolCall
from app.domain.usage import Estimate, Usage
from app.engine.bus import Appended, BusMessage
from app.engine.ports import (
    Completed,
    Failed,
    ModelEvent,
    ModelGateway,
    Sent,
    TextDelta,
)
from app.gateway.offline import hashed, texts_of
from app.services.drive import drive
from app.services.review import Review
from app.services.sessions import Sessions
from app.services.unattended import AnswerPlan
from app.store.clock import SystemClock
from tests.support.desk import make_parts, team
from tests.support.scripted import Outside

SESSION = SessionId("01" + "k" * 24)
NOTES = "Support was kept on five days at 4 per cent. However, two days were missed."
SETUP: dict[str, Any] = {
    "question": "Should we move to a four-day week? It must keep support on five days and name a cost.",
    "context": [
        {
            "name": "notes.md",
            "text": NOTES,
        }
    ],
    "max_rounds": 2,
    "auto_stop_on_convergence": False,
}


class FixedIds:
    """The same names and seed every time, so that runs can be compared."""

    def session_id(self) -> SessionId:
        return SESSION

    def seed(self) -> int:
        return 7


class LoopbackGateway(Outside):
    """Talks to the counting server: one line of JSON there, lines of pieces back, an empty one at the end."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def start(self, call_id: str, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**24)
        try:
            writer.write(request.model_dump_json().encode() + b"\n")
            await writer.drain()
            yield Sent()
            text, calls = "", list[ToolCall]()
            while line := await reader.readline():
                piece = json.loads(line)
                if piece is None:
                    usage = Usage(tokens_in=10, tokens_out=10, source="provider", cost=0.01)
                    vectors = hashed(texts_of(request)) if request.embeds else ()
                    yield Completed(text, tool_calls=tuple(calls), usage=usage, vectors=vectors)
                    return
                if isinstance(piece, dict):
                    calls.append(ToolCall.model_validate(piece))
                    continue
                text += piece
                yield TextDelta(piece)
            yield Failed("truncated", verbatim("The server closed early."), sent=True, partial=text)
        finally:
            writer.close()

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        return [Estimate(tokens_in=10, tokens_out_max=10, cost_max=0.01) for _ in requests]


async def run(
    folder: Path,
    port: int,
    workflow: str = "debate",
    setup: dict[str, Any] = SETUP,
    gateway: ModelGateway | None = None,
    plan: AnswerPlan | None = None,
) -> None:
    """Create the session where it is not there, and move it to its end."""
    parts = make_parts(folder, gateway or LoopbackGateway(port), SystemClock())
    parts = dataclasses.replace(parts, ids=FixedIds())
    sessions = Sessions(parts)

    def acknowledge(message: BusMessage) -> None:
        if isinstance(message, Appended):
            for record in message.records:
                sys.stdout.write(f"{record.seq} {record.type}\n")
            sys.stdout.flush()

    parts.bus.subscribe(acknowledge)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    if SESSION not in await parts.store.ids():
        await sessions.create(workflow, setup, team("Ann", "Bob", "Cy", model="loopback/analyst"))
    elif not await (await parts.store.follow(SESSION)).head():
        (folder / "sessions" / f"{SESSION}.roundtable").unlink()
        await sessions.create(workflow, setup, team("Ann", "Bob", "Cy", model="loopback/analyst"))
    usual = AnswerPlan(approve="all", on_uncertain="ask-again")
    state = await drive(sessions, Review(sessions), SESSION, plan or usual)
    sys.stdout.write(f"end {state}\n")
    sys.stdout.flush()
    await sessions.shutdown()


def main(arguments: Sequence[str]) -> None:
    """Run a debate in a folder, over the server at a port."""
    folder, port = arguments
    asyncio.run(run(Path(folder), int(port)))


if __name__ == "__main__":
    main(sys.argv[1:])
