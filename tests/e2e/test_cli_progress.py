"""What the console says while a run goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli.output import Progress
from app.domain.messages import ModelRequest
from app.engine.ports import Failed
from app.gateway.scripted import Line
from app.services.unattended import AnswerPlan
from tests.support.desk import desk, echo


def bob_fails(request: ModelRequest) -> Line:
    """Answer for everybody but Bob."""
    return Failed("auth", "no such model", sent=True) if request.seat == "Bob" else echo(request)


async def test_a_call_that_failed_is_told_with_the_name_of_its_member(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with desk(tmp_path, bob_fails) as d:
        session = await d.create()
        live = await d.sessions.attach(session)
        unsubscribe = d.parts.bus.subscribe(Progress(live.fold))
        await d.drive(session, AnswerPlan(approve="none"))
        unsubscribe()
    assert "    ✕ Bob: no such model" in capsys.readouterr().err.splitlines()
