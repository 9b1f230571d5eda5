"""Which sessions are open: those that something moves, works with or looks at, and no others."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.domain.errors import InputError, RoundtableError, StorageError
from app.domain.facts import NoteAdded
from app.domain.ids import SessionId
from app.domain.messages import ModelRequest
from app.services.drive import drive
from app.services.unattended import AnswerPlan
from app.store.clock import SystemClock
from tests.support.clocks import Due
from tests.support.desk import Desk, desk, echo, team
from tests.support.scripted import Line
from tests.support.slow import Endless
from tests.support.waiting import tasks_left, until


async def unseen(d: Desk, workflow: str = "toy", **setup: Any) -> SessionId:
    """Return a new session that nobody looks at."""
    return await d.sessions.create(workflow, {"question": "What now?", **setup}, team("Ann", "Bob"))


async def closed(d: Desk, session: SessionId) -> None:
    """Wait until a session is open no more, and its file free for others."""
    await until(lambda: d.sessions.live(session) is None)
    # Who takes it waits until it is closed.
    await d.sessions.attach(session)
    await d.sessions.detach(session)


async def gate_of(d: Desk, session: SessionId) -> str:
    """Return the id of the gate that was opened last."""
    opened = [record.seq for record in await d.sessions.records(session) if record.type == "gate_opened"]
    return f"g{opened[-1]}"


def letting_go() -> list[str]:
    """Return the tasks that close sessions."""
    return [task.get_name() for task in asyncio.all_tasks() if task.get_name() == "letting go"]


def threads_of_sessions() -> list[str]:
    """Return the threads but those that the loop keeps for whoever has work for one: they are few."""
    return sorted(t.name for t in threading.enumerate() if not t.name.startswith("asyncio"))


async def test_a_session_is_closed_when_its_run_has_come_to_a_gate_and_opened_for_the_answer(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path) as d:
        session = await unseen(d, rounds=2)
        await d.sessions.start(session)
        assert await d.sessions.wait(session) == "waiting"
        await closed(d, session)
        await d.review.answer(session, await gate_of(d, session), "finish")
        await until(lambda: d.sessions.live(session) is None)
        assert await d.sessions.wait(session) == "finished"
        assert (await d.types(session)).count("session_finished") == 1


async def test_many_sessions_leave_no_handle_no_thread_and_no_task_behind(tmp_path: Path) -> None:
    me = psutil.Process()

    async def some(d: Desk, number: int) -> None:
        sessions = [await unseen(d, rounds=1) for _ in range(number)]
        for session in sessions:
            await drive(d.sessions, d.review, session, AnswerPlan(approve="all"))
            await d.review.tell(session, NoteAdded(text="Seen."))
        await until(lambda: not letting_go())

    async with desk(tmp_path) as d:
        await some(d, 3)
        handles, threads, tasks = me.num_fds(), threads_of_sessions(), await tasks_left()
        await some(d, 25)
        # What another test let go of may be closed meanwhile: then there are fewer.
        assert me.num_fds() <= handles
        assert threads_of_sessions() == threads
        assert await tasks_left(tasks) == []


async def test_a_session_is_closed_to_the_end_though_who_closes_it_is_cancelled(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        threads = threads_of_sessions()
        session = await unseen(d)
        for turns in range(8):
            await d.sessions.attach(session)
            closing = asyncio.create_task(d.sessions.detach(session))
            # A window that closes cancels what its pages do, wherever they are.
            for _ in range(turns):
                await asyncio.sleep(0)
            closing.cancel()
            await asyncio.wait({closing})
            # Where it had not begun, the session is closed now.
            await d.sessions.detach(session)
            await until(lambda: threads_of_sessions() == threads)


async def test_a_session_that_is_opened_as_the_program_ends_is_closed_too_and_none_after_it(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path) as d:
        threads = threads_of_sessions()
        first, second = await unseen(d), await unseen(d)
        await until(lambda: not letting_go())
        opening = asyncio.create_task(d.sessions.attach(first))
        await asyncio.sleep(0)
        await d.sessions.close()
        await opening
        assert threads_of_sessions() == threads
        with pytest.raises(RoundtableError, match="program is ending"):
            await d.sessions.attach(second)
        assert threads_of_sessions() == threads


async def test_a_session_that_is_looked_at_stays_open_until_the_last_one_looks_away(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await unseen(d)
        first, second = d.sessions.look(session), d.sessions.look(session)
        assert d.sessions.live(session) is None, "to look opens nothing"
        await d.sessions.start(session)
        await d.sessions.wait(session)
        live = d.sessions.live(session)
        first()
        first()
        await asyncio.sleep(0.05)
        assert d.sessions.live(session) is live
        second()
        await closed(d, session)


async def test_who_waits_for_a_run_that_is_over_and_closed_is_told_how_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path) as d:
        session = await unseen(d)
        await d.sessions.start(session)
        live = d.sessions.live(session)
        assert live is not None

        async def full(*_facts: object) -> None:
            raise StorageError("full", "The disk is full.", "Free some space.")

        monkeypatch.setattr(live.loop, "_go", full)
        await until(lambda: d.sessions.live(session) is None)
        with pytest.raises(StorageError, match="disk is full"):
            await d.sessions.wait(session)
        # It is told once; then only what the records hold is true.
        assert await d.sessions.wait(session) != "waiting"
        await d.sessions.start(session)
        assert await d.sessions.wait(session) == "waiting"


async def test_a_stop_asked_for_as_the_run_ended_is_obeyed_before_the_session_is_closed(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path) as d:
        session = await unseen(d, rounds=1)
        await d.sessions.start(session)
        await d.parts.store.request_stop(session, "now")
        await d.sessions.wait(session)
        await closed(d, session)
        assert (await d.types(session))[-1] == "run_halted"
        assert await d.sessions.wait(session) == "stopped"


async def test_a_gate_that_falls_due_keeps_its_session_open_until_it_is_answered(tmp_path: Path) -> None:
    clock = Due()
    async with desk(tmp_path, clock=clock) as d:
        session = await unseen(d, due_in=3600.0, rounds=1)
        await d.sessions.start(session)
        assert await d.sessions.wait(session) == "waiting"
        assert d.sessions.live(session) is not None
        clock.go.set()
        await closed(d, session)
        assert await d.sessions.wait(session) == "finished"
        answers = [r.body() for r in await d.sessions.records(session) if r.type == "gate_answered"]
        assert [answer["by"] for answer in answers] == ["timeout"]


async def test_a_gate_that_is_answered_before_it_is_due_keeps_nothing_open(tmp_path: Path) -> None:
    async with desk(tmp_path, clock=SystemClock()) as d:
        session = await unseen(d, due_in=3600.0, rounds=1)
        await d.sessions.start(session)
        await d.sessions.wait(session)
        live = d.sessions.live(session)
        assert live is not None
        await d.review.answer(session, await gate_of(d, session), "finish", go_on=False)
        await closed(d, session)


async def test_what_a_person_asked_for_keeps_its_session_open_until_it_is_done(tmp_path: Path) -> None:
    freed = False

    def script(request: ModelRequest) -> Line:
        return echo(request) if request.seat != "chair" or freed else Endless("So far ")

    async with desk(tmp_path, script, clock=SystemClock()) as d:
        session = await unseen(d, "asking", rounds=3)
        await d.sessions.start(session)
        await d.sessions.wait(session)
        await closed(d, session)
        asked = await d.commands.ask(session, await gate_of(d, session), "explain", {"about": "the tone"})
        await asyncio.sleep(0.05)
        assert d.commands.doing(session) == {asked}
        await d.commands.stop(session, asked)
        await closed(d, session)
        assert (await d.types(session))[-1] == "command_ended"


async def test_a_session_that_cannot_be_opened_is_held_by_nobody(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await unseen(d)
        path = d.parts.store.path(session)
        kept = path.read_bytes()
        path.write_bytes(b"no database")
        with pytest.raises(StorageError):
            await d.review.tell(session, NoteAdded(text="Seen."))
        path.write_bytes(kept)
        await d.review.tell(session, NoteAdded(text="Seen."))
        await closed(d, session)


async def test_what_is_refused_leaves_its_session_closed(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await unseen(d, rounds=1)
        await d.sessions.start(session)
        await d.sessions.wait(session)
        with pytest.raises(InputError):
            await d.sessions.stop(session, "with_answer")
        await closed(d, session)
