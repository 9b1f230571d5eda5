"""What was spent is told the same everywhere, and an unknown price is never told as nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.facts import CallFailed, DecisionWithdrawn, SessionRenamed
from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.engine.ports import Failed, Sent, TextDelta
from app.projections.folding import fold_session
from app.services.library_rows import RowFold, rules_of
from app.store.clock import SystemClock
from tests.support.desk import Desk, desk, echo
from tests.support.killed import as_killed
from tests.support.scripted import Charging, Line, ScriptedGateway
from tests.support.slow import Endless
from tests.support.waiting import until


async def shown_costs(d: Desk, session: str) -> tuple[float | None, float, int]:
    """Return the cost by the engine, and what the window shows: dollars, and calls without a price."""
    live = d.live(session)  # type: ignore[arg-type]
    records = await d.sessions.records(live.writer.session)
    spend = fold_session(d.parts.catalogue, records).spend.total
    row = RowFold(rules_of(live.fold.plugin))
    row.take(records)
    assert row.row(live.writer.session, "").cost == live.fold.spend.cost
    return live.fold.spend.cost, round(spend.cost, 9), spend.unpriced


@pytest.mark.parametrize("end", ["stopped", "stopped alone", "looped", "broke off", "timed out", "killed"])
async def test_of_a_call_that_was_ended_what_came_is_counted_and_the_rest_is_uncertain(
    tmp_path: Path, end: str
) -> None:
    half = "The rent by the river is lower. "
    late = Failed("timeout", verbatim("Slow."), sent=True, received=True)
    lines: dict[str, Line] = {
        "looped": [Sent(), *([TextDelta(half)] * 400)],
        "broke off": [Sent(), TextDelta(half)],
        "timed out": [Sent(), TextDelta(half), late],
    }
    gateway = Charging(lambda _: lines.get(end, Endless(half)), SystemClock(), cost=0.5, delay=0.001)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as d:
        session = await d.create(rounds=1, names=("Ann",))
        if end in lines:
            await d.run(session)
        else:
            await d.sessions.start(session)
            await until(lambda: d.said.get("Ann"))
        if end == "stopped alone":
            await d.sessions.stop_member(session, "Ann")
            await d.sessions.wait(session)
        elif end == "stopped":
            await d.sessions.stop(session, "now")
            await d.sessions.wait(session)
        elif end == "killed":
            records = await d.sessions.records(session)
            (asked,) = (record.seq for record in records if record.type == "call_asked")
            await d.sessions.stop(session, "now")
            session = await as_killed(d, records, {asked: half})
            assert await d.run(session) == "waiting"
        total = d.live(session).fold.spend.total
        assert total.estimated
        assert total.tokens_in == 100
        assert total.tokens_out > 0
        assert total.cost == pytest.approx(0.25 + total.tokens_out * 0.005)
        assert total.most == pytest.approx(0.5)
        # A loop of any length is no longer than the answer may be.
        told = "$0.50" if end == "looped" else f"about ${total.cost:.2f}, at most $0.50"
        assert str(total.price) == told


@pytest.mark.parametrize("end", ["completed", "interrupted", "failed"])
async def test_an_unknown_price_makes_the_cost_unknown_however_the_call_ends(
    tmp_path: Path, end: str
) -> None:
    def script(request: ModelRequest) -> Line:
        if end == "failed":
            return [
                Sent(),
                TextDelta("half"),
                Failed("timeout", verbatim("Too slow."), sent=True, received=True),
            ]
        return Endless("half") if end == "interrupted" else echo(request)

    gateway = ScriptedGateway(script, SystemClock(), cost=None, delay=0.01)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as d:
        session = await d.create(rounds=1, names=("Ann",))
        await d.sessions.start(session)
        if end == "interrupted":
            await until(lambda: d.said.get("Ann"))
            await d.sessions.stop(session, "now")
        await d.sessions.wait(session)
        assert await shown_costs(d, session) == (None, 0.0, 1)


def test_a_call_that_was_stopped_before_it_was_sent_costs_nothing() -> None:
    assert not CallFailed(asked=1, kind="stopped", message="", sent=False).at_reserve


async def test_a_name_taken_back_is_taken_back_everywhere(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create()
        await d.run(session)
        await d.review.tell(session, SessionRenamed(title="A better name"))
        named = d.live(session).fold.head
        assert d.live(session).fold.session.title == "A better name"
        await d.review.tell(session, DecisionWithdrawn(seq=named))
        shown = fold_session(d.parts.catalogue, await d.sessions.records(session)).session.title
        assert d.live(session).fold.session.title == shown == "What now?"
