"""Questions before the first round."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.domain.canonical import JsonValue
from app.domain.errors import GateError
from app.domain.messages import ModelRequest
from tests.support.asked import read
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
    prompts: list[str] = []

    def ask(request):
        prompts.append(prompt(request))
        return questions("How many people?", "Which year?") if len(prompts) <= 3 else questions()

    table.scripts["clarification"] = ask
    await table.open(interactive_clarifications=True)
    first = table.payload["questions"][0]["id"]
    stranger: dict[str, JsonValue] = {"answers": {"q99": {"status": "assume"}}}
    with pytest.raises(GateError, match="no open question"):
        await table.review.answer(table.id, table.gate.id, "answer", stranger)
    await table.answer("answer", answers={first: {"status": "answered", "note": "Forty of us."}})
    assert table.kind == "approval"
    assert all("Forty of us." in text for text in prompts[3:]), "follow-up questions know the answers"
    for purpose in ("proposal", "critique", "refinement", "evaluation"):
        assert "Forty of us." in prompt(table.asked(purpose)[0]), purpose
    statuses = [fact.status for fact in await table.facts("question_answered")]
    assert statuses == ["answered", "not_answered"]


async def test_members_ask_at_most_as_often_as_the_setup_says(table: Table) -> None:
    table.scripts["clarification"] = lambda r: questions(f"Question {len(table.gateway.requests)}?")
    await table.open(interactive_clarifications=True, clarifications_max_iterations=2)
    for name in ("q1", "q4"):
        assert table.kind == "clarification"
        await table.answer("answer", answers={name: {"status": "assume"}})
    assert table.kind == "approval"
    assert len(table.asked("clarification")) == 6


async def test_to_go_on_without_answering_ends_the_asking_and_the_chair_alone_is_told(table: Table) -> None:
    table.scripts["clarification"] = lambda r: questions(f"Question {len(table.gateway.requests)}?")
    await table.open(interactive_clarifications=True, max_rounds=1)
    await table.answer("continue")
    assert table.kind == "approval"
    assert len(table.asked("clarification")) == 3, "nothing is collected again"
    assert {fact.status for fact in await table.facts("question_answered")} == {"not_answered"}
    assert "Question 1?" not in prompt(table.asked("proposal")[0])
    await table.answer("finish")
    (final,) = table.asked("synthesis")
    assert "nobody answered them" in prompt(final)
    assert "Question 1?" in prompt(final)


async def test_questions_over_the_maximum_are_dropped_and_counted(table: Table) -> None:
    table.scripts["clarification"] = lambda r: questions(*(f"{r.seat} {n}?" for n in range(4)))
    await table.open(interactive_clarifications=True, clarifications_max_per_agent=1)
    assert len(table.payload["questions"]) == 3
    assert [fact.count for fact in await table.facts("questions_dropped")] == [3, 3, 3]


@pytest.mark.parametrize(
    "setup", [{"interactive_clarifications": False}, {"clarifications_max_iterations": 0}]
)
async def test_without_clarifications_nobody_is_asked(table: Table, setup: dict[str, Any]) -> None:
    await table.open(**{"interactive_clarifications": True, **setup})
    assert not table.asked("clarification")


@pytest.mark.parametrize(
    ("answer", "answer_line"),
    [
        ({"status": "answered", "option": "yes"}, "A: yes"),
        ({"status": "answered", "option": "no", "note": "not yet"}, "A: no not yet"),
        ({"status": "answered", "note": "perhaps"}, "A: perhaps"),
        ({"status": "assume"}, "A: Not sure: assume something sensible and say so."),
        ({"status": "none_fits", "note": "both"}, "A: both None of the options fits."),
    ],
)
async def test_every_way_to_end_a_question_is_kept_and_told_to_the_members(
    table: Table, answer: dict[str, Any], answer_line: str
) -> None:
    table.scripts["clarification"] = lambda r: questions("Now?")
    await table.open(interactive_clarifications=True)
    await table.answer("answer", answers={"q1": answer})
    assert table.kind == "approval", "the same question again is no question"
    (kept,) = await table.facts("question_answered")
    assert (kept.status, kept.option, kept.note) == (
        answer["status"], answer.get("option", ""), answer.get("note", ""),
    )  # fmt: skip
    assert answer_line in prompt(table.asked("proposal")[0])


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"status": "answered"}, "is empty"),
        ({"status": "answered", "option": "maybe"}, "no option"),
        ({"status": "none_fits"}, "what fits better"),
        ({"status": "perhaps"}, "status"),
    ],
)
async def test_an_answer_that_says_nothing_is_refused_and_the_gate_stays_open(
    table: Table, answer: dict[str, JsonValue], why: str
) -> None:
    table.scripts["clarification"] = lambda r: questions("Now?")
    await table.open(interactive_clarifications=True)
    with pytest.raises(GateError, match=why):
        await table.review.answer(table.id, table.gate.id, "answer", {"answers": {"q1": answer}})
    assert table.kind == "clarification"


async def test_a_question_has_at_most_five_options(table: Table) -> None:
    many = json.dumps({"questions": [{"question": "Which?", "options": list("abcdefg")}]})
    table.scripts["clarification"] = lambda r: many
    await table.open(interactive_clarifications=True)
    assert table.payload["questions"][0]["options"] == list("abcde")


async def test_follow_ups_come_with_what_was_asked_before_and_are_joined_by_their_words(
    table: Table,
) -> None:
    def ask(request: ModelRequest) -> str:
        known: Any = read(request)["qa"]
        return (
            questions("How many?") if not known else questions("  how MANY ?", f"{request.seat}: since when?")
        )

    table.scripts["clarification"] = ask
    await table.open(members=("Ada", "Ben"), interactive_clarifications=True)
    await table.answer("answer", answers={"q1": {"status": "answered", "note": "Forty."}})
    assert [q["text"] for q in table.payload["questions"]] == ["Ada: since when?", "Ben: since when?"]
    (earlier,) = table.payload["earlier"]
    assert (earlier["text"], earlier["status"], earlier["answer"]) == ("How many?", "answered", "Forty.")
    assert (table.payload["iteration"], table.payload["iterations"]) == (2, 3)


async def test_answers_given_beforehand_are_existing_ones(table: Table) -> None:
    table.scripts["clarification"] = lambda r: questions("How many?", "Since when?")
    known = [{"question": "How many?", "answer": "Forty of us."}]
    await table.open(interactive_clarifications=True, known_answers=known)
    assert "Forty of us." in prompt(table.asked("clarification")[0])
    assert [q["text"] for q in table.payload["questions"]] == ["Since when?"]
    assert [e["asked_by"] for e in table.payload["earlier"]] == [[]]
    await table.answer("continue")
    assert "Forty of us." in prompt(table.asked("proposal")[0])
    assert "- How many? – settled beforehand.\n  - Answer: Forty of us." in await table.export("md")
