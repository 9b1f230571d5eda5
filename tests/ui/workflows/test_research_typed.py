"""The research of its design, typed and pasted into the window word for word, to its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.bootstrap import build
from app.settings.folders import Folders
from tests.e2e.test_cli_terminal import SERVICE, SOURCE_BRIEF, SOURCE_PROMPT
from tests.support.laid_out import lay_out
from tests.support.person import Keyboard, fill_in
from tests.support.waiting import until
from tests.ui.conftest import Desk, Play
from tests.ui.workflows.test_whole_research import CONTROL, Study

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_the_source_s_research_is_typed_and_pasted_into_the_window_to_its_end(
    play_long: Play, desk_on: Callable[[Any], Desk], tmp_path: Path
) -> None:
    folder = lay_out(tmp_path / "app", SERVICE)

    async def story() -> None:
        core = build(Folders.of_this_machine(), council_step=0.0)
        async with desk_on(core) as d:
            study, keys = Study(d), Keyboard(d)
            page = study.page
            d.window.activateWindow()
            await keys.press(Qt.Key.Key_Space)
            await keys.go_to("Kind: Research")
            await keys.press(Qt.Key.Key_Space)
            await keys.go_to("Try the rules…")
            await keys.press(Qt.Key.Key_Space)
            fill_in(d, folder=str(folder), early_exit=False)
            form = d.window.session_forms.now
            assert form is not None
            brief = form.basic.rows["brief"].control
            brief.setFocus()
            QTest.keyClicks(brief, SOURCE_BRIEF)
            await keys.press(Qt.Key.Key_Return, CONTROL)

            await study.asked("scope")
            details = page.bar.details.text()
            asked = list(page.view.gate().fact.payload["questions"])
            assert asked == SOURCE_BRIEF.replace("? ", "?\n").splitlines(), details
            await keys.press(Qt.Key.Key_Return, CONTROL)
            await study.asked("iteration")
            await keys.go_to("Add guidance")
            await keys.press(Qt.Key.Key_Return)
            # Lines that are pasted are one note: nothing of them is an answer to what comes next.
            QGuiApplication.clipboard().setText(SOURCE_PROMPT)
            await keys.press(Qt.Key.Key_V, CONTROL)
            await keys.press(Qt.Key.Key_Return, CONTROL)
            await study.asked("iteration")
            assert page.view.own.iteration == 2
            await keys.press(Qt.Key.Key_K, CONTROL)
            await keys.type("finish")
            await keys.press(Qt.Key.Key_Return)
            await until(lambda: page.state == "finished")
            given = [record.body() for record in page.view.log if record.type == "gate_answered"]
            assert SOURCE_PROMPT in [one["data"].get("note") for one in given]
        await core.close()

    play_long(story)
