"""What others may do, decided at the window: tools before they are called, and agents at the gates."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.domain.tool_facts import ToolsListed
from app.ui.setup.new_session import NewSessionDialog
from app.ui.setup.typed import CheckList
from tests.support.person import Keyboard, Mouse, in_front
from tests.support.scenes.agents import AGENT, STATES, WHERE, wanted
from tests.support.scenes.states import bring_to

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
VERBS = ("allow_once", "allow_session", "refuse")


async def test_a_tool_is_allowed_by_one_click_that_shows_with_what_and_where(at_gate, core):
    async with at_gate("tool", {"items": [wanted("Ada", "1")]}, *VERBS, primary="allow_once") as d:
        bar = d.window.page.bar
        assert bar.title.text() == "Ada wants to use the tool files/read_file."
        assert "storms-and-limpets.md" in bar.details.text()
        assert WHERE in bar.details.text()
        assert d.named("Allow once").objectName() == "primary"
        await Mouse(d).click("Allow once")
        await d.settle()
        assert core.answers()[-1][1:] == ("allow_once", {})


async def test_all_of_a_single_call_can_be_read_before_it_is_allowed_with_keys_alone(at_gate, core):
    async with at_gate("tool", {"items": [wanted("Ada", "1")]}, *VERBS, primary="allow_once") as d:
        keys = Keyboard(d)
        await keys.choose_among_others("Show all of it…")
        told = d.named("Ada: files/read_file", in_front()).toPlainText()
        assert "Read the complete contents" in told, "what the server says of it, as a quotation"
        assert WHERE in told
        await keys.go_to("What to do about Ada: files/read_file")
        await keys.press(Qt.Key.Key_Down)
        await keys.go_to("Go on")
        await keys.press(Qt.Key.Key_Space)
        assert core.answers()[-1][2] == {"items": {"Ada tool 1": "allow_session"}}


async def test_a_tool_described_otherwise_than_before_is_allowed_by_no_enter_in_a_hurry(at_gate, core):
    items = [wanted("Ada", "1", changed=True)]
    async with at_gate("tool", {"items": items}, *VERBS, primary="allow_once") as d:
        assert d.window.page.bar.details.text().startswith("The server describes files/read_file other")
        assert d.named("Allow once").objectName() != "primary"
        await Mouse(d).click("Show all of it…")
        await Mouse(d).click("Go on")
        await d.settle()
        assert core.answers()[-1][2] == {"items": {"Ada tool 1": "refuse"}}


async def test_of_several_calls_each_is_looked_at_before_it_is_allowed(at_gate, core):
    tides = {"server": "tides", "tool": "tide_table", "where": "https://tides.example.org/mcp"}
    items = [wanted("Ada", "1"), wanted("Ada", "2", **tides)]
    async with at_gate("tool", {"items": items}, *VERBS, primary="allow_once") as d:
        title = d.window.page.bar.title.text()
        assert title == "Ada: 2 calls of tools are wanted: files/read_file, tides/tide_table."
        assert d.named("Decide each…").objectName() == "primary"
        await Mouse(d).click("Decide each…")
        box = d.named("What to do about Ada: tides/tide_table", in_front())
        box.setCurrentIndex(box.findText("Refuse"))
        await Mouse(d).click("Go on")
        await d.settle()
        chosen = {"Ada tool 1": "allow_once", "Ada tool 2": "refuse"}
        assert core.answers()[-1][2] == {"items": chosen}


async def test_two_calls_of_one_tool_have_names_of_their_own(at_gate, core):
    items = [wanted("Ada", "1"), wanted("Ada", "2")]
    async with at_gate("tool", {"items": items}, *VERBS, primary="allow_once") as d:
        await Mouse(d).click("Decide each…")
        box = d.named("What to do about Ada: files/read_file (2)", in_front())
        box.setCurrentIndex(box.findText("Refuse"))
        await Mouse(d).click("Go on")
        await d.settle()
        chosen = {"Ada tool 1": "allow_once", "Ada tool 2": "refuse"}
        assert core.answers()[-1][2] == {"items": chosen}


async def test_a_tool_that_may_have_been_run_is_run_once_more_only_by_the_person_s_own_choice(core, desk):
    await STATES["tool-cut-off"](core)
    async with desk() as d:
        await d.guard()
        bar = d.window.page.bar
        assert "it is not known whether files/read_file was run" in bar.details.text()
        assert d.named("Ask again").objectName() != "primary"
        await Mouse(d).click("Show all of it…")
        form = in_front()
        assert "storms-and-limpets.md" in d.named("Agent: files/read_file", form).toPlainText()
        assert d.named("What to do about Agent: files/read_file", form).currentText() == "Leave out"
        form.reject()


async def test_servers_set_up_in_a_terminal_meanwhile_stand_in_a_form_that_was_opened_before(core, desk):
    async with desk() as d:
        d.window.ask_new()
        d.window.findChildren(NewSessionDialog)[-1].kinds.buttons["experiment"].click()
        form = d.window.findChildren(NewSessionDialog)[-1]
        (row,) = [row for row in form.rows() if isinstance(row.control, CheckList)]
        prompt = form.findChildren(type(form._large.rows["prompt"].control))[0]
        prompt.setPlainText("Study the tides.")
        assert not row.control.isVisible()
        form.reject()
        core.tool_servers.add("files", {"command": "npx", "arguments": ["files"]})
        d.window.ask_new()
        assert in_front() is form
        assert prompt.toPlainText() == "Study the tides.", "what was typed is still there"
        await Keyboard(d).go_to("Tool servers: files")
        await Keyboard(d).press(Qt.Key.Key_Space)
        assert row.value() == ["files"]
        assert row.control.boxes["files"].toolTip() == "npx files"
        form.reject()
        core.tool_servers.remove("files")
        d.window.ask_new()
        box = row.control.boxes["files"]
        assert box.isChecked(), "what was chosen is not taken away unseen"
        assert box.toolTip() == "It is not set up here."
        await Mouse(d).click("Tool servers: files")
        assert row.value() == []
        form.reject()


async def test_an_agent_is_let_in_by_the_menu_and_put_out_with_keys(core, desk):
    session = await bring_to(core, "agent-asks")
    async with desk() as d:
        await d.guard()
        bar = d.window.page.bar
        assert bar.details.text().startswith(f"Begun by the agent {AGENT}; it may not decide here.")
        d.window.actions_by_id["agent_on"].trigger()
        await d.settle()
        assert [fact.allowed for fact in await core.facts(session, "agent_permission_changed")] == [True]
        assert bar.details.text().startswith(f"The agent {AGENT} may decide here, too.")
        await d.guard()
        keys = Keyboard(d)
        # In a window as small as this one the link has no room.
        await keys.choose_among_others("Decide yourself again")
        said = await core.facts(session, "agent_permission_changed")
        assert [(fact.agent, fact.allowed) for fact in said] == [(AGENT, True), (AGENT, False)]


async def test_a_server_that_offers_nothing_is_told_of_once_while_its_session_goes_on(core, desk):
    session = await STATES["tool-gate"](core)
    async with desk() as d:
        await d.guard()
        async with core.sessions.opened(session) as live:
            for problem in ("it cannot be started", "", "it ended before it answered"):
                await live.writer.append(ToolsListed(server="tides", where="tides", problem=problem))
        await d.settle()
        told = [one for one in d.window.notices.kept if "tides" in str(one)]
        assert len(told) == 1
        assert "it goes on without" in str(told[0])
