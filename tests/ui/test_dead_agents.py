"""What an agent leaves that died: the window shows its session and goes on with it."""

from __future__ import annotations

import json
import signal

import psutil
import pytest

from app.bootstrap import build
from app.domain.ids import SessionId
from app.settings.folders import Folders
from tests.faults.server import FaultServer
from tests.support.agents import SCOUT
from tests.support.held import CANARY, Held, agent_apart, held_team, server_of
from tests.support.waiting import until

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.loopback,
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


def test_the_session_of_an_agent_that_died_is_decided_and_finished_in_the_window(
    play_long, desk_on, monkeypatch
):
    monkeypatch.setenv("TEST_KEY", CANARY)

    async def story(held: FaultServer, script: Held) -> None:
        child = agent_apart(held_team(held))
        with child:
            assert child.stdout is not None
            session = SessionId(json.loads(child.stdout.readline())["session"])
            await until(lambda: len(held.asked) >= 2)
            serving = server_of(child.pid)
            for process in (serving, child):
                process.send_signal(signal.SIGKILL)
        await until(lambda: not serving.is_running() or serving.status() == psutil.STATUS_ZOMBIE)
        core = build(Folders.of_this_machine(), council_step=0.0)
        async with desk_on(core) as d:
            rail = d.window.rail.model
            (row,) = await core.library.rows()
            assert (row.session, row.begun_by) == (session, SCOUT)
            d.window.open_session(session)
            await until(lambda: d.window.page.state == "running")
            script.go.set()
            await until(lambda: d.window.page.state == "waiting")
            await d.guard()
            bar = d.window.page.bar
            assert bar.details.text().startswith(f"Begun by the agent {SCOUT}; it may not decide here.")
            await until(lambda: rail.index(0, 0).data() == "Needs you (1)")
            await d.click("Approve and finish")
            await until(lambda: d.window.page.state == "finished")
            records = await core.sessions.records(session)
        await core.close()
        answers = [r.body() for r in records if r.type == "gate_answered"]
        assert answers[-1]["by"] == "person"
        assert not [answer for answer in answers if answer.get("actor")], "no agent decided anything"
        assert max(held.hashes.values()) == 1, "nothing was asked twice"

    script = Held()
    with FaultServer(script) as held:
        play_long(lambda: story(held, script))
