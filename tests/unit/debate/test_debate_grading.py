"""Grades by a rubric that only the judge reads, and what is told of whether refining helped."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.domain.messages import ModelRequest
from app.services.batches.plan import Entry
from app.services.batches.reporting import read_outcome
from tests.support.asked import read
from tests.support.scripted import Line
from tests.unit.debate.debate_table import Table, prompt, refine

pytestmark = pytest.mark.asyncio
RUBRIC = "It names the landlord's duty to give notice."
FIRST = {"Ada": "No notice is needed.", "Ben": "Three months' notice is due.", "Cy": "Ask a lawyer."}
FINAL = "Three months' notice is due, in writing."


def at_work(table: Table, grades: dict[str, str]) -> None:
    """Let members answer, and the judge grade by the words of an answer."""

    def graded(request: ModelRequest) -> str:
        shown: Any = read(request)["answers"]
        told = {one["label"]: grades[one["text"]] for one in shown if one["text"] in grades}
        return json.dumps({"grades": [{"label": x, "grade": y, "why": "So."} for x, y in told.items()]})

    def proposal(request: ModelRequest) -> Line:
        return FIRST[request.seat]

    table.scripts["proposal"] = proposal
    table.scripts["refinement"] = refine
    table.scripts["synthesis"] = lambda _: json.dumps({"answer": FINAL, "confidence": "high"})
    table.scripts["grading"] = graded


async def test_the_judge_alone_reads_the_rubric_and_grades_without_knowing_which_answer_is_the_final_one(
    table: Table,
) -> None:
    at_work(table, {FIRST["Ada"]: "Incorrect", FIRST["Ben"]: "partially", FINAL: "correct"})
    await table.open(gate_policy="never_ask", max_rounds=1, rubric=RUBRIC, result_by="chair")
    told = [request for request in table.gateway.requests if RUBRIC in prompt(request)]
    assert [(request.purpose, request.seat) for request in told] == [("grading", "judge")]
    assert not any(name in prompt(told[0]) for name in ("Ada", "Ben", "Cy", "final answer"))
    (graded,) = await table.facts("answers_graded")
    # Of Cy's the judge said nothing: nothing is made up.
    assert [(one.seat, one.grade) for one in graded.grades] == [
        ("", "right"),
        ("Ada", "wrong"),
        ("Ben", "partly"),
    ]
    written = await table.export("md")
    assert "The judge holds the final answer to be right by the rubric. So." in written
    assert "0 of 2 first answers were right by it." in written


async def test_a_judge_that_grades_nothing_readable_leaves_the_answer_as_it_is(table: Table) -> None:
    at_work(table, {})
    table.scripts["grading"] = lambda _: "They are all very fine."
    assert await table.open(gate_policy="never_ask", max_rounds=1, rubric=RUBRIC) == "finished"
    assert await table.facts("answers_graded") == []
    assert "By the rubric" not in await table.export("md")


@pytest.mark.parametrize(("form", "graded"), [("{}", 4), ("**Answer {}:**", 4), ("the best", 0)])
async def test_labels_are_read_however_they_are_written_and_unknown_ones_grade_nothing(
    table: Table, form: str, graded: int
) -> None:
    at_work(table, {})
    grades = [{"label": form.format(number), "grade": "right"} for number in range(1, 5)]
    table.scripts["grading"] = lambda _: json.dumps({"grades": grades})
    await table.open(gate_policy="never_ask", max_rounds=1, rubric=RUBRIC)
    facts = await table.facts("answers_graded")
    assert sum(len(fact.grades) for fact in facts) == graded
    assert len(facts) == bool(graded)


async def test_without_a_rubric_nobody_grades(table: Table) -> None:
    at_work(table, {})
    await table.open(gate_policy="never_ask", max_rounds=1)
    assert table.asked("grading") == []


async def test_a_vote_is_graded_by_the_rubric_too(table: Table) -> None:
    at_work(table, dict.fromkeys(FIRST.values(), "right"))
    await table.open(result_by="vote", enabled=False, gate_policy="never_ask", rubric=RUBRIC)
    (graded,) = await table.facts("answers_graded")
    assert {one.seat for one in graded.grades} == {"", *FIRST}
    # The final one is one of theirs: it is shown, and graded, once.
    (request,) = table.asked("grading")
    shown: Any = read(request)["answers"]
    assert len(shown) == 3


async def test_a_batch_counts_what_the_judge_graded_where_rules_cannot_tell(table: Table) -> None:
    at_work(table, {FIRST["Ada"]: "wrong", FIRST["Ben"]: "right", FIRST["Cy"]: "wrong", FINAL: "right"})
    await table.open(gate_policy="never_ask", max_rounds=1, rubric=RUBRIC, result_by="chair")
    entry = Entry(session=table.id, row=1, id="q", team="t", seed=1, rubric=RUBRIC)
    outcome, _ = await read_outcome(table.parts, entry)
    assert outcome.result is True
    assert [one.right for one in outcome.rounds[0]] == [False, True, False]
    assert outcome.oracle is True
    # Nobody graded what they wrote in round 1, and that is round 1 as the session counts it.
    assert outcome.ungraded
    assert (len(outcome.rounds), outcome.number_of_rounds) == (2, 1)
    first, refined = (one.tokens for one in outcome.spent)
    assert 0 < first < refined < outcome.tokens
    assert (outcome.by_rubric, outcome.partly) == (True, False)


async def test_a_grade_of_one_sample_is_not_that_of_all_the_samples_of_its_member(table: Table) -> None:
    at_work(table, dict.fromkeys(FIRST.values(), "right"))
    await table.open(
        result_by="vote", enabled=False, answer_tokens=20_000, gate_policy="never_ask", rubric=RUBRIC
    )
    entry = Entry(session=table.id, row=1, id="q", team="t", seed=1, rubric=RUBRIC, baseline="vote")
    outcome, _ = await read_outcome(table.parts, entry)
    assert outcome.result is True
    assert len(outcome.rounds[0]) > len(FIRST)
    assert {one.right for one in outcome.rounds[0]} == {None}


async def test_what_refining_brought_is_told_of_every_single_session(table: Table) -> None:
    first = {"Ada": "rent", "Ben": "rent", "Cy": "buy"}
    table.scripts["proposal"] = lambda r: f"Answer: {first[r.seat]}"

    def refined(request: ModelRequest) -> Line:
        if request.seat != "Cy":
            return refine(request)
        reply = json.loads(str(refine(request, "Answer: rent")))
        return json.dumps({**reply, "changed_because": "error"})

    table.scripts["refinement"] = refined
    table.scripts["synthesis"] = lambda _: json.dumps({"answer": "Answer: rent", "decision": "rent"})
    await table.open(gate_policy="never_ask", max_rounds=1)
    written = await table.export("md")
    assert "Counting the first answers would have given the same one." in written
    assert (
        "1 of 3 members ended with another answer than it began with; 1 of them named evidence or an "
        "error of their own." in written
    )
    spent = table.state.spend
    share = 100 * spent.by_node["proposal"].tokens / spent.total.tokens
    assert f"{share:.0f} % of the tokens went into the first answers" in written


async def test_nothing_is_claimed_of_answers_that_rules_cannot_compare(table: Table) -> None:
    at_work(table, {})
    table.scripts["proposal"] = lambda r: (
        f"{r.seat} weighs what there is at length and comes to no short word."
    )
    await table.open(gate_policy="never_ask", max_rounds=1)
    written = await table.export("md")
    assert "Counting the first answers" not in written
    assert "ended with another answer" not in written
