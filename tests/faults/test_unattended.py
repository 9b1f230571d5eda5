"""Debates that nobody watches, at a provider that fails now and then; on a virtual clock."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from app.engine.retry import RetryPolicy
from app.gateway.hosted import HostedGateway
from app.gateway.throttle import Throttle
from app.services.drive import drive
from app.services.unattended import PATIENCE, AnswerPlan
from tests.faults.catalogue import FAULTS
from tests.faults.debating import begin, failures, finished, of, panel
from tests.faults.server import Act, Asked, FaultServer
from tests.support.clocks import ManualClock
from tests.support.desk import desk

pytestmark = pytest.mark.loopback
BETWEEN = sum(RetryPolicy().base * 2.0**n for n in range(RetryPolicy().retries))
"""Seconds between the first and the last try of one call."""


def on(clock: ManualClock, gateway: HostedGateway) -> HostedGateway:
    """Let a gateway run by a clock."""
    gateway.clock, gateway.throttle = clock, Throttle(clock)
    return gateway


def plan() -> AnswerPlan:
    """Return a plan of its own: it keeps count."""
    return AnswerPlan(approve="all")


def failing(server: FaultServer, share: float, seed: int) -> None:
    """Let every request fail with a 500 at a probability."""
    chance, default = Random(seed), server.script

    def script(asked: Asked) -> Act:
        return FAULTS["status-500"].make(asked.dialect) if chance.random() < share else default(asked)

    server.script = script


async def test_a_provider_that_is_down_for_half_a_minute_ends_no_debate(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    clock = ManualClock()
    waits: list[float] = []
    async with desk(tmp_path, gateway=on(clock, gateway), clock=clock) as table:
        session = await begin(table, panel(server, Ann="status-500~6", Bob="status-502~6"))
        state = await drive(table.sessions, table.review, session, plan(), on_wait=waits.append)
        records = await table.sessions.records(session)
    assert state == "finished"
    assert waits == [PATIENCE[0]]
    assert failures(records) == {("Ann", "server_error"): 6, ("Bob", "server_error"): 6}
    assert not of(records, "seat_absent")


async def test_a_run_that_fails_has_tried_for_its_time_and_resume_asks_again(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    clock = ManualClock()
    down = {"is": True}
    default = server.script
    server.script = lambda asked: FAULTS["status-500"].make(asked.dialect) if down["is"] else default(asked)
    async with desk(tmp_path, gateway=on(clock, gateway), clock=clock) as table:
        session = await begin(table, panel(server, Ann="good", Bob="good"))
        began = clock.now()
        assert await table.drive(session, plan()) == "failed"
        assert (clock.now() - began) / 1e6 >= (len(PATIENCE) + 1) * BETWEEN + sum(PATIENCE)
        asked = len(server.asked)
        down["is"] = False
        # The advice after a failure is to resume: that alone must ask again.
        assert await table.drive(session, AnswerPlan(approve="all", resumed=True)) == "finished"
        assert len(server.asked) > asked
        records = await table.sessions.records(session)
    assert finished(records)["degradation"] == []


async def test_what_is_known_to_last_is_not_asked_again_and_again(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    clock = ManualClock()
    waits: list[float] = []
    told = {"error": {"message": "model requires more system memory (8.4 GiB) than is available (5.6 GiB)"}}
    refused = Act([json.dumps(told).encode()], 500, {"content-type": "application/json"}, "length")
    server.script = lambda asked: refused
    async with desk(tmp_path, gateway=on(clock, gateway), clock=clock) as table:
        session = await begin(table, panel(server, Ann="good", Bob="good"))
        state = await drive(table.sessions, table.review, session, plan(), on_wait=waits.append)
        records = await table.sessions.records(session)
    assert (state, waits) == ("failed", [])
    assert failures(records) == {("Ann", "server_error"): 1, ("Bob", "server_error"): 1}


@pytest.mark.parametrize(
    ("share", "debates"),
    [
        (0.05, 3),
        (0.25, 3),
        pytest.param(0.05, 12, marks=pytest.mark.nightly),
        pytest.param(0.25, 12, marks=pytest.mark.nightly),
    ],
)
async def test_debates_finish_at_a_server_that_fails_now_and_then(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer, share: float, debates: int
) -> None:
    failing(server, share, seed=int(share * 100))
    for number in range(debates):
        clock = ManualClock()
        async with desk(tmp_path / str(number), gateway=on(clock, gateway), clock=clock) as table:
            session = await begin(table, panel(server, Ann="good", Bob="good", Cy="good"), max_rounds=2)
            state = await table.drive(session, plan())
            records = await table.sessions.records(session)
        tries = Counter(str(body["seat"]) + str(body["purpose"]) for body in of(records, "call_asked"))
        assert state == "finished", failures(records)
        if share < 0.1:
            assert not of(records, "seat_absent"), tries
        for absent in of(records, "seat_absent"):
            # Nobody was left out before all tries were made.
            mine = sum(n for (seat, _), n in failures(records).items() if seat == absent["seat"])
            assert mine > RetryPolicy().retries
