"""One member is stopped alone: its neighbours go on, and what it had said is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.domain.errors import InputError
from app.domain.fact_base import Record
from app.domain.facts import CallFailed
from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.engine.ports import Failed
from app.store.clock import SystemClock
from tests.support.desk import Desk, desk, echo
from tests.support.killed import as_killed
from tests.support.scripted import Line, ScriptedGateway
from tests.support.slow import Endless, Writing
from tests.support.waiting import AMPLE, until


class Slow:
    """Bob does not come to an end until he is `freed`."""

    def __init__(self, partial_text: str = "Half of what I") -> None:
        self.freed, self.partial_text = False, partial_text

    def __call__(self, request: ModelRequest) -> Line:
        return echo(request) if request.seat != "Bob" or self.freed else Endless(self.partial_text)


async def run_until_bob_is_alone(d: Desk, session: str) -> None:
    """Start a round and wait until all but Bob have answered, and he has begun."""
    await d.sessions.start(session)  # type: ignore[arg-type]
    calls = d.live(session).fold.calls  # type: ignore[arg-type]
    await until(lambda: [track.key.seat for track in calls.open()] == ["Bob"] and len(calls.by_asked) == 3)
    await until(lambda: d.said.get("Bob"))


def named(records: Sequence[Record], kind: str) -> list[Record]:
    return [record for record in records if record.type == kind]


async def test_a_stopped_member_keeps_its_words_and_the_others_their_answers(tmp_path: Path) -> None:
    script = Slow()
    async with desk(tmp_path, script, clock=SystemClock(), delay=0.01) as d:
        session = await d.create(names=("Ann", "Bob", "Cy"), rounds=1)
        await run_until_bob_is_alone(d, session)
        await d.sessions.stop_member(session, "Bob")
        assert await d.sessions.wait(session) == "waiting"
        gate = d.live(session).fold.gates.open_gate()
        assert gate is not None
        assert gate.fact.kind == "failure"
        items = gate.fact.payload["items"]
        assert isinstance(items, list)
        (item,) = items
        assert isinstance(item, dict)
        assert (item["seat"], item["reason"], item["partial"]) == ("Bob", "stopped", "Half of what I")
        assert item["message"] == "Stopped by you."
        assert gate.fact.payload["may_sit_out"] == ["Bob"]
        types = await d.types(session)
        assert types.count("call_completed") == 2
        assert types.index("call_stop_requested") < types.index("call_failed")
        script.freed = True
        await d.review.answer(session, gate.id, "retry")
        await d.sessions.wait(session)
        assert isinstance(d.gateway, ScriptedGateway)
        assert {seat: n for (_, seat, _), n in d.gateway.counts.items()} == {"Ann": 1, "Bob": 2, "Cy": 1}
        assert len(d.live(session).fold.state.texts) == 3  # type: ignore[attr-defined]


async def test_words_of_a_member_that_has_ended_are_in_no_crash_buffer(tmp_path: Path) -> None:
    async with desk(tmp_path, Slow(), clock=SystemClock(), delay=0.01) as d:
        session = await d.create(names=("Ann", "Bob", "Cy"), rounds=1)
        await run_until_bob_is_alone(d, session)
        journal, (bob,) = d.live(session).writer.journal, d.live(session).fold.calls.open()
        partials = dict[int, str]()
        for _ in range(int(AMPLE)):
            # Longer than words wait to be written.
            await asyncio.sleep(0.3)
            if partials := dict(await journal.partials()):
                break
        assert set(partials) == {bob.asked}
        await d.sessions.stop_member(session, "Bob")
        await d.sessions.wait(session)
        assert await journal.partials() == {}


async def test_a_stopped_member_can_be_left_out_or_replaced(tmp_path: Path) -> None:
    for replace, answers in ((None, 2), ("scripted/other", 3)):
        script = Slow()
        async with desk(tmp_path / str(answers), script, clock=SystemClock(), delay=0.01) as d:
            session = await d.create(names=("Ann", "Bob", "Cy"), rounds=1)
            await run_until_bob_is_alone(d, session)
            await d.sessions.stop_member(session, "Bob")
            await d.sessions.wait(session)
            script.freed = True
            await d.review.answer(session, d.gate(session), "fallback", {"replace": {"Bob": replace}})
            assert await d.sessions.wait(session) == "waiting"
            assert len(d.live(session).fold.state.texts) == answers  # type: ignore[attr-defined]


async def test_members_that_still_write_go_on_when_one_is_stopped(tmp_path: Path) -> None:
    writing = Writing()
    async with desk(tmp_path, lambda _request: writing, clock=SystemClock(), delay=0.01) as d:
        session = await d.create(names=("Ann", "Bob", "Cy"), rounds=1)
        await d.sessions.start(session)
        calls = d.live(session).fold.calls
        await until(lambda: len(d.said) == 3)
        await d.sessions.stop_member(session, "Bob")
        await until(lambda: len(calls.open()) == 2)
        assert {track.key.seat for track in calls.open()} == {"Ann", "Cy"}
        words = len(d.said["Ann"])
        await until(lambda: len(d.said["Ann"]) > words)
        writing.freed = True
        await d.sessions.wait(session)
        assert (await d.types(session)).count("call_completed") == 2


async def test_a_member_that_waits_to_be_asked_again_is_not_asked_again(tmp_path: Path) -> None:
    def script(request: ModelRequest) -> Line:
        if request.seat == "Bob":
            return Failed("rate_limit", verbatim("Too many requests (429)."), sent=True, retry_after=60.0)
        return echo(request)

    async with desk(tmp_path, script, clock=SystemClock()) as d:
        session = await d.create(rounds=1)
        await d.sessions.start(session)
        calls = d.live(session).fold.calls
        await until(lambda: len(calls.by_asked) == 2 and not calls.open())
        await d.sessions.stop_member(session, "Bob")
        async with asyncio.timeout(AMPLE):
            assert await d.sessions.wait(session) == "waiting"
        gate = d.live(session).fold.gates.open_gate()
        assert gate is not None
        assert "Too many requests" in str(gate.fact.payload)
        assert isinstance(d.gateway, ScriptedGateway)
        assert sum(d.gateway.counts.values()) == 2


async def test_who_writes_nothing_cannot_be_stopped_and_nothing_is_recorded(tmp_path: Path) -> None:
    async with desk(tmp_path, Slow(), clock=SystemClock(), delay=0.01) as d:
        session = await d.create(names=("Ann", "Bob", "Cy"), rounds=1)
        await run_until_bob_is_alone(d, session)
        with pytest.raises(InputError, match="Ann is writing nothing now"):
            await d.sessions.stop_member(session, "Ann")
        await d.sessions.stop_member(session, "Bob")
        await d.sessions.wait(session)
        with pytest.raises(InputError, match="Nothing is running"):
            await d.sessions.stop_member(session, "Bob")
        assert (await d.types(session)).count("call_stop_requested") == 1


async def test_one_member_and_then_all_stopped_leaves_the_session_stopped(tmp_path: Path) -> None:
    async with desk(tmp_path, Slow(), clock=SystemClock(), delay=0.01) as d:
        session = await d.create(names=("Ann", "Bob", "Cy"), rounds=1)
        await run_until_bob_is_alone(d, session)
        await asyncio.gather(d.sessions.stop_member(session, "Bob"), d.sessions.stop(session))
        assert await d.sessions.wait(session) == "stopped"
        ends = named(await d.sessions.records(session), "call_failed")
        ends += named(await d.sessions.records(session), "call_cancelled")
        assert [record.body()["partial"] for record in ends] == ["Half of what I"]


async def test_killed_after_the_wish_a_call_counts_as_stopped_and_is_not_asked_again(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path, Slow(), clock=SystemClock(), delay=0.01) as d:
        session = await d.create(names=("Ann", "Bob", "Cy"), rounds=1)
        await run_until_bob_is_alone(d, session)
        (asked,) = [track.asked for track in d.live(session).fold.calls.open()]
        await d.sessions.stop_member(session, "Bob")
        await d.sessions.wait(session)
        records = await d.sessions.records(session)
        wish = [record.type for record in records].index("call_stop_requested")
        assert records[wish + 1].type == "call_failed"
        # What a process leaves that dies between the two: the wish is on disk, the end is not.
        other = await as_killed(d, records[: wish + 1], {asked: "Half of"})
        assert await d.run(other) == "waiting"
        gate = d.live(other).fold.gates.open_gate()
        assert gate is not None
        assert gate.fact.kind == "failure"
        assert "Stopped by you." in str(gate.fact.payload)
        (end,) = named(await d.sessions.records(other), "call_failed")
        assert end.body()["partial"] == "Half of"
        assert not named(await d.sessions.records(other), "call_interrupted")


def test_a_stopped_call_that_was_sent_counts_at_its_reserve_everywhere() -> None:
    sent = CallFailed(asked=1, kind="stopped", message="", sent=True)
    unsent = CallFailed(asked=1, kind="stopped", message="", sent=False)
    refused = CallFailed(asked=1, kind="auth", message="", sent=True)
    assert (sent.at_reserve, unsent.at_reserve, refused.at_reserve) == (True, False, False)
