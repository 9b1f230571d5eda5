"""A server and a gateway for each test, over the one model host of a run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.gateway.lifeline import Lifeline
from app.gateway.protocol import Limits
from app.settings.providers import ProviderTable
from app.store.clock import SystemClock
from tests.faults.server import FaultServer


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
