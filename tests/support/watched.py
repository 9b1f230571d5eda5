"""Files that tell when somebody opens them (inotify, Linux only), and a server that counts visitors."""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import struct
import sys
from pathlib import Path

_OPEN, _ACCESS = 0x20, 0x01
HERE = sys.platform == "linux"


class Watched:
    """Canaries in a folder: a picture, a text, a FIFO; a device without end; a listening socket."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.picture = folder / "secret.png"
        self.picture.write_bytes(_PNG)
        self.text = folder / "secret.css"
        self.text.write_text("p { color: red }")
        self.fifo = folder / "secret.fifo"
        if hasattr(os, "mkfifo"):
            os.mkfifo(self.fifo)
        self.server = socket.socket()
        self.server.bind(("127.0.0.1", 0))
        self.server.listen(16)
        self.server.setblocking(False)
        self.port: int = self.server.getsockname()[1]
        self._fd = -1
        self.tells = False
        """Whether an opened file is told of: on Linux, with an inotify instance to be had."""
        if HERE:
            libc = ctypes.CDLL(None, use_errno=True)
            self._fd = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
            # A system gives a user some hundred instances; where none is left the server alone is watched.
            self.tells = self._fd >= 0 or ctypes.get_errno() != errno.EMFILE
            assert self._fd >= 0 or not self.tells, os.strerror(ctypes.get_errno())
            # A folder's watch tells of the opening of what lies in it. A device is opened by other programs
            # at any moment: whoever read this one here would never end.
            if self.tells:
                assert libc.inotify_add_watch(self._fd, str(folder).encode(), _OPEN | _ACCESS) >= 0

    def touched(self) -> list[str]:
        """Return what was opened since the last call, and how many visitors came."""
        found = []
        if self._fd >= 0:
            try:
                data = os.read(self._fd, 1 << 20)
            except BlockingIOError:
                data = b""
            at = 0
            while at < len(data):
                _, _, _, length = struct.unpack_from("iIII", data, at)
                found.append(data[at + 16 : at + 16 + length].rstrip(b"\0").decode() or "the folder")
                at += 16 + length
        try:
            self.server.accept()[0].close()
            found.append("the server")
        except BlockingIOError:
            pass
        return found

    def close(self) -> None:
        """Watch no longer."""
        if self._fd >= 0:
            os.close(self._fd)
        self.server.close()

    def addresses(self) -> tuple[str, ...]:
        """Return the ways to name the canaries, and addresses nobody may go to."""
        path = str(self.picture)
        return (
            path,
            f"file://{path}",
            f"file://localhost{path}",
            f"//127.0.0.1{path}",
            str(self.text),
            f"file://{self.text}",
            str(self.fifo),
            f"file://{self.fifo}",
            "/dev/zero",
            "file:///dev/zero",
            "//host/share/x",
            "\\\\host\\share\\x.png",
            f"http://127.0.0.1:{self.port}/x.png",
            f"https://localhost:{self.port}/x.png",
            f"//127.0.0.1:{self.port}/x.png",
            "qrc:/x.png",
            "data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=",
        )


_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cfc0"
    "000000030001010018dd8db00000000049454e44ae426082"
)
