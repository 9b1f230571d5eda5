"""From the first start to a Word file, with a key: by mouse alone and by keyboard alone, both counted."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from app.settings.folders import Folders
from app.settings.options import EXPORTS
from app.settings.settings import Settings
from app.ui.kit.export import FORMATS, ExportDialog
from app.ui.models.providers import ProvidersDialog
from tests.faults.listings import having
from tests.faults.server import FaultServer
from tests.support.one_host import build_over
from tests.support.person import Keyboard, Mouse
from tests.support.waiting import until

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),
    pytest.mark.loopback,
]
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
KEY, QUESTION = "sk-proj-0123456789abcdef", "Should the office move to the river?"
MOST = 10
"""Clicks from the first window to the file, that which puts a cursor into a field counted, too."""
MOST_KEYS = 20
"""Keys on the same way, each Tab counted; not the letters of what has to be written."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FaultServer]:
    """A provider that the program knows, at an address of this machine."""
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    with FaultServer(lists=having("good")) as found:
        config = Folders.of_this_machine().config
        config.mkdir(parents=True, exist_ok=True)
        line = f'[providers.openai]\nbase_url = "{found.base("openai")}"\n'
        (config / "providers.toml").write_text(line, encoding="utf-8")
        Settings(config).set(EXPORTS, str(tmp_path))
        yield found


async def decided(page: Any, d: Any) -> None:
    """Wait until the round is to be decided and its buttons take clicks."""
    await until(lambda: page.state == "waiting" and page.view.gate().fact.kind == "approval")
    await d.guard()


def said_in(file: Path) -> str:
    """Return the text of a Word file."""
    with zipfile.ZipFile(file) as word:
        return word.read("word/document.xml").decode()


def test_ten_clicks_lead_from_the_first_start_to_a_word_file(
    play_long, desk_on, host_client, server, tmp_path
):
    async def story():
        core = build_over(host_client)
        async with desk_on(core) as d:
            mouse, page, clicks = Mouse(d), d.window.page, 0

            async def click(name: str) -> QWidget:
                nonlocal clicks
                clicks += 1
                return await mouse.click(name)

            def paste(field: Any, words: str) -> None:
                # A mouse cannot type: what has to be written is on the clipboard.
                QGuiApplication.clipboard().setText(words)
                field.paste()

            d.window.resize(1366, 768)
            await click("Ask a question")
            paste(d.named("Question"), QUESTION)
            paste(await click("Key"), KEY)
            await click("Connect")
            await until(lambda: d.named("Start").isEnabled())
            await click("Start")
            await decided(page, d)
            await click("Approve and finish")
            await until(lambda: page.state == "finished")
            await d.guard()
            await click("Export…")
            await until(d.window.findChild(ExportDialog).main.isEnabled)
            await mouse.choose("Format", FORMATS["docx"])
            clicks += 2
            await until(d.window.findChild(ExportDialog).main.isEnabled)
            await click("Save as…")
            dialog = d.window.findChild(QFileDialog)
            save = next(b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "") == "Save")
            QTest.mouseClick(save, Qt.MouseButton.LeftButton)
            clicks += 1
            await until(lambda: any(tmp_path.glob("*.docx")))
            assert "Move to the river" in said_in(next(tmp_path.glob("*.docx")))
            print(f"by mouse: {clicks} clicks")
            assert clicks <= MOST
        await core.close()

    play_long(story)


@pytest.mark.nightly
@pytest.mark.usefixtures("play_long")
async def test_the_same_way_is_gone_with_the_keyboard_alone(desk_on, host_client, server, tmp_path):
    core = build_over(host_client)
    async with desk_on(core) as d:
        keys, page = Keyboard(d), d.window.page
        d.window.activateWindow()
        assert keys.focused.accessibleName() == "Ask a question"
        await keys.press(Qt.Key.Key_Space)
        await keys.type(QUESTION)
        await keys.go_to("Key")
        await keys.type(KEY)
        await keys.press(Qt.Key.Key_Return)
        await until(lambda: d.named("Start").isEnabled())
        await keys.press(Qt.Key.Key_Return, CONTROL)
        await decided(page, d)
        # To the decision from pane to pane, and back from its first choice: by Tab alone it is the whole
        # window, from wherever that was left meanwhile.
        for key in (Qt.Key.Key_F6, Qt.Key.Key_Backtab):
            for _ in range(6):
                inside = page.bar.isAncestorOf(keys.focused)
                named = keys.focused.accessibleName() == "Approve and finish"
                if named or (inside and key == Qt.Key.Key_F6):
                    break
                await keys.press(key)
        assert keys.focused.accessibleName() == "Approve and finish"
        await keys.press(Qt.Key.Key_Space)
        await until(lambda: page.state == "finished")
        await keys.press(Qt.Key.Key_E, CONTROL | SHIFT)
        form = d.window.findChild(ExportDialog)
        await until(form.main.isEnabled)
        await keys.go_to("Format")
        await keys.type("Word")
        await until(form.main.isEnabled)
        await keys.press(Qt.Key.Key_Return, CONTROL)
        dialog = d.window.findChild(QFileDialog)
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
        pressed = keys.pressed + 1
        await until(lambda: any(tmp_path.glob("*.docx")))
        assert "Move to the river" in said_in(next(tmp_path.glob("*.docx")))
        print(f"by keyboard: {pressed} keys, and {keys.typed} letters that were written")
        assert pressed <= MOST_KEYS
    await core.close()


@pytest.mark.usefixtures("play_long")
async def test_a_server_of_ones_own_is_set_up_at_once_and_offered_when_it_is_there(
    desk_on, host_client, server
):
    core = build_over(host_client)
    async with desk_on(core) as d:
        mouse = Mouse(d)
        d.window.ask_new(QUESTION)
        form = d.window.session_forms.now
        await until(lambda: d.shown("Own server…"))
        await mouse.click("Own server…")
        assert d.named("Name").hasFocus(), "its fields, and not the first provider's key"
        listed = d.window.findChild(ProvidersDialog).list
        await until(listed.count)
        assert not listed.selectedItems(), "it is none of them"
        d.named("Name").setText("work")
        d.named("Address").setText(server.base("openai"))
        await mouse.click("Add the server")
        await until(lambda: d.shown("Remove the server"))
        await mouse.click("Close")
        await until(lambda: d.shown("Use work"))
        await mouse.click("Use work")
        await until(form.team.isVisible)
        assert {seat.model.partition("/")[0] for seat in form.chosen_team().table().values()} == {"work"}
        assert d.named("Question").toPlainText() == QUESTION
        form.reject()
    await core.close()
