"""A tool of a real server, from the form of a new session to its result in the window."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import Qt

from app.ui.setup.new_session import NewSessionDialog
from tests.support.nudged import nudged
from tests.support.person import Keyboard, Mouse
from tests.support.tool_desk import HERE
from tests.support.waiting import until

pytestmark = [pytest.mark.nightly, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.mark.usefixtures("play_long")
async def test_a_server_is_ticked_its_tool_is_looked_at_allowed_and_called(desk_on, tmp_path):
    ledger = tmp_path / "ledger"
    core = nudged("raw__echo", {"text": "two"})
    command = {"command": sys.executable, "arguments": [str(HERE / "raw.py"), "plain"]}
    core.tool_servers.add("raw", {**command, "env": {"LEDGER": str(ledger)}})
    async with desk_on(core) as d:
        d.window.ask_new()
        d.window.findChildren(NewSessionDialog)[-1].kinds.buttons["experiment"].click()
        form = d.window.findChildren(NewSessionDialog)[-1]
        await d.click("Try the rules…")
        form._large.rows["prompt"].control.setPlainText("Study how tide pools recover after a storm.")
        form.basic.rows["run_id"].control.setText("pools")
        form.basic.rows["cycle_count"].control.setText("1")
        form.fold.setChecked(True)
        await Keyboard(d).go_to("Tool servers: raw")
        await Keyboard(d).press(Qt.Key.Key_Space)
        await d.settle()
        await d.click("Start")
        page = d.window.page
        await until(lambda: page.state == "waiting")
        await d.guard()
        assert page.bar.title.text() == "Agent wants to use the tool raw/echo."
        assert not ledger.exists()
        await Mouse(d).click("Allow once")
        await until(lambda: page.state == "waiting" and page.view.gate().fact.kind != "tool")
        assert ledger.read_text(encoding="utf-8") == "call two\n"
        await d.guard()
        await d.click("Finish")
        await until(lambda: page.state == "finished")
    await core.close()
