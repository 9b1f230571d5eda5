"""A folder that another one took the place of, or that nobody chose here: named again in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel

from app.bootstrap import build
from app.domain.ids import SessionId
from app.services.core import Core
from app.settings.folders import Folders
from tests.support.replacing import replace_folder
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def asked_text(d):
    asked = d.named("Where is its folder?")
    return " ".join(label.text() for label in asked.findChildren(QLabel))


async def choose(d, folder: Path) -> None:
    await d.click("Choose the folder…")
    await until(lambda: any(one.isVisible() for one in d.window.findChildren(QFileDialog)))
    dialog = next(one for one in d.window.findChildren(QFileDialog) if one.isVisible())
    dialog.fileSelected.emit(str(folder))
    dialog.accept()


async def begun(core: Core, folder: Path) -> SessionId:
    """Make a research over a folder that waits for its first answer."""
    setup = {"brief": "What lives in tide pools?", "folder": str(folder)}
    session = await core.sessions.create("research", setup, core.teams.default())
    await core.sessions.start(session)
    assert await core.sessions.wait(session) == "waiting"
    return session


@pytest.mark.parametrize("by_a_link", [True, pytest.param(False, marks=pytest.mark.nightly)])
async def test_a_folder_that_was_replaced_is_named_again_before_an_answer_leads_into_it(
    desk_on, tmp_path, by_a_link
):
    folder, other, right = tmp_path / "sources", tmp_path / "other", tmp_path / "right"
    for one in (folder, other, right):
        one.mkdir()
        (one / "a.md").write_text("Limpets hold on to rocks.\n", encoding="utf-8")
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    session = await begun(core, folder)
    replace_folder(folder, other, by_a_link=by_a_link)
    async with desk_on(core) as d:
        d.window.open_session(session)
        await until(lambda: d.window.page.session == session)
        await d.guard()
        before = len(await core.sessions.records(session))
        d.window.page.bar.press_primary()
        await until(lambda: d.shown("Where is its folder?"))
        assert f"{folder} is not the folder that was opened" in asked_text(d)
        await d.click("Cancel")
        await d.settle()
        assert len(await core.sessions.records(session)) == before, "nothing was answered"
        await d.guard()
        d.window.page.bar.press_primary()
        await until(lambda: d.shown("Where is its folder?"))
        await choose(d, right)
        await until(lambda: core.parts.folders.chosen(session)["sources"].path == right)
        # It was answered, and goes on.
        await until(lambda: d.window.page.view.head > before)
        await core.sessions.shutdown()
    await core.close()
