"""The tabs of an experiment as the window makes them, and what a test reads in them."""

from __future__ import annotations

from typing import Any, TypeVar

from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from app.ui.insights.figures import FiguresPanel
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.panels.described_texts import ComparePanel
from app.ui.panels.listing.panel import ListPanel
from app.ui.session.tabs import make_panel
from app.workflows.experiment.plugin import ExperimentPlugin
from tests.support.waiting import until

W = TypeVar("W", bound=QWidget)
P = TypeVar("P", bound=QWidget)


def panel(tab: str, kind: type[P]) -> P:
    """Return a new panel for a tab, as the window makes it."""
    described = next(one for one in ExperimentPlugin().tabs if one.name == tab)
    new_panel = make_panel(described.panel, described)
    assert isinstance(new_panel, kind)
    return new_panel


def listed(tab: str) -> Any:
    """Return a list; a test of one knows which of its controls it has."""
    return panel(tab, ListPanel)


def compared() -> ComparePanel:
    return panel("reflections", ComparePanel)


def charted() -> FiguresPanel:
    return panel("metrics", FiguresPanel)


def control(inside: QWidget, name: str, kind: type[W]) -> W:
    """Return a control by the name that is read aloud."""
    found = [widget for widget in inside.findChildren(kind) if widget.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def box(inside: QWidget, name: str) -> QComboBox:
    return control(inside, name, QComboBox)


def table_of(widget: ListPanel, column: int) -> list[str]:
    model = widget.model
    return [str(model.data(model.index(row, column))) for row in range(model.rowCount())]


async def settled() -> None:
    """Let what was begun come to its end: texts are prepared in the background."""
    await until(lambda: not any(isinstance(w, SafeTextView) and w.busy for w in QApplication.allWidgets()))


def shown(qtbot: QtBot, widget: QWidget) -> None:
    qtbot.addWidget(widget)
    widget.resize(900, 500)
    widget.show()
