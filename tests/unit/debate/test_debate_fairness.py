"""What is counted of a debate's judging, so that many sessions show its biases without known answers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.domain.messages import ModelRequest
from app.domain.reporting import Judging
from app.domain.seats import Seat
from app.services.batches.plan import Entry
from app.services.batches.reporting import read_outcome
from tests.support.asked import read
from tests.unit.debate.debate_table import Table, refine, seated

pytestmark = pytest.mark.asyncio
TEXTS = {"Ada": "Short.", "Ben": "This one is longer.", "Cy": "And this one is the longest of them all."}


def at_work(table: Table) -> None:
    """Let every critic rank by length, the longest first, and only Cy change its text."""

    def ranked(request: ModelRequest) -> str:
        shown: Any = read(request)["answers"]
        order = sorted(shown, key=lambda one: -len(one["text"]))
        return json.dumps({"ranking": [one["label"] for one in order], "items": []})

    table.scripts["proposal"] = lambda r: TEXTS[r.seat]
    table.scripts["critique"] = ranked
    table.scripts["refinement"] = lambda r: refine(r, "Another text." if r.seat == "Cy" else None)


def winner(name: str) -> str:
    return json.dumps({"winner": name, "why": "So."})


async def counted(table: Table) -> Judging:
    outcome, _ = await read_outcome(table.parts, Entry(session=table.id, row=1, id="q", team="t", seed=1))
    assert outcome.judging is not None
    return outcome.judging


async def test_changes_lengths_and_own_models_are_counted_over_all_rounds(table: Table) -> None:
    at_work(table)
    # Ada and Cy are one model: each ranks the other's answer against Ben's.
    team = seated(Seat(name="Ada", model="m/x"), Seat(name="Ben", model="m/y"), Seat(name="Cy", model="m/x"))
    await table.open(team=team, gate_policy="never_ask", max_rounds=1)
    found = await counted(table)
    assert (found.changed, found.held) == (1, 2)
    # Each ranks two answers: three pairs, and the longer was preferred in all.
    assert (found.pairs, found.longer_preferred) == (3, 3)
    # Ada sees Cy's longest first, Cy sees Ben's before Ada's.
    assert (found.own_ranked, found.own_first, found.own_by_chance) == (2, 1, 1.0)


@pytest.mark.parametrize(
    ("forward", "backward", "agreed"), [("second", "first", 1), ("first", "first", 0), ("tie", "tie", 1)]
)
async def test_a_judge_that_decides_by_the_order_is_counted_as_such(
    table: Table, forward: str, backward: str, agreed: int
) -> None:
    at_work(table)
    first = json.dumps({"answer": "The final one."})
    table.scripts["synthesis"] = lambda _: first
    table.scripts["compare"] = lambda r: winner(backward if read(r)["first"] == "The final one." else forward)
    await table.open(gate_policy="never_ask", max_rounds=1, judge_all=True, result_by="chair")
    found = await counted(table)
    assert (found.swaps, found.swaps_agreed) == (1, agreed)


async def test_where_the_judge_gave_no_word_nothing_is_counted(table: Table) -> None:
    at_work(table)
    table.scripts["compare"] = lambda _: "Hard to say."
    await table.open(gate_policy="never_ask", max_rounds=1, judge_all=True)
    assert (await counted(table)).swaps == 0
