"""What comes behind a call is made ready while it runs, and two steps cost one wait for the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.bus import Appended, BusMessage
from tests.support.clocks import Held
from tests.support.desk import desk, echo
from tests.support.scripted import ScriptedGateway
from tests.support.toy import ToyPlugin
from tests.support.waiting import until


async def test_a_workflow_makes_ready_while_its_first_calls_run_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []

    def ready(self: ToyPlugin) -> Iterator[None]:
        for name in ("schema", "pattern"):
            steps.append(name)
            yield

    monkeypatch.setattr(ToyPlugin, "rehearse", ready, raising=False)
    clock = Held()
    gateway = ScriptedGateway(echo, clock)
    async with desk(tmp_path, gateway=gateway, clock=clock) as d:
        session = await d.create(ask_me=False, rounds=2)
        await d.sessions.start(session)
        await until(lambda: len(steps) == 2)
        assert gateway.running == 2
        clock.go.set()
        assert await d.sessions.wait(session) == "finished"
    assert steps == ["schema", "pattern"]


async def test_what_cannot_be_made_ready_keeps_no_run_from_going_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(ToyPlugin, "templates", ("toy/there_is_none",))
    clock = Held()
    gateway = ScriptedGateway(echo, clock)
    async with desk(tmp_path, gateway=gateway, clock=clock) as d:
        session = await d.create(ask_me=False, rounds=1)
        await d.sessions.start(session)
        await until(lambda: "made ready" in caplog.text)
        clock.go.set()
        assert await d.sessions.wait(session) == "finished"


async def test_a_run_that_stops_leaves_off_making_ready_and_the_next_goes_on_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[int] = []

    def endless(self: ToyPlugin) -> Iterator[None]:
        while True:
            steps.append(len(steps))
            yield

    monkeypatch.setattr(ToyPlugin, "rehearse", endless, raising=False)
    clock = Held()
    gateway = ScriptedGateway(echo, clock)
    async with desk(tmp_path, gateway=gateway, clock=clock) as d:
        session = await d.create(ask_me=False, rounds=1)
        await d.sessions.start(session)
        await until(lambda: bool(steps))
        await d.sessions.stop(session)
        await d.sessions.wait(session)
        done = len(steps)
        await asyncio.sleep(0.05)
        assert len(steps) == done
        # Who was asked and cut off is asked again by the person alone.
        assert await d.run(session) == "waiting"
        await d.review.answer(session, d.gate(session), "ask_again")
        await until(lambda: len(steps) > done)


async def test_what_nodes_leave_and_the_next_one_asks_is_one_transaction(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create(ask_me=False, rounds=1)
        batches: list[list[str]] = []

        def hear(message: BusMessage) -> None:
            if isinstance(message, Appended):
                batches.append([record.type for record in message.records])

        d.parts.bus.subscribe(hear)
        assert await d.run(session) == "finished"
    left = [batch for batch in batches if "node_left" in batch]
    assert [batch[-1] for batch in left] == ["call_asked", "gate_answered", "session_finished"]
