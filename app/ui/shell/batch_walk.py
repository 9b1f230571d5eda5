"""Deciding the sessions of a batch that wait one after the other, and the way back to their rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from app.domain.ids import SessionId
from app.ui.shell.workspace import Workspace


class BatchWalk(QObject):
    """Opens one session after the other; who opens another one meanwhile has left it."""

    def __init__(self, window: Workspace, back: Callable[[SessionId], None]) -> None:
        """`back`: shows the batch, at the row of a session."""
        super().__init__(window)
        self._window, self._back = window, back
        self._sessions: list[SessionId] = []
        strip = window.page.walk
        strip.next.clicked.connect(self._on_next_wanted)
        strip.back.clicked.connect(lambda: self._back(self._here))
        window.changed.connect(self._show)

    def begin(self, sessions: Sequence[SessionId]) -> None:
        """Open the first of some sessions that wait."""
        self._sessions = list(sessions)
        if self._sessions:
            self._window.open_session(self._sessions[0])

    @property
    def _here(self) -> SessionId:
        return self._window.page_stack.session or SessionId("")

    def _left(self) -> Sequence[SessionId]:
        """Return the sessions that still wait, those behind the one in sight first."""
        waiting = {row.session for row in self._window.all_rows if row.state == "waiting"}
        at = self._sessions.index(self._here)
        return [one for one in (*self._sessions[at + 1 :], *self._sessions[:at]) if one in waiting]

    def _on_next_wanted(self) -> None:
        left = self._left()
        if left:
            self._window.open_session(left[0])
        else:
            self._back(self._here)

    def _show(self) -> None:
        strip = self._window.page.walk
        if self._here not in self._sessions:
            strip.hide()
            return
        at = self._sessions.index(self._here) + 1
        strip.show_place(at, len(self._sessions), more=bool(self._left()))
