"""A table that grows while its session goes on: a card more, a server asked about, numbers that stay."""

from __future__ import annotations

import pytest

from app.bootstrap import build
from app.settings.folders import Folders
from app.ui.gates.approving import ApproveServersDialog
from app.workflows.registry import SHIPPED
from tests.support.toy_table import TablePlugin, TableSetup
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


class BlindSetup(TableSetup):
    """The toy with names that may be hidden."""

    hide_names: bool = True


class BlindTable(TablePlugin):
    """The toy whose names are hidden."""

    setup = BlindSetup


def build_core(tmp_path, plugin=TablePlugin):
    folders = Folders(tmp_path / "data", tmp_path / "config")
    return build(folders, council_step=0.0, makers={**SHIPPED, "table": plugin})


async def at_gate(core, d):
    team = core.teams.default()
    session = await core.sessions.create("table", {"question": "What now?", "rounds": 4}, team)
    page = d.window.page
    await d.window._open(session)
    await core.sessions.start(session)
    await asked(d, 1)
    return session, page


async def asked(d, turn):
    page = d.window.page
    await until(lambda: page.state == "waiting" and page.view.fold.gates.open_gate().round == turn)
    await d.guard()


async def invite(d, **data):
    page = d.window.page
    await d.click("Add a member…")
    dialog = page.decider._open
    for name, value in data.items():
        dialog.form.rows[name].put(value)
    dialog.main.click()


def test_who_joins_has_a_card_from_then_on(play, desk_on, tmp_path):
    async def story():
        core = build_core(tmp_path)
        async with desk_on(core) as d:
            session, page = await at_gate(core, d)
            before = list(page.panel("answers").cards)
            await invite(d, name="Cara", model="offline/sceptic")
            await asked(d, 2)
            assert list(page.panel("answers").cards) == [*before, "Cara"]
            assert "Cara says" in page.panel("answers").cards["Cara"].text.toPlainText()
            offered = [one.words for one in d.window.commands.commands() if one.kind == "Member"]
            assert offered[-1] == "Cara"
            log = [r.body() for r in await core.sessions.records(session) if r.type == "seat_added"]
            assert len(log) == 1
        await core.close()

    play(story)


def test_a_name_that_is_taken_is_refused_in_the_bar_and_the_gate_stays_open(play, desk_on, tmp_path):
    async def story():
        core = build_core(tmp_path)
        async with desk_on(core) as d:
            _session, page = await at_gate(core, d)
            await invite(d, name=page.view.members()[0], model="offline/sceptic")
            await until(page.bar.problem.isVisible)
            assert "Nobody was added" in page.bar.problem.text()
            assert page.state == "waiting"
        await core.close()

    play(story)


def test_a_newcomers_server_is_asked_about_before_it_joins(play, desk_on, tmp_path):
    async def story():
        core = build_core(tmp_path)
        async with desk_on(core) as d:
            session, page = await at_gate(core, d)
            newcomer = {"name": "Cara", "model": "openai/at-home", "base_url": "http://127.0.0.1:9/v1"}

            def dialog():
                found = [w for w in d.window.findChildren(ApproveServersDialog) if w.isVisible()]
                return found[0] if found else None

            await invite(d, **newcomer)
            await until(dialog)
            assert "http://127.0.0.1:9" in dialog().text.text()
            dialog().cancel.click()
            await until(lambda: "Nothing was sent" in page.bar.problem.text())
            types = [record.type for record in await core.sessions.records(session)]
            assert "seat_added" not in types
            await invite(d, **newcomer)
            await until(dialog)
            dialog().main.click()
            await until(lambda: "Cara" in page.view.fold.session.seats)
            await core.sessions.stop(session)
        await core.close()

    play(story)


def test_while_names_are_hidden_nobody_is_called_otherwise_because_somebody_joins(play, desk_on, tmp_path):
    async def story():
        core = build_core(tmp_path, BlindTable)
        async with desk_on(core) as d:
            _session, page = await at_gate(core, d)
            before = {seat: page.view.names.of(seat) for seat in page.view.members()}
            await invite(d, name="Cara", model="offline/sceptic")
            await asked(d, 2)
            after = {seat: page.view.names.of(seat) for seat in page.view.members()}
            assert {seat: after[seat] for seat in before} == before
            assert after["Cara"] == f"Member {len(after)}"
            assert page.view.names.veil("Cara of offline/sceptic") == f"{after['Cara']} of a model"
        await core.close()

    play(story)
