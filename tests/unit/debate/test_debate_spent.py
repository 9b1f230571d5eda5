"""Rule 8: where it is asked for, a round in which nobody turned for evidence or an error is the last."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.domain.gates import GatePlace
from app.domain.messages import ModelRequest
from app.workflows.debate.face import labels
from tests.support.asked import read
from tests.support.scripted import Line
from tests.unit.debate.debate_table import Table, refine

pytestmark = pytest.mark.asyncio
FIRST = {"Ada": "rent", "Ben": "rent", "Cy": "buy"}


def at_work(table: Table, turns: dict[str, tuple[str, str]]) -> None:
    """Let members answer in a word, and turn to another with a reason."""

    def refined(request: ModelRequest) -> Line:
        text = read(request)["text"]
        answer, because = turns.get(request.seat, ("", ""))
        # Other words each time: that texts change is no gain.
        text = f"Answer: {answer}\n\nSo." if answer else f"{text}\n\nAnd so it is, as was said before."
        return json.dumps({**json.loads(str(refine(request, text))), "changed_because": because})

    table.scripts["proposal"] = lambda r: f"Answer: {FIRST[r.seat]}"
    table.scripts["refinement"] = refined


async def rounds(table: Table, **setup: Any) -> int:
    given: dict[str, Any] = {"gate_policy": "never_ask", "max_rounds": 3, "stop_when_spent": True, **setup}
    assert await table.open(**given) == "finished"
    return table.state.round


async def test_a_round_that_brings_no_other_answer_for_a_reason_ends_it_where_the_setup_says_so(
    table: Table,
) -> None:
    # Cy follows the others and says so: that is no evidence, and a further round would have nothing new.
    at_work(table, {"Cy": ("rent", "persuaded")})
    assert await rounds(table) == 1
    assert table.reason == "models_converged"
    written = await table.export("md")
    assert "It ended because the last round brought no other answer for evidence or an error." in written
    assert "| 8 | Nobody turned for evidence or an error | 0 turned for one |" in written


async def test_an_answer_that_turned_for_an_error_is_worth_a_further_round(table: Table) -> None:
    at_work(table, {"Cy": ("rent", "error")})
    assert await rounds(table) == 2


async def test_where_rules_cannot_compare_the_answers_nothing_is_said_to_be_spent(table: Table) -> None:
    at_work(table, {})
    table.scripts["proposal"] = lambda r: (
        f"{r.seat} weighs what there is at length and comes to no short word."
    )
    long = "After much thought it has to be said that there is more than one side to all of this"
    table.scripts["refinement"] = lambda r: refine(r, f"{long}: {len(read(r)['text'])}, {r.seat} says.")
    assert await rounds(table, max_rounds=2, min_change_threshold=0.01) == 2
    assert "| 8 | Nobody turned for evidence or an error | – |" in await table.export("md")


async def test_without_the_setting_the_eighth_rule_is_not_there(table: Table) -> None:
    at_work(table, {})
    assert await rounds(table, stop_when_spent=False) == 3
    assert "| 8 |" not in await table.export("md")


async def test_where_all_rounds_are_fixed_it_ends_nothing(table: Table) -> None:
    at_work(table, {})
    assert await rounds(table, termination="fixed") == 3


async def test_the_gate_says_of_rule_eight_what_is_so_and_not_that_they_agree(table: Table) -> None:
    at_work(table, {"Cy": ("rent", "persuaded")})
    assert await table.open(max_rounds=3, stop_when_spent=True) == "waiting"
    brief = " ".join(map(str, labels.approval_brief(table.payload, GatePlace(round=1))))
    assert "Nobody turned for evidence or an error in this round" in brief
    assert "settled" not in brief
    assert "no longer move" not in brief
