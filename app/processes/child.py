"""Child process, seen from its parent: start it, tell it frames, hand on what comes back, end it.

Rules: its environment is chosen, not inherited (`child_env.chosen`); it ends when its standard input closes,
so it never outlives this process; frames are read in a thread, so that a busy window holds nothing up; and a
child that does not read holds up nobody.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from app.processes.frames import LARGEST, BrokenFrames, pack, read_frames
from app.processes.pipe_writer import PipeWriter

_LAST_LINES = 20
END_SECONDS = 2.0
UNSEEN = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Flags of a child that has no window of its own on Windows."""


def own_program(*arguments: str) -> list[str]:
    """Return what starts this very program again, frozen or not.

    `-P`: what lies in the folder that somebody works in is none of its modules.
    """
    here = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-P", "-m", "app"]
    return [*here, *arguments]


def start(
    argv: Sequence[str], env: Mapping[str, str], *, errors: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Start a child with pipes; raises OSError.

    An interrupt typed in a terminal goes to the whole group: the child has one of its own.
    """
    return subprocess.Popen(
        list(argv),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        env=dict(env),
        start_new_session=sys.platform != "win32",
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | UNSEEN,
    )


def kill_group(leader: int | None) -> None:
    """Kill what a child has started, by the number of its group, where there is one."""
    if leader is not None and sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(leader, signal.SIGKILL)


def wait_or_kill(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait until a child whose input is closed has ended, and kill one that has not; tell which."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False
    return True


class ChildProcess:
    """One life of a child that speaks in frames.

    `on_frame` and `on_end` are called in the reading thread; `on_frame` may raise BrokenFrames, which ends
    the child. `keeps_errors`: the last lines of its standard error are kept, for why it ended.
    """

    def __init__(
        self,
        name: str,
        argv: Sequence[str],
        on_frame: Callable[[bytes], None],
        on_end: Callable[[], None],
        *,
        largest: int = LARGEST,
        keeps_errors: bool = False,
    ) -> None:
        self._name, self._argv = name, list(argv)
        self._on_frame, self._on_end = on_frame, on_end
        self._largest, self._keeps_errors = largest, keeps_errors
        self._process: subprocess.Popen[bytes] | None = None
        self._in: PipeWriter | None = None
        """Its standard input."""
        self._threads: list[threading.Thread] = []
        self._errors = threading.Thread(target=self._read_errors, name=name, daemon=True)
        self._lines: deque[str] = deque(maxlen=_LAST_LINES)

    @property
    def pid(self) -> int | None:
        """The child's process id, None before it is started."""
        return self._process.pid if self._process else None

    @property
    def last_lines(self) -> Sequence[str]:
        """What the child last wrote to standard error."""
        return tuple(self._lines)

    def start(self, env: Mapping[str, str]) -> None:
        """Start the child; raises OSError."""
        errors = subprocess.PIPE if self._keeps_errors else subprocess.DEVNULL
        self._process = start(self._argv, env, errors=errors)
        assert self._process.stdin is not None
        with self._process.stdin as pipe:
            self._in = PipeWriter(os.dup(pipe.fileno()), self._name)
        # What it complains of is listened to first: who reads its frames waits for that at its end.
        self._threads = [self._errors] if self._keeps_errors else []
        self._threads.append(threading.Thread(target=self._read, name=self._name, daemon=True))
        for thread in self._threads:
            thread.start()

    def send(self, body: bytes) -> None:
        """Write a frame soon; never waits. A child that is gone shows in `on_end`."""
        if self._in is not None:
            self._in.write(pack(body))

    def end(self, seconds: float = END_SECONDS) -> bool:
        """Close its input, which ends it; kill it where it does not within `seconds`. Tell which."""
        if self._process is None or self._in is None:
            return True
        self._in.close()
        by_itself = wait_or_kill(self._process, seconds)
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(END_SECONDS)
        self._in.join(END_SECONDS)
        return by_itself

    def kill(self) -> None:
        """End it at once; `on_end` follows."""
        if self._process is not None:
            self._process.kill()

    def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            read_frames(self._process.stdout.fileno(), self._on_frame, self._largest)
        except (BrokenFrames, OSError):
            self._process.kill()
        finally:
            self._process.stdout.close()
            self._process.wait()
            if self._in is not None:
                self._in.close()
            if self._keeps_errors:
                # Why it ended is the last that it wrote; a child of its own may keep that pipe open.
                self._errors.join(END_SECONDS)
            self._on_end()

    def _read_errors(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        with self._process.stderr as lines:
            for line in lines:
                self._lines.append(line.decode("utf-8", "replace").rstrip()[:300])
