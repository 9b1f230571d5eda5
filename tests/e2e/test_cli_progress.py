"""What the console says while a run goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli.output import say
from app.cli.progress import Progress
from app.cli.status import print_status
from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.engine.ports import Failed
from app.services.unattended import AnswerPlan
from app.workflows.registry import Registry
from tests.support.desk import desk, echo
from tests.support.scripted import Line


def bob_fails(request: ModelRequest) -> Line:
    """Answer for everybody but Bob."""
    return Failed("auth", verbatim("no such model"), sent=True) if request.seat == "Bob" else echo(request)


async def test_a_call_that_failed_is_told_with_the_name_of_its_member(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with desk(tmp_path, bob_fails) as d:
        session = await d.create()
        live = await d.sessions.attach(session)
        unsubscribe = d.parts.bus.subscribe(Progress(live.fold))
        await d.drive(session, AnswerPlan(approve="none"))
        unsubscribe()
    assert "  ✕ Bob: no such model" in capsys.readouterr().err.splitlines()


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
    assert capsys.readouterr().err.count("✕ Bob: busy") == 1
