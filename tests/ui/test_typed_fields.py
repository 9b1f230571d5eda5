"""Whatever is pasted into a field of the window: it goes on, and what it says of it can be read."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextLayout
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QWidget
from shiboken6 import isValid

from app.domain.seats import Seat, Team
from app.ui.kit.dialog import Dialog
from app.ui.kit.text.bounded import A_LINE, MOST_WORK, PlainEditor
from app.ui.kit.texts import single_line
from app.ui.setup.setup_form import as_far_as_sound
from app.workflows.debate.plugin import DebatePlugin
from app.workflows.draft.plugin import DraftPlugin
from app.workflows.experiment.plugin import ExperimentPlugin
from app.workflows.research.plugin import ResearchPlugin
from tests.support.examples import sampled
from tests.support.hurry import at_once
from tests.support.longest_turn import LongestTurn, set_apart, unnoticed
from tests.support.odd_paths import loop_of_links
from tests.support.scenes.pictures import SCENES, Scene, prepare, settle
from tests.support.scenes.stage import Stage

pytestmark = [pytest.mark.loopback, pytest.mark.qt_log_ignore("This plugin does not support")]
TEXTS: dict[str, Callable[[Path], str]] = {
    "a page of one word": lambda at: "x" * 30_000,
    "a page of words": lambda at: "ab " * 10_000,
    "a page of lines": lambda at: "a\n" * 15_000,
    "as many lines as are taken": lambda at: "a\n" * (MOST_WORK // (2 + A_LINE)),
    "a zero byte": lambda at: f"{at}\0b",
    "half a sign": lambda at: f"{at}\ud800\udcff",
    "a name too long": lambda at: f"{at}/{'c' * 300}/file",
    "a name in a loop of links": lambda at: loop_of_links(at) + "/name",
    "nobody's home": lambda at: "~nobody/x",
    "a turned name": lambda at: "a\u202eb\x1b[31m",
}
DIALOGS = [
    "settings",
    "new-session",
    "new-session-guards",
    "palette",
    "shortcuts",
    "library",
    "find",
    "dialog-export",
    "dialog-reject",
    "dialog-questions",
    "dialog-models",
    "dialog-dismiss",
    "dialog-limit",
    "dialog-replace",
    "dialog-merge",
    "models-no-key",
    "models-own-server",
    "new-unconnected",
    "team-offline",
    "experiment-new-advanced",
    "draft-form",
    "research-new-advanced",
    "batch",
    "batch-waiting",
    "look-guidance",
    "look-marks",
    "critiques",
    "research-sources",
    "draft-first",
    "research-scope-change",
]
AT_PUSH = {"models-own-server"}


def fields_of(top: QWidget) -> Iterator[QLineEdit | PlainEditor]:
    """Yield what words are typed into."""
    for field in top.findChildren(QWidget):
        if not isinstance(field, QLineEdit | PlainEditor) or field.isReadOnly():
            continue
        if field.isVisible() and field.isEnabled():
            yield field


def paste(field: QLineEdit | PlainEditor, text: str) -> None:
    """Put a text in place of what stands in a field, as pasting does, and leave the field."""
    field.setFocus()
    field.selectAll()
    if isinstance(field, PlainEditor):
        pasted = QMimeData()
        pasted.setText(text)
        field.insertFromMimeData(pasted)
        return
    field.insert(text)
    field.editingFinished.emit()


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what nobody handled, and what is said of mistakes of the program."""
    unhandled = [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]
    labels = [one.text() for top in QApplication.topLevelWidgets() for one in top.findChildren(QLabel)]
    return unhandled + [one for one in labels if one.startswith("Something went wrong")]


async def close_dialogs(d: Any) -> None:
    while isinstance(dialog := QApplication.activeModalWidget(), QDialog):
        dialog.reject()
        await d.settle()


@pytest.mark.parametrize("name", sampled(DIALOGS, AT_PUSH))
@pytest.mark.usefixtures("play_long")
async def test_what_is_pasted_into_any_field_neither_ends_nor_holds_the_window_up(
    desk_on: Any, core: Stage, tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    scene: Scene = next(one for one in SCENES if one.name == name)
    texts = {what: make(tmp_path / f"p{at}") for at, (what, make) in enumerate(TEXTS.items())}
    set_apart()
    await prepare(core, scene)
    async with desk_on(core) as d:
        await settle(d.window, scene, core, at_once)
        top = QApplication.activeModalWidget() or d.window
        fields = [*fields_of(top)]
        at = ""
        turns = LongestTurn(d.window, lambda: at)
        for what, text in texts.items():
            for field in fields:
                at = f"{what} in {field.accessibleName()}"
                paste(field, text)
                await d.settle()
                assert told(caplog) == [], at
        for what, text in texts.items():
            if not (isinstance(top, Dialog) and isValid(top) and top.isVisible()):
                break
            at = f"{what} sent"
            for field in fields:
                paste(field, text)
                await d.settle()
            top.main.click()
            await d.settle()
            assert told(caplog) == [], at
            if isValid(top):
                assert not {"\x1b", "\u202e", "\0"} & set(top.problem.text()), at
                wide = [field.accessibleName() for field in fields if field.width() > top.width()]
                assert wide == [], f"{at}: its answer pushes the form apart"
        assert turns.longest <= unnoticed(), turns.worst
        await close_dialogs(d)
        d.window._may_close = True
    await core.sessions.shutdown()


@pytest.mark.parametrize("plugin", [DebatePlugin(), DraftPlugin(), ExperimentPlugin(), ResearchPlugin()])
def test_who_sits_down_is_told_of_a_form_into_whose_every_line_a_page_was_pasted(plugin: Any) -> None:
    typed = {
        name: "x/" * 15_000 for name, field in plugin.setup.model_fields.items() if field.annotation is str
    }
    assert typed
    one, two, chair = (Seat(name=name, model="offline/a") for name in ("Ann", "Bob", "Cy"))
    team = Team(name="t", members=(one, two), chair=chair)
    setup = as_far_as_sound(plugin.setup, typed)
    assert all(len(seat.model) < 30 for seat in plugin.seats(setup, team).values())


def test_a_name_is_shown_without_signs_that_nobody_sees() -> None:
    assert single_line("a\0b\x1b[31m c\u202e\r\nd\x85e\t\x9bf") == "ab[31m c d e f"


def test_a_name_in_letters_from_the_right_leaves_the_figure_behind_it_at_its_right(qapp) -> None:
    def right_of_name(name: str) -> bool:
        words = f"At most {name} 0,039 $"
        layout = QTextLayout(words, qapp.font())
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        places = {at: cast("tuple[float, int]", line.cursorToX(at))[0] for at in range(len(words) + 1)}
        return places[words.index("0") + 1] > max(places[at] for at in range(8, 8 + len(name)))

    for name in ("Ada", "\u05d3\u05e0\u05d4", "Ada \u0645\u0631\u064a\u0645", "\u4e16\u754c"):
        shown = single_line(name)
        assert right_of_name(shown), name
        assert single_line(shown) == shown
