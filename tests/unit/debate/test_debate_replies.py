"""What members write: structured or not."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from app.domain.messages import ModelRequest
from tests.support.asked import read
from tests.unit.debate.debate_table import Table, critique, prompt, refine

pytestmark = pytest.mark.asyncio


async def test_a_reply_that_is_no_json_is_asked_once_more_and_then_understood(table: Table) -> None:
    def slip(request: ModelRequest) -> str:
        again = len(request.messages) > 2
        return critique(request) if again or request.seat != "Ada" else "I like them all."

    table.scripts["critique"] = slip
    await table.open()
    again = table.asked("critique", "Ada")
    assert len(again) == 2
    assert "one JSON object" in prompt(again[1])
    assert not any(fact.unstructured for fact in await table.facts("critique_filed"))


async def test_praise_in_prose_is_kept_whole_marked_and_given_to_no_author(table: Table) -> None:
    table.scripts["critique"] = lambda r: "Splendid work." if r.seat == "Ada" else critique(r)
    await table.open()
    filed = [fact for fact in await table.facts("critique_filed") if fact.critic == "Ada"]
    assert [(f.claim, f.severity, f.unstructured) for f in filed] == [("Splendid work.", "medium", True)]
    given = [point["claim"] for r in table.asked("refinement") for point in read(r)["critiques"]]
    assert "Splendid work." not in given


async def test_a_refusal_is_no_critique_and_the_round_says_whose_is_missing(table: Table) -> None:
    refused = "I'm sorry, but I can't assist with that."
    table.scripts["critique"] = lambda r: refused if r.seat == "Ada" else critique(r)
    await table.open()
    assert "Ada" not in {fact.critic for fact in await table.facts("critique_filed")}
    (failed,) = await table.facts("help_failed")
    assert (failed.purpose, failed.seat, failed.reason) == ("critique", "Ada", refused)


@pytest.mark.parametrize(
    "said",
    ["No changes are needed; my answer stands.", '{"text": "[unchanged]"}', "I cannot help with this."],
)
async def test_what_is_no_answer_leaves_the_one_before(table: Table, said: str) -> None:
    table.scripts["refinement"] = lambda r: said if r.seat == "Ada" else refine(r)
    await table.open()
    texts = {fact.text for fact in await table.facts("text_proposed") if fact.seat == "Ada"}
    assert texts == {table.state.attempt.base["Ada"].text}


async def test_a_critic_makes_at_most_five_points_on_an_answer(table: Table) -> None:
    def talkative(request: ModelRequest) -> str:
        reply = json.loads(critique(request))
        return json.dumps(
            {**reply, "items": [{**i, "claim": f"{n}"} for i in reply["items"] for n in range(9)]}
        )

    table.scripts["critique"] = talkative
    await table.open(members=("Ada", "Ben"))
    assert len(await table.facts("critique_filed")) == 10


async def test_letters_are_understood_however_they_are_written(table: Table) -> None:
    def loose(request: ModelRequest) -> str:
        reply = json.loads(critique(request))
        short = {"ranking": [name[-1].lower() for name in reply["ranking"]]}
        return json.dumps({**short, "items": [{**i, "target": f"**{i['target']}**"} for i in reply["items"]]})

    table.scripts["critique"] = loose
    await table.open()
    assert len(await table.facts("critique_filed")) == 6
    assert all(len(fact.ranking) == 2 for fact in await table.facts("answers_ranked"))


async def test_a_refinement_that_is_no_json_twice_is_the_text_and_answers_nothing(table: Table) -> None:
    table.scripts["refinement"] = lambda r: (
        "Just my new text." if r.seat == "Ada" else refine(r, "Other words.")
    )
    await table.open()
    assert table.state.attempt.refined["Ada"].text == "Just my new text."
    answers = [fact.answer for fact in await table.facts("critique_answered") if fact.seat == "Ada"]
    assert answers
    assert set(answers) == {"unanswered"}
    assert table.statuses["Ada"] == "changed"


async def test_status_comes_from_the_texts_and_never_from_the_models_word(table: Table) -> None:
    table.scripts["refinement"] = lambda r: json.dumps(
        {"text": read(r)["text"], "summary": "Rewrote it all!"}
    )
    await table.open()
    assert set(table.statuses.values()) == {"held"}
    assessed = await table.facts("text_assessed")
    assert sorted(fact.seat for fact in assessed) == ["Ada", "Ben", "Cy"], "exactly one status each"


async def test_a_figure_out_of_its_range_is_asked_for_again_and_ends_no_debate(table: Table) -> None:
    table.scripts["evaluation"] = lambda r: '{"agreement": 25683974, "quality": 40, "note": "Sure."}'
    await table.open(max_rounds=3)
    assert len(table.asked("evaluation")) == 2, "asked once more"
    assert "agreement" in table.asked("evaluation")[1].messages[-1].text
    figures = {one["name"]: one["value"] for one in table.payload["criteria"]}
    assert (figures["agreement"], figures["quality"]) == (None, 40)
    assert table.payload["rule"] is None
    (mended,) = await table.facts("reply_mended")
    assert mended.how == ("asked_again", "not_given")
    assert "figures or words outside what was asked for count as not given" in await table.export("md")


async def test_a_critique_of_nobody_is_asked_for_again_and_no_author_has_to_answer_it(table: Table) -> None:
    nobody = '{"ranking": ["The best"], "items": [{"target": "The longest", "claim": "It is long."}]}'
    table.scripts["critique"] = lambda r: nobody if r.seat == "Ada" else critique(r)
    await table.open()
    _, second = table.asked("critique", "Ada")
    assert "what may be named is “Response" in second.messages[-1].text
    assert {point.fact.critic for point in table.state.points.values() if point.fact.target} == {"Ben", "Cy"}


async def test_a_judge_without_figures_leaves_them_empty_and_the_person_decides(table: Table) -> None:
    table.scripts["evaluation"] = lambda r: "They are all fine."
    await table.open()
    assert table.payload["figures"]["agreement"] is None
    assert table.payload["rule"] is None


async def test_critiques_are_reviewed_first_where_the_setup_says_so(table: Table) -> None:
    await table.open(review_critiques=True)
    assert table.kind == "critique_review"
    first, second, third, *_ = (c["id"] for c in table.payload["critiques"])
    claims = {c["id"]: c["claim"] for c in table.payload["critiques"]}
    await table.answer(
        "send",
        critiques={
            first: {"verdict": "dismiss", "reason": "wrong"},
            second: {"verdict": "defer", "reason": "later"},
            third: {"verdict": "accept"},
        },
    )
    given = [point["claim"] for r in table.asked("refinement") for point in read(r)["critiques"]]
    left = [claim for name, claim in claims.items() if name not in (first, second)]
    assert Counter(map(str, given)) == Counter(map(str, left))
    await table.answer("approve")
    assert second in {c["id"] for c in table.payload["critiques"]}, "a deferred point is offered again"


@pytest.mark.parametrize(
    "broken", ['{"text": " \\n"}', '{"text": "My new', '```json\n{"text": ', '[{"text": 3}]']
)
async def test_half_a_reply_is_no_text_the_member_failed_and_keeps_its_last_one(
    table: Table, broken: str
) -> None:
    table.scripts["refinement"] = lambda r: broken if r.seat == "Ada" else refine(r, "Other words.")
    await table.open(max_rounds=3)
    shown = table.payload["statuses"]["Ada"]
    assert (shown["status"], shown["justification"]) == ("failed", "Its reply could not be read, twice.")
    await table.answer("approve")
    assert read(table.asked("refinement", "Ada")[-1])["text"] == "Ada proposes a plan of its own."
