"""Row 10 over HTTP, on a virtual clock: what is asked again by itself, how often, and after how long."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.gateway.hosted import HostedGateway
from app.gateway.throttle import Throttle
from tests.faults.catalogue import FAULTS
from tests.faults.conftest import short
from tests.faults.debating import ALL, begin, failures, of, panel
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import error_body
from tests.support.clocks import ManualClock
from tests.support.desk import desk

pytestmark = pytest.mark.loopback


async def asked_again(
    folder: Path, gateway: HostedGateway, server: FaultServer, model: str
) -> tuple[int, float, list[str]]:
    """Return how often a member's first question was asked, the seconds it took, and its calls' ends."""
    clock = ManualClock()
    if model in FAULTS and (limit := FAULTS[model].limit):
        gateway.limits = short(limit)
    gateway.clock, gateway.throttle = clock, Throttle(clock)
    async with desk(folder, gateway=gateway, clock=clock) as table:
        session = await begin(table, panel(server, Ann=model), enabled=False)
        began = clock.now()
        await table.run(session)
        took = (clock.now() - began) / 1e6
        records = await table.sessions.records(session)
        ends = [r.type for r in records if r.type in ("call_failed", "call_completed")]
        assert len(of(records, "call_asked")) == len(server.asked)
        return sum(asked.model == model for asked in server.asked), took, ends


@pytest.mark.parametrize(
    "fault",
    [
        "status-503",
        "status-529",
        "status-429",
        "overloaded-event",
        "status-500",
        "status-502",
        "hang-up",
        "only-the-first-event",
    ],
)
async def test_a_safe_fault_is_asked_again_after_growing_waits_and_every_time_is_recorded(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer, fault: str
) -> None:
    assert FAULTS[fault].retried
    count, took, ends = await asked_again(tmp_path, gateway, server, f"{fault}~2")
    assert count == 3
    assert ends[:3] == ["call_failed", "call_failed", "call_completed"]
    # One second, then two.
    assert took >= 3.0


async def test_three_retries_are_the_most(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    count, took, ends = await asked_again(tmp_path, gateway, server, "status-503")
    assert (count, ends) == (4, ["call_failed"] * 4)
    assert 7.0 <= took < 8.0


@pytest.mark.parametrize(
    "fault",
    [
        "status-401",
        "status-429-quota",
        "status-501",
        "clean-close",
        "stall-in-the-middle",
        "status-400",
        "error-event",
    ],
)
async def test_an_unsafe_fault_is_never_asked_again_by_itself(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer, fault: str
) -> None:
    count, _, ends = await asked_again(tmp_path, gateway, server, fault)
    assert (count, ends) == (1, ["call_failed"])


def busy_once(server: FaultServer, later: str) -> None:
    """Let the server ask to be left alone at the first question to its busy model."""

    def script(one: Asked) -> Act:
        if one.number == 0 and one.model == "busy":
            body = error_body(one.dialect, 429, "rate_limit_error", "Slow down.")
            return Act([body], 429, {"retry-after": later}, "length")
        return default(one)

    default, server.script = server.script, script


@pytest.mark.parametrize(("asked", "waited"), [("5", 5.0), ("60", 60.0), ("0", 0.0)])
async def test_retry_after_is_kept_to(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer, asked: str, waited: float
) -> None:
    busy_once(server, asked)
    count, took, ends = await asked_again(tmp_path, gateway, server, "busy")
    assert count == 2
    assert ends[:2] == ["call_failed", "call_completed"]
    assert waited <= took < waited + 1.0


@pytest.mark.parametrize(("asked", "shown_wait"), [("3600", "60 minutes"), ("86400", "24 hours")])
async def test_a_provider_that_asks_for_more_than_a_minute_is_asked_once_and_its_wish_is_told(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer, asked: str, shown_wait: str
) -> None:
    busy_once(server, asked)
    clock = ManualClock()
    gateway.clock, gateway.throttle = clock, Throttle(clock)
    async with desk(tmp_path, gateway=gateway, clock=clock) as table:
        session = await begin(table, panel(server, Ann="busy"), enabled=False)
        assert await table.run(session) == "waiting"
        (failed,) = of(await table.sessions.records(session), "call_failed")
    assert shown_wait in failed["message"]
    assert [one.model for one in server.asked] == ["busy"]


async def test_two_members_that_fail_for_a_moment_do_not_end_a_debate(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    clock = ManualClock()
    gateway.clock, gateway.throttle = clock, Throttle(clock)
    async with desk(tmp_path, gateway=gateway, clock=clock) as table:
        session = await begin(table, panel(server, Ann="status-500~2", Bob="hang-up~3"))
        assert await table.drive(session, ALL) == "finished"
        records = await table.sessions.records(session)
    assert not of(records, "seat_absent")
    assert failures(records) == {("Ann", "server_error"): 2, ("Bob", "connection"): 3}


async def test_a_server_that_is_not_there_is_tried_again_for_nothing_was_sent(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    clock = ManualClock()
    gateway.clock, gateway.throttle = clock, Throttle(clock)
    update = {"approved": ("http://127.0.0.1:9",), "variables": {"http://127.0.0.1:9": ("TEST_KEY",)}}
    table = gateway.table().model_copy(update=update)
    gateway.table = lambda: table
    team = panel(server, Ann="good")
    seats = tuple(s.model_copy(update={"base_url": "http://127.0.0.1:9/v1"}) for s in team.members)
    async with desk(tmp_path, gateway=gateway, clock=clock) as open_desk:
        session = await begin(open_desk, team.model_copy(update={"members": seats}), enabled=False)
        assert await open_desk.run(session) == "waiting"
        failed = of(await open_desk.sessions.records(session), "call_failed")
    assert [(one["kind"], one["sent"]) for one in failed] == [("connection", False)] * 4
    assert server.asked == []
