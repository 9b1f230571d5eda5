"""The program in this process, and where the lives come from that tests kill."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from itertools import cycle

import pytest

from app.bootstrap import build
from app.services.core import Core
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


@pytest.fixture
async def core() -> AsyncIterator[Core]:
    """Return the program in the folders of the test, whose offline council takes no time."""
    found = build(council_step=0.0)
    yield found
    await found.close()
