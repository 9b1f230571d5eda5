"""What the console says while a run goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.cli.output import say
from app.cli.progress import Progress
from app.cli.status import print_status
from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.engine.ports import Failed, ModelEvent, Sent
from app.services.unattended import AnswerPlan
from app.workflows.registry import Registry
from tests.support.clocks import ManualClock
from tests.support.desk import Desk, desk, echo
from tests.support.scripted import Line, ScriptedGateway
from tests.support.waiting import until


def bob_fails(request: ModelRequest) -> Line:
    """Answer for everybody but Bob."""
    return Failed("auth", verbatim("no such model"), sent=True) if request.seat == "Bob" else echo(request)


async def told_of(d: Desk, plan: AnswerPlan) -> None:
    """Drive a session as the terminal does, which tells of it meanwhile."""
    session = await d.create()
    live = await d.sessions.attach(session)
    unsubscribe = d.parts.bus.subscribe(Progress(live.fold))
    await d.drive(session, plan)
    unsubscribe()


async def test_a_call_that_failed_is_told_with_the_name_of_its_member(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with desk(tmp_path, bob_fails) as d:
        await told_of(d, AnswerPlan(approve="none"))
    assert "  ✕ Bob: no such model" in capsys.readouterr().err.splitlines()


async def test_what_was_answered_is_told_by_the_button_that_says_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with desk(tmp_path, bob_fails) as d:
        await told_of(d, AnswerPlan(approve="all"))
    said = capsys.readouterr().err
    assert "  → Go on without Bob (by --approve)" in said.splitlines(), said


@pytest.mark.parametrize(
    ("state", "offered"), [("paused", True), ("stopped", True), ("failed", True), ("finished", False)]
)
def test_what_can_be_gone_on_with_says_how(
    state: str, offered: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    print_status(
        {
            "session": "s1",
            "workflow": "experiment",
            "title": "pools",
            "state": state,
            "termination_reason": None,
            "gate": None,
            "rounds": 1,
            "tokens": 5,
            "cost": 0.0,
        },
        Registry().plugins["experiment"],
    )
    out = capsys.readouterr().out
    assert f"{state.capitalize()} after 1 cycle · 5 tokens · free" in out
    assert ("roundtable resume s1" in out) is offered


def test_a_note_in_between_takes_the_line_away_that_is_still_drawn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    happened: list[str] = []
    monkeypatch.setattr("app.cli.output.living", [lambda: happened.append(capsys.readouterr().err)])
    say("Note: one")
    say("Note: two")
    assert happened == ["", "Note: one\n"]


async def test_a_call_that_is_asked_again_and_again_tells_its_reason_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def overloaded(request: ModelRequest) -> Line:
        return Failed("overloaded", verbatim("busy"), sent=True) if request.seat == "Bob" else echo(request)

    async with desk(tmp_path, overloaded) as d:
        session = await d.create()
        live = await d.sessions.attach(session)
        unsubscribe = d.parts.bus.subscribe(Progress(live.fold))
        await d.drive(session, AnswerPlan(approve="none", on_failure="stop"))
        unsubscribe()
    said = capsys.readouterr().err
    assert said.count("✕ Bob: busy") == 1
    assert said.count("Bob: busy Asked again in 1 s.") == 1


class Reading(ScriptedGateway):
    """Models that read until they are let write."""

    def __init__(self) -> None:
        super().__init__(echo, ManualClock())
        self.go = asyncio.Event()

    async def start(self, call_id: str, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        async for event in super().start(call_id, request):
            yield event
            if isinstance(event, Sent):
                await self.go.wait()


async def test_a_call_that_waits_says_for_what(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cli.progress.FIRST_WORD", 0.0)
    gateway, heard = Reading(), []

    def told() -> bool:
        heard.append(capsys.readouterr().err)
        return "Ann, Bob read the prompt (" in "".join(heard)

    async with desk(tmp_path, gateway=gateway) as d:
        session = await d.create()
        progress = Progress((await d.sessions.attach(session)).fold)
        unsubscribe = d.parts.bus.subscribe(progress)
        alive = asyncio.create_task(progress.keep_alive())
        run = asyncio.create_task(d.drive(session, AnswerPlan(approve="none")))
        await until(told)
        gateway.go.set()
        await run
        alive.cancel()
        await asyncio.gather(alive, return_exceptions=True)
        unsubscribe()
