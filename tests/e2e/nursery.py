"""A process that has imported the program once and is forked for every life: a new one takes half a second.

It has no thread and no event loop of its own, so that a life begins as a process that was started does. One
life may be lived in the nursery itself: what it loaded and worked out, the later ones need not. Sets and
dicts of one nursery are in one order, as a process' hashes are: lives that follow each other are to come from
different ones, lest a run resumed in another order pass for sound.
"""

from __future__ import annotations

import importlib
import json
import os
import socket
import subprocess
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from app.domain import crashpoint
from tests.support.waiting import AMPLE

ROOT = Path(__file__).resolve().parents[2]


class Nursery:
    """Forks lives of `module`, which has a function `main(arguments)`; the side that asks for them."""

    def __init__(self, module: str) -> None:
        self._line, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.e2e.nursery", module, str(theirs.fileno())],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                pass_fds=(theirs.fileno(),),
            )

    def begin(
        self,
        arguments: list[str],
        environment: Mapping[str, str] = MappingProxyType({}),
        *,
        within: bool = False,
    ) -> tuple[int, int]:
        """Return the process id of a new life and the descriptor its standard output is read from.

        `environment`: variables of its own; one that names a crash point is heeded. `within`: the nursery
        lives it itself, which has no process id (0).
        """
        reading, writing = os.pipe()
        wanted = json.dumps({"arguments": arguments, "environment": dict(environment), "within": within})
        try:
            socket.send_fds(self._line, [wanted.encode()], [writing])
        finally:
            os.close(writing)
        return int(self._line.recv(32)), reading

    def ended(self, pid: int) -> int:
        """Wait for the end of a life; return its exit status, negative for a signal."""
        self._line.send(str(pid).encode())
        return int(self._line.recv(32))

    def close(self) -> None:
        """End the nursery; lives it still has go on."""
        self._line.close()
        self._process.wait(AMPLE)


def serve(module: str, line: socket.socket) -> None:
    """Fork where arguments and a descriptor come, wait where a process id comes, until nobody asks."""
    main = importlib.import_module(module).main
    within = 1
    while True:
        message, descriptors, _, _ = socket.recv_fds(line, 65536, 1)
        if not message:
            return
        if not descriptors:
            pid = int(message)
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) if pid else within
            line.send(str(status).encode())
            continue
        wanted = json.loads(message)
        pid = 0 if wanted["within"] else os.fork()
        if pid:
            os.close(descriptors[0])
            line.send(str(pid).encode())
            continue
        if not wanted["within"]:
            line.close()
            os._exit(_live(main, wanted, descriptors[0]))
        line.send(b"0")
        own = os.dup(1)
        within = _live(main, wanted, descriptors[0])
        os.dup2(own, 1)
        os.close(own)


def _live(main: Any, wanted: Mapping[str, Any], stdout: int) -> int:
    os.dup2(stdout, 1)
    os.close(stdout)
    os.environ.update(wanted["environment"])
    # It is read at a process' start.
    importlib.reload(crashpoint)
    status = 1
    try:
        main(wanted["arguments"])
        status = 0
    except BaseException:  # noqa: BLE001  a life must not go on as a second nursery
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return status


if __name__ == "__main__":
    serve(sys.argv[1], socket.socket(fileno=int(sys.argv[2])))
