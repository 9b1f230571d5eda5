"""The strongest dissent is always shown: where all agree, the gravest point that was not taken up."""

from __future__ import annotations

import json

import pytest

from app.domain.messages import ModelRequest
from tests.support.asked import read
from tests.unit.debate.debate_table import Table, refine

pytestmark = pytest.mark.asyncio
GRAVE = "It names no price."
SLIGHT = "It is too long."


def critics(request: ModelRequest) -> str:
    """Ben has the grave point, the others a slight one."""
    claim, severity = (GRAVE, "high") if request.seat == "Ben" else (SLIGHT, "low")
    items = [
        {"target": answer["label"], "claim": claim, "severity": severity, "quote": "a plan of its own"}
        for answer in read(request)["answers"]
    ]
    return json.dumps({"ranking": [], "items": items})


def seat_them(table: Table, answer: str) -> None:
    table.scripts["critique"] = critics
    table.scripts["refinement"] = lambda request: refine(request, answer=answer)


async def told(table: Table) -> list[tuple[str, tuple[str, ...]]]:
    report = table.report
    (part,) = [part for part in report.findings if part.name == "dissent"]
    return [(remark.text, remark.who) for remark in part.remarks]


async def test_where_all_agree_the_strongest_objection_left_stands_with_its_author_everywhere(
    table: Table,
) -> None:
    seat_them(table, "held")
    await table.open(("Ada", "Ben"))
    await table.answer("finish")
    assert table.stated.dissent == ()
    ((said, who),) = await told(table)
    assert said == (
        "It names no price. Ada did not follow it: “because”. It is the strongest of the points left open."
    )
    assert who == ("Ben",)
    assert f"## Dissent\n\n- **Ben** raised, and it was not taken up: {GRAVE} – because" in (table.result)
    for form in ("md", "html", "json", "jsonl"):
        text = await table.export(form)
        assert "It names no price." in text, form


async def test_an_objection_that_was_taken_up_is_none_and_a_dismissed_one_comes_last(table: Table) -> None:
    seat_them(table, "fixed")
    await table.open()
    await table.answer("finish")
    assert await told(table) == []
    assert table.stated.objection is None
    part = table.finding("dissent")
    assert part.none == "None. All 6 points that were raised were taken up."


async def test_a_dismissed_objection_comes_behind_those_that_nobody_dismissed(table: Table) -> None:
    seat_them(table, "held")
    await table.open(("Ada", "Ben"), review_critiques=True)
    (grave,) = [one["id"] for one in table.points if one["claim"] == GRAVE]
    await table.answer("send", critiques={grave: {"verdict": "dismiss", "reason": "It does, at its end."}})
    await table.answer("finish")
    ((said, who),) = await told(table)
    assert SLIGHT in said
    assert who == ("Ada",)


async def test_dissent_that_the_chair_names_stands_as_it_did(table: Table) -> None:
    seat_them(table, "held")
    table.scripts["synthesis"] = lambda _request: json.dumps(
        {"answer": "Do it.", "agreed": [], "dissent": [{"seat": "Cy", "why": "Too soon."}]}
    )
    await table.open()
    await table.answer("finish")
    assert await told(table) == [("Too soon.", ("Cy",))]


async def test_what_was_said_against_the_chosen_text_stands_before_graver_points_on_others(
    table: Table,
) -> None:
    seat_them(table, "held")
    await table.open(("Ada", "Ben"))
    # Ben has the grave point, against Ada; Ada a slight one, against Ben.
    await table.answer("take", seat="Ben")
    ((said, who),) = await told(table)
    assert who == ("Ada",)
    assert SLIGHT in said
    assert "It is the strongest of the points left open." in said


async def test_where_nobody_found_anything_that_is_said(table: Table) -> None:
    table.scripts["critique"] = lambda _request: json.dumps({"ranking": ["Response A"], "items": []})
    await table.open()
    await table.answer("finish")
    part = table.finding("dissent")
    assert part.none == "None. Nobody raised a point."
