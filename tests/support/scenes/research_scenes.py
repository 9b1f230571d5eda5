"""Pictures of a research: its form, its gates, each of its tabs, and its report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QLineEdit

from app.ui.kit.text.bounded import PlainEditor
from app.ui.setup.new_session import NewSessionDialog
from tests.support.scenes import research_story as story

Window = Any
"""The MainWindow."""
Step = Callable[[Window], object]


def _tab(name: str) -> Step:
    return lambda window: window.page.tabs.show_tab(name)


def _press(does: str) -> Step:
    return lambda window: window.page.bar.press(does)


def _form(window: Window) -> None:
    """Turn the form of a new session to this workflow's, filled in."""
    window.ask_new()
    window.findChildren(NewSessionDialog)[-1].kinds.buttons["research"].click()
    rows = window.findChildren(NewSessionDialog)[-1].basic.rows
    folder, brief = rows["folder"].control, rows["brief"].control
    assert isinstance(brief, PlainEditor)
    brief.setPlainText(story.BRIEF)
    line = folder if isinstance(folder, QLineEdit) else folder.findChild(QLineEdit)
    assert line is not None
    line.setText("/srv/shop/billing")


def whole_form(window: Window) -> None:
    """Fill in the form, and open all of it."""
    _form(window)
    window.findChildren(NewSessionDialog)[-1].fold.setChecked(True)


def _cited(window: Window) -> None:
    """Open the first citation of the chosen finding at its lines."""
    window.page.tabs.show_tab("research_findings")
    panel = window.page.panel("research_findings")
    panel.detail.cited.open.click()


SCENES: tuple[tuple[str, str, Step | None], ...] = (
    ("research-new", "", _form),
    ("research-new-advanced", "", whole_form),
    ("research-scope", "research-scope", None),
    ("research-scope-change", "research-scope", _press("gate:change")),
    ("research-findings", "research-iteration", _tab("research_findings")),
    ("research-citation", "research-iteration", _cited),
    ("research-sources", "research-iteration", _tab("sources")),
    ("research-gaps", "research-iteration", _tab("gaps")),
    ("research-conflicts", "research-iteration", _tab("conflicts")),
    ("research-agents", "research-iteration", _tab("agents")),
    ("research-decide", "research-iteration", _press("gate:decide")),
    ("research-answer", "research-iteration", _press("gate:answer")),
    ("research-second", "research-second", _tab("research_findings")),
    ("research-coverage", "research-second", _tab("coverage")),
    ("research-running", "research-running", _tab("agents")),
    ("research-finished", "research-finished", None),
    ("research-report", "research-finished", _tab("research_report")),
    ("research-summary", "research-finished", _tab("summary")),
)
"""A picture's name, the state it begins with, and what is done then."""
