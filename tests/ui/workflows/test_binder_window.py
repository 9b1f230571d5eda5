"""A workflow with folders in the window: from its form to its export, and never offered a fork."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFileDialog

from app.bootstrap import build
from app.settings.folders import Folders
from app.ui.kit.export import ExportDialog
from app.workflows.registry import SHIPPED
from tests.support.toy_folders import BinderPlugin
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.mark.nightly
async def test_notes_are_kept_and_exported_to_a_folder_and_no_fork_is_offered(desk_on, tmp_path):
    for name in ("sources", "project"):
        (tmp_path / name).mkdir()
    (tmp_path / "sources" / "a.md").write_text("Limpets hold on.\n", encoding="utf-8")
    setup = {name: str(tmp_path / name) for name in ("sources", "project")}
    folders = Folders(tmp_path / "data", tmp_path / "config")
    core = build(folders, council_step=0.0, makers={**SHIPPED, "binder": BinderPlugin})
    async with desk_on(core) as d:
        actions = d.window.actions_by_id
        d.window.ask_new()
        first = d.window.session_forms.now
        first.kinds.buttons["binder"].click()
        form = d.window.session_forms.now
        form.unconnected.rules.click()
        for field, title in (("project", "Project"), ("sources", "Sources")):
            # Chosen, not typed: a folder's whole name is long.
            d.named(f"Choose a folder: {title}", form).click()
            await d.settle()
            asked = form.findChild(QFileDialog)
            assert asked.fileMode() == QFileDialog.FileMode.Directory
            asked.fileSelected.emit(setup[field])
            asked.close()
            await d.settle()
        await until(form.main.isEnabled)
        await d.click("Start")
        await until(lambda: d.window.page is not None and d.window.page.session is not None)
        page = d.window.page
        await until(lambda: page.state == "waiting")
        await d.guard()
        await d.click("Keep")
        await until(lambda: page.state == "finished")
        await until(lambda: page.bar.offers("export"))
        assert not page.bar.offers("fork")
        assert not actions["fork"].isEnabled()
        assert "its project has one present" in actions["fork"].toolTip()
        reasons = [c.why for c in d.window.commands.commands() if c.words.startswith("Continue from here")]
        assert len(reasons) == 1
        assert "its project has one present" in reasons[0]

        actions["export"].trigger()
        await d.settle()
        dialog = d.window.findChild(ExportDialog)
        await until(dialog.main.isEnabled)
        dialog.formats.setCurrentIndex(dialog.formats.findText("Notes – a folder, a file a note"))
        await until(lambda: "3 files in a new folder." in dialog.note.text())
        assert dialog.main.isEnabled()
        assert not dialog.copy.isEnabled()
        assert "read: 1: Limpets hold on." in dialog.preview.toPlainText()
        dialog.main.click()
        await d.settle()
        where = d.window.findChild(QFileDialog)
        assert where.windowTitle() == "Export to a new folder"
        where.fileSelected.emit(str(tmp_path / "out"))
        where.close()
        out = tmp_path / "out" / "notes" / "1"
        await until(out.is_dir)
        assert len(list(out.iterdir())) == 3
    await core.close()
