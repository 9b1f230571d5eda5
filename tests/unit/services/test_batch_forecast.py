"""What a batch costs and takes is the sum of its sessions, told from some of each kind."""

from __future__ import annotations

import pytest

from app.domain.ids import SessionId
from app.domain.seats import Team
from app.services.batches.forecast import MOST_LOOKED_AT, estimate_batch
from app.services.batches.plan import Entry, Job
from app.services.estimates import Estimates, RunEstimate
from app.workflows.debate.plugin import DebatePlugin
from app.workflows.experiment.plugin import ExperimentPlugin
from tests.unit.services.test_estimates import gateway, table

DEBATE, EXPERIMENT = DebatePlugin(), ExperimentPlugin()
PLUGINS = {DEBATE.name: DEBATE, EXPERIMENT.name: EXPERIMENT}


def jobs(number: int, team: Team, name: str, **setup: object) -> list[Job]:
    checked = DEBATE.setup.model_validate({"question": "Where to?", "max_rounds": 2, **setup})
    rows = range(1, number + 1)
    entries = [
        Entry(session=SessionId(f"{name}{row}"), row=row, id=str(row), team=name, seed=1) for row in rows
    ]
    return [Job(entry, DEBATE.name, checked, team) for entry in entries]


async def told(sessions: list[Job], at_once: int = 1, limit: float | None = None) -> RunEstimate | None:
    estimates = Estimates(gateway())
    return await estimate_batch(estimates, PLUGINS, sessions, at_once=at_once, who="batch", limit=limit)


async def one(team: Team) -> RunEstimate:
    setup = {"question": "Where to?", "max_rounds": 2}
    found = await Estimates(gateway()).before_start(DEBATE, setup, team.table(), "batch")
    assert found is not None
    return found


async def test_many_rows_cost_and_take_as_much_as_each_of_them() -> None:
    cheap, dear = table("cheap/x"), table("dear/x")
    a, b = await one(cheap), await one(dear)
    rows = MOST_LOOKED_AT * 3 + 1
    found = await told([*jobs(rows, cheap, "cheap"), *jobs(2, dear, "dear")], at_once=3)
    assert found is not None
    assert found.cost.high == pytest.approx(rows * a.cost.high + 2 * b.cost.high)
    assert found.expected == pytest.approx(rows * a.expected + 2 * b.expected)
    assert found.calls.high == rows * a.calls.high + 2 * b.calls.high
    assert found.seconds.high == pytest.approx((rows * a.seconds.high + 2 * b.seconds.high) / 3)
    alone = await told(jobs(2, cheap, "cheap"), at_once=50)
    assert alone is not None
    assert alone.seconds.high == pytest.approx(a.seconds.high), "no session is quicker for the others"


async def test_a_price_that_is_unknown_is_said_and_a_limit_that_may_be_passed_too() -> None:
    unknown = await told(jobs(3, table("strange/x", chair="strange/x"), "strange"))
    assert unknown is not None
    assert str(unknown.price()) == "cost unknown"
    partly = await told(
        [*jobs(3, table("strange/x"), "strange"), *jobs(1, table("cheap/x"), "cheap")], limit=9.0
    )
    assert partly is not None
    assert str(partly.price()).startswith("at least $0.")
    assert str(partly.price()).endswith("(strange/x: cost unknown)")
    assert not partly.above_limit
    dear = await told(jobs(100, table("dear/x", chair="dear/x"), "dear"), limit=1.0)
    assert dear is not None
    assert dear.above_limit


async def test_nothing_is_told_of_a_batch_without_sessions() -> None:
    assert await told([]) is None
