"""A process that has imported the program once and is forked for every life: a new one takes half a second.

It has no thread and no event loop of its own, so that a life begins as a process that was started does. One
life may be lived in the nursery itself: what it loaded and worked out, the later ones need not. Sets and
dicts of one nursery are in one order, as a process' hashes are: lives that follow each other are to come from
different ones, lest a run resumed in another order pass for sound.
"""

from __future__ import annotations

import atexit
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from app.domain import crashpoint
from tests.support.waiting import AMPLE

ROOT = Path(__file__).resolve().parents[2]
LIFE = "tests.support.command_life"


class Nursery:
    """Forks lives of modules that have a function `main(arguments)`; the side that asks for them."""

    def __init__(self, **variables: str) -> None:
        """`variables`: what its own process is started with, such as a library that is to be loaded."""
        self._line, theirs = socket.socketpair()
        self._asking = threading.Lock()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.support.nursery", str(theirs.fileno())],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )

    def begin(
        self,
        module: str,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        streams: Mapping[int, int],
        *,
        within: bool = False,
    ) -> int:
        """Return the process id of a new life; it leads a session, and owns the terminal that it reads.

        `environment`: all its variables; one that names a crash point is heeded. `streams`: its standard
        streams that are not the nursery's, and which descriptors they are here. `within`: the nursery lives
        it itself, which has no process id (0).
        """
        wanted = {
            "module": module,
            "arguments": arguments,
            "environment": dict(environment),
            "streams": list(streams),
            "within": within,
        }
        with self._asking:
            socket.send_fds(self._line, [json.dumps(wanted).encode()], list(streams.values()))
            return int(self._line.recv(32))

    def ended(self, pid: int) -> int | None:
        """Return the exit status of a life, negative for a signal, None where it goes on."""
        with self._asking:
            self._line.send(str(pid).encode())
            said = self._line.recv(32).decode()
        return None if said == "alive" else int(said)

    def wait(self, pid: int, seconds: float = AMPLE) -> int:
        """Wait for the end of a life; return its exit status."""
        until = time.monotonic() + seconds
        while (status := self.ended(pid)) is None:
            assert time.monotonic() < until, "it does not end"
            time.sleep(0.002)
        return status

    def close(self) -> None:
        """End the nursery; lives it still has go on."""
        self._line.close()
        self._process.wait(AMPLE)


@cache
def commands() -> Nursery:
    """Return where the commands of all tests of this process come from."""
    found = Nursery()
    atexit.register(found.close)
    return found


class Command:
    """`python -m app` with these arguments, as far as anybody sees: it was only not read anew.

    `life`: another module that lives it. A stream that is not named is the null device. Where the start is
    what is looked at, or what a process inherits, there is nothing for it but one that is started.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        life: str = LIFE,
        nursery: Nursery | None = None,
        **streams: int,
    ) -> None:
        self._nursery = nursery or commands()
        self.returncode: int | None = None
        null = os.open(os.devnull, os.O_RDWR)
        try:
            given = {at: streams.get(name, null) for at, name in enumerate(("stdin", "stdout", "stderr"))}
            self.pid = self._nursery.begin(life, list(arguments), environment, given)
        finally:
            os.close(null)

    def poll(self) -> int | None:
        """Return the exit status, None where it goes on."""
        if self.returncode is None:
            self.returncode = self._nursery.ended(self.pid)
        return self.returncode

    def wait(self, timeout: float = AMPLE) -> int:
        """Wait for its end; return the exit status."""
        if self.returncode is None:
            self.returncode = self._nursery.wait(self.pid, timeout)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it unless it has ended."""
        self.send_signal(signal.SIGKILL)


def serve(line: socket.socket) -> None:
    """Fork where descriptors come, tell of an end where a process id comes, until nobody asks."""
    within = 1
    while True:
        message, descriptors, _, _ = socket.recv_fds(line, 1 << 20, 3)
        if not message:
            return
        if not descriptors:
            line.send(_end(int(message), within))
            continue
        wanted = json.loads(message)
        main = importlib.import_module(wanted["module"]).main
        pid = 0 if wanted["within"] else os.fork()
        if pid:
            for one in descriptors:
                os.close(one)
            line.send(str(pid).encode())
        elif wanted["within"]:
            line.send(b"0")
            within = _lived_within(main, wanted, descriptors)
        else:
            line.close()
            os.setsid()
            _enter(wanted, descriptors)
            # As any program ends: with all that Python does at the end.
            sys.exit(main(wanted["arguments"]))


def _end(pid: int, within: int) -> bytes:
    if not pid:
        return str(within).encode()
    found, status = os.waitpid(pid, os.WNOHANG)
    return str(os.waitstatus_to_exitcode(status)).encode() if found else b"alive"


def _enter(wanted: Mapping[str, Any], descriptors: Sequence[int]) -> None:
    for at, one in zip(wanted["streams"], descriptors, strict=True):
        os.dup2(one, at)
        os.close(one)
    os.environ.clear()
    os.environ.update(wanted["environment"])
    sys.path[:0] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    # It is read at a process' start.
    importlib.reload(crashpoint)
    if 0 in wanted["streams"]:
        if os.isatty(0):
            # Who opens a terminal first owns it: without an owner Ctrl-C is a key like any other.
            os.close(os.open(os.ttyname(0), os.O_RDWR))
        sys.stdin, sys.stdout, sys.stderr = (_stream(at) for at in range(3))


def _stream(at: int) -> Any:
    """Open a standard stream as Python does at a process' start."""
    mode, errors = ("r" if at == 0 else "w"), ("backslashreplace" if at == 2 else "strict")
    lines = at == 2 or os.isatty(at)
    return open(at, mode, 1 if lines else -1, encoding="utf-8", errors=errors, closefd=False)


def _lived_within(main: Any, wanted: Mapping[str, Any], descriptors: Sequence[int]) -> int:
    own = os.dup(1)
    _enter(wanted, descriptors)
    try:
        main(wanted["arguments"])
        return 0
    except BaseException:  # noqa: BLE001  the nursery lives on
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        os.dup2(own, 1)
        os.close(own)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
