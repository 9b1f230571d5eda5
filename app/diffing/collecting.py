"""Hold the garbage collector back while a long diff runs.

A diff makes hundreds of thousands of small tuples and no cycle. Collections that they set off find nothing,
take half of the time, and stop every other thread meanwhile, the window's among them.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

LONG = 50_000
"""Characters of both texts together from which on it is worth while."""

_lock = threading.Lock()
_holding = {"runs": 0, "was_on": False}


@contextmanager
def no_collections(characters: int) -> Iterator[None]:
    """Switch the collector off for a long diff; diffs at once or inside one another switch it on once."""
    if characters < LONG:
        yield
        return
    with _lock:
        if not _holding["runs"]:
            _holding["was_on"] = gc.isenabled()
            gc.disable()
        _holding["runs"] += 1
    try:
        yield
    finally:
        with _lock:
            _holding["runs"] -= 1
            if not _holding["runs"] and _holding["was_on"]:
                gc.enable()
