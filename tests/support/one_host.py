"""One model host for many tests: its import takes seconds."""

from __future__ import annotations

import asyncio

from app.bootstrap import build
from app.gateway.host_client import HostClient
from app.gateway.provider_gateway import HostedProviders
from app.services.core import Core


class SharedHostClient(HostClient):
    """Closed by the last test of a run, not by the first."""

    async def close(self) -> None:
        """Stay open for the next test; a question whether it still serves is answered in this one."""
        if self._life is not None and self._life.doubted is not None:
            await asyncio.gather(self._life.doubted)

    async def end(self) -> None:
        """End the host."""
        await super().close()


def build_over(host_client: HostClient) -> Core:
    """Wire the program, quick and over a host that others share."""
    core = build(council_step=0.0)
    desk = core.providers.desk
    assert isinstance(desk, HostedProviders)
    desk.hosted.host_client = host_client
    return core
