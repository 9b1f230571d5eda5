"""The first answers counted: a result that departs from most of them says why, or is said not to."""

from __future__ import annotations

import json

import pytest

from app.domain.messages import ModelRequest
from tests.support.scripted import Line
from tests.unit.debate.debate_table import Table, prompt, refine

pytestmark = pytest.mark.asyncio
FIRST = {"Ada": "rent", "Ben": "rent", "Cy": "buy"}


def answered(table: Table, first: dict[str, str], final: str, departs: str = "") -> None:
    def proposal(request: ModelRequest) -> Line:
        return f"It depends on much.\n\nAnswer: {first[request.seat]}"

    table.scripts["proposal"] = proposal
    table.scripts["refinement"] = lambda r: refine(r, f"Now I see.\n\nAnswer: {final}")
    reply = {
        "answer": f"Answer: {final}",
        "decision": final,
        "confidence": "high",
        "departs_from_vote": departs,
    }
    table.scripts["synthesis"] = lambda _: json.dumps(reply)


async def test_the_chair_is_told_what_most_answered_before_any_critique(table: Table) -> None:
    answered(table, FIRST, "rent")
    await table.open(gate_policy="never_ask", max_rounds=1)
    (request,) = table.asked("synthesis")
    assert "2 of 3 (Ada, Ben): rent" in prompt(request)
    assert "departs_from_vote" in prompt(request)
    told = await table.export("md")
    assert "**Ada and Ben**: rent (2 of 3)" in told
    assert "departs" not in told


async def test_an_answer_that_departs_says_why(table: Table) -> None:
    answered(table, FIRST, "buy", departs="Ben had overlooked the resale value.")
    await table.open(gate_policy="never_ask", max_rounds=1)
    told = await table.export("md")
    assert "The answer departs from what most said first: Ben had overlooked the resale value." in told


async def test_an_answer_that_departs_in_silence_is_said_to(table: Table) -> None:
    answered(table, FIRST, "buy")
    await table.open(gate_policy="never_ask", max_rounds=1)
    assert "departs from what most said first; the chair did not say why" in await table.export("md")


@pytest.mark.parametrize(
    "first",
    [
        {"Ada": "rent", "Ben": "buy", "Cy": "borrow"},
        {"Ada": "rent", "Ben": "rent", "Cy": "it is a matter of how long it is kept and of what it carries"},
    ],
)
async def test_where_no_answer_leads_by_its_words_nothing_is_claimed(
    table: Table, first: dict[str, str]
) -> None:
    answered(table, first, "walk")
    await table.open(gate_policy="never_ask", max_rounds=1)
    assert "departs_from_vote" not in prompt(table.asked("synthesis")[0])
    assert "Before any critique" not in await table.export("md")


async def test_a_setup_that_counts_nothing_tells_the_chair_nothing(table: Table) -> None:
    answered(table, FIRST, "buy")
    await table.open(gate_policy="never_ask", max_rounds=1, count_first=False)
    assert "departs_from_vote" not in prompt(table.asked("synthesis")[0])
    assert "Before any critique" not in await table.export("md")


async def test_the_same_answer_in_more_words_is_no_departure(table: Table) -> None:
    answered(table, FIRST, "rent the van")
    await table.open(gate_policy="never_ask", max_rounds=1)
    assert "departs" not in await table.export("md")


async def test_who_answered_first_stays_hidden_where_names_are(table: Table) -> None:
    answered(table, FIRST, "buy")
    await table.open(hide_names=True, max_rounds=3, termination="fixed")
    assert await table.answer("approve") == "waiting"
    told = await table.export("md")
    assert "rent (2 of 3)" in told
    assert not any(name in told for name in ("Ada", "Ben"))
