"""Members that come to another answer name what made them, and one that names nothing is marked."""

from __future__ import annotations

import json

import pytest

from app.domain.errors import InputError
from app.domain.messages import ModelRequest
from app.workflows.debate.rules.short_answers import other_answer
from tests.support.scripted import Line
from tests.unit.debate.debate_table import Table, prompt

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


async def test_without_the_setting_nobody_is_asked_for_a_reason_and_nobody_is_marked(table: Table) -> None:
    refined(table, {"Ada": ("buy", "evidence"), "Ben": ("buy", ""), "Cy": ("rent", "")})
    await table.open(gate_policy="never_ask", max_rounds=1, name_reasons=False)
    assert not any("changed_because" in prompt(request) for request in table.asked("refinement"))
    assert "went from" not in prompt(table.asked("synthesis")[0])
    told = await table.export("md")
    assert "**Ada and Ben**: from “rent” to “buy” (" in told
    assert "a source or fact it had not weighed" not in told
    assert "without saying why" not in told
    assert "Reasons for another answer" in told
    assert "named evidence" not in told
    assert {one.grounded for one in table.report.turned} == {False}


async def test_the_chair_is_told_what_an_answer_left_for_an_error_is_worth(table: Table) -> None:
    refined(table, {"Ada": ("buy", "error"), "Ben": ("rent", ""), "Cy": ("rent", "")})
    await table.open(gate_policy="never_ask", max_rounds=1)
    asked = prompt(table.asked("synthesis")[0])
    assert "Ada went from “rent” to “buy”: an error found in its answer" in asked
    assert "more members left for an error found in it than held it" in asked


async def test_what_is_gained_cannot_be_told_without_reasons(table: Table) -> None:
    with pytest.raises(InputError, match="Reasons for another answer"):
        await table.open(stop_when_spent=True, name_reasons=False)


async def test_only_evidence_and_errors_of_ones_own_count_as_grounds(table: Table) -> None:
    refined(table, {"Ada": ("buy", "evidence"), "Ben": ("buy", "persuaded"), "Cy": ("buy", "")})
    await table.open(gate_policy="never_ask", max_rounds=1)
    told = table.report.turned
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
        ("Answer: guilty", "Answer: not guilty", True),
        ("Answer: rent", "Answer: rent, not buy", False),
        ("Answer: 5", "Answer: -5", True),
        ("Answer: 42", "Answer: $42.00", False),
        ("Answer: x is 5", "Answer: x is > 5", True),
    ],
)
async def test_answers_differ_only_where_their_words_can_tell(
    before: str, after: str, other: bool | None
) -> None:
    assert other_answer(before, after) is other
