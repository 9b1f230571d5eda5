"""Members that come to another answer name what made them, and one that names nothing is marked."""

from __future__ import annotations

import json

import pytest

from app.domain.messages import ModelRequest
from app.engine.plugin import report_of
from app.gateway.scripted import Line
from app.workflows.debate.other_answers import other_answer
from tests.unit.debate.debate_table import Table

pytestmark = pytest.mark.asyncio


def refined(table: Table, after: dict[str, tuple[str, object]]) -> None:
    """Let the members answer “rent” first, then this, for this reason."""

    def refinement(request: ModelRequest) -> Line:
        answer, because = after[request.seat]
        return json.dumps({"text": f"Well.\n\nAnswer: {answer}", "changed_because": because})

    table.scripts["proposal"] = lambda _: "It depends.\n\nAnswer: rent"
    table.scripts["refinement"] = refinement


async def test_a_report_says_who_came_to_another_answer_and_what_made_them(table: Table) -> None:
    refined(table, {"Ada": ("buy", "New evidence"), "Ben": ("rent it", ""), "Cy": ("borrow", "error_found")})
    await table.open(gate_policy="never_ask", max_rounds=1)
    told = await table.export("md")
    assert "**Ada**: from “rent” to “buy”: a source or fact it had not weighed" in told
    assert "**Cy**: from “rent” to “borrow”: an error in its answer" in told
    assert "**Ben**: from" not in told


@pytest.mark.parametrize("because", ["", "because the others do", ["evidence"], None])
async def test_a_change_without_a_readable_reason_is_marked_and_costs_no_reply(
    table: Table, because: object
) -> None:
    refined(table, dict.fromkeys(("Ada", "Ben", "Cy"), ("buy", because)))
    await table.open(gate_policy="never_ask", max_rounds=1)
    assert "from “rent” to “buy”, without saying why" in await table.export("md")
    assert len(table.asked("refinement")) == 3


async def test_only_evidence_and_errors_of_ones_own_count_as_grounds(table: Table) -> None:
    refined(table, {"Ada": ("buy", "evidence"), "Ben": ("buy", "persuaded"), "Cy": ("buy", "")})
    await table.open(gate_policy="never_ask", max_rounds=1)
    told = report_of(table.live.fold.plugin, table.state).turned
    assert {(one.seat, one.round, one.grounded) for one in told} == {
        ("Ada", 1, True),
        ("Ben", 1, False),
        ("Cy", 1, False),
    }


@pytest.mark.parametrize(
    ("before", "after", "other"),
    [
        ("Answer: rent", "Answer: buy", True),
        ("Answer: rent", "Answer: rent the van", False),
        ("Answer: rent the van", "**Answer:** Rent", False),
        ("Answer: rent", "It is a matter of how long you keep it and of what you carry in it", None),
        ("", "Answer: buy", None),
    ],
)
async def test_answers_differ_only_where_their_words_can_tell(
    before: str, after: str, other: bool | None
) -> None:
    assert other_answer(before, after) is other
