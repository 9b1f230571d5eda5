"""Turns to the tab that tells where a session has come, as long as the person leaves that to the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # For start-up cost.
    from app.ui.session.tabs import Tabs
    from app.ui.view.places import ReadingPlaces
    from app.ui.view.session_view import SessionView

_TAB = "tab"
"""The place of a session that is the tab it was left on."""


class TabTurns:
    """Whoever has turned to a tab stays there: only one that came into sight by itself goes by itself.

    A session is opened on its texts, whatever the one before showed; one that was seen on its own tab.
    """

    def __init__(self, tabs: Tabs, places: ReadingPlaces) -> None:
        self._tabs, self._places = tabs, places
        places.leaving.connect(lambda: places.put(_TAB, tabs.name()))
        self._names: list[str] = []
        self._by_itself = ""
        """The tab that the window turned to, or began with."""
        self._at = ("", "")
        self._seen = False
        """Whether the session that was opened just now is one that was read before."""

    def _begin(self) -> None:
        """Turn to the tab that the session was left on, or to where one begins that was not seen yet."""
        kept = self._places.word(_TAB)
        self._tabs.turn_to(kept)
        self._by_itself, self._seen = self._tabs.name(), bool(kept)

    def follow(self, view: SessionView, state: str) -> None:
        """Turn where the session came to another state or question, and its workflow names a tab for it."""
        if view.session_id != self._at[0]:
            self._begin()
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
            if not self._seen:
                self._tabs.show_tab(wanted)
        self._seen = False
