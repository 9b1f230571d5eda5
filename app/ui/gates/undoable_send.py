"""An answer that is held back for a few seconds: until then it can be taken back, and nothing is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    # For start-up cost.
    from app.domain.gates import Verb

UNDO_SECONDS = 5
"""How long an answer from the bar can be taken back before the next call is sent."""


class UndoableSend(QObject):
    """Counts down, then sends; one answer at a time."""

    changed = Signal()
    """It was taken up, is a second older, is sent, or is gone."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.gate = ""
        """The gate that it answers; empty while nothing is held."""
        self.verb: Verb | None = None
        self.words = ""
        """What the person wrote along with it."""
        self.left = 0
        """Seconds until it is sent; 0 once it is on its way."""
        self._send: Callable[[], object] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self._tick)

    def hold(self, gate: str, verb: Verb, send: Callable[[], object], seconds: int, words: str = "") -> None:
        """Send it, with words of the person, after so many seconds, unless it is dropped."""
        self.gate, self.verb, self.left, self._send = gate, verb, seconds, send
        self.words = words
        self._timer.start()
        self.changed.emit()

    def send_now(self) -> None:
        """Send what is held; it is shown as held until it is known to have gone out."""
        send, self._send, self.left = self._send, None, 0
        self._timer.stop()
        if send is not None:
            send()
            self.changed.emit()

    def drop(self) -> None:
        """Forget it: it was taken back, or it went out."""
        self._timer.stop()
        if self.gate:
            self.gate, self.verb, self.left, self._send = "", None, 0, None
            self.changed.emit()

    def _tick(self) -> None:
        self.left -= 1
        if self.left <= 0:
            self.send_now()
        else:
            self.changed.emit()
