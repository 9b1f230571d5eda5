"""The panel of each tab."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.ui.workflows.experiment.log import ExperimentLogPanel
from app.ui.workflows.experiment.memory import MemoryPanel
from app.ui.workflows.experiment.messages import MessagesPanel
from app.ui.workflows.experiment.metrics import MetricsPanel
from app.ui.workflows.experiment.reflections import ReflectionsPanel

_PANELS: dict[str, Callable[[], QWidget]] = {
    "messages": MessagesPanel,
    "reflections": ReflectionsPanel,
    "memory": MemoryPanel,
    "metrics": MetricsPanel,
    "log": ExperimentLogPanel,
}


def panel(tab: str) -> QWidget | None:
    """Return a new panel for a tab, None where a stock one serves."""
    make = _PANELS.get(tab)
    return make() if make is not None else None
