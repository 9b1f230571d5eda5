"""Closing the window at any moment of a run: it is over within three seconds, and the run goes on later.

Source of the figures (30 random moments, 3 seconds): the reliability promises, row 7.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from app.bootstrap import build
from app.domain.facts import CallAsked, CallCompleted
from app.domain.ids import SessionId
from app.services.core import Core
from app.services.drive import drive
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders
from tests.support.pace import PACE, Own

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")

MOMENTS = 30
LIMIT = 3.0 * PACE
STEP = 0.002
QUESTION = (
    "Should the depot open on Sundays? It must not cost more than 9,000 euros. It shall name who decides."
)


async def begin(core: Core) -> SessionId:
    setup = {"question": QUESTION, "max_rounds": 3, "termination": "fixed"}
    return await core.sessions.create("debate", setup, core.teams.default())


async def run_on(core: Core, session: SessionId) -> str:
    plan = AnswerPlan(approve="all", on_uncertain="ask-again")
    return await drive(core.sessions, core.review, session, plan)


def press(label: str) -> None:
    """Press the one visible button with this label, wherever it is; do nothing where there is none."""
    for top in QApplication.topLevelWidgets():
        for button in top.findChildren(QPushButton):
            if button.isVisible() and button.text() == label:
                button.click()
                return


async def close_after(desk_on: Any, session: SessionId | None, moment: float) -> tuple[SessionId, bool]:
    """Run a session behind an open window and close it after some seconds; say whether it had finished."""
    core = build(Folders.of_this_machine(), council_step=STEP)
    over = asyncio.Event()
    async with desk_on(core) as d:
        session = session or await begin(core)
        d.window.open_session(session)
        d.window.closed.connect(over.set)
        moving = asyncio.create_task(run_on(core, session))
        await asyncio.wait({moving}, timeout=moment)
        finished = moving.done()
        watch = Own()
        d.window.close()
        press("Stop and quit")
        await over.wait()
        moving.cancel()
        await asyncio.gather(moving, return_exceptions=True)
    await core.close()
    assert watch.seconds <= LIMIT
    return session, finished


async def seconds_of_a_run() -> float:
    core = build(Folders.of_this_machine(), council_step=STEP)
    session = await begin(core)
    began = time.monotonic()
    assert await run_on(core, session) == "finished"
    await core.close()
    return time.monotonic() - began


async def check_calls(core: Core, session: SessionId) -> None:
    """Nothing finished was asked again, and nothing is left open."""
    asked, done = {}, Counter[tuple[int, str, str, str]]()
    ended = set()
    for record in await core.sessions.records(session):
        fact = core.catalogue.decode(record)
        if isinstance(fact, CallAsked):
            key = (record.entry, fact.purpose, fact.seat, fact.part)
            assert done[key] == 0, f"{key} was asked again after it was answered"
            asked[record.seq] = key
        elif isinstance(fact, CallCompleted):
            done[asked[fact.asked]] += 1
        if hasattr(fact, "asked"):
            ended.add(fact.asked)
    assert set(asked) <= ended
    assert set(done.values()) <= {1}
    assert done


@pytest.mark.parametrize("moments", [5, pytest.param(MOMENTS, marks=pytest.mark.nightly)])
@pytest.mark.usefixtures("play_long")
async def test_the_window_closes_at_any_moment_within_three_seconds_and_the_run_goes_on_later(
    desk_on: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moments: int
) -> None:
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    random = Random(7)
    # The moments are parts of what a whole run takes on this machine.
    whole = await seconds_of_a_run()
    session: SessionId | None = None
    closed_in_mid_run = 0
    for _ in range(moments):
        session, finished = await close_after(desk_on, session, random.random() * whole / 2)
        closed_in_mid_run += not finished
        if finished:
            session = None
    assert closed_in_mid_run > moments // 2, "most moments must lie inside a run"
    core = build(Folders.of_this_machine(), council_step=0.0)
    rows = await core.library.rows()
    for row in rows:
        assert await run_on(core, row.session) == "finished"
        await check_calls(core, row.session)
    await core.close()
