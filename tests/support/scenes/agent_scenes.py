"""Pictures of what others may do: an agent that began a session, and tools of servers of the person's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QScrollArea, QWidget

from app.settings.options import TRACE, TRACE_HEADER
from app.ui.setup.new_session import NewSessionDialog
from app.ui.shell.settings import SettingsDialog
from tests.support.scenes import draft_story, experiment_scenes, research_scenes
from tests.support.scenes.agents import STATES

Window = Any
"""The MainWindow."""
Step = Callable[[Window], object]
SERVERS = {
    "files": {"command": "npx", "arguments": ["-y", "@modelcontextprotocol/server-filesystem", "~/papers"]},
    "tides": {"url": "https://tides.example.org/mcp"},
}


def _form(step: Step) -> Step:
    def show(window: Window) -> None:
        for name, values in SERVERS.items():
            window.core.tool_servers.add(name, values)
        step(window)

    return show


def _research(window: Window) -> None:
    research_scenes.whole_form(window)
    dialog = window.findChildren(NewSessionDialog)[-1]
    bring_in(dialog, dialog.advanced.rows["tool_servers"].control)


def bring_in(dialog: QWidget, row: QWidget) -> None:
    """Scroll a dialog to a row that was unfolded just now."""

    def scroll() -> None:
        for area in dialog.findChildren(QScrollArea):
            if area.isAncestorOf(row):
                area.ensureWidgetVisible(row)

    # What was unfolded just now has no place yet.
    QTimer.singleShot(0, dialog, scroll)


def _traces(window: Window) -> None:
    window.actions_by_id["settings"].trigger()
    dialog = window.findChildren(SettingsDialog)[-1]
    dialog.controls[TRACE].setText("traces.example:4318")
    dialog.controls[TRACE].editingFinished.emit()
    bring_in(dialog, dialog.controls[TRACE_HEADER])


def _experiments(window: Window) -> None:
    experiment_scenes.fill_in(window)


def _press(does: str) -> Step:
    return lambda window: window.page.bar.press(does)


def _tab(name: str) -> Step:
    return lambda window: window.page.tabs.show_tab(name)


def _action(name: str) -> Step:
    return lambda window: window.actions_by_id[name].trigger()


def _edit(window: Window) -> None:
    """Open the form that writes a file over by hand."""
    window.page.tabs.show_tab("draft_texts")
    panel = window.page.panel("draft_texts")
    panel.go_to_row(draft_story.WEIGHING)
    panel.detail.foot.buttons[-1].click()


SCENES: tuple[tuple[str, str, Step | None], ...] = (
    *((state, state, None) for state in STATES),
    ("tool-each", "tool-gate", _press("gate:each")),
    ("tools-each", "tool-gates", _press("gate:each")),
    ("tool-cut-off-each", "tool-cut-off", _press("gate:each")),
    ("agent-log", "agent-decided", _tab("log")),
    ("agent-library", "agent-decided", _action("library")),
    ("experiment-new-tools", "", _form(_experiments)),
    ("research-new-tools", "", _form(_research)),
    ("draft-edit", "draft-first", _edit),
    ("settings-traces", "agent-asks", _traces),
)
"""A picture's name, the state it begins with, and what is done then."""
