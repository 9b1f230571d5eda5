"""Reports of crashes: kept on this computer, offered at the next start, sent nowhere.

A report holds the versions, and the tracebacks of what nobody expected; no texts of sessions, no values of
variables. A crash of the interpreter itself is written by `faulthandler`.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import sys
import threading
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TextIO

from app.domain.private import make_private
from app.services.bug_reports import PREFIX, head, without_secrets
from app.ui.startup.libraries import library_in

_RUNNING = "running-"
_KEPT = "kept-"
MOST = 10
"""Reports kept; older ones go."""
LARGEST = 256 * 1024
"""Bytes of one report: a fault that repeats for ever must not fill the disk."""


class CrashReports:
    """The reports of one data folder; while entered, unexpected errors are written to one."""

    def __init__(self, data: Path, version: str) -> None:
        self._folder = data / "crashes"
        self._version = version
        self._path: Path | None = None
        self._file: TextIO | None = None
        self._start = 0
        self.happened: Callable[[], object] | None = None
        """Called after something nobody expected, in the window's thread: what was wanted was not done."""
        self._hook: Callable[..., object] = sys.excepthook
        self._thread_hook = threading.excepthook
        self._handler = _Handler(self.write)

    def __enter__(self) -> CrashReports:
        """Watch this process. Where the folder cannot be written to, nothing is watched."""
        try:
            make_private(self._folder)
            self._settle()
            path = self._folder / f"{_RUNNING}{datetime.now(UTC):%Y%m%dT%H%M%S}-{os.getpid()}.txt"
            self._file = path.open("w", encoding="utf-8")
            path.chmod(0o600)
        except OSError:
            return self
        self._path = path
        self._file.write(head(self._version))
        self._file.flush()
        self._start = self._file.tell()
        faulthandler.enable(self._file)
        sys.excepthook = self._on_error
        threading.excepthook = self._on_thread_error
        logging.getLogger().addHandler(self._handler)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop watching; a report with nothing in it goes."""
        if self._file is None or self._path is None:
            return
        if error is not None and not _expected(error):
            self.write("".join(traceback.format_exception(error)))
        logging.getLogger().removeHandler(self._handler)
        sys.excepthook, threading.excepthook = self._hook, self._thread_hook
        faulthandler.disable()
        self._file.close()
        self._file = None
        self._settle()

    def write(self, text: str) -> None:
        """Add an entry to this run's report, the person's own secrets taken out."""
        if self._file is None or self._file.tell() > LARGEST:
            return
        shown = without_secrets(text).rstrip()
        self._file.write(f"\n{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC\n{shown}\n")
        self._file.flush()

    def pending(self) -> list[Path]:
        """Return the reports of earlier runs, newest first."""
        return sorted(self._folder.glob(f"{PREFIX}*.txt"), reverse=True) if self._folder.is_dir() else []

    def keep(self, path: Path) -> None:
        """Keep a report the person has seen, and offer it no more."""
        path.rename(path.with_name(path.name.replace(PREFIX, _KEPT, 1)))

    def delete(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def _settle(self) -> None:
        """Make reports of what ended runs left, and drop those in which nothing happened."""
        for path in self._folder.glob(f"{_RUNNING}*.txt"):
            if path.read_text(encoding="utf-8", errors="replace").count("\n") <= 1:
                path.unlink(missing_ok=True)
            else:
                path.rename(path.with_name(path.name.replace(_RUNNING, PREFIX, 1)))
        for old in self.pending()[MOST:]:
            old.unlink(missing_ok=True)

    def _on_error(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            self.write("".join(traceback.format_exception(kind, error, trace)))
            if self.happened is not None and threading.current_thread() is threading.main_thread():
                self.happened()
        self._hook(kind, error, trace)

    def _on_thread_error(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            self.write("".join(traceback.format_exception(arguments.exc_value)))
        self._thread_hook(arguments)


class _Handler(logging.Handler):
    """Takes what is logged as an error with a traceback: bugs that something above has survived."""

    def __init__(self, write: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._write = write

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            trace = "".join(traceback.format_exception(record.exc_info[1]))
            self._write(f"{record.name}: {record.getMessage()}\n{trace}")


def _expected(error: BaseException) -> bool:
    """Tell whether a run may end so: somebody ended it, or the machine lacks a library, which is named."""
    lacks = isinstance(error, ImportError) and bool(library_in(str(error)))
    return lacks or isinstance(error, SystemExit | KeyboardInterrupt)
