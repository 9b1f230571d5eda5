"""Whatever path a person types into a field of the window, the field says in words what is wrong with it."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel

from app.bootstrap import build
from app.domain.ids import SessionId
from app.services.core import Core
from app.settings.folders import Folders
from app.ui.batches.page import BatchPage
from tests.support.examples import sampled
from tests.support.git_reading import needs_git
from tests.support.odd_paths import PATHS
from tests.support.scenes.states import bring_to
from tests.support.waiting import until

pytestmark = [pytest.mark.loopback, pytest.mark.qt_log_ignore("This plugin does not support")]
FORMS = {
    "research": ("folder", {"brief": "Why?"}),
    "draft": ("project", {"brief": "Why?", "template": "novel"}),
    "debate": ("context", {"question": "Why?"}),
}
"""By the workflow: the field that takes a path, and what else is filled in."""
OPENED = "is opened"


@pytest.fixture
def paths(tmp_path: Path) -> dict[str, str]:
    """Lay out what the paths lead to, by what they are."""
    (tmp_path / "odd").mkdir()
    made = {name: make(tmp_path / "odd" / f"p{at}") for at, (name, make) in enumerate(PATHS.items())}
    # What begins a session, or a look through a device's name, is no refusal.
    return {name: path for name, path in made.items() if name not in ("nothing", "blanks")}


def unhandled(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]


def faults() -> list[str]:
    shown = [one.text() for top in QApplication.topLevelWidgets() for one in top.findChildren(QLabel)]
    return [text for text in shown if text.startswith("Something went wrong")]


def in_sight(d: Any) -> bool:
    """Tell whether a form of a new session is asked with."""
    form = d.window.session_forms.now
    return form is not None and form.isVisible()


async def started(d: Any, core: Core, workflow: str, path: str) -> str:
    """Start a session with a path; return why it did not begin, or `OPENED`."""
    there = set(await core.parts.store.ids())
    d.window.actions_by_id["new"].trigger()
    await d.settle()
    d.window.session_forms.now.kinds.buttons[workflow].click()
    await until(lambda: d.window.session_forms.now.workflow == workflow)
    form = d.window.session_forms.now
    field, more = FORMS[workflow]
    if workflow == "debate":
        form.set_question("Why?")
        form.add_files([path])
    else:
        form.fill_in({**more, field: path})
    form.main.click()
    await until(lambda: form.start is None or not form.isVisible())
    begun: set[SessionId] = set(await core.parts.store.ids()) - there
    for session in begun:
        await core.sessions.stop(session)
    said = OPENED if begun else " ".join(one.text() for one in form.findChildren(QLabel) if one.isVisible())
    if form.isVisible():
        form.reject()
    while isinstance(dialog := QApplication.activeModalWidget(), QDialog):
        dialog.reject()
        await d.settle()
    return said


@pytest.mark.parametrize("workflow", sampled([*FORMS], {"draft"}))
@pytest.mark.usefixtures("play_long")
async def test_a_path_of_any_kind_in_a_form_begins_a_session_or_is_refused_in_words(
    desk_on, tmp_path, paths, caplog, workflow
):
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    async with desk_on(core) as d:
        for name, path in paths.items():
            said = await started(d, core, workflow, path)
            assert said, name
            assert not {"\x1b", "\u202e"} & set(said), name
            assert faults() == [], name
            assert unhandled(caplog) == [], name
    await core.sessions.shutdown()
    await core.close()


@pytest.mark.usefixtures("play_long")
async def test_a_path_of_any_kind_at_a_batch_is_refused_beside_its_field(desk_on, tmp_path, paths, caplog):
    table = tmp_path / "rows.csv"
    table.write_text("question\nWhy?\n", encoding="utf-8")
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    async with desk_on(core) as d:
        d.window.actions_by_id["batch"].trigger()
        page = d.window.findChild(BatchPage)
        for name, path in paths.items():
            for given, folder in ((path, str(tmp_path / "out")), (str(table), path)):
                for line, text in ((page.form.table_file, given), (page.form.folder, folder)):
                    line.setText(text)
                    line.textEdited.emit(text)
                await d.settle()
                await asyncio.sleep(0.05)
                assert faults() == [], name
                assert unhandled(caplog) == [], name
    await core.close()


@pytest.mark.nightly
@needs_git
@pytest.mark.usefixtures("play_long")
async def test_a_folder_of_any_kind_that_is_gone_to_by_the_line_is_refused_there(core, desk, paths):
    session = await bring_to(core, "draft-first")
    async with desk() as d:
        page = d.window.page
        d.window.open_session(session)
        await until(lambda: page.session == session and page.state == "waiting")
        for name, path in paths.items():
            if name == "a turned name":
                # It is two lines, which no command is.
                continue
            page.bar.show_problem("")
            await d.guard()
            edit = page.bar.guidance.text
            edit.setFocus()
            edit.setPlainText(f'/open "{path}"')
            QTest.keyClick(edit, Qt.Key.Key_Return)
            await until(lambda: page.bar.problem.text() or in_sight(d))
            if page.bar.problem.text():
                assert "folder" in page.bar.problem.text(), name
            else:
                # There is something: what is to be begun with it is asked.
                d.window.session_forms.now.reject()
            edit.setPlainText("")
            await d.settle()
