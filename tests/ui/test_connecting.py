"""Connecting models and making a team, as a person does it in the window."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from app.domain.seats import Seat, Team

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


async def opened(d, action):
    """Open a dialog over its action, and wait until it has loaded."""
    d.window.actions_by_id[action].trigger()
    await d.settle()


def test_a_key_is_pasted_tested_and_forgotten_and_never_shown_whole(play, desk, core):
    async def story():
        async with desk() as d:
            await opened(d, "providers")
            assert core.providers.contacted == []
            field = d.named("Key")
            assert field.echoMode() == QLineEdit.EchoMode.Password
            assert not d.named("Test").isEnabled()
            await d.click("Keep the key")
            assert "Paste the key first." in texts(d)
            field.setText("  sk-0123456789abcdef ")
            await d.click("Keep the key")
            assert core.providers.keys == {"openai": "sk-0123456789abcdef"}
            assert field.text() == ""
            assert "…cdef" in texts(d)
            assert "sk-0123" not in texts(d)
            await d.click("Test")
            assert "✓ Works: 12 models, 412 ms" in texts(d)
            await d.click("Forget the key")
            assert core.providers.keys == {}
            assert "There is no key." in texts(d)
            await d.click("Close")

    play(story)


def test_a_refused_key_and_a_wrong_one_are_said_in_words(play, desk, core):
    async def story():
        async with desk() as d:
            await opened(d, "providers")
            d.named("Key").setText("two words")
            await d.click("Keep the key")
            assert "That is no key" in texts(d)
            assert d.named("Key").text() == "two words"
            d.named("Key").setText("sk-0123456789bad")
            await d.click("Keep the key")
            await d.click("Test")
            assert "✕ The key was refused (401). Enter the key again." in texts(d)
            await d.click("Close")

    play(story)


def test_local_models_are_looked_for_only_when_asked_and_own_servers_are_kept_with_rates(play, desk, core):
    async def story():
        async with desk() as d:
            await d.click("Connect models…")
            assert core.providers.contacted == []
            await d.click("Find local models")
            assert "ollama/qwen3:8b" in d.named("Local models").toPlainText()
            d.named("Name").setText("work")
            d.named("Address").setText("nowhere")
            await d.click("Add the server")
            assert "no address" in texts(d)
            d.named("Address").setText("https://llm.example/v1")
            d.named("Dollars per million tokens in").setValue(0.5)
            await d.click("Add the server")
            kept = core.providers.endpoints["work"]
            assert (kept.base_url, kept.price_in, kept.price_out) == ("https://llm.example/v1", 0.5, None)
            assert "Per million tokens: $0.5 in, price unknown out" in texts(d)
            await d.click("Remove the server")
            assert core.providers.endpoints == {}
            assert "OpenAI" in texts(d)
            assert not d.shown("Remove the server")
            await d.click("Close")

    play(story)


def test_a_team_is_made_of_models_that_can_be_asked_and_kept_under_its_name(play, desk, core):
    async def story():
        core.providers.keys["openai"] = "sk-0123456789abcdef"
        async with desk() as d:
            await opened(d, "team")
            assert d.named("Model – Chair").findText("openai/gpt-4o-mini") >= 0
            d.named("Name of the team").setText("Mine")
            d.named("Model – Member 1").setEditText("openai/gpt-4o-mini")
            await d.click("Take out – Member 3")
            await d.click("Add a member")
            d.named("Name – Member 4").setText("Zoe")
            d.named("Role – Member 4").setEditText("security")
            d.named("Use it for new sessions").setChecked(True)
            await d.click("Save")
            team = core.teams.saved["Mine"]
            assert [seat.name for seat in team.members] == ["Ada", "Blaise", "Zoe"]
            assert team.members[2].role == "security"
            assert core.teams.chosen == "Mine"

    play(story)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_what_is_typed_for_a_model_stays_as_typed_while_fitting_names_are_listed(play, desk, core):
    async def story():
        core.providers.keys["openai"], core.providers.many = "sk-0123456789abcdef", 400
        async with desk() as d:
            await opened(d, "team")
            box = d.named("Model – Member 1")
            box.setFocus()
            box.lineEdit().selectAll()
            QTest.keyClicks(box.lineEdit(), "model-12")
            await d.settle()
            assert box.currentText() == "model-12"
            listed = box.completer().popup()
            assert listed.isVisible()
            assert listed.model().rowCount() == 11
            listed.hide()
            await d.click("Cancel")

    play(story)


def test_a_seat_that_gets_another_model_leaves_the_old_ones_server_and_rates_behind(play, desk, core):
    async def story():
        seat = Seat(name="Ada", model="openai/own", base_url="http://127.0.0.1:1/v1", price_in=1.0, drafts=2)
        team = Team(members=(seat,), chair=Seat(name="Chair", model="offline/judge"))
        core.teams.default = lambda: team
        async with desk() as d:
            await opened(d, "team")
            d.named("Model – Member 1").setEditText("anthropic/claude-sonnet-4-5")
            await d.click("Save")
            (saved,) = core.teams.saved.values()
            assert saved.members[0] == Seat(name="Ada", model="anthropic/claude-sonnet-4-5", drafts=2)
            assert saved.judge is None

    play(story)


def test_a_saved_team_is_offered_in_a_form_that_was_open_before_and_nothing_typed_is_lost(play, desk, core):
    async def story():
        async with desk() as d:
            d.window.ask_new("Where to?")
            await d.settle()
            await d.click("Cancel")
            await opened(d, "team")
            d.named("Name of the team").setText("Mine")
            await d.click("Save")
            d.window.ask_new()
            await d.settle()
            assert d.named("Team").findText("Mine") >= 0
            assert d.named("Question").toPlainText() == "Where to?"
            await d.click("Cancel")

    play(story)


def test_what_another_round_will_use_stands_in_the_bar_while_a_round_waits(play, desk, core):
    async def story():
        async with desk() as d:
            session = await core.begin()
            await d.window._open(session)
            core.sessions.play_round(session, 1)
            await until(lambda: "calls" in d.window.page.bar.details.text())
            said = d.window.page.bar.details
            assert "7 calls · about $0.05–$0.12" in said.text()
            assert "out of date" in said.toolTip()

    play(story)


async def until(ready, seconds=5.0):
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not ready():  # noqa: ASYNC110  what is waited for happens in Qt's loop
            await asyncio.sleep(0.02)


def test_two_members_of_one_name_are_refused_and_what_was_typed_stays(play, desk, core):
    async def story():
        async with desk() as d:
            await opened(d, "team")
            d.named("Name – Member 2").setText("ada")
            await d.click("Save")
            assert "Two members are called" in texts(d)
            assert d.named("Name – Member 2").text() == "ada"
            assert core.teams.saved == {}
            await d.click("Cancel")

    play(story)


def texts(d) -> str:
    """Return everything that labels show."""
    from PySide6.QtWidgets import QLabel

    return "\n".join(one.text() for one in d.window.findChildren(QLabel) if one.isVisible())
