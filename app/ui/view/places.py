"""Where the reader was in each text of the session in sight, kept with the session's view state."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.canonical import JsonValue
from app.ui.view.view_state import ViewState

MOST = 200
"""Places of one session; the oldest go."""


class ReadingPlaces(QObject):
    """Places by a name that their panel gives them."""

    leaving = Signal()
    """The places are about to be written down: whoever shows a text notes where its reader is."""

    def __init__(self, state: ViewState | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state, self._session = state, ""
        self._places: dict[str, JsonValue] = {}

    def open(self, session: str) -> None:
        """Take up the places of a session."""
        if session == self._session:
            return
        self.save()
        self._session = session
        found = self._state.read(session).get("places") if self._state is not None and session else None
        self._places = dict(found) if isinstance(found, dict) else {}

    def number(self, name: str) -> float | None:
        """Return a place that is one number, None where nobody was there."""
        found = self._places.get(name)
        return float(found) if isinstance(found, int | float) else None

    def numbers(self, name: str, of: int) -> list[float] | None:
        """Return a place of so many numbers, None where nobody was there."""
        found = self._places.get(name)
        if not isinstance(found, list) or len(found) != of:
            return None
        return [float(part) for part in found if isinstance(part, int | float)]

    def word(self, name: str) -> str:
        """Return a place that is a name, empty where nobody was there."""
        found = self._places.get(name)
        return found if isinstance(found, str) else ""

    def put(self, name: str, position: JsonValue) -> None:
        self._places.pop(name, None)
        self._places[name] = position
        while len(self._places) > MOST:
            del self._places[next(iter(self._places))]

    def save(self) -> None:
        if self._session:
            self.leaving.emit()
            if self._state is not None:
                self._state.write(self._session, places=self._places)
