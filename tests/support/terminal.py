"""A command at a terminal of its own: what it says is read, what a person types is written."""

from __future__ import annotations

import codecs
import fcntl
import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from types import MappingProxyType, TracebackType
from typing import Any

from tests.support.commands import ROOT, environment
from tests.support.nursery import LIFE, Command
from tests.support.waiting import AMPLE

_SGR = re.compile(r"\x1b\[[\d;]*m")
_CURSOR = re.compile(r"\x1b\[\?25[lh]")


class Terminal:
    """A command, and the person before it; left, it is killed unless it has ended.

    `apart`: standard output goes to a file, as where a program reads the JSON. `anew`: the program is read
    anew, for variables that Python heeds at its start alone.
    """

    def __init__(
        self,
        *arguments: str,
        data: Path | None = None,
        columns: int = 0,
        given: Mapping[str, str] = MappingProxyType({}),
        life: str = LIFE,
        apart: bool = False,
        anew: bool = False,
    ) -> None:
        self.said = ""
        """All of it, as the terminal got it."""
        self._seen = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._out = TemporaryFile()  # noqa: SIM115  closed by `close`
        self._master, slave = os.openpty()
        if columns:
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        out = self._out.fileno() if apart else slave
        env = {**environment(data), **given}
        self.child: subprocess.Popen[bytes] | Command
        if anew:
            line = [sys.executable, "-m", "app", *arguments]
            self.child = subprocess.Popen(
                line, cwd=ROOT, env=env, stdin=slave, stdout=out, stderr=slave, start_new_session=True
            )
        else:
            self.child = Command(arguments, env, life, stdin=slave, stdout=out, stderr=slave)
        os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self, seconds: float = AMPLE) -> str:
        """Wait for what it says next; empty where it is quiet for so long, or has ended."""
        if not select.select([self._master], [], [], seconds)[0]:
            return ""
        try:
            piece = os.read(self._master, 65536)
        except OSError:
            piece = b""
        # What is read may end in the middle of a sign.
        text = self._decoder.decode(piece, final=not piece)
        self.said += text
        return text

    def until(self, wanted: str | re.Pattern[str]) -> None:
        """Read until it has said what is wanted, behind what was wanted before."""
        pattern = re.compile(re.escape(wanted)) if isinstance(wanted, str) else wanted
        ends = time.monotonic() + AMPLE
        while (found := pattern.search(self.said, self._seen)) is None:
            left = ends - time.monotonic()
            assert left > 0, f"it never said “{pattern.pattern}”: {self.said}"
            assert self.read(left), f"it ended without “{pattern.pattern}”: {self.said}"
        self._seen = found.end()

    def types(self, keys: str) -> None:
        """Type."""
        os.write(self._master, keys.encode())

    def ends(self) -> int:
        """Read to the end; return the exit status."""
        while self.read():
            pass
        return self.child.wait(timeout=AMPLE)

    @property
    def value(self) -> dict[str, Any]:
        """The JSON value on the last line of standard output, which goes elsewhere."""
        self._out.seek(0)
        found: dict[str, Any] = json.loads(self._out.read().decode().splitlines()[-1])
        return found

    def lines(self) -> list[str]:
        """Return what stands there in the end: what was drawn over is gone."""
        rows: list[str] = [""]
        text = _CURSOR.sub("", _SGR.sub("", self.said))
        for piece in re.findall(r"\x1b\[1A|\x1b\[2K|\r|\n|[^\x1b\r\n]+", text):
            match piece:
                case "\n":
                    rows.append("")
                case "\r":
                    pass
                case "\x1b[2K":
                    rows[-1] = ""
                case "\x1b[1A":
                    rows.pop()
                case _:
                    rows[-1] += piece
        return rows

    def close(self) -> None:
        """Let go of it."""
        self.child.send_signal(signal.SIGKILL)
        self.child.wait(timeout=AMPLE)
        os.close(self._master)
        self._out.close()
