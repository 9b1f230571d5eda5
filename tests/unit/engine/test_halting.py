"""Pausing, stopping and falling due at the worst moment: what was asked for happens, and nothing else."""

from __future__ import annotations

import asyncio
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from app.domain.i18n import verbatim
from app.domain.messages import ChatMessage, ModelRequest
from app.engine.bus import Appended, BusMessage
from app.engine.node import Ask, Context, Step
from app.engine.ports import Failed
from app.store.clock import SystemClock
from app.store.journal import SqliteJournal
from tests.support.clocks import Due, Held
from tests.support.commands import ROOT
from tests.support.desk import Desk, desk, echo
from tests.support.scripted import Line, ScriptedGateway
from tests.support.toy import ToyPlugin, ToyState, finish
from tests.support.waiting import AMPLE, until

LOOK = """
import asyncio, sys
from pathlib import Path
from typing import Any
from app.store.clock import SystemClock
from app.store.sessions import FileSessionStore

async def look():
    store = FileSessionStore(Path(sys.argv[1]), SystemClock())
    print("looking", flush=True)
    while True:
        await store.busy(sys.argv[2])
        await asyncio.sleep(0.002)

asyncio.run(look())
"""


def pause_at(d: Desk, type_: str, count: int) -> None:
    """Pause the session when the `count`th record of a type was appended, with others or alone."""
    seen = 0

    def watch(message: BusMessage) -> None:
        nonlocal seen
        if isinstance(message, Appended):
            before, seen = seen, seen + sum(record.type == type_ for record in message.records)
            if before < count <= seen:
                d.live(message.session).loop.pause()

    d.parts.bus.subscribe(watch)


async def test_a_pause_asked_for_in_the_moment_of_the_start_is_obeyed(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create(ask_me=False, rounds=3)
        await d.sessions.start(session)
        await d.sessions.pause(session)
        assert await d.sessions.wait(session) == "paused"
        assert "call_asked" not in await d.types(session)
        assert await d.run(session) == "finished"


async def test_who_goes_on_as_soon_as_a_halt_is_told_is_heard(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create()
        begun: list[asyncio.Task[None]] = []

        def watch(message: BusMessage) -> None:
            # A person's hand is slower, but not than a loop that returns beside thirty programs.
            if isinstance(message, Appended) and any(r.type == "run_halted" for r in message.records):
                assert d.live(session).running
                begun.append(asyncio.create_task(d.sessions.start(session)))

        await d.sessions.start(session)
        d.parts.bus.subscribe(watch)
        pause_at(d, "round_opened", 1)
        await until(lambda: begun)
        await asyncio.gather(*begun)
        assert await d.sessions.wait(session) == "waiting"
        assert (await d.types(session)).count("run_halted") == 1


async def test_a_pause_does_not_wait_for_the_next_try_of_a_failed_call(tmp_path: Path) -> None:
    tried = 0

    def script(request: ModelRequest) -> Line:
        nonlocal tried
        tried += 1
        return (
            Failed("rate_limit", verbatim("Slow down."), sent=True, retry_after=30.0)
            if tried == 1
            else echo(request)
        )

    async with desk(tmp_path, script, clock=SystemClock()) as d:
        session = await d.create(rounds=1, names=("Ann",))
        await d.sessions.start(session)
        await until(lambda: tried == 1)
        await d.sessions.pause(session)
        assert await asyncio.wait_for(d.sessions.wait(session), AMPLE) == "paused"
        # What is left of the tries goes on by itself: nobody is asked about a fault that is safe.
        assert await d.run(session) == "waiting"
        gate = d.live(session).fold.gates.open_gate()
        assert gate is not None
        assert (gate.fact.kind, tried) == ("toy", 2)


@pytest.mark.parametrize("resumed_elsewhere", [False, True])
async def test_stop_with_answer_between_two_steps_leads_to_the_result_and_to_no_further_step(
    tmp_path: Path, resumed_elsewhere: bool
) -> None:
    gateway = ScriptedGateway(echo, SystemClock())
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as d:
        session = await d.create(ask_me=False, rounds=5)
        # What the second round asked has come, and the step behind it has not begun.
        pause_at(d, "call_completed", 4)
        assert await d.run(session) == "paused"
        assert d.live(session).fold.position.entry == 0
        asked = gateway.counts.total()
        if not resumed_elsewhere:
            await d.sessions.stop(session, "with_answer")
            assert d.live(session).fold.session.state == "finished"
            assert gateway.counts.total() == asked
            return
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as d:
        d.watch(session)
        await d.sessions.stop(session, "with_answer")
        assert d.live(session).fold.session.state == "finished"
        assert gateway.counts.total() == asked


async def test_stop_with_answer_after_a_pause_within_a_step_leads_to_the_result(tmp_path: Path) -> None:
    gateway = ScriptedGateway(echo, SystemClock(), delay=0.01)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as d:
        session = await d.create(ask_me=False, rounds=5)
        pause_at(d, "call_completed", 5)
        assert await d.run(session) == "paused"
        await d.sessions.stop(session, "with_answer")
        assert d.live(session).fold.session.state == "finished"


async def test_a_stop_request_left_for_a_process_that_died_does_not_stop_the_next_run(tmp_path: Path) -> None:
    gateway = ScriptedGateway(echo, SystemClock(), delay=0.25)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as d:
        session = await d.create(ask_me=False, rounds=2)
        await d.parts.store.request_stop(session, "now")
        assert await d.run(session) == "finished"


async def test_looking_whether_a_session_is_in_use_never_makes_it_so(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create()
        looking = await asyncio.create_subprocess_exec(
            sys.executable, "-c", LOOK, str(tmp_path), session, cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
        try:
            assert looking.stdout is not None
            await looking.stdout.readline()
            for _ in range(150):
                assert not await d.parts.store.busy(session)
                await d.sessions.attach(session)
                await d.sessions.detach(session)
        finally:
            looking.kill()
            await looking.communicate()


async def test_an_answer_given_while_the_gate_falls_due_counts_once_and_troubles_nobody(
    tmp_path: Path,
) -> None:
    clock = Due()
    async with desk(tmp_path, clock=clock) as d:
        session = await d.create(due_in=3600.0, rounds=1)
        await d.run(session)
        live, gate = d.live(session), d.gate(session)
        # The due answer waits for the writer while the person's is being written.
        disk = threading.Event()
        assert isinstance(live.writer.journal, SqliteJournal)
        slow = asyncio.create_task(live.writer.journal._do(disk.wait, AMPLE))
        mine = asyncio.create_task(d.review.answer(session, gate, "finish", go_on=False))
        await asyncio.sleep(0.05)
        clock.go.set()
        await asyncio.sleep(0.05)
        disk.set()
        await asyncio.gather(slow, mine)
        assert live.due is not None
        await asyncio.wait([live.due], timeout=AMPLE)
        assert live.due.done()
        assert live.due.exception() is None
        assert (await d.types(session)).count("gate_answered") == 1


async def test_stop_with_answer_leaves_an_answer_that_is_being_written_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asks(state: ToyState, context: Context) -> Step:
        await context.ask(Ask("result", "chair", (ChatMessage(role="user", text="Sum up."),)))
        return await finish(state, context)

    monkeypatch.setattr(ToyPlugin, "nodes", {**ToyPlugin.nodes, "finish": asks})
    clock = Held()
    clock.go.set()

    def script(request: ModelRequest) -> Line:
        if request.purpose == "result":
            clock.go.clear()
        return echo(request)

    gateway = ScriptedGateway(script, clock)
    async with desk(tmp_path, gateway=gateway, clock=clock) as d:
        session = await d.create(ask_me=False, rounds=2)
        await d.sessions.start(session)
        await until(lambda: bool(gateway.requests) and gateway.requests[-1].purpose == "result")
        await d.sessions.stop(session, "with_answer")
        clock.go.set()
        assert await d.sessions.wait(session) == "finished"
        assert "call_cancelled" not in await d.types(session)
        assert set(gateway.counts.values()) == {1}


async def test_a_disk_that_takes_no_stop_keeps_nothing_from_being_closed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    gateway = ScriptedGateway(echo, SystemClock(), delay=AMPLE)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as d:
        sessions = [await d.create(ask_me=False, rounds=9) for _ in range(3)]
        for session in sessions:
            await d.sessions.start(session)
        await until(lambda: gateway.running == 6)
        for session in sessions:
            journal: Any = d.live(session).writer.journal
            journal._db.execute("PRAGMA query_only=ON")
        async with asyncio.timeout(AMPLE):
            await d.sessions.shutdown()
        assert all(d.sessions.live(session) is None for session in sessions)
        assert gateway.running == 0
        assert "may not be written to" in caplog.text
        # Nobody holds them any more.
        for session in sessions:
            assert not await d.parts.store.busy(session)


async def test_a_session_can_be_opened_again_while_it_is_being_let_go(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create()
        await d.run(session)
        letting_go = asyncio.create_task(d.sessions.detach(session))
        await asyncio.sleep(0)
        live = await d.sessions.attach(session)
        await letting_go
        assert d.sessions.live(session) is live
        assert await d.run(session) == "waiting"
