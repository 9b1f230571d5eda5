"""Many calls through one host: nothing grows, nothing is left open, and the key is in no log."""

from __future__ import annotations

import asyncio
import gc
import logging

import psutil
import pytest

from app.engine.ports import Completed, Failed
from app.gateway.hosted import HostedGateway
from tests.faults.asking import end, request
from tests.faults.server import Act, FaultServer
from tests.faults.speaking import DIALECTS, Said
from tests.faults.speaking import events as spoken

pytestmark = pytest.mark.loopback
MOST_GROWTH = 20 * 2**20
CALLS, CALLS_NIGHTLY = 150, 1000


async def soak(gateway: HostedGateway, server: FaultServer, calls: int) -> None:
    """Make calls of every kind and end, eight at once; memory, descriptors and threads must stay."""
    server.script = lambda asked: Act(
        spoken(asked.dialect, Said("A sentence of an answer. " * 80, pieces=20)),
        cut_at=9 if asked.model.startswith("cut") else None,
    )

    async def some(first: int, number: int) -> None:
        names = ["good", "cut", "good", "status-401"]
        ends = await asyncio.gather(
            *(
                end(gateway, request(server, names[n % 4], DIALECTS[n % 4 - n % 2]), f"call-{first + n}")
                for n in range(number)
            )
        )
        assert all(isinstance(last, Completed | Failed) for last in ends)

    def figures() -> tuple[int, int, int, int]:
        gc.collect()
        pid = gateway.host_client.pid
        assert pid is not None
        host, me = psutil.Process(pid), psutil.Process()
        return host.memory_info().rss, host.num_fds(), host.num_threads(), me.num_fds()

    for first in range(0, 80, 8):
        await some(first, 8)
    await asyncio.sleep(0.3)
    before = figures()
    for first in range(80, 80 + calls, 8):
        await some(first, 8)
    await asyncio.sleep(0.3)
    after = figures()
    assert after[0] - before[0] < MOST_GROWTH, f"{(after[0] - before[0]) / 2**20:.1f} MB more"
    assert after[1] <= before[1] + 2
    assert after[2] <= before[2] + 1
    assert after[3] <= before[3] + 2


@pytest.mark.nightly
async def test_memory_descriptors_and_threads_stay_over_many_calls(
    gateway: HostedGateway, server: FaultServer
) -> None:
    await soak(gateway, server, CALLS)


@pytest.mark.nightly
async def test_a_thousand_calls_leave_nothing_behind(gateway: HostedGateway, server: FaultServer) -> None:
    await soak(gateway, server, CALLS_NIGHTLY)


async def test_the_key_is_in_no_log_also_where_everything_is_logged(
    gateway: HostedGateway, server: FaultServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    body = b'{"error": {"message": "Incorrect key: key-for-tests."}}'
    server.script = lambda asked: (
        Act([body], 401, framing="length")
        if asked.model == "no"
        else Act(spoken(asked.dialect, Said("You gave me key-for-tests.")))
    )
    for dialect in DIALECTS:
        refused = await end(gateway, request(server, "no", dialect))
        assert isinstance(refused, Failed)
        assert "key-for-tests" not in str(refused.message)
        answer = await end(gateway, request(server, "yes", dialect))
        assert isinstance(answer, Completed)
        assert answer.text == "You gave me •••."
    assert "key-for-tests" not in caplog.text
    life = gateway.host_client._life
    assert life is not None
    assert not [line for line in life.process.last_lines if "key-for-tests" in line]


async def test_a_redirect_to_another_server_is_followed_by_nothing(
    gateway: HostedGateway, server: FaultServer
) -> None:
    with FaultServer() as other:
        for status in (301, 302, 303, 307, 308):
            where = {"location": f"{other.url}/v1/chat/completions"}
            server.script = lambda _, status=status, where=where: Act([], status, where, "length")  # type: ignore[misc]
            for dialect in DIALECTS:
                failed = await end(gateway, request(server, "any", dialect))
                assert isinstance(failed, Failed)
                assert "redirects" in str(failed.message)
        assert other.connections == 0
