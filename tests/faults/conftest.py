"""A server and a gateway for each test, over the one model host of a run."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from app.gateway.host_client import HostClient
from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.gateway.protocol import Limits
from app.settings.providers import ProviderTable
from app.store.clock import SystemClock
from tests.faults.server import FaultServer
from tests.support.pace import PACE
from tests.support.waiting import AMPLE


@pytest.fixture
def server() -> Iterator[FaultServer]:
    """Return a server that does what a model's name says."""
    with FaultServer() as running:
        yield running


SHORT: dict[str, float] = {
    name: round(PACE * seconds, 1) for name, seconds in (("first_byte", 0.8), ("idle", 0.8), ("total", 1.5))
}
"""Seconds of the limits that a test waits for, by their names in `Limits`."""


def ample(_: float) -> Limits:
    """Return limits that no answer reaches, however busy the machine is."""
    return Limits(total=AMPLE, first_byte=AMPLE, idle=AMPLE, bytes=2**20)


def short(name: str) -> Callable[[float], Limits]:
    """Return limits of which one alone is reached: what it does not end has all the time it takes."""
    chosen: dict[str, Any] = {name: SHORT[name]}
    return lambda total: replace(ample(total), **chosen)


@pytest.fixture
async def gateway(host_client: HostClient, server: FaultServer) -> AsyncIterator[HostedGateway]:
    """Return a gateway to the host; the server is approved and has a key."""
    places = (server.url, "https://api.openai.com")
    table = ProviderTable(approved=(server.url,), variables=dict.fromkeys(places, ("TEST_KEY",)))
    keys = Keys({"TEST_KEY": "key-for-tests"})
    found = HostedGateway(keys, SystemClock(), lambda: table, host_client, ample)
    yield found
    await found.close()
