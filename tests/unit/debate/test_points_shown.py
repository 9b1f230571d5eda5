"""A critic shows it: its passage is looked up, and one that stands nowhere goes to nobody unasked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.domain.facts import SessionCreated
from app.domain.messages import ModelRequest
from app.workflows.common.replies import ShownPointReply
from app.workflows.debate.rules.passages import looked_up
from tests.support.asked import read
from tests.support.planted_points import ANSWERS, Planter
from tests.unit.debate.debate_table import Table, prompt

TEXT = ANSWERS["Ada"]


def point(**said: str) -> ShownPointReply:
    return ShownPointReply.model_validate({"target": "Response A", "claim": "It is wrong.", **said})


def found(**said: str) -> tuple[str, bool]:
    told = looked_up(point(**said), {"Response A": TEXT, "Response B": ANSWERS["Ben"]})
    return told["passage"], told["met"]


@pytest.mark.asyncio
async def test_of_fifty_true_and_fifty_invented_points_the_invented_are_apart_and_no_true_one_is_lost(
    tmp_path: Path,
) -> None:
    planter, number = Planter(50), 0
    passages: dict[str, str] = {}
    given, offered = set[str](), set[str]()
    while not planter.done:
        number += 1
        table = Table(tmp_path / f"{number}")
        table.scripts["proposal"] = lambda request: ANSWERS[request.seat]
        table.scripts["critique"] = planter.critique
        await table.open()
        passages |= {fact.claim: fact.passage for fact in await table.facts("critique_filed")}
        given |= {claim for seat in ANSWERS for claim in table.given(seat)}
        offered |= {one["claim"] for one in table.points}
        await table.sessions.shutdown()
    assert len(planter.true) == len(planter.invented) == 50
    apart = {claim for claim, passage in passages.items() if passage == "absent"}
    assert offered == {*planter.true, *planter.invented}, "none is lost from sight"
    assert len(apart & set(planter.invented)) >= 48
    assert not apart & set(planter.true)
    assert set(planter.true) <= given
    assert given.isdisjoint(apart)


def critics(request: ModelRequest) -> str:
    """Ben quotes what stands there, Cy what does not; Ada quotes nothing."""
    quotes: dict[str, dict[str, str]] = {
        "Ben": {"quote": "a plan of its own"},
        "Cy": {"quote": "a promise of the minister"},
        "Ada": {},
    }
    items = [
        {"target": answer["label"], "claim": f"{request.seat} objects.", **quotes[request.seat]}
        for answer in read(request)["answers"]
    ]
    return json.dumps({"ranking": [], "items": items})


@pytest.mark.asyncio
async def test_a_point_apart_goes_to_its_author_only_once_a_person_accepts_it(table: Table) -> None:
    table.scripts["critique"] = critics
    await table.open(review_critiques=True)
    (apart,) = [p for p in table.points if p["critic"] == "Cy" and p["target"] == "Ada"]
    assert apart["passage"] == "absent"
    await table.answer("send", critiques={apart["id"]: {"verdict": "accept"}})
    assert sorted(table.given("Ada")) == ["Ben objects.", "Cy objects."]
    assert table.given("Ben") == ["Ada objects."]
    assert {p["passage"] for p in table.points if p["critic"] == "Ada"} == {"none"}


@pytest.mark.asyncio
async def test_points_apart_are_no_disagreement_and_come_into_no_later_prompt(table: Table) -> None:
    table.scripts["critique"] = critics
    await table.open(("Ada", "Cy"))
    assert table.payload["open_disagreements"] == 0
    await table.answer("finish")
    assert not any("Cy objects." in prompt(request) for request in table.gateway.requests)


@pytest.mark.asyncio
async def test_a_report_counts_for_each_member_how_many_of_its_points_stood(table: Table) -> None:
    table.scripts["critique"] = critics
    await table.open()
    await table.answer("finish")
    report = table.report
    assert [(one.seat, one.points, one.stood, one.none, one.absent) for one in report.points_shown] == [
        ("Ada", 2, 0, 2, 0),
        ("Ben", 2, 2, 0, 0),
        ("Cy", 2, 0, 0, 2),
    ]
    (part,) = [part for part in report.more if part.name == "points_shown"]
    assert [remark.text for remark in part.remarks] == [
        "0 of 2 points show what they rest on (showing nothing: 2)",
        "2 of 2 points show what they rest on (quoting a passage: 2)",
        "0 of 2 points show what they rest on (apart, for their passage does not stand in the answer: 2)",
    ]


@pytest.mark.asyncio
async def test_points_of_a_rejected_attempt_are_not_counted(table: Table) -> None:
    table.scripts["critique"] = critics
    await table.open()
    await table.answer("reject", feedback="Again.")
    await table.answer("finish")
    report = table.report
    assert [(one.seat, one.points) for one in report.points_shown] == [("Ada", 2), ("Ben", 2), ("Cy", 2)]


@pytest.mark.asyncio
async def test_a_session_of_before_looks_nothing_up_and_asks_as_it_did(table: Table) -> None:
    table.scripts["critique"] = critics
    await table.open(check_passages=False)
    assert {p["passage"] for p in table.points} == {""}
    assert "Cy objects." in table.given("Ada")
    (asked, *_) = table.asked("critique")
    assert '"quote": "the passage, word for word, if any"' in prompt(asked)
    assert "missing" not in str(asked.reply_schema)
    created = (await table.facts("session_created"))[0]
    assert isinstance(created, SessionCreated)
    assert created.setup["check_passages"] is False


@pytest.mark.parametrize(
    ("said", "passage"),
    [
        ({"quote": "cracks in two of nine piers"}, "stands"),
        ({"quote": "Response A: “It carries 4,200 cars a day”"}, "stands"),
        ({"quote": "“4,200 cars a day” and “eleven minutes more”"}, "stands"),
        ({"quote": "2.5 million"}, "stands"),
        ({"quote": "5 million"}, "absent"),
        ({"quote": "cracks in three of nine piers"}, "absent"),
        ({"quote": "The load of one bus equals that of some forty cars"}, "absent"),
        ({"missing": "who pays if the state does not"}, "missing"),
        ({"quote": "who pays", "missing": "Who pays"}, "missing"),
        ({"quote": "n/a", "missing": "none"}, "none"),
        ({"category": "missing information"}, "missing"),
        ({}, "none"),
    ],
)
def test_a_passage_is_looked_up_in_the_answer_that_the_point_is_about(
    said: dict[str, str], passage: str
) -> None:
    assert found(**said)[0] == passage


def test_a_point_about_all_answers_may_quote_any_of_them() -> None:
    said: dict[str, Any] = {"target": "", "quote": "The load of one bus"}
    told = looked_up(point(**said), {"Response A": TEXT, "Response B": ANSWERS["Ben"]})
    assert told["passage"] == "stands"


@pytest.mark.parametrize(
    ("suggestion", "quote", "met"),
    [
        ("Mention that a detour over Station Road takes eleven minutes more.", "", True),
        ("Mention that a detour over Mill Lane takes eleven minutes more.", "", False),
        ("Say that it carries 4,200 cars a day.", "", True),
        ("Say that it carries 4,300 cars a day.", "", False),
        ("Say that a detour over Station Road does not take eleven minutes more.", "", False),
        ("Say how a detour over Station Road takes time.", "A detour over Station Road takes", False),
        ("Delete that it carries 4,200 cars a day.", "", False),
        ("Be shorter.", "", False),
    ],
)
def test_a_suggestion_that_the_answer_meets_already_is_marked(suggestion: str, quote: str, met: bool) -> None:
    assert found(suggestion=suggestion, quote=quote)[1] is met
