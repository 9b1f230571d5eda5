"""Turns bus messages into typed signals; streaming text is joined to some twelve repaints a second."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.domain.canonical import whole
from app.engine.bus import Appended, Bus, BusMessage, CallWaits, RunEnded, Streamed
from app.ui.kit.spinner import turn_along

if TYPE_CHECKING:
    from app.projections.live_calls import Waiting

_FLUSH_MILLISECONDS = 80
"""Below the 100 ms between repaints that look fluent, with room for a slow machine."""
_JOIN_MILLISECONDS = 10
"""What several members say at the same moment is shown at once."""


class Bridge(QObject):
    """The one listener of the window."""

    appended = Signal(str, object)
    """(session, records)"""
    streamed = Signal(str, object)
    """(session, {asked: text that arrived since the last signal})"""
    waits = Signal(str, object)
    """(session, {asked: what the call waits for})"""
    run_ended = Signal(str, str)
    """(session, state)"""
    run_failed = Signal(str, str)
    """(session, why it could not go on)"""

    def __init__(self, bus: Bus, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[str, dict[int, list[str]]] = {}
        self._emitted: dict[str, dict[int, list[str]]] = {}
        self._waits: dict[str, dict[int, Waiting]] = {}
        self._flushed = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        # A coarse one comes up to a twentieth too late.
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.flush)
        self._unsubscribe = bus.subscribe(self._on_bus_message)

    def _on_bus_message(self, message: BusMessage) -> None:
        match message:
            case Streamed(reasoning=False):
                pieces = self._waiting.setdefault(message.session, {})
                pieces.setdefault(message.asked, []).append(message.text)
                if not self._timer.isActive():
                    # From flush to flush: text that comes after a while is not held up once more.
                    since = (time.monotonic() - self._flushed) * 1000
                    self._timer.start(max(_JOIN_MILLISECONDS, int(_FLUSH_MILLISECONDS - since)))
            case Streamed():
                self._wait(message.session, message.asked, "thinks")
            case CallWaits(what=what, seconds=seconds) if what != "again":
                # Its next try is told by the record of its failure.
                self._wait(message.session, message.asked, what, seconds)
            case Appended():
                self.flush()
                self._forget(message)
                self.appended.emit(message.session, message.records)
            case RunEnded():
                self.flush()
                self._emitted.pop(message.session, None)
                self._waits.pop(message.session, None)
                self.run_ended.emit(message.session, message.state)
                if message.problem:
                    self.run_failed.emit(message.session, message.problem)

    def arrived(self, session: str) -> Mapping[int, str]:
        """Return what was handed out of a session's running calls: no record holds it yet."""
        return {asked: "".join(parts) for asked, parts in self._emitted.get(session, {}).items()}

    def waiting(self, session: str) -> Mapping[int, Waiting]:
        """Return what a session's running calls wait for."""
        return self._waits.get(session, {})

    def _wait(self, session: str, asked: int, what: str, seconds: float | None = None) -> None:
        waits = self._waits.setdefault(session, {})
        if asked in waits and waits[asked].what == what:
            return
        from app.projections.live_calls import Waiting  # late for start-up cost: it knows the facts

        waits[asked] = Waiting(what, time.time_ns() // 1000, seconds)
        self.waits.emit(session, {asked: waits[asked]})

    def _forget(self, message: Appended) -> None:
        """Let go of what the last record of its call holds."""
        calls, waits = self._emitted.get(message.session, {}), self._waits.get(message.session, {})
        if not calls and not waits:
            return
        # Late for start-up cost: who streams has loaded it.
        from app.domain.facts import CallCancelled, CallCompleted, CallFailed, CallInterrupted

        ends = {one.tag() for one in (CallCompleted, CallFailed, CallCancelled, CallInterrupted)}
        for record in message.records:
            if record.type in ends:
                asked = whole(record.body()["asked"])
                calls.pop(asked, None)
                waits.pop(asked, None)

    def flush(self) -> None:
        self._timer.stop()
        self._flushed = time.monotonic()
        waiting, self._waiting = self._waiting, {}
        for session, pieces in waiting.items():
            calls = self._emitted.setdefault(session, {})
            for asked, parts in pieces.items():
                calls.setdefault(asked, []).extend(parts)
            self.streamed.emit(session, {asked: "".join(parts) for asked, parts in pieces.items()})
        if waiting:
            turn_along()

    def close(self) -> None:
        """Listen no longer."""
        self._unsubscribe()
        self._timer.stop()
