"""Where the lives come from that tests kill."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle

import pytest

from tests.e2e.killing import NURSERIES
from tests.support.nursery import Nursery


@pytest.fixture(scope="session")
def born() -> Iterator[Iterator[Nursery]]:
    """Return where each next life comes from, whatever it lives: nurseries by turns."""
    with ExitStack() as stack:
        found = [Nursery() for _ in range(NURSERIES)]
        for nursery in found:
            stack.callback(nursery.close)
        yield cycle(found)
