"""Marks that a person sets in answers: each goes to its author, is answered, carried on or stale."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.diffing.quotations import quoted_spans
from app.domain.errors import InputError
from app.domain.facts import DecisionWithdrawn, MarkKind
from app.domain.ids import PERSON
from app.domain.marks import CLAIMS, LONGEST_QUOTE
from app.domain.messages import ModelRequest
from app.workflows.debate.ledger import Point
from tests.support.asked import read
from tests.unit.debate.debate_table import Table, prompt, refine

pytestmark = pytest.mark.asyncio
WORDS = "a plan of its own"


async def mark(
    table: Table, seat: str = "Ada", kind: MarkKind = "comment", quote: str = WORDS, comment: str = ""
) -> str:
    """Mark words in the text of a seat that stands now."""
    text = table.state.attempt.text(seat)
    assert text is not None
    return await table.review.mark(table.id, seat, text.seq, kind, quote, comment)


async def critiques(table: Table) -> list[dict[str, Any]]:
    """Return the points as the report has them."""
    found: list[dict[str, Any]] = json.loads(await table.export("json"))["critiques"]
    return found


def point(table: Table, id: str) -> Point:
    """Return what has become of a mark."""
    return table.state.points[id]


async def test_a_mark_goes_to_its_author_alone_with_the_words_it_is_about(table: Table) -> None:
    await table.open(max_rounds=3)
    id = await mark(table, comment="Whose plan?")
    await table.answer("approve")
    assert "Whose plan?" in table.given("Ada")
    assert "Whose plan?" not in table.given("Ben") + table.given("Cy")
    sent = prompt(table.asked("refinement", "Ada")[-1])
    assert "Whose plan?" in sent
    assert WORDS in sent
    assert point(table, id).answer == "fixed"
    assert not point(table, id).still_owed


@pytest.mark.parametrize("kind", ["strike", "unsourced", "unclear", "wrong", "too_long"])
async def test_the_usual_marks_say_what_is_wanted_without_a_word_typed(table: Table, kind: MarkKind) -> None:
    await table.open(max_rounds=3)
    await mark(table, kind=kind)
    await table.answer("approve")
    assert CLAIMS[kind][0] in table.given("Ada")


async def test_a_mark_is_the_persons_in_every_telling_of_it(table: Table) -> None:
    await table.open(max_rounds=3)
    id = await mark(table, comment="Whose plan?")
    filed = point(table, id).fact
    assert (filed.critic, filed.target, filed.quote, filed.mark) == (PERSON, "Ada", WORDS, "comment")
    assert point(table, id).verdict == "accept"
    (told,) = [critique for critique in await critiques(table) if critique["id"] == id]
    assert (told["critic"], told["claim"]) == (PERSON, "Whose plan?")
    assert f"{PERSON} → Ada" in await table.export("md")


async def test_a_mark_that_was_not_answered_is_carried_into_the_next_round(table: Table) -> None:
    def forgets(request: ModelRequest) -> str:
        reply = json.loads(refine(request, f"{read(request)['text']} More."))
        return json.dumps({**reply, "answers": []})

    await table.open(max_rounds=4)
    id = await mark(table, comment="Whose plan?")
    table.scripts["refinement"] = forgets
    await table.answer("approve")
    assert point(table, id).answer == "unanswered"
    assert point(table, id).still_owed
    del table.scripts["refinement"]
    await table.answer("approve")
    assert "Whose plan?" in table.given("Ada")
    assert [answer.fact.answer for answer in point(table, id).answers] == ["unanswered", "fixed"]


async def test_a_mark_goes_with_the_attempt_after_a_rejection(table: Table) -> None:
    await table.open(max_rounds=3)
    await mark(table, comment="Whose plan?")
    await table.answer("reject", feedback="Say more.")
    assert "Whose plan?" in table.given("Ada")


async def test_a_mark_that_is_taken_back_was_never_made(table: Table) -> None:
    await table.open(max_rounds=3)
    id = await mark(table, comment="Whose plan?")
    await table.review.tell(table.id, DecisionWithdrawn(seq=point(table, id).decisions[-1][0]))
    assert id not in table.state.points
    await table.answer("approve")
    assert "Whose plan?" not in table.given("Ada")
    assert id not in [critique["id"] for critique in await critiques(table)]


async def test_a_mark_that_was_made_and_left_survives_a_restart(table: Table) -> None:
    await table.open(max_rounds=3)
    id = await mark(table, kind="strike")
    await table.sessions.shutdown()
    await table.go()
    assert point(table, id).fact.mark == "strike"
    await table.answer("approve")
    assert CLAIMS["strike"][0] in table.given("Ada")


@pytest.mark.parametrize(
    ("seat", "kind", "quote", "comment", "why"),
    [
        ("Ada", "comment", WORDS, " ", "empty"),
        ("Ada", "strike", "  ", "", "No words"),
        ("Ada", "strike", "x" * (LONGEST_QUOTE + 1), "", "too long"),
        ("Nobody", "strike", WORDS, "", "Nobody"),
    ],
)
async def test_a_mark_that_says_nothing_is_refused_and_nothing_is_kept(
    table: Table, seat: str, kind: MarkKind, quote: str, comment: str, why: str
) -> None:
    await table.open()
    head = len(await table.records())
    with pytest.raises(InputError, match=why):
        await table.review.mark(table.id, seat, 1, kind, quote, comment)
    assert len(await table.records()) == head


async def test_marked_words_are_found_again_whatever_their_marks_and_lines() -> None:
    assert quoted_spans("We start **a limited\n  trial** of a year.", "a limited trial of a year")
    assert quoted_spans("- two groups\n- in turn", "two groups in turn")
    assert not quoted_spans("We start at once.", "a limited trial")
