"""One member is stopped alone: from its card, from the Stop menu, from the palette."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint

from tests.support.quiet import quiet
from tests.support.scenes.states import bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def two_writing(core):
    """Begin a session in which Ada and Grace write and Blaise does not."""
    session = await core.begin()
    core.players.end("Blaise")
    await quiet()
    return session


async def test_a_card_offers_to_stop_its_member_while_it_writes_and_no_longer(desk, core):
    session = await two_writing(core)
    async with desk() as d:
        card = d.window.page.panel("answers").cards
        assert d.shown("Stop Ada")
        assert not d.shown("Stop Blaise")
        assert not card["Blaise"].stop_entry.isEnabled()
        card["Ada"].stop_entry.trigger()
        await d.settle()
        assert core.wishes()[-1] == ("stop Ada", session)
        assert d.window.page.view.writing() == ["Grace"]
        assert "Stopped by you" in d.named("Status of Ada").text()
        assert not d.shown("Stop Ada")


async def test_after_the_program_died_no_card_offers_to_stop_what_nobody_runs(desk, core):
    await bring_to(core, "interrupted")
    async with desk() as d:
        assert d.window.page.state == "interrupted"
        assert not d.shown("Stop Ada")
        assert not d.window.page.panel("answers").cards["Ada"].stop_entry.isEnabled()
        assert d.named("Status of Ada").text() == "Interrupted – resume to continue"


async def test_the_stop_menu_and_the_palette_list_who_writes(desk, core):
    session = await two_writing(core)
    async with desk() as d:
        names = ["Stop Ada only", "Stop Grace only"]
        button = d.window.stop_button
        for _ in range(2):
            button.show_choices()
            await d.settle()
            lines = [action.text() for action in button.choices.actions()]
            assert lines[-2:] == names
            button.choices.close()
        offered = {command.words: command for command in d.window.commands.commands()}
        assert set(names) <= set(offered)
        button.choices.actions()[-1].trigger()
        await d.settle()
        assert core.wishes()[-1] == ("stop Grace", session)
        # One is left: the action of the table needs no choice any more.
        d.window.actions_by_id["stop_member"].trigger()
        await d.settle()
        assert core.wishes()[-1] == ("stop Ada", session)
        assert not d.window.actions_by_id["stop_member"].isEnabled()


async def test_the_action_stops_the_member_in_focus_and_asks_where_it_is_not_clear(desk, core):
    session = await two_writing(core)
    async with desk() as d:
        d.named("Search or run a command").setFocus()
        d.window.actions_by_id["stop_member"].trigger()
        await d.settle()
        assert d.window.stop_button.choices.isVisible()
        d.window.stop_button.choices.close()
        d.window.actions_by_id["member_3"].trigger()
        await d.settle()
        d.window.actions_by_id["stop_member"].trigger()
        await d.settle()
        assert core.wishes()[-1] == ("stop Grace", session)


@pytest.mark.nightly
async def test_the_bars_own_stop_opens_the_menu_where_it_was_pressed(desk, core):
    session = await core.begin()
    async with desk() as d:
        pressed = d.named("Stop this session")
        pressed.setFocus()
        pressed.click()
        menu = d.window.stop_button.choices
        beside_the_bar = menu.pos()
        menu.close()
        d.window.stop_button.click()
        below_its_own = menu.pos()
        menu.close()
        # As far to the right as the screen lets it.
        most = d.window.screen().availableGeometry().right() + 1 - menu.width()
        assert below_its_own.x() == min(d.window.stop_button.mapToGlobal(QPoint()).x(), most)
        assert beside_the_bar.x() >= below_its_own.x()
        # Open while the run ends, it would lie over what is asked next.
        d.window.stop_button.click()
        assert menu.isVisible()
        await core.play_round(session)
        await core.finish(session)
        await until(lambda: not menu.isVisible())
        assert beside_the_bar.y() > below_its_own.y() + 200
