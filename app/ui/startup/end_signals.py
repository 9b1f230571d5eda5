"""Ctrl-C in the terminal, and the system's request to end: both close the window as its close button does.

Rules: a person at a terminal is asked once where something is running, and the second Ctrl-C says yes; the
system cannot answer, so its request is a yes. A window that does not close for `PATIENCE` seconds after a
signal is ended by the next one, without a word.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier

from app.ui.kit.texts import tr

if TYPE_CHECKING:
    from types import FrameType

    from app.ui.shell.main_window import MainWindow

PATIENCE = 5.0
"""Seconds: longer than everything that runs takes to halt (three at most)."""
_ASKED_TO_END = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""A request of the system: to end, the terminal was closed, Ctrl-Break on Windows."""


class EndSignals(QObject):
    """Closes the window when the process is asked to end; what comes before there is one is kept for it."""

    def __init__(self) -> None:
        super().__init__()
        self._window: MainWindow | None = None
        self._waiting: list[int] = []
        self._unanswered: float | None = None
        """When the first signal came that nothing has answered yet."""
        # Python's handlers run between two lines of Python, and while Qt waits there are none: the
        # interpreter writes each signal to this socket, which wakes Qt.
        self._ours, theirs = socket.socketpair()
        self._theirs = theirs
        for end in (self._ours, theirs):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)
        self._before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        self._handled = [signal.SIGINT]
        # `nohup` has the end of the terminal ignored, and means it.
        self._handled += [one for one in _ASKED_TO_END if signal.getsignal(one) is not signal.SIG_IGN]
        for one in self._handled:
            signal.signal(one, self._note)

    def close_on_signal(self, window: MainWindow) -> None:
        """Close this window from now on, at once where that was asked before it was there."""
        self._window = window
        waiting, self._waiting = self._waiting, []
        for number in waiting:
            self._act(number)

    def __enter__(self) -> EndSignals:
        """Take the signals from here on."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Leave the signals to the system again."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._before)
        for one in self._handled:
            signal.signal(one, signal.SIG_DFL)
        self._window = None
        self._ours.close()
        self._theirs.close()

    def _note(self, number: int, _frame: FrameType | None) -> None:
        """Remember when; runs between two lines of whatever the program is doing."""
        now = time.monotonic()
        if self._unanswered is not None and now - self._unanswered > PATIENCE:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        self._unanswered = self._unanswered or now

    def _on_signal(self) -> None:
        # Other signals may have written here too; `_act` takes what it knows.
        for number in self._ours.recv(4096):
            self._act(number)

    def _act(self, number: int) -> None:
        window = self._window
        if number not in self._handled:
            return
        if window is None:
            self._waiting.append(number)
        elif number != signal.SIGINT or window.asks_before_closing():
            window.stop_and_close()
        else:
            window.close()
            if window.asks_before_closing():
                self._unanswered = None
                _say(tr("A session is running. Press Ctrl-C again to stop it and quit."))


def _say(line: str) -> None:
    # The terminal may be gone.
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
