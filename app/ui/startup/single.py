"""One window per data folder: a second start brings the first one to the front.

A lock file tells who is first (it goes with its process, also after a crash); a local socket carries
the request. Two windows over one folder would be two readers of one person's typing.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, Signal

from app.domain.private import make_private

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

LONGEST_PATH = 2**16
"""Bytes."""
PATIENCE = 6.0
"""Seconds the first window has to answer; it may just be starting."""


class OnlyWindow(QObject):
    """Holds the place of the one window of a data folder."""

    asked = Signal()
    """Somebody started the program again."""
    file_named = Signal(str)
    """And did so with the file of a session."""

    def __init__(self, data: Path) -> None:
        super().__init__()
        self._data = data
        self._server: QLocalServer | None = None
        self._lock: QLockFile | None = None

    @property
    def _name(self) -> str:
        from hashlib import sha256  # late: start-up cost

        return "roundtable-" + sha256(str(self._data.resolve()).encode()).hexdigest()[:20]

    def acquire(self) -> bool:
        """Take the place; False where another window has it."""
        try:
            make_private(self._data)
        except OSError:
            return True  # a folder that cannot be made is told of by the window, in its own words
        lock = QLockFile(str(self._data / "window.lock"))
        lock.setStaleLockTime(0)
        if not lock.tryLock(0) and lock.error() == QLockFile.LockError.LockFailedError:
            return False
        self._lock = lock
        return True

    def listen(self) -> None:
        """Answer later starts."""
        from PySide6.QtNetwork import QLocalServer  # late: start-up cost

        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._on_connection)
        if not server.listen(self._name):
            # Left by a process that crashed: the lock says that nobody answers there.
            QLocalServer.removeServer(self._name)
            server.listen(self._name)
        self._server = server

    def call(self, opens: str = "") -> bool:
        """Ask the other window to come to the front, and to show a file; False where it does not answer."""
        from PySide6.QtNetwork import QLocalSocket

        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            socket = QLocalSocket()
            socket.connectToServer(self._name)
            if socket.waitForConnected(200):
                if opens:
                    socket.write(opens.encode(errors="surrogateescape") + b"\n")
                    # Before the answer is read: a socket that is closed without a loop drops what is left.
                    socket.flush()
                # What a window says is that it was asked: a hung one takes the connection all the same.
                if socket.waitForReadyRead(int(PATIENCE * 1000)):
                    socket.disconnectFromServer()
                    return True
            time.sleep(0.05)
        return False

    def close(self) -> None:
        """Give the place away."""
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def _on_connection(self) -> None:
        assert self._server is not None
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            # Without a Python function that holds both: the collector would take them apart at any moment.
            socket.readyRead.connect(self._on_ready)
            socket.write(b"here")
            socket.flush()
            self.asked.emit()
            # They may have come along with the call.
            self._on_words(socket)

    def _on_ready(self) -> None:
        from PySide6.QtNetwork import QLocalSocket

        if self._server is not None:
            for socket in self._server.findChildren(QLocalSocket):
                self._on_words(socket)

    def _on_words(self, socket: QLocalSocket) -> None:
        if socket.canReadLine():
            line = bytes(socket.readLine(LONGEST_PATH).data())
            self.file_named.emit(line.decode(errors="surrogateescape").rstrip("\n"))
