"""Which workflows bring panels of their own: the one place of the window that names them.

A workflow without a line here is shown with stock panels.
"""

# Late imports on purpose: a panel is imported when its tab is first turned to.

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from app.projections import Projection

if TYPE_CHECKING:
    from app.domain.ids import SessionId
    from app.ui.sample import SampleCore


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


def sample_states() -> Mapping[str, Callable[[SampleCore], Awaitable[SessionId]]]:
    """Return how a sample session of a workflow with own panels is played to a state, by the state's name."""
    from app.ui.workflows.experiment.sample import STATES

    return STATES


def sample_scenes() -> Sequence[tuple[str, str, Callable[[Any], object] | None]]:
    """Return the pictures of own panels: a name, a state of `sample_states`, and what is done then.

    It is done with the window, which imports this module and so is not named here.
    """
    from app.ui.workflows.experiment.sample_scenes import SCENES

    return SCENES
