"""One member of a debate over HTTP is stopped alone: its connection ends, the others' answers come."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.canonical import JsonValue
from app.gateway.hosted import HostedGateway
from app.store.clock import SystemClock
from tests.faults.debating import ALL, begin, finished, of, panel
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said, events
from tests.support.desk import desk
from tests.support.waiting import until

pytestmark = pytest.mark.loopback


def slow(server: FaultServer) -> None:
    """Make the model “slow” drip its first answer for half a minute; the rest is as ever."""
    usual = server.script
    words = Said(" ".join(f"word{n}" for n in range(600)), pieces=600)

    def script(asked: Asked) -> Act:
        if asked.model == "slow" and asked.number == 0:
            return Act(events("openai", words), gap=0.05)
        return usual(asked)

    server.script = script


@pytest.mark.parametrize("then", ["retry", "leave out"])
async def test_a_stopped_member_hangs_up_keeps_its_words_and_is_decided_on(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer, then: str
) -> None:
    slow(server)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="good", Bob="slow", Cy="good"))
        await table.sessions.start(session)
        calls = table.live(session).fold.calls
        await until(lambda: [track.key.seat for track in calls.open()] == ["Bob"])
        await until(lambda: "slow" in [asked.model for asked in server.asked])
        (mine,) = [asked for asked in server.asked if asked.model == "slow"]
        await until(lambda: table.said.get("Bob", "").startswith("word0 word1"))
        assert not mine.over_at
        await table.sessions.stop_member(session, "Bob")
        assert await table.sessions.wait(session) == "waiting"
        # The provider is told by the connection's end, and at once.
        await until(lambda: mine.over_at > 0)
        assert not mine.whole
        records = await table.sessions.records(session)
        (failed,) = of(records, "call_failed")
        assert (failed["kind"], failed["sent"], failed["received"]) == ("stopped", True, True)
        assert failed["partial"].startswith("word0 word1")
        assert len(of(records, "call_completed")) == 2
        replace: dict[str, JsonValue] = {"replace": {"Bob": None}}
        verb, data = ("retry", {}) if then == "retry" else ("fallback", replace)
        await table.review.answer(session, table.gate(session), verb, data, go_on=False)
        assert await table.drive(session, ALL) == "finished"
        records = await table.sessions.records(session)
    assert len(server.asked) == len(of(records, "call_asked"))
    degradation = " ".join(finished(records)["degradation"])
    assert ("Stopped by you" in degradation) == (then == "leave out")


async def test_of_two_answers_a_stopped_one_may_not_be_left_out(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    slow(server)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="good", Bob="slow"))
        await table.sessions.start(session)
        calls = table.live(session).fold.calls
        await until(lambda: [track.key.seat for track in calls.open()] == ["Bob"])
        await table.sessions.stop_member(session, "Bob")
        assert await table.sessions.wait(session) == "waiting"
        gate = table.live(session).fold.gates.open_gate()
        assert gate is not None
        assert gate.fact.payload["most_absent"] == 0
