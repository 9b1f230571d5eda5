"""Programs that answer for a seat: set up and chosen in the window, asked about before they are started."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.domain.seats import Seat, Team
from app.settings.templates import SessionTemplate
from app.ui.models.programs import ProgramsDialog
from tests.support import answering_program
from tests.support.answering_program import ANSWER
from tests.support.waiting import until
from tests.ui.test_connecting import add_member, opened

SCRIPT = str(Path(answering_program.__file__).resolve())
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Have one known program installed, and none that this machine may have."""
    folder = tmp_path / "bin"
    folder.mkdir()
    known = folder / "claude"
    known.write_text("#!/bin/sh\nexit 1\n")
    known.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    return str(known)


def typed(d, name, how):
    """Type a program of another kind."""
    if not d.shown("Command line of the program"):
        d.named("Another program").click()
    d.named("Name").setText(name)
    d.named("Command line of the program").setText(f"'{sys.executable}' '{SCRIPT}' '{how}'")


async def test_a_known_program_is_offered_with_its_whole_line_and_removed_again(desk, core, installed):
    async with desk() as d:
        await opened(d, "providers")
        await d.click("Command-line programs…")
        line = d.named("Command line").toPlainText()
        assert installed in line
        assert "--strict-mcp-config" in line
        assert core.providers.commands.read() == {}, "to be found is not to be set up"
        assert not d.named("Test").isEnabled() or not d.shown("Remove the program")
        await d.click("Let it answer")
        (one,) = core.providers.programs.list()
        assert (one.name, one.line, one.state) == ("claude", line, "ready")
        await d.click("Remove the program")
        (one,) = core.providers.programs.list()
        assert one.state == "offered"
        core.providers.programs.add("claude")
        (one,) = core.providers.programs.list()
        assert one.state == "unapproved", "its approval went with it"
        await d.click("Close")


@pytest.mark.loopback
@pytest.mark.parametrize(("how", "says"), [("deaf", ANSWER), ("login", "Run: seat login")])
async def test_another_program_is_typed_shown_whole_approved_and_tried(desk, core, installed, how, says):
    async with desk() as d:
        await opened(d, "providers")
        await d.click("Command-line programs…")
        typed(d, "mine", how)
        await d.click("Add the program")
        (mine, _claude) = core.providers.programs.list()
        assert (mine.model, mine.state) == ("command/mine", "unapproved")
        assert d.named("Command line").toPlainText() == mine.line
        await d.click("Let it answer")
        assert core.providers.programs.list()[0].state == "ready"
        page = d.named("Command line").parentWidget()
        page.test.click()
        await until(lambda: says in page.result.text())
        await d.click("Close")


async def test_what_cannot_be_a_program_is_said_and_stays_typed(desk, core, installed):
    async with desk() as d:
        await opened(d, "providers")
        await d.click("Command-line programs…")
        page = d.named("Command line").parentWidget()
        typed(d, "Mine!", "deaf")
        await d.click("Add the program")
        assert "small letters" in page.result.text()
        d.named("Name").setText("mine")
        d.named("Command line of the program").setText("/not/there -p")
        await d.click("Add the program")
        assert "There is no program /not/there that may be executed." in page.result.text()
        assert d.named("Command line of the program").text() == "/not/there -p"
        assert core.providers.commands.read() == {}
        await d.click("Close")


async def test_a_program_takes_a_place_at_the_table_and_its_row_says_how_it_stands(desk, core, installed):
    async with desk() as d:
        await opened(d, "team")
        await add_member(d, "A command-line program…")
        chooser = d.window.findChild(ProgramsDialog)
        assert not chooser.main.isEnabled(), "nobody let it answer yet"
        chooser.page.approve.click()
        assert chooser.main.isEnabled()
        chooser.main.click()
        await d.settle()
        assert d.named("Model – Member 4").currentText() == "command/claude"
        assert "found" in d.named("State – Member 4: found").text()
        d.named("Name of the team").setText("Mine")
        await d.click("Save")
        assert core.teams.load("mine").members[3].model == "command/claude"
        core.providers.commands.remove("claude")
        core.teams.make_default("mine")
        await opened(d, "team")
        assert d.shown("State – Member 4: not found")
        await d.click("Cancel")


@pytest.mark.parametrize("template", [False, True], ids=["team", "template"])
async def test_a_team_or_template_that_names_a_program_is_asked_about_with_its_whole_line(
    desk, core, tmp_path, template
):
    mark = tmp_path / "began"
    values = {"command": sys.executable, "arguments": ["-c", f"open({str(mark)!r}, 'w')"]}
    added = core.providers.commands.put("mine", values)
    seat = Seat(name="Ada", model="command/mine")
    theirs = core.teams.save(Team(name="Theirs", members=(seat,), chair=seat))
    if template:
        core.templates.save("Weekly", SessionTemplate(workflow="debate", team=theirs))
    else:
        core.teams.make_default(theirs)
    async with desk() as d:
        d.window.ask_new("Which database?")
        form = d.window.session_forms.now
        await until(form.isVisible)
        if template:
            form.kept.chosen.emit("Weekly")
            form.set_question("Which database?")
        await d.click("Start")
        await until(lambda: d.shown("Approve a program?"))
        assert added.line in d.named("Approve a program?").text.text()
        await d.click("Send nothing")
        await until(lambda: "nothing was sent" in form.problem.text())
        assert core.there() == []
        assert not core.providers.commands.approved(added)
        assert not mark.exists()
