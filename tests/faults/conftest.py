"""One model host for all tests of a run, for its import takes seconds; a server and a gateway for each."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.gateway.lifeline import Lifeline
from app.gateway.protocol import Limits
from app.settings.providers import ProviderTable
from app.store.clock import SystemClock
from tests.faults.server import FaultServer


class SharedLifeline(Lifeline):
    """Closed by the last test of a run, not by the first."""

    async def close(self) -> None:
        """Stay open for the next test."""

    async def end(self) -> None:
        """End the host."""
        await super().close()


@pytest.fixture(scope="session")
def lifeline() -> Iterator[Lifeline]:
    """Return the way to a host that lives as long as the run."""
    found = SharedLifeline()
    yield found
    asyncio.run(found.end())


@pytest.fixture
def server() -> Iterator[FaultServer]:
    """Return a server that does what a model's name says."""
    with FaultServer() as running:
        yield running


def short(total: float) -> Limits:
    """Return limits that a test can wait for."""
    return Limits(total=min(total, 3.0), first_byte=1.5, idle=0.8, bytes=2**20)


@pytest.fixture
def gateway(lifeline: Lifeline, server: FaultServer) -> HostedGateway:
    """Return a gateway to the host; the server is approved and has a key."""
    table = ProviderTable(approved=(server.url,))
    keys = Keys({"TEST_KEY": "key-for-tests"})
    return HostedGateway(keys, SystemClock(), lambda: table, lifeline, short)
