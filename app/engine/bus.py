"""The bus: how the loop tells the faces, after the journal has it.

Rule: facts are published only once they are committed. Streaming text is the one thing shown earlier;
it is in the crash buffer a quarter of a second later and in the call's last record at its end.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.domain.fact_base import Record
    from app.domain.ids import SessionId
    from app.engine.ports import WaitKind

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Appended:
    """Records were committed."""

    session: SessionId
    records: Sequence[Record]


@dataclass(frozen=True, slots=True)
class Streamed:
    """Text of a running call; `asked` is the seq of its CallAsked."""

    session: SessionId
    asked: int
    seat: str
    purpose: str
    text: str
    reasoning: bool = False


@dataclass(frozen=True, slots=True)
class CallWaits:
    """A running call waits for something; it counts until its text or its end comes.

    `seconds`: how long it waits at least, where that is known.
    """

    session: SessionId
    asked: int
    seat: str
    purpose: str
    what: WaitKind
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class RunEnded:
    """The loop of a session returned; `state` as in `Position.state`.

    `problem` says in words why it could not go on, where it could not (a full disk, a bug). `workflow`: its
    name.
    """

    session: SessionId
    state: str
    problem: str = ""
    workflow: str = ""


BusMessage = Appended | Streamed | CallWaits | RunEnded
Listener = Callable[[BusMessage], None]


class Bus:
    """Hands messages to listeners, in order, in the loop's thread."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Add a listener; the returned function removes it."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def publish(self, message: BusMessage) -> None:
        """Hand a message to every listener; one that raises is logged and does not stop the run."""
        for listener in tuple(self._listeners):
            try:
                listener(message)
            except Exception:  # noqa: BLE001  whatever a face does wrong, the run goes on
                _log.exception("a listener failed on %s", type(message).__name__)
