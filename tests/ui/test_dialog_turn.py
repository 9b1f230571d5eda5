"""Tab goes round every dialog and back, each stop can be seen, and Esc leads out of it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from tests.support.hurry import at_once
from tests.support.person import Keyboard
from tests.support.scenes.pictures import SCENES, Scene, prepare, settle
from tests.support.scenes.stage import Stage

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
AT_EVERY_PUSH = {"dialog-reject", "new-session-advanced", "settings"}
DIALOGS = {"new-session", "new-session-advanced", "settings", "shortcuts", "guide", "guide-keys"}


def in_sight(control: QWidget, dialog: QWidget) -> bool:
    """Tell whether some of a control is within every frame around it."""
    seen = QRect(control.mapTo(dialog, control.rect().topLeft()), control.size())
    frame = control.parentWidget()
    while frame is not None and frame is not dialog:
        seen &= QRect(frame.mapTo(dialog, frame.rect().topLeft()), frame.size())
        frame = frame.parentWidget()
    return control.isVisible() and not (seen & dialog.rect()).isEmpty()


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(scene, id=scene.name, marks=() if scene.name in AT_EVERY_PUSH else pytest.mark.nightly)
        for scene in SCENES
        if scene.name in DIALOGS
        # In “team-list” a list lies open over the dialog, and has the keys.
        or (scene.name.startswith(("dialog-", "team", "models")) and scene.name != "team-list")
    ],
)
async def test_tab_goes_round_a_dialog_and_back_and_esc_leads_out(
    desk_on: Any, core: Stage, scene: Scene
) -> None:
    await prepare(core, scene)
    async with desk_on(core) as d:
        d.window.resize(1024, 700)
        await settle(d.window, scene, core, at_once)
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        over: list[int] = []
        dialog.finished.connect(over.append)
        keys = Keyboard(d)
        # Where a scene has scrolled away from, the focus may be out of sight until it moves.
        await keys.press(Qt.Key.Key_Tab)
        first = keys.focused
        seen: list[QWidget] = []
        while not seen or keys.focused is not first:
            seen.append(keys.focused)
            name = seen[-1].accessibleName()
            assert len(seen) < 90, f"a trap at {name}"
            assert in_sight(seen[-1], dialog), name
            await keys.press(Qt.Key.Key_Tab)
        back = []
        for _ in seen:
            await keys.press(Qt.Key.Key_Backtab)
            back.append(keys.focused)
        assert [*reversed(back)] == seen
        await keys.press(Qt.Key.Key_Escape)
        assert over
        d.window._may_close = True
