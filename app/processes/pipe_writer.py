"""Writing to a pipe without ever waiting for whoever reads it.

What the pipe takes at once is written by the caller itself: a thread between them costs every frame two
changes of threads, and each waits until nobody computes. The rest follows from a thread, in order.
"""

from __future__ import annotations

import os
import queue
import select
import sys
import threading
from collections.abc import Callable

DIRECT = sys.platform != "win32"
"""Whether a pipe can be asked what it takes. Where it cannot, everything is written by the thread."""


class PipeWriter:
    """Owns the writing end of a pipe; may be used from any thread.

    `broken` is called in the thread that finds nobody reading any more, and nothing is written from then on.
    """

    def __init__(self, descriptor: int, name: str, broken: Callable[[], None] = lambda: None) -> None:
        self._descriptor, self._broken = descriptor, broken
        self._queue: queue.SimpleQueue[tuple[bytes, Callable[[], object] | None] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._waiting = 0
        self._over = False
        if DIRECT:
            os.set_blocking(descriptor, False)
        self._thread = threading.Thread(target=self._follow, name=name, daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Bytes that the pipe has not taken yet."""
        return self._waiting

    def write(self, data: bytes, then: Callable[[], object] | None = None) -> bool:
        """Write soon; tell whether all of it is in the pipe. Where it is not, `then` is called once it is.

        `then` runs in the thread that writes.
        """
        with self._lock:
            if DIRECT and not self._waiting:
                data = data[self._taken(data) :]
                if not data:
                    return True
            self._waiting += len(data)
            # Within the lock: what comes behind it must not overtake it.
            self._queue.put((data, then))
        return False

    def close(self) -> None:
        """Close the pipe behind all that waits; returns at once."""
        self._queue.put(None)

    def join(self, seconds: float) -> None:
        """Wait until it is closed."""
        self._thread.join(seconds)

    def _taken(self, data: bytes | memoryview) -> int:
        """Return how many bytes the pipe takes now; all of them where nobody reads: they are gone."""
        try:
            return len(data) if self._over else os.write(self._descriptor, data)
        except BlockingIOError:
            return 0
        except OSError:
            self._over = True
            self._broken()
            return len(data)

    def _follow(self) -> None:
        while (item := self._queue.get()) is not None:
            data, then = item
            left = memoryview(data)
            while left:
                self._until_it_takes_some()
                left = left[self._taken(left) :]
            with self._lock:
                self._waiting -= len(data)
            if then is not None:
                then()
        with self._lock:
            # Its number may be another file's from now on.
            self._over = True
            os.close(self._descriptor)

    def _until_it_takes_some(self) -> None:
        if DIRECT:
            # Not `select`: it knows no descriptor above 1023.
            ready = select.poll()
            ready.register(self._descriptor, select.POLLOUT)
            ready.poll()
