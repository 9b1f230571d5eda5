"""One model host for many tests: its import takes seconds."""

from __future__ import annotations

from app.bootstrap import build
from app.gateway.desk import ProviderDesk
from app.gateway.host_client import HostClient
from app.services.core import Services


class SharedHostClient(HostClient):
    """Closed by the last test of a run, not by the first."""

    async def close(self) -> None:
        """Stay open for the next test."""

    async def end(self) -> None:
        """End the host."""
        await super().close()


def build_over(host_client: HostClient) -> Services:
    """Wire the program, quick and over a host that others share."""
    made = build(council_step=0.0)
    desk = made.providers.desk
    assert isinstance(desk, ProviderDesk)
    desk.hosted.host_client = host_client
    return made
