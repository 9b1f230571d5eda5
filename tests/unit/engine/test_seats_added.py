"""Places that join the table while a session goes on: by a node, by a person's decision, once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import Bug, GateError
from app.domain.facts import RoundOpened, SeatAdded, SeatReplaced
from app.domain.i18n import verbatim
from app.domain.ids import SessionId
from app.domain.messages import ModelRequest
from app.domain.seats import Seat
from app.domain.servers import NamedServer
from app.engine.node import Context, Step
from app.engine.ports import Failed
from app.services.live import read_session
from app.services.providers import NotApproved
from tests.support.desk import Desk, desk, echo
from tests.support.scripted import Line
from tests.support.toy_table import TablePlugin, TableState, open_round

CARA = {"name": "Cara", "model": "scripted/cara"}


async def at_gate(d: Desk, **setup: Any) -> SessionId:
    """Return a session at its first gate."""
    session = await d.create("table", rounds=4, **setup)
    assert await d.run(session) == "waiting"
    return session


async def answer(d: Desk, session: SessionId, verb: str, **data: Any) -> str:
    """Answer the open gate and go on."""
    await d.review.answer(session, d.gate(session), verb, data)
    return await d.sessions.wait(session)


async def joined(d: Desk, session: SessionId) -> list[str]:
    """Return who joined, in the order of the records."""
    records = await d.sessions.records(session)
    bodies = [record.body() for record in records if record.type == "seat_added"]
    return [str(body["seat"]["name"]) for body in bodies if isinstance(body["seat"], dict)]


async def asked(d: Desk, session: SessionId, number: int) -> list[str]:
    """Return who was asked in a round."""
    records = await d.sessions.records(session)
    return [str(r.body()["seat"]) for r in records if r.type == "call_asked" and r.round == number]


async def test_a_node_calls_somebody_in_who_is_asked_from_then_on(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await at_gate(d, checker="scripted/checker")
        assert await asked(d, session, 1) == ["Ann", "Bob"]
        await answer(d, session, "again")
        await answer(d, session, "again")
        assert await joined(d, session) == ["Checker"]
        for number in (2, 3):
            assert await asked(d, session, number) == ["Ann", "Bob", "Checker"]
        folded_session = d.live(session).fold.session
        assert list(folded_session.seats) == ["Ann", "Bob", "chair", "judge", "Checker"]
        assert "scripted/checker" in folded_session.models


async def test_a_person_adds_somebody_with_an_answer(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await at_gate(d)
        await answer(d, session, "invite", **CARA)
        assert await asked(d, session, 2) == ["Ann", "Bob", "Cara"]
        records = await d.sessions.records(session)
        (added,) = [record for record in records if record.type == "seat_added"]
        (answered,) = [record for record in records if record.type == "gate_answered"]
        assert (added.body()["by"], answered.seq) == ("person", added.seq + 1)


async def test_a_restart_in_the_middle_adds_nobody_twice(tmp_path: Path) -> None:
    async def dies(state: TableState, context: Context) -> Step:
        await open_round(state, context)
        if state.rounds == 1:
            raise RuntimeError("the power went off")
        return Step("OPENED", (RoundOpened(number=state.rounds + 1),))

    async with desk(tmp_path) as d:
        plugin = TablePlugin()
        plugin.nodes = {**plugin.nodes, "open_round": dies}
        plugins: Any = d.parts.plugins
        plugins["table"] = plugin
        session = await at_gate(d, checker="scripted/checker")
        with pytest.raises(RuntimeError):
            await answer(d, session, "again")
        assert await joined(d, session) == ["Checker"]
    async with desk(tmp_path) as d:
        assert await d.run(session) == "waiting"
        assert await joined(d, session) == ["Checker"]
        assert await asked(d, session, 2) == ["Ann", "Bob", "Checker"]


async def test_what_is_folded_live_is_what_the_journal_gives(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await at_gate(d, checker="scripted/checker")
        await answer(d, session, "invite", **CARA)
        await d.review.tell(session, SeatReplaced(seat="Cara", model="scripted/other"))
        live = d.live(session).fold
        reader = await d.sessions.follow(session)
        replayed, _ = await read_session(d.parts, reader)
        await reader.close()
        assert replayed.session == live.session
        assert replayed.session.seats["Cara"].model == "scripted/other"
        assert vars(replayed.state) == vars(live.state)


async def test_a_fork_has_whoever_had_joined_and_the_limit_counts_them(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await at_gate(d)
        await answer(d, session, "invite", **CARA)
        fork = await d.sessions.fork(session, d.live(session).fold.head)
        await d.run(fork)
        assert "Cara" in d.live(fork).fold.session.seats
        await answer(d, fork, "invite", name="Dan", model="scripted/dan")
        assert await asked(d, fork, 3) == ["Ann", "Bob", "Cara", "Dan"]
        with pytest.raises(GateError, match="2 places may be added"):
            await answer(d, fork, "invite", name="Eve", model="scripted/eve")


@pytest.mark.parametrize(
    ("name", "why"), [("ann", "two members"), ("Judge", "reserved"), ("a/b", "contains “/”")]
)
async def test_nobody_joins_under_a_name_that_is_taken(tmp_path: Path, name: str, why: str) -> None:
    async with desk(tmp_path) as d:
        session = await at_gate(d)
        before = d.live(session).fold.head
        with pytest.raises(GateError, match=why):
            await answer(d, session, "invite", name=name, model="scripted/any")
        assert d.live(session).fold.head == before, "the gate is as it was"


async def test_a_workflow_that_says_nothing_of_it_adds_nobody(tmp_path: Path) -> None:
    async def calls_in(state: Any, context: Context) -> Step:
        return Step("OPENED", (SeatAdded(seat=Seat(name="Eve", model="scripted/eve")), RoundOpened(number=1)))

    async with desk(tmp_path) as d:
        plugins: Any = d.parts.plugins
        plugins["toy"].nodes = {**plugins["toy"].nodes, "open_round": calls_in}
        session = await d.create("toy")
        with pytest.raises(Bug, match="Nobody can be added"):
            await d.run(session)
        assert await joined(d, session) == []


async def test_a_newcomer_that_fails_is_replaced_like_anybody(tmp_path: Path) -> None:
    def script(request: ModelRequest) -> Line:
        if request.model == "scripted/cara":
            return Failed("auth", verbatim("The key is wrong."), sent=True)
        return echo(request)

    async with desk(tmp_path, script) as d:
        session = await at_gate(d)
        await answer(d, session, "invite", **CARA)
        await answer(d, session, "fallback", replace={"Cara": "scripted/other"})
        records = await d.sessions.records(session)
        models = [r.body()["model"] for r in records if r.type == "call_asked" and r.body()["seat"] == "Cara"]
        assert models == ["scripted/cara", "scripted/other"]
        assert d.live(session).fold.spend.by_seat["Cara"].calls == 1


async def test_a_newcomers_server_is_asked_about_before_anything_is_recorded(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        known: set[str] = set()

        def unapproved_servers(seats: Any) -> list[NamedServer]:
            named = {seat.base_url for seat in seats.values() if seat.base_url}
            return [NamedServer(origin, seats=("Cara",)) for origin in sorted(named - known)]

        object.__setattr__(d.parts, "unapproved_servers", unapproved_servers)
        session = await at_gate(d)
        before = d.live(session).fold.head
        data = {**CARA, "base_url": "http://127.0.0.1:9"}
        with pytest.raises(NotApproved, match=r"127\.0\.0\.1:9"):
            await answer(d, session, "invite", **data)
        assert d.live(session).fold.head == before, "the gate is as it was"
        known.add("http://127.0.0.1:9")
        await answer(d, session, "invite", **data)
        assert await joined(d, session) == ["Cara"]
