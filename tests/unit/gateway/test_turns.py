"""Many streams are read in turns: less often, and none of them loses a byte."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from app.gateway.host.dialects.openai import NAME
from app.gateway.host.dialects.registry import DIALECTS
from app.gateway.host.dialects.stream import StreamReader
from app.gateway.host.http_call import Clients, HttpCall
from app.gateway.host.turns import DELTA_SECONDS, MANY, Turns
from app.gateway.host.wire import WireRequest
from app.gateway.protocol import Limits
from tests.faults.server import Act, FaultServer
from tests.faults.speaking import Said, events

TEXT = "".join(f"word {number} of many. " for number in range(400))


async def test_few_are_read_as_they_come_and_many_wait_for_one_beat_of_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = MANY - 1
    turns = Turns(lambda: calls)
    assert turns.next() is None
    calls = MANY
    loop = asyncio.get_running_loop()
    beats: list[float] = []
    at = loop.call_at

    def noted(when: float, *more: Any, **options: Any) -> asyncio.TimerHandle:
        beats.append(when)
        return at(when, *more, **options)

    monkeypatch.setattr(loop, "call_at", noted)

    async def wait() -> None:
        turn = turns.next()
        assert turn is not None
        await turn
        assert loop.time() > beats[-1] - DELTA_SECONDS / 10

    for _ in range(2):
        await asyncio.gather(*(wait() for _ in range(MANY)))
    # One timer for all of a beat; when the processor comes to it is its own affair.
    assert len(beats) == 2
    assert beats[1] - beats[0] > DELTA_SECONDS * 0.99


async def test_one_that_gives_up_takes_the_turn_of_no_other() -> None:
    turns = Turns(lambda: MANY)
    waits = [asyncio.ensure_future(turn) for _ in range(2) if (turn := turns.next()) is not None]
    await asyncio.sleep(0)
    waits[0].cancel()
    assert await waits[1]


@pytest.mark.loopback
@pytest.mark.parametrize("gap", [0.0, 0.002])
async def test_a_stream_that_is_read_in_turns_is_whole_and_is_read_less_often(gap: float) -> None:
    act = Act(events("openai", Said(TEXT, pieces=400)), gap=gap)
    turns, read = Turns(lambda: MANY), 0

    def turn() -> object:
        nonlocal read
        read += 1
        return turns.next()

    with FaultServer(lambda _: act) as server:
        body = json.dumps({"model": "m", "messages": [{"role": "user", "content": "Q"}]}).encode()
        wire = WireRequest("POST", f"{server.base('openai')}/chat/completions", {}, body)
        reader = StreamReader(DIALECTS[NAME])
        call = HttpCall(Limits(), 10_000, reader, turn)  # type: ignore[arg-type]  # counted on its way

        async def on_sent() -> None:
            """Nobody waits for it."""

        fault = await call.run(Clients().make(wire.url), wire, on_sent, lambda: None)
        await call.close()
    assert fault is None
    assert "".join(reader.state.text) == TEXT
    assert read < 200, "400 pieces in two or three to a turn"
