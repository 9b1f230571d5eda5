"""Turns to the tab that tells where a session has come, as long as the person leaves that to the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # For start-up cost.
    from app.ui.session.tabs import Tabs
    from app.ui.view.session_view import SessionView


class TabTurns:
    """Whoever has turned to a tab stays there: only one that came into sight by itself goes by itself."""

    def __init__(self, tabs: Tabs) -> None:
        self._tabs = tabs
        self._names: list[str] = []
        self._by_itself = ""
        """The tab that the window turned to, or began with."""
        self._at = ("", "")

    def follow(self, view: SessionView, state: str) -> None:
        """Turn where the session came to another state or question, and its workflow names a tab for it."""
        if self._tabs.names() != self._names:
            self._names, self._by_itself = self._tabs.names(), self._tabs.name()
        gate = view.gate()
        reached = gate.fact.kind if state == "waiting" and gate is not None else state
        at = (view.session_id, reached)
        if at == self._at:
            return
        self._at = at
        wanted = view.workflow.turns.get(reached, "")
        if wanted in self._names and self._tabs.name() == self._by_itself:
            self._by_itself = wanted
            self._tabs.show_tab(wanted)
