"""Which workflows bring panels of their own: the one place of the window that names them.

A workflow without a line here is shown with stock panels.
"""

# Late imports on purpose: a panel is imported when its tab is first turned to.

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.projections.base import Projection


def own_projection(workflow: str) -> Projection | None:
    """Return a new projection that a workflow's own panels read, fed beside the shared ones."""
    match workflow:
        case "experiment":
            from app.ui.workflows.experiment.book import Book

            return Book()
        case _:
            return None


def own_panel(workflow: str, tab: str) -> QWidget | None:
    """Return a new panel for a workflow's tab, None where a stock panel shows it."""
    match workflow:
        case "experiment":
            from app.ui.workflows.experiment.panels import panel

            return panel(tab)
        case _:
            return None
