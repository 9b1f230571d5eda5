"""Given answers: criticised like the members' own, and no prompt says that they were given."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from app.domain.i18n import Message
from app.domain.no_model import is_given
from app.workflows.debate.face.tabs import QuickCheck, why_ended
from app.workflows.debate.setup import DebateSetup
from tests.support.asked import read
from tests.unit.debate.debate_table import Table, prompt

ORIGIN = "canary-of-another-session.md"
TEXT = "Move out in May, and rent until then."
GUESTS = [{"name": ORIGIN, "text": TEXT}]


def shown_to(table: Table, purpose: str, seat: str) -> list[str]:
    return [one["text"] for one in read(table.asked(purpose, seat)[0])["answers"]]


@pytest.mark.asyncio
async def test_a_given_answer_is_criticised_like_the_others_and_asked_nothing(table: Table) -> None:
    await table.open(guests=GUESTS)
    assert not any(is_given(r.model) or r.seat == "Guest" for r in table.gateway.requests)
    for seat in ("Ada", "Ben", "Cy"):
        assert TEXT in shown_to(table, "critique", seat)
    assert table.statuses["Guest"] == "held"
    points = [p for p in table.points if p["target"] == "Guest"]
    assert {p["critic"] for p in points} == {"Ada", "Ben", "Cy"}
    assert await table.answer("finish") == "finished"


@pytest.mark.asyncio
@pytest.mark.parametrize("result_by", ["chair", "best"])
async def test_no_prompt_says_that_an_answer_was_given_or_where_it_is_from(
    table: Table, result_by: str
) -> None:
    await table.open(guests=GUESTS, result_by=result_by, revised_by="Ben", judge_all=True)
    await table.answer("approve")
    await table.answer("finish")
    assert table.asked("synthesis")
    for request in table.gateway.requests:
        assert "canary" not in prompt(request)
        assert "guest" not in prompt(request).casefold()
        assert "given/" not in prompt(request)
    assert ORIGIN in await table.export("md")


@pytest.mark.asyncio
async def test_a_member_revises_a_given_answer_beside_its_own(table: Table) -> None:
    await table.open(guests=GUESTS, revised_by="Ben")
    asked = [read(r)["text"] for r in table.asked("refinement", "Ben")]
    assert sorted(asked) == sorted(["Ben proposes a plan of its own.", TEXT])
    assert table.state.attempt.refined["Guest"].text == f"{TEXT} Now Ben adds a source and a number."
    assert table.statuses["Guest"] == "changed"
    answers = [p.answer for p in table.state.attempt.points if p.fact.target == "Guest"]
    assert answers == ["fixed"] * 3


@pytest.mark.asyncio
async def test_a_person_revises_a_given_answer_at_the_gate(table: Table) -> None:
    await table.open(guests=GUESTS)
    await table.answer("approve", texts={"Guest": {"edit": "Move in June."}})
    assert "Move in June." in shown_to(table, "critique", "Ada") + [
        one["text"] for one in read(table.asked("critique", "Ada")[1])["answers"]
    ]


async def came_to(table: Table) -> Message | None:
    """Return what the window says of the end of an attack."""
    check = QuickCheck()
    for record in await table.records():
        check.apply(record, table.parts.catalogue.decode(record))
    return why_ended(check)


@pytest.mark.asyncio
async def test_an_attack_lets_all_members_criticise_the_given_answer_alone(table: Table) -> None:
    await table.open(profile="attack", guests=GUESTS)
    assert sorted((r.purpose, str(r.seat)) for r in table.gateway.requests) == [
        ("critique", "Ada"),
        ("critique", "Ben"),
        ("critique", "Cy"),
    ]
    assert table.kind == "approval"
    assert table.primary == "finish"
    assert await table.answer("finish") == "finished"
    assert len(table.gateway.requests) == 3
    assert table.stated.answer == TEXT
    assert table.stated.objection is not None
    assert (table.stated.objection.seat, table.stated.objection.of) == ("Ada", 3)
    assert list(table.state.attempt.assessed) == ["Guest"]
    page = await table.export("md")
    assert "left out" not in page
    # Who was never asked to change its answer has not kept it.
    assert "It ended after the attack: nobody was to revise the answer." in page
    assert table.reason == "attacked"
    assert str(await came_to(table)) == "the attack raised 3 points; nobody was to revise the answer"


@pytest.mark.asyncio
async def test_an_attacked_answer_is_revised_by_whoever_is_named(table: Table) -> None:
    await table.open(profile="attack", guests=GUESTS, revised_by="Cy")
    assert [str(r.seat) for r in table.asked("refinement")] == ["Cy"]
    await table.answer("finish")
    assert table.stated.answer == f"{TEXT} Now Cy adds a source and a number."
    assert table.reason == "attacked"
    assert str(await came_to(table)) == "3 of 3 points of the attack were taken up"
    page = await table.export("md")
    assert "It ended after the attack: 3 of 3 points were taken up." in page
    assert "A given answer, revised by Cy after the attack." in page
    # Of what ends rounds, and of a chair that nobody asked, a reader learns nothing.
    for absent in ("Stop early", "Rounds at most", "Confidence", "Nothing was named"):
        assert absent not in page, absent


@pytest.mark.asyncio
async def test_a_sole_member_and_a_given_answer_are_criticised_both(table: Table) -> None:
    await table.open(("Ada",), guests=GUESTS)
    targets = {p["target"]: p["critic"] for p in table.points}
    assert targets == {"Guest": "chair", "Ada": "chair"} or set(targets) == {"Guest", "Ada"}
    assert {str(r.seat) for r in table.asked("critique")} == {"Ada", "chair"}


@pytest.mark.asyncio
async def test_given_answers_have_names_of_their_own(table: Table) -> None:
    await table.open(("Guest", "Ben"), guests=[*GUESTS, {"name": "b", "text": "Stay."}])
    assert set(table.state.members) == {"Guest", "Ben", "Guest 2", "Guest 3"}
    assert table.state.guests == ["Guest 2", "Guest 3"]


@pytest.mark.asyncio
async def test_the_chair_may_speak_of_a_given_answer_by_its_letter(table: Table) -> None:
    def chair(request: object) -> str:
        label = table.state.label("Guest")
        return json.dumps({"answer": "Do it.", "dissent": [{"seat": label, "why": "Not in May."}]})

    table.scripts["synthesis"] = chair
    await table.open(guests=GUESTS)
    await table.answer("finish")
    assert [one.seat for one in table.stated.dissent] == ["Guest"]


def test_an_attack_without_an_answer_is_refused() -> None:
    with pytest.raises(ValidationError, match="give the answer that is to be attacked"):
        DebateSetup(question="Shall we?", profile="attack")
    with pytest.raises(ValidationError, match="nothing can be attacked or debated"):
        DebateSetup(question="Shall we?", profile="quick", enabled=False)
