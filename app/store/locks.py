"""Locks of files: held by a process while it lives, whatever it dies of."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock


def take_lock(path: Path, mode: int = 0o600) -> BaseFileLock | None:
    """Take a lock at once, None where it is held; any thread may let go of it. Raises OSError."""
    # Late for start-up cost: the window lists sessions before it locks any.
    from filelock import FileLock, Timeout

    lock = FileLock(str(path), timeout=0, mode=mode, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return None
    return lock


def is_locked(path: Path) -> bool:
    """Tell whether a process that lives holds a lock. Raises OSError."""
    lock = take_lock(path)
    if lock is not None:
        lock.release()
    return lock is None
