"""A server of others for each file of tests, and a gateway that may ask it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.gateway.host_client import HostClient
from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.settings.providers import ProviderTable
from app.store.clock import SystemClock
from tests.faults.conftest import ample
from tests.thirdparty import installing
from tests.thirdparty.served import (
    KEY,
    Aimock,
    Proxy,
    Served,
    running_aimock,
    running_proxy,
    running_small_model,
)


@pytest.fixture(scope="session")
def installed_aimock() -> Path:
    """Return the file of aimock; what cannot be installed is tried once in a run."""
    return installing.aimock()


@pytest.fixture(scope="module")
def _aimock(installed_aimock: Path) -> Iterator[Aimock]:
    with running_aimock(installed_aimock) as server:
        yield server


@pytest.fixture
def server(_aimock: Aimock) -> Aimock:
    """Return aimock, which has been asked nothing yet and fails in nothing."""
    _aimock.reset()
    return _aimock


@pytest.fixture(scope="session")
def installed_proxy() -> Path:
    """Return the command of LiteLLM's proxy."""
    return installing.litellm_proxy()


@pytest.fixture(scope="module")
def small_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server with a small model that answers one call at a time."""
    with running_small_model(installing.small_model(), tmp_path_factory.mktemp("small") / "log") as server:
        yield server


@pytest.fixture(scope="module")
def proxy(
    _aimock: Aimock, installed_proxy: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    """Return LiteLLM's proxy in front of aimock."""
    with running_proxy(installed_proxy, _aimock, tmp_path_factory.mktemp("proxy")) as running:
        yield running


@pytest.fixture
def asked_server(server: Aimock) -> Served:
    """Return the server that the gateway may ask."""
    return server


@pytest.fixture
async def gateway(host_client: HostClient, asked_server: Served) -> AsyncIterator[HostedGateway]:
    """Return a gateway to the host; the server is approved and has a key."""
    table = ProviderTable(approved=(asked_server.url,), variables={asked_server.url: ("TEST_KEY",)})
    keys = Keys({"TEST_KEY": KEY})
    found = HostedGateway(
        keys, SystemClock(), lambda: table, host_client, lambda total: replace(ample(total), bytes=2**26)
    )
    yield found
    await found.close()
