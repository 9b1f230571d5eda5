"""The ladder: a quick check of two answers, and what is asked on each way up."""

from __future__ import annotations

import json

import pytest

from app.domain.canonical import JsonValue
from app.domain.errors import GateError
from app.domain.gates import GatePlace
from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.domain.payload import Payload
from app.domain.seats import Seat
from app.engine.ports import Failed
from app.workflows.debate.face.labels import ladder_brief, ladder_compared, ladder_price
from app.workflows.debate.facts import AnswersChecked
from app.workflows.debate.rules.planning import family, first_two
from tests.support.asked import read
from tests.support.scripted import Line
from tests.unit.debate.debate_table import Table, critique, seated

TEAM = seated(
    Seat(name="Ada", model="openai/gpt-5.1"),
    Seat(name="Ben", model="openrouter/openai/o3"),
    Seat(name="Cy", model="anthropic/claude-sonnet-4-5"),
)


def differing(request: ModelRequest) -> str:
    labels = [answer["label"] for answer in read(request)["answers"]]
    sides = [{"who": label, "says": f"{label} says so."} for label in labels]
    return json.dumps({"agreed": ["a trial"], "disputed": [{"issue": "When?", "sides": sides}]})


def calls(table: Table) -> list[tuple[str, str]]:
    return sorted((r.purpose, str(r.seat)) for r in table.gateway.requests)


def test_models_of_one_family_are_known_by_their_own_names() -> None:
    assert family("openai/gpt-5.1") == family("openrouter/openai/o3") == "gpt"
    assert family("groq/llama-3.3-70b") == family("ollama/llama3.2:1b") == "llama"
    assert first_two(["Ada", "Ben", "Cy"], TEAM.table()) == ["Ada", "Cy"]
    assert first_two(["Ada", "Ben"], TEAM.table()) == ["Ada", "Ben"]
    assert first_two(["Ada"], TEAM.table()) == ["Ada"]


@pytest.mark.asyncio
async def test_a_quick_check_asks_two_of_different_families_and_says_where_they_agree(table: Table) -> None:
    assert await table.open(team=TEAM, profile="quick") == "waiting"
    assert table.kind == "ladder"
    assert calls(table) == [("debate_check", "judge"), ("proposal", "Ada"), ("proposal", "Cy")]
    assert table.payload["agree"]
    assert table.payload["agreed"] == ["the plan"]
    assert table.primary == "attack"
    assert [one["seat"] for one in table.payload["answers"]] == ["Ada", "Cy"]
    assert table.payload["attack"]["calls"] == 2
    (told,) = ladder_brief(table.payload, GatePlace())
    assert str(told) == "Two that agree can both be wrong."
    assert str(ladder_price(table.payload)) == "Attack: free · Debate: free"
    paid: Payload = {"attack": {"cost": 0.01}, "debate": {"cost": 0.25}, "verbs": ["debate"]}
    assert str(ladder_price(paid)) == "Attack: $0.01 · Debate: about $0.25"
    assert table.payload["debate"]["tokens"] > table.payload["attack"]["tokens"] > 0


@pytest.mark.asyncio
async def test_an_answer_that_is_taken_is_the_result_word_for_word_and_nobody_is_asked(table: Table) -> None:
    table.scripts["debate_check"] = differing
    await table.open(team=TEAM, profile="quick")
    assert table.primary == "debate"
    asked = len(table.gateway.requests)
    assert await table.answer("take", seat="Cy") == "finished"
    assert len(table.gateway.requests) == asked
    stated, chosen = table.state.stated, table.chosen
    assert stated is not None
    assert chosen is not None
    assert stated.answer == chosen.text == "Cy proposes a plan of its own."
    assert (chosen.seat, chosen.chosen_by) == ("Cy", "person")
    (left,) = chosen.insertions
    assert (left.seat, left.taken) == ("Ada", False)
    page = await table.export("md")
    assert "When?" in page
    # What the other answer says speaks against it, though nobody criticised.
    assert "**Dissent**: **Ada**: When? " in page
    assert "## Dissent\n\n- When? **" in table.result
    assert "## Confidence" not in table.result
    assert "The person took it after a quick check: nobody criticised or revised an answer." in page
    for absent in ("Confidence", "Stop early", "The rounds in figures", "What refining brought"):
        assert absent not in page, absent


@pytest.mark.asyncio
async def test_an_answer_that_is_taken_where_both_agree_says_that_nobody_was_asked_against_it(
    table: Table,
) -> None:
    await table.open(team=TEAM, profile="quick")
    assert table.payload["agree"]
    await table.answer("take")
    # That nobody dissents says nothing where nobody was asked.
    assert "**Dissent**: Nobody was asked what speaks against it." in await table.export("md")
    assert "## Dissent\n\nnobody was asked what speaks against it" in table.result


@pytest.mark.asyncio
async def test_of_what_a_judge_quotes_the_words_that_stand_in_the_answer_are_kept(table: Table) -> None:
    def quoting(request: ModelRequest) -> str:
        one, other = (answer["label"] for answer in read(request)["answers"])
        sides = [
            {"who": one, "says": "A plan.", "quote": "proposes a plan of its own"},
            {"who": other, "says": "A plan.", "quote": "proposes no plan at all"},
        ]
        return json.dumps({"agreed": [], "disputed": [{"issue": "Whose?", "sides": sides}]})

    table.scripts["debate_check"] = quoting
    await table.open(team=TEAM, profile="quick")
    (shown,) = table.payload["differ"]
    assert sorted(side["quote"] for side in shown["sides"]) == ["", "proposes a plan of its own"]


def test_a_comparison_of_an_earlier_version_has_its_table_and_no_numbers_in_the_texts() -> None:
    sides = [{"who": "Ada", "says": "In May.", "assumes": ""}]
    before = {"agreed": ["a trial"], "disputed": [{"issue": "When?", "sides": sides}], "compared_by": "judge"}
    fact = AnswersChecked.model_validate({"type": "answers_checked", **before})
    assert fact.disputed[0].sides[0].quote == ""
    differ: list[JsonValue] = [{"issue": "When?", "sides": [{"who": "Ada", "says": "In May."}]}]
    answers: list[JsonValue] = [{"seat": "Ada"}, {"seat": "Cy"}]
    shown = ladder_compared({"compared_by": "judge", "agreed": [], "differ": differ, "answers": answers})
    assert shown is not None
    assert shown.seats == ("Ada", "Cy")
    assert (shown.differ[0].says, shown.differ[0].quotes) == ({"Ada": "In May."}, {"Ada": ""})
    assert ladder_compared({"compared_by": "nobody"}) is None


@pytest.mark.asyncio
async def test_an_attack_asks_one_critic_that_has_not_answered_and_the_author(table: Table) -> None:
    await table.open(team=TEAM, profile="quick")
    before = len(table.gateway.requests)
    assert await table.answer("attack") == "waiting"
    assert table.kind == "approval"
    assert [(r.purpose, r.seat) for r in table.gateway.requests[before:]] == [
        ("critique", "Ben"),
        ("refinement", "Ada"),
    ]
    assert table.primary == "finish"
    assert table.statuses == {
        "Ada": "changed",
        "Cy": "skipped",
    }
    assert await table.answer("finish") == "finished"
    assert len(table.gateway.requests) == before + 2
    assert table.stated.answer.startswith("Ada proposes a plan of its own. Now Ada adds")
    assert "chosen by the person" in await table.export("md")
    for form in ("md", "html", "json", "jsonl"):
        assert "Ada adds a source" in await table.export(form)


@pytest.mark.asyncio
async def test_a_debate_keeps_the_answers_that_are_there_and_asks_the_others(table: Table) -> None:
    table.scripts["debate_check"] = differing
    await table.open(team=TEAM, profile="quick")
    before = len(table.gateway.requests)
    assert await table.answer("debate", guidance="Mind the law.") == "waiting"
    assert table.kind == "approval"
    new = table.gateway.requests[before:]
    assert sorted((r.purpose, str(r.seat)) for r in new) == [
        ("critique", "Ada"), ("critique", "Ben"), ("critique", "Cy"),
        ("evaluation", "judge"),
        ("proposal", "Ben"),
        ("refinement", "Ada"), ("refinement", "Ben"), ("refinement", "Cy"),
    ]  # fmt: skip
    assert all("Mind the law." in str(r.messages) for r in new)
    assert await table.answer("finish") == "finished"


@pytest.mark.asyncio
async def test_who_goes_on_after_an_attack_debates_with_all_and_both_answers_stay(table: Table) -> None:
    await table.open(team=TEAM, profile="quick")
    await table.answer("attack", seat="Cy")
    before = len(table.gateway.requests)
    assert await table.answer("approve") == "waiting"
    new = [(r.purpose, str(r.seat)) for r in table.gateway.requests[before:]]
    assert [seat for purpose, seat in new if purpose == "proposal"] == ["Ben"]
    assert sorted(seat for purpose, seat in new if purpose == "refinement") == ["Ada", "Ben", "Cy"]
    assert table.state.rounds_accepted[0].decided("Ada") is not None


@pytest.mark.asyncio
async def test_an_objection_that_was_held_against_stands_beside_the_answer(table: Table) -> None:
    table.scripts["critique"] = lambda r: critique(r, "high")
    table.scripts["refinement"] = lambda r: json.dumps(
        {"text": read(r)["text"], "answers": [{"id": "1", "answer": "held", "justification": "It is so."}]}
    )
    await table.open(team=TEAM, profile="quick")
    await table.answer("attack")
    assert table.primary == "finish", "nobody moves any more"
    await table.answer("finish")
    objection = table.stated.objection
    assert objection is not None
    assert (objection.seat, "gives no source" in objection.claim) == ("Ben", True)


@pytest.mark.asyncio
async def test_a_policy_goes_up_as_the_gate_recommends(table: Table) -> None:
    await table.open(team=TEAM, profile="quick", gate_policy="never_ask")
    assert [purpose for purpose, _ in calls(table)] == [
        "critique",
        "debate_check",
        "proposal",
        "proposal",
        "refinement",
    ]
    assert table.live.fold.session.state == "finished"
    # Nobody chose it: whoever reads that later must not be told so.
    page = await table.export("md")
    assert "the first answer, for nobody was asked" in page
    assert "chosen by you" not in page


@pytest.mark.asyncio
async def test_a_policy_debates_where_the_answers_differ(table: Table) -> None:
    table.scripts["debate_check"] = differing
    await table.open(team=TEAM, profile="quick", gate_policy="never_ask", max_rounds=1)
    assert [seat for purpose, seat in calls(table) if purpose == "proposal"] == ["Ada", "Ben", "Cy"]
    assert table.live.fold.session.state == "finished"


@pytest.mark.asyncio
@pytest.mark.parametrize(("texts", "agree"), [(("Yes.", "Yes."), True), (("Yes.", "No."), False)])
async def test_without_a_word_of_the_judge_short_answers_are_compared_by_theirs(
    table: Table, texts: tuple[str, str], agree: bool
) -> None:
    said = dict(zip(("Ada", "Cy"), texts, strict=True))
    table.scripts["proposal"] = lambda r: said[r.seat]
    table.scripts["debate_check"] = lambda r: "I cannot say."
    await table.open(team=TEAM, profile="quick")
    assert table.payload["compared_by"] == "words"
    assert table.payload["agree"] is agree
    assert table.primary == ("attack" if agree else "debate")


@pytest.mark.asyncio
async def test_another_member_is_asked_in_place_of_one_that_fails(table: Table) -> None:
    def failing(request: ModelRequest) -> Line:
        return (
            Failed("auth", verbatim("No."), sent=True) if request.seat == "Cy" else f"{request.seat} plans."
        )

    table.scripts["proposal"] = failing
    await table.open(team=TEAM, profile="quick")
    assert table.kind == "failure"
    assert await table.answer("fallback", replace={"Cy": None}) == "waiting"
    assert table.kind == "ladder"
    assert [one["seat"] for one in table.payload["answers"]] == ["Ada", "Ben"]


@pytest.mark.asyncio
async def test_whose_answer_is_not_there_is_neither_taken_nor_attacked(table: Table) -> None:
    await table.open(team=TEAM, profile="quick")
    with pytest.raises(GateError, match="Ben has no answer here"):
        await table.answer("attack", seat="Ben")
    assert table.kind == "ladder"
