"""Models are connected and a team is made with the keyboard alone, and with the mouse alone."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QListWidget, QWidget

from tests.support.person import Keyboard, Mouse, top

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
CONTROL = Qt.KeyboardModifier.ControlModifier
KEY = "sk-ant-0123456789abcdef"


def words(d: Any) -> str:
    """Return what the labels of the window in front say."""
    return "\n".join(one.text() for one in top(d).findChildren(QLabel) if one.isVisible())


async def run_command(d: Any, keys: Keyboard, words: str) -> None:
    """Find an action in the palette and run it."""
    await keys.press(Qt.Key.Key_K, CONTROL)
    await keys.type(words)
    await keys.press(Qt.Key.Key_Return)
    await d.settle()


@pytest.mark.usefixtures("play_long")
async def test_a_key_a_server_and_a_team_with_the_keyboard_alone(desk, core):
    async with desk() as d:
        keys = Keyboard(d)
        d.window.activateWindow()
        await run_command(d, keys, "Models and keys")
        await keys.go_to("Providers")
        # OpenAI is chosen at first.
        await keys.press(Qt.Key.Key_Down)
        assert "Anthropic" in words(d)
        await keys.go_to("Key")
        await keys.type(KEY)
        await keys.press(Qt.Key.Key_Return)
        assert core.front.kept() == {"anthropic": KEY}
        await keys.go_to("Test")
        await keys.press(Qt.Key.Key_Space)
        assert "12 models, tested" in words(d)
        assert d.named("Models").rowCount() == 4, "its list is there, the first of it open"
        assert d.shown("Show 8 more")
        await keys.go_to("Find local models")
        await keys.press(Qt.Key.Key_Space)
        assert "ollama/qwen3:8b" in d.named("Local models").text()
        await keys.go_to("Own server…")
        await keys.press(Qt.Key.Key_Space)
        assert keys.focused.accessibleName() == "Name"
        await keys.type("work")
        await keys.go_to("Address")
        await keys.type("https://llm.example/v1")
        await keys.go_to("Dollars per million tokens in")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("0.5")
        await keys.go_to("Add the server")
        await keys.press(Qt.Key.Key_Space)
        assert core.providers.settings.read().endpoints["work"].price_in == 0.5
        assert "Per million tokens: $0.50 in, cost unknown out" in words(d)
        await keys.press(Qt.Key.Key_Escape)
        assert top(d) is d.window

        await run_command(d, keys, "Make a team")
        await keys.go_to("Name of the team")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("Mine")
        await keys.go_to("Model – Member 1")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("work/own-model")
        await keys.go_to("Take out – Member 3")
        await keys.press(Qt.Key.Key_Space)
        await keys.choose_in_menu("Add a member", "A model")
        assert keys.focused.accessibleName() == "Name – Member 4"
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("Zoe")
        await keys.press(Qt.Key.Key_Return, CONTROL)
        assert top(d) is d.window
        members = core.teams.load("mine").members
        assert [seat.name for seat in members] == ["Ada", "Blaise", "Zoe"]
        assert members[0].model == "work/own-model"


@pytest.mark.nightly
@pytest.mark.usefixtures("play_long")
async def test_a_key_and_a_team_with_the_mouse_alone(desk, core):
    async with desk() as d:
        mouse = Mouse(d)
        # What has to be written is put on the clipboard: a mouse cannot type.
        await mouse.click("Add a key…")
        await pick(mouse, d, "Providers", "Anthropic")
        await paste(mouse, d, "Key", KEY)
        await mouse.click("Forget it when Roundtable closes")
        await mouse.click("Save key")
        assert core.front.kept() == {"anthropic": KEY}
        await mouse.click("Test")
        assert "12 models, tested" in words(d)
        assert d.named("Models").rowCount() == 4, "its list is there, the first of it open"
        assert d.shown("Show 8 more")
        await mouse.click("Remove key")
        assert "Not connected." in words(d)
        await mouse.click("Find local models")
        listed: QListWidget = d.named("Providers")
        (found,) = listed.findItems("Ollama", Qt.MatchFlag.MatchContains)
        spoken = found.data(Qt.ItemDataRole.AccessibleTextRole)
        assert spoken == "Ollama: It answers on this machine."
        await mouse.click("Close")

        d.window.actions_by_id["team"].trigger()
        await d.settle()
        assert words(d).count("needs a key") == 5, "each member, the chair and the judge say it"
        await mouse.choose("Model – Member 1", "offline/analyst")
        await mouse.choose("Role – Member 1", "security")
        await mouse.click("Take out – Member 2")
        await mouse.choose_in_menu(d.named("Add a member"), "A model")
        await mouse.click("Use it for new sessions")
        await mouse.click("Save")
        assert top(d) is d.window
        team = core.teams.load("everyday")
        assert (team.members[0].model, team.members[0].role) == ("offline/analyst", "security")
        assert [seat.name for seat in team.members] == ["Ada", "Grace", "Blaise"]
        assert core.teams.default() == team


async def pick(mouse: Mouse, d: Any, name: str, item: str) -> None:
    """Click a line of a list."""
    listed: QListWidget = d.named(name)
    (line,) = listed.findItems(item, Qt.MatchFlag.MatchStartsWith)
    await mouse.click_at(listed.viewport(), listed.visualItemRect(line).center())


async def paste(mouse: Mouse, d: Any, name: str, text: str) -> None:
    """Put the cursor into a field and paste, as the menu of the field does."""
    QGuiApplication.clipboard().setText(text)
    field: QWidget = await mouse.click(name)
    field.paste()  # type: ignore[attr-defined]  # a line
    await d.settle()
