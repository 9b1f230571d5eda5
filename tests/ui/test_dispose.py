"""The window keeps open what it shows and what runs, and nothing else; on the real services."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from app.bootstrap import build
from app.domain.ids import SessionId
from app.services.core import Core
from app.settings.folders import Folders
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
SETUP = {"question": "Where to?", "interactive_clarifications": False, "max_rounds": 1}


async def begun(core: Core) -> SessionId:
    """Return a session that was started."""
    session = await core.sessions.create("debate", SETUP, core.teams.load("offline"))
    await core.sessions.start(session)
    return session


def journals() -> list[str]:
    """Return the threads that own a session's file."""
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("journal-")]


async def waits(d: Any, session: SessionId) -> None:
    """Wait until the window shows a session that waits for the person."""
    await until(lambda: d.window.page.session == session and d.window.page.state == "waiting")


@pytest.mark.nightly
@pytest.mark.usefixtures("play_long")
async def test_the_window_lets_go_of_a_session_when_another_is_looked_at(desk_on):
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        first, second = await begun(core), await begun(core)
        d.window.open_session(first)
        await waits(d, first)
        assert core.sessions.live(first) is not None, "what is looked at stays open"
        await until(lambda: core.sessions.live(second) is None)
        d.window.open_session(second)
        await waits(d, second)
        await until(lambda: core.sessions.live(first) is None)
        # Shown, and decided on: it is opened again, and stays so while it is in sight.
        await d.guard()
        d.window.page.bar.press_primary()
        d.window.page.decider.held.send_now()
        await until(lambda: d.window.page.state == "finished")
        assert core.sessions.live(second) is not None
        d.window.page_stack.leave()
        await until(lambda: core.sessions.live(second) is None)
        await until(lambda: not journals())
        # What was decided is there, and can be opened by whoever comes.
        d.window.open_session(second)
        await until(lambda: d.window.page.state == "finished")
        await core.review.tell(first)
        await until(lambda: core.sessions.live(first) is None)
    await core.close()
