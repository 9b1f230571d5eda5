"""Questions before the first round."""

from __future__ import annotations

import json

import pytest

from app.domain.canonical import JsonValue
from app.domain.errors import GateError
from tests.unit.debate.debate_table import Table, prompt

pytestmark = pytest.mark.asyncio


def questions(*texts: str) -> str:
    """Ask these."""
    return json.dumps({"questions": [{"question": text, "options": ["yes", "no"]} for text in texts]})


async def test_the_same_question_of_two_members_is_asked_once_and_names_both(table: Table) -> None:
    table.scripts["clarification"] = lambda r: questions("How many?" if r.seat != "Cy" else "Which year?")
    await table.open(interactive_clarifications=True)
    assert table.kind == "clarification"
    shown = [(q["text"], q["asked_by"]) for q in table.payload["questions"]]
    assert shown == [("How many?", ["Ada", "Ben"]), ("Which year?", ["Cy"])]


async def test_answers_are_pinned_in_every_later_prompt_and_the_rest_is_not_answered(table: Table) -> None:
    told: list[str] = []

    def ask(request):
        told.append(prompt(request))
        return questions("How many people?", "Which year?") if len(told) <= 3 else questions()

    table.scripts["clarification"] = ask
    await table.open(interactive_clarifications=True)
    first = table.payload["questions"][0]["id"]
    stranger: dict[str, JsonValue] = {"answers": {"q99": {"status": "assume"}}}
    with pytest.raises(GateError, match="no open question"):
        await table.review.answer(table.id, table.gate.id, "answer", stranger)
    await table.answer("answer", answers={first: {"status": "answered", "note": "Forty of us."}})
    assert table.kind == "approval"
    assert all("Forty of us." in text for text in told[3:]), "follow-up questions know the answers"
    for purpose in ("proposal", "critique", "refinement", "evaluation"):
        assert "Forty of us." in prompt(table.asked(purpose)[0]), purpose
    statuses = [fact.status for fact in await table.facts("question_answered")]
    assert statuses == ["answered", "not_answered"]


async def test_members_ask_at_most_as_often_as_the_setup_says(table: Table) -> None:
    table.scripts["clarification"] = lambda r: questions(f"Question {len(table.gateway.requests)}?")
    await table.open(interactive_clarifications=True, clarifications_max_iterations=2)
    await table.answer("continue")
    assert table.kind == "clarification"
    await table.answer("continue")
    assert table.kind == "approval"
    assert len(table.asked("clarification")) == 6


async def test_questions_over_the_maximum_are_dropped_and_counted(table: Table) -> None:
    table.scripts["clarification"] = lambda r: questions(*(f"{r.seat} {n}?" for n in range(4)))
    await table.open(interactive_clarifications=True, clarifications_max_per_agent=1)
    assert len(table.payload["questions"]) == 3
    assert [fact.count for fact in await table.facts("questions_dropped")] == [3, 3, 3]


async def test_without_clarifications_nobody_is_asked(table: Table) -> None:
    await table.open(interactive_clarifications=False)
    assert not table.asked("clarification")
