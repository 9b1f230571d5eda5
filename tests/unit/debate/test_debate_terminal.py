"""A person at a terminal: what is typed at a debate's gates, and what becomes of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.cli.asking import ask_at_terminal
from app.engine.figures import summary_lines
from tests.unit.debate.debate_table import Table, evaluate

pytestmark = pytest.mark.asyncio


async def test_questions_are_answered_by_number_by_words_or_not_at_all(table: Table, typed: Any) -> None:
    texts = [f"Question {number}?" for number in range(5)]
    asked = [{"question": text, "options": ["yes", "no"]} for text in texts]
    table.scripts["clarification"] = lambda r: json.dumps({"questions": asked})
    await table.open(interactive_clarifications=True)
    typed("answer", "2", "in May", "?", "!both", "")
    given = await ask_at_terminal(table.gate, table.live.fold)
    assert given is not None
    assert given.data["answers"] == {
        "q1": {"status": "answered", "option": "no"},
        "q2": {"status": "answered", "note": "in May"},
        "q3": {"status": "assume"},
        "q4": {"status": "none_fits", "note": "both"},
    }
    await table.review.answer(table.id, table.gate.id, given.verb, given.data)
    await table.sessions.wait(table.id)
    statuses = [fact.status for fact in await table.facts("question_answered")]
    assert statuses == ["answered", "answered", "assume", "none_fits", "not_answered"]


async def test_an_approval_asks_for_guidance_and_a_rejection_for_what_should_change(
    table: Table, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table.gateway.cost = 0.01
    table.scripts["evaluation"] = lambda r: evaluate(must_haves=[{"text": "A price", "met": False}])
    await table.open(must_haves=["A price"])
    typed("maybe", "1", "Name a date.", "")
    given = await ask_at_terminal(table.gate, table.live.fold)
    shown = capsys.readouterr().err
    assert "Unmet: A price" in shown
    assert "So far: $0.10 of $2.00, the next round about $0.07" in shown
    assert given is not None
    assert (given.verb, given.data) == ("approve", {"guidance": "Name a date."})
    typed("1", "Be brief.", "y")
    given = await ask_at_terminal(table.gate, table.live.fold)
    assert given is not None
    assert given.data == {"guidance": "Be brief.", "guidance_pinned": True}
    typed("reject", "", "Cite a source.")
    given = await ask_at_terminal(table.gate, table.live.fold)
    assert given is not None
    assert (given.verb, given.data) == ("reject", {"feedback": "Cite a source."})
    typed("")
    assert await ask_at_terminal(table.gate, table.live.fold) is None, "an empty line leaves the gate open"


async def test_the_summary_has_a_line_for_every_figure_and_round(table: Table) -> None:
    await table.open(max_rounds=3)
    await table.answer("approve")
    await table.answer("finish")
    debate = table.parts.plugin("debate")
    lines = summary_lines(debate.vocabulary, debate.summary(table.state))
    assert "Rounds done: 2" in lines
    assert "Why it ended: you ended it" in lines
    assert sum(line.startswith(("Round 1: answers", "Round 2: answers")) for line in lines) == 2
    assert not any("_" in line for line in lines), lines
