"""A disk that says no, or a process that dies, at the n-th step that leaves a trace.

It is put under Python's own calls.

A step is opening a file to be written, a write, a flush to the disk, a rename, a removal, a folder made or
removed. Used in a process of its own: what is put in place here stays.
"""

from __future__ import annotations

import builtins
import ctypes
import errno
import io
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Kind = Literal["kill", "torn", "full", "io", "full for good"]


@dataclass(slots=True)
class Fault:
    """What happens at which step; `steps` counts those that were reached.

    `failed`: the first call that was made to fail, by its name; empty: none was.
    """

    kind: Kind
    at: int
    steps: int = 0
    failed: str = ""

    def step(self, call: str, half: Callable[[], object] | None = None, *, frees: bool = False) -> None:
        """Count a step, and fail at the chosen one.

        `half` does a part of it, as a torn write leaves one. What `frees` space works on a full disk.
        """
        self.steps += 1
        if frees and self.kind in ("full", "full for good"):
            return
        if self.steps < self.at or (self.steps > self.at and self.kind != "full for good"):
            return
        if self.kind == "torn" and half is not None:
            half()
        if self.kind in ("kill", "torn"):
            os.kill(os.getpid(), signal.SIGKILL)
        self.failed = self.failed or call
        number = errno.EIO if self.kind == "io" else errno.ENOSPC
        raise OSError(number, os.strerror(number))


@dataclass(slots=True)
class SystemFault(Fault):
    """The same below Python: at which call of the system that changes something in a folder."""

    def arm(self, folder: Path) -> None:
        """Begin to count, by the library that was preloaded into this process."""
        number = {"kill": 1, "torn": 2, "full": 3, "full for good": 3, "io": 4}[self.kind]
        lasting = self.kind == "full for good"
        ctypes.CDLL(os.environ["LD_PRELOAD"]).disk_fault_arm(str(folder).encode(), self.at, number, lasting)

    def disarm(self) -> None:
        """Keep how many calls there were and which one failed, and let those that follow alone."""
        library = ctypes.CDLL(os.environ["LD_PRELOAD"])
        self.steps = library.disk_fault_count()
        library.disk_fault_failed.restype = ctypes.c_char_p
        self.failed = library.disk_fault_failed().decode()
        library.disk_fault_arm(b"", 0, 0, 0)


class _Writing(io.FileIO):
    """A file whose writes are steps."""

    fault: Fault

    def write(self, data: Any) -> int:
        """Write, or fail."""
        self.fault.step("write", lambda: io.FileIO.write(self, bytes(data)[: len(data) // 2]))
        return super().write(data)


def install(fault: Fault) -> None:
    """Put a fault under the calls that leave traces."""
    real_open, real_fdopen, real_builtin = os.open, os.fdopen, builtins.open

    def opened(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            fault.step("open")
        return real_open(path, flags, *rest, **more)

    def wrapped(handle: int, mode: str = "r", *rest: Any, **more: Any) -> Any:
        if mode not in ("wb", "w+b", "wb+"):
            return real_fdopen(handle, mode, *rest, **more)
        raw = _Writing(handle, "w", closefd=bool(more.get("closefd", True)))
        raw.fault = fault
        return io.BufferedWriter(raw)

    def plainly(file: Any, mode: str = "r", *rest: Any, **more: Any) -> Any:
        if set(mode) & set("wax+"):
            fault.step("open")
        return real_builtin(file, mode, *rest, **more)

    os.open, os.fdopen, builtins.open = opened, wrapped, plainly  # type: ignore[assignment]
    for name in ("replace", "rename", "unlink", "remove", "mkdir", "rmdir", "fsync", "link"):
        setattr(
            os, name, _counted(fault, name, getattr(os, name), frees=name in ("unlink", "remove", "rmdir"))
        )


def _counted(fault: Fault, name: str, real: Callable[..., Any], *, frees: bool) -> Callable[..., Any]:
    def call(*args: Any, **more: Any) -> Any:
        fault.step(name, frees=frees)
        return real(*args, **more)

    return call
