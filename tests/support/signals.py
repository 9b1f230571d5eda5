"""Signals as a terminal's program has them, whatever the tests were started from."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def as_in_a_terminal(*numbers: signal.Signals) -> Iterator[None]:
    """Let what is started within hear these signals.

    What a shell has ignored for the tests (`nohup`, a job in the background) a child would inherit.
    """
    before = {one: signal.signal(one, signal.SIG_DFL) for one in numbers}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
