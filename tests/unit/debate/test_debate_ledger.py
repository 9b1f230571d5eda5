"""The critique ledger: who gets which point, what the author answers, and what is carried on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.domain.errors import InputError
from app.domain.facts import CritiqueDecided, DecisionWithdrawn
from app.domain.messages import ModelRequest
from tests.support.asked import read
from tests.unit.debate.debate_table import Table, critique, prompt, refine

pytestmark = pytest.mark.asyncio
WRONG = "The town has 300 bridges."
RIGHT = "The town has 12 bridges."
TRUE_POINT = "The register counts 12 bridges, not 300."
FALSE_POINT = "The river was filled in last year."


def panel(request: ModelRequest) -> str:
    """Two critics of Ada: Ben knows the register, Cy says what is false."""
    labels: list[str] = [answer["label"] for answer in read(request)["answers"]]
    texts: dict[str, str] = {a["label"]: a["text"] for a in read(request)["answers"]}
    of_ada = next((label for label in labels if "bridges" in texts[label]), None)
    claim = {"Ben": TRUE_POINT, "Cy": FALSE_POINT}.get(request.seat)
    items = [{"target": of_ada, "claim": claim, "severity": "high"}] if of_ada and claim else []
    return json.dumps({"ranking": labels, "items": items})


def author(request: ModelRequest) -> str:
    """Do what the points say, and nothing else."""
    text = read(request)["text"]
    answers = []
    for point in read(request)["critiques"]:
        assert isinstance(point, dict)
        if point["claim"] == TRUE_POINT:
            text = text.replace(WRONG, RIGHT)
        if point["claim"] == FALSE_POINT:
            text += " There is no river."
        answers.append({"id": point["id"], "answer": "fixed", "justification": "done"})
    return json.dumps({"text": text, "answers": answers, "summary": "mended"})


def seat_the_panel(table: Table) -> None:
    table.scripts["proposal"] = lambda r: WRONG if r.seat == "Ada" else f"{r.seat} knows nothing of it."
    table.scripts["critique"] = panel
    table.scripts["refinement"] = author


def verdicts(table: Table, **by_claim: tuple[str, str]) -> dict[str, Any]:
    """Return decisions for the points whose claims begin as named (`The_register`)."""
    return {
        point["id"]: {"verdict": verdict, "reason": reason}
        for point in table.points
        for start, (verdict, reason) in by_claim.items()
        if point["claim"].startswith(start.replace("_", " "))
    }


async def test_an_accepted_critique_reaches_its_author_and_the_fix_is_linked_to_it(table: Table) -> None:
    seat_the_panel(table)
    await table.open(review_critiques=True)
    decided = verdicts(table, The_register=("accept", ""), The_river=("dismiss", "it flows"))
    await table.answer("send", critiques=decided)
    assert table.given("Ada") == [TRUE_POINT]
    assert table.given("Ben") == table.given("Cy") == []
    (answered,) = await table.facts("critique_answered")
    assert (answered.seat, answered.answer) == ("Ada", "fixed")
    mended = [fact for fact in await table.facts("text_proposed") if fact.asked == answered.asked]
    assert [fact.text for fact in mended] == [RIGHT]
    assert next(p for p in table.points if p["claim"] == TRUE_POINT)["answer"] == "fixed"


async def test_a_dismissed_critique_reaches_no_model_ever_again(table: Table) -> None:
    seat_the_panel(table)
    await table.open(review_critiques=True, max_rounds=3, summarization_threshold=40, summarization_target=30)
    for _ in range(3):
        decided = verdicts(table, The_register=("accept", ""), The_river=("dismiss", "it flows"))
        await table.answer("send", critiques=decided)
        table.scripts["critique"] = critique
        verb = "approve" if "approve" in table.gate.fact.verbs and table.state.round < 3 else "finish"
        if await table.answer(verb) == "finished":
            break
    assert not any(FALSE_POINT in prompt(request) for request in table.gateway.requests)
    assert "There is no river" not in "".join(f.text for f in await table.facts("text_proposed"))
    assert any(TRUE_POINT in prompt(request) for request in table.gateway.requests)
    given = [f.verdict for f in await table.facts("critique_decided")]
    assert given[:2] == ["accept", "dismiss"]


async def test_an_undecided_critique_goes_to_its_author(table: Table) -> None:
    seat_the_panel(table)
    await table.open()
    assert sorted(table.given("Ada")) == sorted([TRUE_POINT, FALSE_POINT])


async def test_a_deferred_critique_waits_and_is_offered_again_until_it_is_accepted(table: Table) -> None:
    seat_the_panel(table)
    await table.open(review_critiques=True, max_rounds=4, auto_stop_on_convergence=False)
    await table.answer("send", critiques=verdicts(table, The_register=("defer", "later")))
    assert table.given("Ada") == [FALSE_POINT]
    offered = next(p for p in table.points if p["claim"] == TRUE_POINT)
    assert (offered["verdict"], offered["reason"], offered["answer"]) == ("defer", "later", None)
    table.scripts["critique"] = critique
    await table.answer("approve")
    offered = next(p for p in table.points if p["claim"] == TRUE_POINT)
    assert offered["carried"], "the next critique_review offers it again"
    await table.answer("send", critiques={offered["id"]: {"verdict": "accept"}})
    assert TRUE_POINT in table.given("Ada")


async def test_an_accepted_critique_without_an_answer_is_carried_until_it_has_one(table: Table) -> None:
    seat_the_panel(table)
    silent = {"Ada"}
    table.scripts["refinement"] = lambda r: (
        json.dumps({"text": f"{read(r)['text']} More."}) if r.seat in silent else author(r)
    )
    await table.open(max_rounds=5, auto_stop_on_convergence=False)
    assert {p["answer"] for p in table.points} == {"unanswered"}
    table.scripts["critique"] = lambda r: json.dumps({"ranking": [], "items": []})
    await table.answer("approve", critiques=verdicts(table, The_register=("accept", "")))
    assert table.given("Ada") == [TRUE_POINT], "the undecided one is not carried"
    await table.answer("approve")
    assert table.given("Ada") == [TRUE_POINT]
    silent.clear()
    await table.answer("approve")
    assert table.given("Ada") == [TRUE_POINT]
    await table.answer("approve")
    assert table.given("Ada") == [], "fixed: it is owed no more"
    answers = [fact.answer for fact in await table.facts("critique_answered") if fact.critique == "1.1.1"]
    assert answers == ["unanswered", "unanswered", "unanswered", "fixed"]


async def test_a_held_critique_is_carried_only_where_the_person_accepts_it_afterwards(table: Table) -> None:
    seat_the_panel(table)
    table.scripts["refinement"] = lambda r: refine(r, f"{read(r)['text']} More of it.", answer="held")
    await table.open(max_rounds=5, auto_stop_on_convergence=False)
    assert {(p["answer"], p["justification"]) for p in table.points} == {("held", "because")}
    table.scripts["critique"] = lambda r: json.dumps({"ranking": [], "items": []})
    await table.answer("approve", critiques=verdicts(table, The_register=("accept", "")))
    assert table.given("Ada") == [TRUE_POINT]
    await table.answer("approve")
    assert table.given("Ada") == [], "held twice: the author has answered"


async def test_an_answer_of_a_rejected_text_mends_nothing(table: Table) -> None:
    seat_the_panel(table)
    table.scripts["refinement"] = lambda r: json.dumps({"text": f"{read(r)['text']} Hm."})
    await table.open(max_rounds=4, auto_stop_on_convergence=False)
    table.scripts["critique"] = lambda r: json.dumps({"ranking": [], "items": []})
    table.scripts["refinement"] = author
    await table.answer("approve", critiques=verdicts(table, The_register=("accept", "")))
    assert next(p for p in table.points if p["claim"] == TRUE_POINT)["answer"] == "fixed"
    await table.answer("reject", feedback="Not so.")
    assert table.given("Ada") == [TRUE_POINT], "the text that mended it is gone, so it is owed again"
    await table.answer("reject", feedback="Not so either.", seats=["Ben"])
    assert next(p for p in table.points if p["claim"] == TRUE_POINT)["answer"] == "fixed", "Ada keeps hers"
    await table.answer("approve")
    assert table.given("Ada") == []


async def test_a_decision_taken_back_counts_no_more(table: Table) -> None:
    seat_the_panel(table)
    await table.open(review_critiques=True)
    point = next(p["id"] for p in table.points if p["claim"] == FALSE_POINT)
    await table.tell(CritiqueDecided(critique=point, verdict="dismiss", reason="no"))
    await table.tell(DecisionWithdrawn(seq=(await table.records())[-1].seq))
    await table.answer("send")
    assert FALSE_POINT in table.given("Ada")


async def test_a_point_is_an_open_disagreement_while_its_author_has_it_and_has_not_mended_it(
    table: Table,
) -> None:
    seat_the_panel(table)
    table.scripts["refinement"] = lambda r: refine(r, f"{read(r)['text']} More of it.", answer="held")
    await table.open(review_critiques=True, max_rounds=3)
    await table.answer("send", critiques=verdicts(table, The_river=("dismiss", "it flows")))
    assert table.payload["open_disagreements"] == 1, "the register; the dismissed one went to nobody"
    table.scripts["refinement"] = author
    await table.answer("reject", feedback="Mend it.", seats=["Ada"])
    assert table.payload["open_disagreements"] == 0


async def test_no_id_or_prompt_tells_an_author_who_its_critics_are(table: Table) -> None:
    table.scripts["proposal"] = lambda r: "A plan with a price of 3."
    table.scripts["critique"] = critique
    await table.open(max_rounds=3)
    await table.answer("approve")
    for request in table.asked("refinement"):
        others = {"Ada", "Ben", "Cy"} - {request.seat}
        given = [json.dumps(point) for point in read(request)["critiques"]]
        assert given
        assert not any(name in point for name in others for point in given)
    assert [p["id"] for p in table.points if p["round"] == 2] == [f"2.1.{n}" for n in range(1, 7)]


async def test_average_ranks_are_shown_and_the_reviewer_is_never_in_its_own_ranking(table: Table) -> None:
    def rank(request: ModelRequest) -> str:
        reply = json.loads(critique(request))
        by_letter = {f"Response {letter}": seat for seat, letter in table.state.letters.items()}
        reply["ranking"] = sorted(reply["ranking"], key=lambda label: by_letter[label])
        return json.dumps(reply)

    table.scripts["critique"] = rank
    await table.open()
    ranks = {seat: shown["rank"] for seat, shown in table.payload["statuses"].items()}
    assert ranks == {"Ada": 1.0, "Ben": 1.5, "Cy": 2.0}
    assert all(fact.critic not in fact.ranking for fact in await table.facts("answers_ranked"))


async def test_letters_are_dealt_once_and_the_order_is_drawn_per_reviewer_and_round(table: Table) -> None:
    members = ("Ada", "Ben", "Cy", "Dee", "Eve", "Flo", "Gil", "Hal")
    await table.open(members=members, max_rounds=3)
    await table.answer("approve")
    assert len(await table.facts("letters_dealt")) == 1
    orders = [
        tuple(answer["label"] for answer in read(request)["answers"]) for request in table.asked("critique")
    ]
    assert len(orders) == 16
    assert len(set(orders)) == 16, "no two reviews of seven answers came in one order"
    first, second = table.asked("critique", "Ada")
    assert read(first)["answers"] != read(second)["answers"]


@pytest.mark.parametrize("verdict", ["dismiss", "defer"])
async def test_a_verdict_told_between_the_gates_needs_its_reason_too(table: Table, verdict: Any) -> None:
    seat_the_panel(table)
    await table.open()
    with pytest.raises(InputError, match="with a reason"):
        await table.tell(CritiqueDecided(critique="1.1.1", verdict=verdict, reason=" "))
    assert not await table.facts("critique_decided")
