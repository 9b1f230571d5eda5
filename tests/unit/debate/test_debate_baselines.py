"""What a debate is compared with: independent answers, counted or judged, up to a number of tokens."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.domain.errors import InputError
from app.domain.facts import TextDecided
from app.domain.messages import ModelRequest
from app.domain.usage import Usage
from app.services.unattended import AnswerPlan
from app.workflows.debate.nodes.sampling import BASELINES
from tests.support.asked import read
from tests.support.scripted import Line
from tests.unit.debate.debate_table import Table, seated
from tests.unit.debate.test_debate_cut import cut, decide

pytestmark = pytest.mark.asyncio
WITHOUT: dict[str, Any] = {"enabled": False, "gate_policy": "never_ask"}


def said(answers: dict[str, list[str]]) -> Callable[[ModelRequest], Line]:
    """Let each member give its answers in turn, the last one for ever."""

    asked = Counter[str]()

    def say(request: ModelRequest) -> str:
        asked[request.seat] += 1
        mine = answers[request.seat]
        return f"Because of this and that.\n\nAnswer: {mine[min(asked[request.seat], len(mine)) - 1]}"

    return say


def tokens_of(table: Table) -> int:
    return table.state.spend.total.tokens


async def test_the_answer_that_most_gave_becomes_the_result_and_the_others_are_told_as_dissent(
    table: Table,
) -> None:
    table.scripts["proposal"] = said({"Ada": ["12"], "Ben": ["7"], "Cy": ["7"]})
    assert await table.open(result_by="vote", **WITHOUT) == "finished"
    assert {request.purpose for request in table.gateway.requests} == {"proposal"}
    assert table.stated.decision == "7"
    assert [(d.seat, d.why) for d in table.stated.dissent] == [("Ada", "12")]
    (counted,) = await table.facts("answers_counted")
    assert [(one.answer, one.count, one.seats) for one in counted.answers] == [
        ("7", 2, ("Ben", "Cy")),
        ("12", 1, ("Ada",)),
    ]
    written = await table.export("md")
    assert "**Ben and Cy**: 7 (2 of 3)" in written
    assert "Nothing is disputed" not in written


async def test_members_answer_anew_until_the_tokens_are_used_and_never_far_beyond(table: Table) -> None:
    answers = {"Ada": ["1", "2", "2", "2"], "Ben": ["3"], "Cy": ["2", "3"]}
    table.scripts["proposal"] = said(answers)
    await table.open(result_by="vote", answer_tokens=1, **WITHOUT)
    once = tokens_of(table)
    table.scripts["proposal"] = said(answers)
    await table.open(result_by="vote", answer_tokens=4 * once, **WITHOUT)
    assert 3 * once < tokens_of(table) <= 4.2 * once
    asked = table.asked("proposal", "Ada")
    parts = [fact.part for fact in await table.facts("call_asked") if fact.seat == "Ada"]
    assert parts == ["draft-1", "draft-2", "draft-3", "draft-4"]
    # They are independent: none is told of another, nor asked to differ.
    assert len({request.messages for request in asked}) == 1
    # What a member gave most often is shown as its own.
    assert "Answer: 2" in table.state.attempt.base["Ada"].text


@pytest.mark.parametrize("counted", [None, Usage(tokens_in=900, tokens_out=100)])
async def test_answers_that_are_cut_off_count_as_their_tokens_and_end_the_asking(
    table: Table, counted: Usage | None
) -> None:
    table.scripts["proposal"] = lambda _: replace(cut("Answer: 3", by="server"), usage=counted)
    await table.open(result_by="vote", answer_tokens=1, **WITHOUT)
    await decide(table, AnswerPlan(approve="all"))
    assert [len(table.asked("proposal", name)) for name in ("Ada", "Ben", "Cy")] == [1, 1, 1]
    assert table.stated.decision == "3"


async def test_the_judge_says_which_answers_are_the_same_without_knowing_whose_they_are(table: Table) -> None:
    table.scripts["proposal"] = said({"Ada": ["in May"], "Ben": ["next spring"], "Cy": ["in autumn"]})

    def grouped(request: ModelRequest) -> str:
        shown: Any = read(request)["answers"]
        by_text = {one["text"].rpartition(": ")[2]: one["label"] for one in shown}
        spring = [by_text["in May"], by_text["next spring"]]
        # It forgets one, names one twice and one that there is not: none of it may cost a vote.
        return json.dumps({"alike": [{"answer": "in spring", "labels": [*spring, spring[0], "Answer 9"]}]})

    table.scripts["grouping"] = grouped
    await table.open(result_by="vote", same_answer="judge", **WITHOUT)
    (request,) = table.asked("grouping")
    assert request.seat == "judge"
    assert not any(name in str(request.messages) for name in ("Ada", "Ben", "Cy"))
    (counted,) = await table.facts("answers_counted")
    assert [(one.answer, one.count) for one in counted.answers] == [("in spring", 2), ("in autumn", 1)]


async def test_the_judge_chooses_the_best_of_all_answers_also_of_more_than_nine(table: Table) -> None:
    table.scripts["proposal"] = said({"Ada": ["a", "b", "c", "d"], "Ben": ["e", "f", "g", "h"], "Cy": ["i"]})

    def best(request: ModelRequest) -> str:
        shown: Any = read(request)["drafts"]
        return json.dumps({"best": next(d["label"] for d in shown if "Answer: h" in d["text"]), "why": "So."})

    table.scripts["drafts"] = best
    await table.open(result_by="best", answer_tokens=10_000, **WITHOUT)
    assert table.stated.decision == "h"
    assert "The judge chose the one that became the answer. So." in await table.export("md")


async def test_a_judge_without_a_readable_word_leaves_the_first_answer(table: Table) -> None:
    table.scripts["proposal"] = said({"Ada": ["a"], "Ben": ["b"], "Cy": ["c"]})
    table.scripts["drafts"] = lambda _: "All are fine."
    assert await table.open(result_by="best", answer_tokens=1, **WITHOUT) == "finished"
    assert table.stated.decision in {"a", "b", "c"}


async def test_a_person_who_edits_an_answer_at_the_gate_changes_what_is_counted(table: Table) -> None:
    table.scripts["proposal"] = said({"Ada": ["12"], "Ben": ["7"], "Cy": ["9"]})
    assert await table.open(result_by="vote", enabled=False) == "waiting"
    await table.tell(TextDecided(slot="answer", seat="Ada", choice="edit", edit="Answer: 9"))
    assert await table.answer("finish") == "finished"
    assert table.stated.decision == "9"


async def test_answers_are_not_counted_in_a_debate_with_critique(table: Table) -> None:
    with pytest.raises(InputError, match="Rounds of critique"):
        await table.open(result_by="vote")


@pytest.mark.parametrize("name", sorted(BASELINES))
async def test_every_baseline_is_begun_from_any_debate_and_asks_nobody(table: Table, name: str) -> None:
    baseline = BASELINES[name]
    table.scripts["proposal"] = said({"Ada": ["1"], "Ben": ["2"], "Cy": ["2"]})
    setup, team = baseline.begin(
        {"question": "How many?", "review_critiques": True}, seated("Ada", "Ben", "Cy")
    )
    more: dict[str, Any] = {**setup, baseline.tokens: 500}
    assert await table.open(team=team, **more) == "finished"
    assert {request.seat for request in table.asked("proposal")} == (
        {"Ada"} if name == "single" else {"Ada", "Ben", "Cy"}
    )
