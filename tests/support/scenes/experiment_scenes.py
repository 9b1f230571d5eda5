"""Pictures of an experiment: its form, each of its tabs, its gates; and how the window gets there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtWidgets import QLineEdit, QWidget

from app.ui.kit.text.bounded import PlainEditor
from app.ui.panels.described_texts import ComparePanel
from app.ui.panels.listing.panel import ListPanel
from app.ui.setup.new_session import NewSessionDialog
from tests.support.scenes import experiment_story as story
from tests.support.scenes.stage import Stage

Window = Any
"""The MainWindow."""
Step = Callable[[Window], object]
P = TypeVar("P", bound=QWidget)


def _panel(window: Window, tab: str, kind: type[P]) -> P:
    window.page.tabs.show_tab(tab)
    found = window.page.panel(tab)
    assert isinstance(found, kind)
    return found


def _tab(name: str) -> Step:
    return lambda window: window.page.tabs.show_tab(name)


def _press(does: str) -> Step:
    return lambda window: window.page.bar.press(does)


def _read(window: Window) -> None:
    """Choose the result of a tool in one cycle."""
    panel = _panel(window, "messages", ListPanel)
    panel.filters.boxes[0][1].setCurrentIndex(3)
    panel.table.selectRow(3)


def _one_reflection(window: Window) -> None:
    panel = _panel(window, "reflections", ComparePanel)
    panel.old.setCurrentIndex(panel.old.count() - 1)


def _with_deleted(window: Window) -> None:
    panel = _panel(window, "memory", ListPanel)
    panel.filters.switches[0][1].setChecked(True)
    panel.table.selectRow(panel.model.rowCount() - 1)


def _open_step(window: Window) -> None:
    panel = _panel(window, "log", ListPanel)
    panel.filters.boxes[1][1].setCurrentIndex(2)
    panel.table.selectRow(1)
    assert panel.step is not None
    panel.step.click()


def _write_on(window: Window) -> None:
    core = window.core
    assert isinstance(core, Stage)
    core.players.stream("agent", story.WRITING)


def fill_in(window: Window) -> None:
    """Turn the form of a new session to this workflow's, filled in."""
    window.ask_new()
    window.findChildren(NewSessionDialog)[-1].kinds.buttons["experiment"].click()
    rows = window.findChildren(NewSessionDialog)[-1].basic.rows
    run, prompt = rows["run_id"].control, rows["prompt"].control
    assert isinstance(run, QLineEdit)
    assert isinstance(prompt, PlainEditor)
    run.setText("hallsund-pools")
    prompt.setPlainText(story.PROMPT)


def _whole_form(window: Window) -> None:
    fill_in(window)
    window.findChildren(NewSessionDialog)[-1].fold.setChecked(True)


SCENES: tuple[tuple[str, str, Step | None], ...] = (
    ("experiment-new", "", fill_in),
    ("experiment-new-advanced", "", _whole_form),
    ("experiment-first", "experiment-first", None),
    ("experiment-first-reflections", "experiment-first", _tab("reflections")),
    ("experiment-first-memory", "experiment-first", _tab("memory")),
    ("experiment-first-metrics", "experiment-first", _tab("metrics")),
    ("experiment-messages", "experiment-cycle", None),
    ("experiment-messages-one", "experiment-cycle", _read),
    ("experiment-reflections", "experiment-cycle", _tab("reflections")),
    ("experiment-reflections-one", "experiment-cycle", _one_reflection),
    ("experiment-memory", "experiment-cycle", _tab("memory")),
    ("experiment-memory-deleted", "experiment-cycle", _with_deleted),
    ("experiment-metrics", "experiment-cycle", _tab("metrics")),
    ("experiment-summary", "experiment-cycle", _tab("summary")),
    ("experiment-log", "experiment-cycle", _tab("log")),
    ("experiment-log-step", "experiment-cycle", _open_step),
    ("experiment-redo", "experiment-cycle", _press("gate:redo")),
    ("experiment-capped", "experiment-capped", _tab("reflections")),
    ("experiment-operator", "experiment-operator", None),
    ("experiment-reply", "experiment-operator", _press("gate:reply")),
    ("experiment-writing", "experiment-writing", _write_on),
    ("experiment-finished", "experiment-finished", None),
)
"""A picture's name, the state it begins with, and what is done then."""
