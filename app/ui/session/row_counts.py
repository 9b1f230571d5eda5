"""How many rows a described list has, for the title of its tab: asked anew only where they changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # For start-up cost.
    from app.engine.tabs import ListTab
    from app.ui.view.session_view import SessionView


class RowCount:
    """The number of one list."""

    def __init__(self, described: ListTab[Any, Any]) -> None:
        self._described = described
        self._view: SessionView | None = None
        self._stamp: object = None
        self._number = 0

    def of(self, view: SessionView) -> int:
        """Return how many rows there are in a session, 0 while nothing is known of it."""
        state, described = view.own, self._described
        if state is None:
            return 0
        if described.stamp is None:
            return self._counted(state)
        stamp = described.stamp(state)
        if view is not self._view or stamp != self._stamp:
            self._view, self._stamp = view, stamp
            self._number = self._counted(state)
        return self._number

    def _counted(self, state: Any) -> int:
        rows, counts = self._described.rows(state), self._described.counts
        return len(rows) if counts is None else sum(map(counts, rows))
