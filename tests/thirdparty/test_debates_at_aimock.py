"""Whole debates at aimock, a member in each dialect, while it fails as its chaos says; on a virtual clock."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.seats import Team
from app.engine.retry import RetryPolicy
from app.gateway.hosted import HostedGateway
from app.services.unattended import PATIENCE
from tests.faults.debating import failures, finished, of
from tests.faults.speaking import DIALECTS
from tests.thirdparty.debating import debate, seat
from tests.thirdparty.served import MODELS, Aimock

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.loopback,
]
DEBATES = 12
TRIED = (len(PATIENCE) + 1) * sum(RetryPolicy().base * 2.0**n for n in range(RetryPolicy().retries))
"""Seconds in which a run asks again, by policy, before it ends by itself; the pauses between come on top."""


def panel(server: Aimock) -> Team:
    """Return a team with a member in each dialect."""
    members = tuple(seat(server, dialect.title(), dialect, MODELS[dialect]) for dialect in DIALECTS)
    return Team(members=members, chair=seat(server, "Chair", "openai", MODELS["openai"]))


async def test_four_dialects_debate_and_nothing_is_missing(
    tmp_path: Path, gateway: HostedGateway, server: Aimock
) -> None:
    state, records, _ = await debate(tmp_path, gateway, server, panel(server))
    assert state == "finished"
    assert not failures(records)
    assert finished(records)["degradation"] == []
    assert {entry["response"]["status"] for entry in server.asked} == {200}


async def test_with_a_twentieth_of_500s_every_debate_finishes_with_every_seat(
    tmp_path: Path, gateway: HostedGateway, server: Aimock
) -> None:
    server.chaos(dropRate=0.05)
    for number in range(DEBATES):
        state, records, _ = await debate(tmp_path / str(number), gateway, server, panel(server))
        assert state == "finished", failures(records)
        assert not of(records, "seat_absent")
    assert 500 in {entry["response"]["status"] for entry in server.asked}


async def test_with_a_quarter_of_500s_no_debate_ends_before_all_its_tries_are_made(
    tmp_path: Path, gateway: HostedGateway, server: Aimock
) -> None:
    server.chaos(dropRate=0.25)
    for number in range(DEBATES):
        state, records, took = await debate(tmp_path / str(number), gateway, server, panel(server))
        assert {kind for _, kind in failures(records)} <= {"server_error"}
        assert state == "finished" or took >= TRIED + sum(PATIENCE), failures(records)
        for absent in of(records, "seat_absent"):
            mine = sum(n for (name, _), n in failures(records).items() if name == absent["seat"])
            assert mine > RetryPolicy().retries


async def test_a_server_that_is_down_ends_a_run_only_after_it_was_tried_for_the_whole_time(
    tmp_path: Path, gateway: HostedGateway, server: Aimock
) -> None:
    server.chaos(dropRate=1)
    state, records, took = await debate(tmp_path, gateway, server, panel(server))
    assert state == "failed"
    assert took >= TRIED + sum(PATIENCE)
    tries = (len(PATIENCE) + 1) * (RetryPolicy().retries + 1)
    assert failures(records) == {(dialect.title(), "server_error"): tries for dialect in DIALECTS}


@pytest.mark.parametrize(
    ("rates", "kinds"),
    [
        ({"rateLimitRate": 0.3}, {"rate_limit"}),
        ({"disconnectRate": 0.3}, {"connection"}),
        ({"malformedRate": 0.3}, {"bad_reply"}),
        (
            {"dropRate": 0.1, "rateLimitRate": 0.1, "disconnectRate": 0.1, "latencyMs": 50},
            {"server_error", "rate_limit", "connection"},
        ),
    ],
    ids=["429", "disconnect", "malformed", "all at once"],
)
async def test_every_fault_of_the_server_is_one_failed_call_of_the_journal(
    tmp_path: Path, gateway: HostedGateway, server: Aimock, rates: dict[str, float], kinds: set[str]
) -> None:
    server.chaos(**rates)
    state, records, _ = await debate(tmp_path, gateway, server, panel(server))
    failed = failures(records)
    assert failed.total() == sum("chaosAction" in entry["response"] for entry in server.asked) > 0
    assert {kind for _, kind in failed} <= kinds
    # An answer that is none is not asked for again by itself: a debate may be left with too few members.
    assert state == "finished" or "bad_reply" in kinds
    if state == "finished" and of(records, "seat_absent"):
        assert finished(records)["degradation"]
