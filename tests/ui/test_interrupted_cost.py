"""What was on its way when its process ended may have been paid for: every sum counts it with the most."""

from __future__ import annotations

import pytest

from app.cli.status import status_of
from tests.support.scenes.replaying import Cut, cut, recorded
from tests.support.scenes.states import bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def test_a_call_that_nobody_waits_for_any_more_counts_with_the_most_it_may_cost(core):
    session = await core.replay(cut(recorded("debate"), Cut("call_asked", 2)))
    spend = (await core.sessions.fold(session)).spend
    assert spend.reserved > 0
    row = next(row for row in await core.library.rows() if row.session == session)
    assert (row.state, row.uncertain_cost) == ("interrupted", spend.total.uncertain + spend.reserved)
    told = await status_of(core, session)
    assert told["cost_uncertain"] == round(row.uncertain_cost, 6)


async def test_resume_asks_again_for_what_was_cut_off_also_after_those_who_had_not_begun(desk, core):
    session = await bring_to(core, "interrupted")
    async with desk() as d:
        page = d.window.page
        assert page.bar.details.text().startswith("Resume asks Ada again.")
        await d.guard()
        page.bar.press("resume")
        await d.settle()
        await core.play_on(session, but=lambda request: request.seat == "Ada")
        await until(lambda: [cue.request.seat for cue in core.players.waiting_of(session)] == ["Ada"])
        gates = [page.view.fact(record) for record in page.view.log if record.type == "gate_opened"]
        assert [gate.kind for gate in gates] == ["uncertain"], "it was answered by itself"
