"""The model host as a child process, seen from the parent: start it, write frames, hand on what comes back.

Rules: its environment is chosen, not inherited: no key is in it; it ends when its standard input closes, so
it never outlives this process; frames are read in a thread: a busy window holds nothing up; and a host that
does not read holds up nobody.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.gateway.pipe_writer import PipeWriter
from app.gateway.protocol import BrokenFrames, Frame, FrameReader, encode
from app.resources import own_program

ARGUMENT = "--model-host"
"""Hidden argument of the program that makes it the host."""
READ_SIZE = 2**16
"""What a pipe holds; a larger buffer is made and given back for every frame."""
LAST_LINES = 20
END_SECONDS = 2.0
_KEPT = frozenset(
    {
        *(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "LANG",
            "LANGUAGE",
            "TZ",
            "TMPDIR",
            "TEMP",
            "TMP",
            "VIRTUAL_ENV",
        ),
        *("PYTHONHOME", "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "LD_LIBRARY_PATH"),
        *("SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT", "APPDATA", "LOCALAPPDATA", "USERPROFILE"),
        *("SSL_CERT_FILE", "SSL_CERT_DIR", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    }
)
"""Variables the host is given; keys and addresses of providers are none of them."""


def command(folder: Path | None = None) -> list[str]:
    """Return how this very program is started as the host, frozen or not; `folder`: for its caches."""
    return [*own_program(), ARGUMENT, *([str(folder.absolute())] if folder is not None else [])]


def environment(whole: Mapping[str, str]) -> dict[str, str]:
    """Return the host's environment."""
    kept = {n: v for n, v in whole.items() if n.upper() in _KEPT or n.upper().startswith("LC_")}
    # The host changes its folder; relative entries of the path would lead elsewhere.
    root = str(Path(__file__).resolve().parents[2])
    return {**kept, "PYTHONPATH": root, "PYTHONIOENCODING": "utf-8"}


class HostProcess:
    """One life of the host. `on_frame` and `on_end` are called in the reading thread."""

    def __init__(
        self, on_frame: Callable[[Frame], None], on_end: Callable[[], None], argv: Sequence[str]
    ) -> None:
        self._on_frame, self._on_end = on_frame, on_end
        self._argv = list(argv)
        self._process: subprocess.Popen[bytes] | None = None
        self._in: PipeWriter | None = None
        """Its standard input."""
        self._threads: list[threading.Thread] = []
        self._errors = threading.Thread(target=self._read_errors, name="model host", daemon=True)
        self._lines: deque[str] = deque(maxlen=LAST_LINES)

    @property
    def pid(self) -> int | None:
        """The child's process id, None before it is started."""
        return self._process.pid if self._process else None

    @property
    def last_lines(self) -> Sequence[str]:
        """What the host last wrote to standard error."""
        return tuple(self._lines)

    def start(self) -> None:
        """Start the child; raises OSError."""
        self._process = subprocess.Popen(
            self._argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(os.environ),
            bufsize=0,
            # An interrupt typed in a terminal goes to the whole group; the host must outlast it.
            start_new_session=sys.platform != "win32",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
            | getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert self._process.stdin is not None
        with self._process.stdin as pipe:
            self._in = PipeWriter(os.dup(pipe.fileno()), "model host")
        frames = threading.Thread(target=self._read, name="model host", daemon=True)
        self._threads = [frames, self._errors]
        for thread in self._threads:
            thread.start()

    def send(self, frame: Frame) -> None:
        """Write a frame soon; never waits. A child that is gone shows in `on_end`."""
        if self._in is not None:
            self._in.write(encode(frame))

    def end(self) -> None:
        """Close its input, which ends it; kill it where it does not. Blocks for two seconds at most."""
        process = self._process
        if process is None or self._in is None:
            return
        self._in.close()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(END_SECONDS)
        self._in.join(END_SECONDS)

    def kill(self) -> None:
        """End it at once; `on_end` follows."""
        if self._process is not None:
            self._process.kill()

    def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        reader = FrameReader()
        try:
            while data := os.read(descriptor, READ_SIZE):
                for frame in reader.feed(data):
                    self._on_frame(frame)
        except BrokenFrames:
            self._process.kill()
        finally:
            self._process.stdout.close()
            self._process.wait()
            if self._in is not None:
                self._in.close()
            # Why it ended is the last that it wrote; a child of its own may keep that pipe open.
            self._errors.join(END_SECONDS)
            self._on_end()

    def _read_errors(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        with self._process.stderr as lines:
            for line in lines:
                self._lines.append(line.decode("utf-8", "replace").rstrip()[:300])
