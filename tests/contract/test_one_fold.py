"""Whoever reads a session tells the same of it: engine, command line, window, library and report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.cli.status import status
from app.domain.facts import (
    AutoApproveChanged,
    DecisionWithdrawn,
    LimitChanged,
    NodeLeft,
    SeatDropped,
    SeatReplaced,
    SessionRenamed,
    StopRequested,
    TagsChanged,
)
from app.domain.i18n import verbatim
from app.domain.ids import SessionId
from app.domain.messages import ModelRequest
from app.domain.reporting import WorkflowReport
from app.domain.seats import Seat, Team
from app.engine.graph import STOPPED_WITH_RESULT
from app.engine.ports import Failed
from app.projections.reporting import build_report
from app.services.library_rows import RowFold, rules_of
from app.services.live import read_session
from app.ui.view.session_view import SessionView
from tests.support.desk import Desk, desk, echo
from tests.support.scripted import Line

READERS = ("engine", "command line", "window", "library", "report")


async def reader_views(d: Desk, session: SessionId) -> Mapping[str, Mapping[str, Any]]:
    """Return what each reader tells of a session; what one of them does not tell is not there."""
    reader = await d.sessions.parts.store.follow(session)
    fold, records = await read_session(d.parts, reader)
    await reader.close()
    live = d.sessions.live(session)
    if live is not None:
        assert live.fold.session == fold.session
        assert live.fold.spend == fold.spend
    shown = status(fold)
    view = SessionView(d.parts.catalogue)
    view.apply_all(records)
    rows = RowFold(rules_of(d.parts.plugins.get(fold.session.workflow)))
    rows.take(records)
    row = rows.row(session, "")
    report = build_report(d.parts.catalogue, records, WorkflowReport())
    total = report.costs.total
    return {
        "engine": {
            "title": fold.session.title,
            "state": fold.session.state,
            "reason": fold.session.reason,
            "models": [seat.model for seat in fold.session.seats.values()],
            "servers": [seat.base_url for seat in fold.session.seats.values()],
            "rates": [(seat.price_in, seat.price_out) for seat in fold.session.seats.values()],
            "limit": fold.spend.cost_limit,
            "tokens": fold.spend.total.tokens,
            "cost": fold.spend.cost,
            "setup": fold.session.setup,
        },
        "command line": {
            "title": shown["title"],
            "state": shown["state"],
            "reason": shown["termination_reason"],
            "tokens": shown["tokens"],
            "cost": shown["cost"],
        },
        "window": {
            "title": view.fold.session.title,
            "state": view.fold.session.state,
            "reason": view.fold.session.reason,
            "models": [seat.model for seat in view.fold.session.seats.values()],
            "servers": [seat.base_url for seat in view.fold.session.seats.values()],
            "rates": [(seat.price_in, seat.price_out) for seat in view.fold.session.seats.values()],
            "limit": view.fold.spend.cost_limit,
            "tokens": view.fold.spend.total.tokens,
            "cost": None if view.fold.spend.total.unpriced else view.fold.spend.total.cost,
            "setup": view.fold.session.setup,
        },
        "library": {
            "title": row.title,
            "state": row.state,
            "reason": row.termination_reason,
            "models": list(row.models),
            "tokens": row.tokens,
            "cost": row.cost,
            "tags": row.tags,
            "changed": row.changed_at,
        },
        "report": {
            "title": report.title,
            "state": report.state,
            "reason": report.reason,
            "models": [member.model for member in report.team],
            "limit": report.costs.limit,
            "tokens": total.tokens_in + total.tokens_out,
            "cost": None if total.unpriced else total.dollars,
            "tags": report.tags,
            "changed": round(report.changed_at.timestamp() * 1e6),
        },
    }


async def all_tell(d: Desk, session: SessionId, what: str) -> Any:
    """Return what all tell of one thing, each model once; fail where two of them differ."""
    found = {name: view[what] for name, view in (await reader_views(d, session)).items() if what in view}
    assert len(found) > 1
    if what == "models":
        found = {name: list(dict.fromkeys(models)) for name, models in found.items()}
    if what == "cost":
        found = {name: cost and round(cost, 6) for name, cost in found.items()}
    first = next(iter(found.values()))
    assert all(reading == first for reading in found.values()), found
    return first


async def with_own_server(d: Desk) -> SessionId:
    """Create a session in which Ann has a server, a key and rates of her own."""
    own = Seat(
        name="Ann",
        model="openai/at-home",
        base_url="http://127.0.0.1:9/v1",
        api_key_env="ANNS_KEY",
        price_in=5.0,
        price_out=7.0,
    )
    members = (own, Seat(name="Bob", model="scripted/any"))
    team = Team.model_validate({"member": members, "chair": Seat(name="Chair", model="scripted/any")})
    return await d.sessions.create("toy", {"question": "What now?"}, team)


async def test_a_replaced_seat_loses_the_server_and_the_rates_of_the_old_model_everywhere(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path) as d:
        session = await with_own_server(d)
        await d.review.tell(session, SeatReplaced(seat="Ann", model="scripted/other"))
        assert (await all_tell(d, session, "models"))[0] == "scripted/other"
        assert (await all_tell(d, session, "servers"))[0] is None
        assert (await all_tell(d, session, "rates"))[0] == (None, None)


async def test_a_limit_that_a_fork_changes_is_in_force_everywhere(tmp_path: Path) -> None:
    async with desk(tmp_path, cost=0.25) as d:
        session = await d.create(rounds=3, cost_limit=9.0)
        await d.run(session)
        head = d.live(session).fold.head
        fork = await d.sessions.fork(session, head, {"cost_limit": 0.1})
        assert await all_tell(d, fork, "limit") == 0.1
        assert (await all_tell(d, fork, "setup"))["cost_limit"] == 0.1
        assert await all_tell(d, fork, "cost") == 0.0
        await d.run(fork)
        await d.review.answer(fork, d.gate(fork), "again")
        assert await d.sessions.wait(fork) == "waiting"
        gate = d.live(fork).fold.gates.open_gate()
        assert gate is not None
        assert gate.fact.kind == "budget", "it went over the limit that the fork was given"


async def test_a_call_whose_end_nobody_knows_costs_the_same_everywhere(tmp_path: Path) -> None:
    def script(request: ModelRequest) -> Line:
        return (
            Failed("host_died", verbatim("It died."), sent=True) if request.seat == "Bob" else echo(request)
        )

    async with desk(tmp_path, script, cost=0.25) as d:
        session = await d.create(rounds=1)
        await d.run(session)
        assert await all_tell(d, session, "cost") == 0.5
        await all_tell(d, session, "tokens")


async def test_an_unknown_price_is_told_as_unknown_everywhere(tmp_path: Path) -> None:
    async with desk(tmp_path, cost=None) as d:
        session = await d.create(rounds=1)
        await d.run(session)
        assert await all_tell(d, session, "cost") is None


async def test_what_failed_and_goes_on_has_no_reason_to_have_ended(tmp_path: Path) -> None:
    broken = {"Bob"}

    def script(request: ModelRequest) -> Line:
        return Failed("auth", verbatim("No."), sent=True) if request.seat in broken else echo(request)

    async with desk(tmp_path, script) as d:
        session = await d.create(rounds=1)
        await d.run(session)
        await d.review.answer(session, d.gate(session), "stop")
        assert await all_tell(d, session, "state") == "failed"
        assert await all_tell(d, session, "reason") == "error_occurred"
        broken.clear()
        await d.run(session)
        if d.live(session).fold.gates.open_gate() is not None:
            assert await all_tell(d, session, "state") == "waiting"
        assert await all_tell(d, session, "reason") is None


async def test_a_process_that_dies_while_the_answer_is_written_loses_no_answer(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create(rounds=3)
        await d.run(session)
        await d.review.answer(session, d.gate(session), "again")
        assert await d.sessions.wait(session) == "waiting"
        # As it lies on the disk where the process died behind the person's wish: left, and nothing entered.
        left = NodeLeft(node="decide", signal=STOPPED_WITH_RESULT)
        await d.live(session).writer.append(StopRequested(mode="with_answer"), left)
        assert await all_tell(d, session, "state") == "running"
        await d.sessions.shutdown()
    async with desk(tmp_path) as d:
        assert await d.run(session) == "finished"
        assert await all_tell(d, session, "state") == "finished"


async def test_names_marks_and_what_was_taken_back_are_told_alike(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create(rounds=1)
        await d.run(session)
        await d.review.tell(session, SessionRenamed(title="First"), TagsChanged(tags=("a",)))
        renamed = d.live(session).fold.head - 1
        await d.review.tell(session, SessionRenamed(title="Second"), TagsChanged(tags=("b",)))
        await d.review.tell(session, DecisionWithdrawn(seq=renamed))
        # The first name is taken back, and the second one was never in question.
        assert await all_tell(d, session, "title") == "Second"
        assert await all_tell(d, session, "tags") == ("b",)
        await d.review.tell(session, DecisionWithdrawn(seq=renamed + 2))
        assert await all_tell(d, session, "title") == "What now?"
        await d.review.tell(session, LimitChanged(limit="cost", value=3.5))
        assert await all_tell(d, session, "limit") == 3.5
        await all_tell(d, session, "changed")


async def test_who_is_left_out_and_what_passes_by_itself_is_one_thing_for_all(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create(rounds=2)
        await d.run(session)
        await d.review.tell(session, SeatDropped(seat="Bob"), AutoApproveChanged(rounds=2))
        dropped = d.live(session).fold.head - 1
        fold = d.live(session).fold
        view = SessionView(d.parts.catalogue)
        view.apply_all(await d.sessions.records(session))
        assert view.fold.session.dropped == fold.session.dropped == {"Bob"}
        assert view.fold.session.auto == fold.session.auto == AutoApproveChanged(rounds=2)
        await d.review.tell(session, DecisionWithdrawn(seq=dropped), AutoApproveChanged())
        view.apply_all(await d.sessions.records(session))
        assert view.fold.session.dropped == fold.session.dropped == set()
        assert view.fold.session.auto is fold.session.auto is None


async def test_a_report_tells_what_the_fork_was_given_and_not_its_parent(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create(rounds=1)
        await d.run(session)
        fork = await d.sessions.fork(session, d.live(session).fold.head, {"question": "What then?"})
        reader = await d.sessions.parts.store.follow(fork)
        _, records = await read_session(d.parts, reader)
        await reader.close()
        assert build_report(d.parts.catalogue, records, WorkflowReport()).question == "What then?"
        view = SessionView(d.parts.catalogue)
        view.apply_all(records)
        assert view.fold.session.setup["question"] == "What then?"
