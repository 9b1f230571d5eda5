"""What lies on the table while calls run: a cut answer that is gone on with keeps what came."""

from __future__ import annotations

from pathlib import Path

from app.domain.fact_base import Fact
from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.engine.ports import Completed, Failed
from app.projections.live_calls import LiveCalls, Waiting
from app.services.unattended import AnswerPlan
from tests.support.desk import desk, echo
from tests.support.scripted import Line

BEGUN, REST = "The river is nearer, and the rent", "is lower there."
"""Servers leave out the blank that a token begins with."""


async def test_what_came_of_a_cut_answer_stays_in_sight_while_the_rest_is_written(tmp_path: Path) -> None:
    def cut_once(request: ModelRequest) -> Line:
        if request.seat != "Bob":
            return echo(request)
        if BEGUN in str(request.messages):
            return Completed(REST)
        return Failed(
            "truncated", verbatim("It was cut off."), sent=True, received=True, partial=BEGUN, cut="limit"
        )

    async with desk(tmp_path, cut_once) as d:
        session = await d.create()
        assert await d.run(session) == "waiting"
        gate = d.live(session).fold.gates.open_gate()
        assert gate is not None
        await d.review.answer(session, gate.id, "go_on", {}, "", "person", go_on=False)
        assert await d.drive(session, AnswerPlan(approve="all")) == "finished"
        live, seen = LiveCalls(), []
        fold = d.live(session).fold
        for record in await d.sessions.records(session):
            fact = fold.catalogue.decode(record)
            live.apply(record, fact if isinstance(fact, Fact) else None)
            call = live.calls.get("Bob")
            if record.type == "call_asked" and call is not None and call.said and call.state == "running":
                live.wait(call.asked, Waiting("reading", 0))
                assert call.text == BEGUN
                assert call.waits is not None
                live.stream(call.asked, REST[:5])
                assert call.text == f"{BEGUN} {REST[:5]}"
                seen.append(call)
        assert [call.text for call in seen] == [f"{BEGUN} {REST}"]
