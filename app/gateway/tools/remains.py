"""Ending a server with all it started, also what left its process group.

On Linux whoever loses its parent becomes a child of this process (`adopt`), where it is found and killed;
elsewhere the process group is what there is. A host stands guard over itself (`stand_guard`): it is two
processes, so that whichever of them is killed, the other one is left to end what was started.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from app.processes.child import kill_group

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""From linux/prctl.h."""
_MOST_PASSES = 20
"""Looks for what is left: who starts others faster than they are killed is left to the system."""


def adopt() -> None:
    """Become the parent of all that this process's children leave behind; where it cannot be, nothing."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def dies_with_this() -> Callable[[], None] | None:
    """Return what a new process does before it becomes its program, so that it is killed when this one is.

    For where host and guard are killed at once; what that program starts itself is not tied so. None
    elsewhere than on Linux. To be called in the thread that starts it, which has to live as long.
    """
    if sys.platform != "linux":
        return None
    parent, libc = os.getpid(), ctypes.CDLL(None)

    def tie() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            # It was killed before that.
            os.kill(os.getpid(), signal.SIGKILL)

    return tie


def stand_guard(lost: Callable[[], object]) -> None:
    """Become two processes: the new one returns and goes on, this one waits and ends what that one leaves.

    To be called before there are threads. `lost` is called, before everything ends, in the one that goes on
    where the other one was killed. Elsewhere than on Linux there is one process.
    """
    if sys.platform != "linux":
        return
    adopt()
    watched, held = os.pipe()
    inner = os.fork()
    if inner:
        os.close(watched)
        _, status = os.waitpid(inner, 0)
        Remains(os.getpid()).kill_below()
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    os.close(held)
    adopt()

    def watch() -> None:
        # Nothing is ever written: its end is the end of the guard.
        with contextlib.suppress(OSError):
            os.read(watched, 1)
        Remains(os.getpid()).kill_below()
        lost()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Remains:
    """What a server is and what it started."""

    def __init__(self, leader: int) -> None:
        self._leader = leader

    def kill(self) -> None:
        """Kill the group, and what of it has gone its own way."""
        if sys.platform == "win32":
            with contextlib.suppress(OSError):
                os.kill(self._leader, signal.SIGTERM)
        kill_group(self._leader)
        self.kill_below()

    def kill_below(self) -> None:
        """Kill all below this process.

        One that loses its parent while the list is read hangs below nobody: to find none once is no proof.
        """
        found_none = 0
        for _ in range(_MOST_PASSES if sys.platform == "linux" else 0):
            left = _below(os.getpid())
            for one in left:
                with contextlib.suppress(OSError):
                    os.kill(one, signal.SIGKILL)
            found_none = 0 if left else found_none + 1
            if found_none == 2:
                break


def _below(top: int) -> list[int]:
    """Return the processes below one, from what the system lists; those that are gone already are none."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError, ValueError, IndexError):
            # Behind the name in brackets, which may hold anything: state, parent.
            state, parent = (entry / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[:2]
            if state not in ("Z", "X"):
                parents[int(entry.name)] = int(parent)
    found, edge = list[int](), {top}
    while edge:
        edge = {one for one, parent in parents.items() if parent in edge}
        found += edge
    return found
