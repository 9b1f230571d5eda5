"""What was on its way when its process ended may have been paid for: every sum counts it with the most."""

from __future__ import annotations

from app.cli.status import status_of
from tests.support.scenes.replaying import Cut, cut, recorded


async def test_a_call_that_nobody_waits_for_any_more_counts_with_the_most_it_may_cost(core):
    session = await core.replay(cut(recorded("debate"), Cut("call_asked", 2)))
    spend = (await core.sessions.fold(session)).spend
    assert spend.reserved > 0
    row = next(row for row in await core.library.rows() if row.session == session)
    assert (row.state, row.uncertain_cost) == ("interrupted", spend.total.uncertain + spend.reserved)
    told = await status_of(core, session)
    assert told["cost_uncertain"] == round(row.uncertain_cost, 6)
