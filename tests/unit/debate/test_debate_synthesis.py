"""The final answer: dissent, limits, and whether refining helped."""

from __future__ import annotations

import json

import pytest

from app.domain.command_facts import AFTER_END
from app.domain.errors import GateError
from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.domain.verdict_facts import ResultJudged
from app.engine.ports import Failed
from app.services.review import PersonCommands
from app.workflows.debate.nodes.judging import Winner, verdict
from tests.support.asked import read
from tests.unit.debate.debate_table import Table, critique, evaluate, refine, seated

pytestmark = pytest.mark.asyncio
WINNERS: tuple[Winner, ...] = ("first", "second", "tie")


def result(**more: object) -> str:
    return json.dumps({"answer": "Do it.", "confidence": "High", **more})


async def test_the_result_states_what_was_agreed_who_dissents_what_is_open_and_unmet(table: Table) -> None:
    table.scripts["synthesis"] = lambda r: result(
        agreed=["A trial"],
        dissent=[{"seat": "Cy", "why": "The cost is not known."}],
        open_questions=["Who pays?"],
        unmet_must_haves=["A date"],
    )
    table.scripts["evaluation"] = lambda r: evaluate(must_haves=[{"text": "A price", "met": False}])
    await table.open(must_haves=["A price", "A date"], result_by="chair")
    await table.answer("finish")
    text = table.result
    for part in (
        "## Agreed\n\n- A trial",
        "## Dissent\n\n- **Cy**: The cost is not known.",
        "## Open questions\n\n- Who pays?",
        "## Unmet must-haves\n\n- A price\n- A date",
        "## Confidence\n\nhigh",
    ):
        assert part in text, part
    (stated,) = await table.facts("result_stated")
    assert stated.answer == "Do it."
    page = await table.export("md")
    for part in (
        "**Cy**: The cost is not known",
        "Who pays?",
        "- **Unmet must-haves**\n  - A price\n  - A date",
    ):
        assert part in page, part


async def test_dissent_is_named_also_where_there_is_none(table: Table) -> None:
    table.scripts["synthesis"] = lambda r: result(dissent=[])
    await table.open()
    await table.answer("finish")
    assert "- **Dissent**: None." in await table.export("md")


async def test_a_confidence_that_the_chair_does_not_state_is_not_made_up(table: Table) -> None:
    table.scripts["synthesis"] = lambda r: json.dumps({"answer": "Do it.", "dissent": []})
    await table.open()
    await table.answer("finish")
    (stated,) = await table.facts("result_stated")
    assert stated.confidence is None
    assert "## Confidence\n\nnot stated" in table.result
    assert "- **Confidence of the chair**: Not stated" in await table.export("md")
    assert len(table.asked("synthesis")) == 1


async def test_what_was_done_to_read_the_comparison_is_recorded_and_told_in_words(table: Table) -> None:
    table.scripts["compare"] = lambda r: "```json\n{'winner': 'second', 'why': 'It says when.'}\n```"
    table.scripts["synthesis"] = lambda r: result()
    await table.open(judge_all=True)
    await table.answer("finish")
    mended = [fact for fact in await table.facts("reply_mended") if fact.purpose == "compare"]
    assert len(mended) == 2
    page = await table.export("md")
    section = page.partition("How replies were read")[2]
    assert "comparing the final answer with round 1" in section
    assert "read out of a code fence" in section


async def test_a_chair_that_writes_no_json_twice_is_taken_at_its_words(table: Table) -> None:
    table.scripts["synthesis"] = lambda r: "Ada's plan is a plan of its own."
    await table.open(result_by="chair")
    await table.answer("finish")
    assert table.result.startswith("Ada's plan is a plan of its own.")
    assert "not known: the chair wrote one text and did not list its points" in table.result
    assert len(table.asked("synthesis")) == 2


async def test_less_than_was_asked_for_looks_it_in_the_answer_and_in_every_export(table: Table) -> None:
    def fail(request: ModelRequest) -> Failed | str:
        down = request.seat == "Cy" or request.model == "m/chair"
        return (
            Failed("auth", verbatim("Refused."), sent=True)
            if down
            else refine(request, "A new text, mended.")
        )

    table.scripts["refinement"] = fail
    table.scripts["synthesis"] = lambda r: fail(r) if r.model == "m/chair" else result()
    await table.open(max_rounds=1)
    await table.answer("fallback", replace={"Cy": None})
    await table.answer("finish")
    await table.answer("fallback", replace={"chair": "m/Ada"})
    wanted = ("2 of 3 members answered", "Cy sat out round 1: Refused.", "chair fallback used: m/Ada")
    for part in wanted:
        assert part in table.result, part
        assert part.casefold() in (await table.export("md")).replace("\\", "").casefold(), part
        assert part in await table.export("json"), part
        assert part in await table.export("jsonl"), part


@pytest.mark.parametrize("forward", WINNERS)
@pytest.mark.parametrize("backward", WINNERS)
async def test_two_orders_that_disagree_are_a_tie(forward: Winner, backward: Winner) -> None:
    both = {("second", "first"): "better", ("first", "second"): "worse"}
    assert verdict(forward, backward) == both.get((forward, backward), "same")
    assert verdict(None, backward) is None
    assert verdict(forward, None) is None


async def test_the_best_answer_of_round_one_is_compared_with_the_final_one_in_both_orders(
    table: Table,
) -> None:
    def rank(request: ModelRequest) -> str:
        seats = {f"Response {letter}": seat for seat, letter in table.state.letters.items()}
        reply = json.loads(critique(request))
        # Ben first wherever he is seen.
        reply["ranking"] = sorted(reply["ranking"], key=lambda label: seats[label] != "Ben")
        return json.dumps(reply)

    table.scripts["critique"] = rank
    table.scripts["compare"] = lambda r: json.dumps(
        {"winner": "first" if read(r)["first"] == "Do it." else "second", "why": "It is shorter."}
    )
    await table.open(judge_all=True, result_by="chair")
    await table.answer("approve")
    await table.answer("finish")
    pairs = [(read(r)["first"], read(r)["second"]) for r in table.asked("compare")]
    assert pairs == [("Ben proposes a plan of its own.", "Do it."), pairs[0][::-1]]
    assert {r.seat for r in table.asked("compare")} == {"judge"}
    (compared,) = await table.facts("final_compared")
    assert (compared.seat, compared.forward, compared.backward) == ("Ben", "second", "first")
    assert compared.verdict == "better"
    assert "in both orders: the final answer is better." in await table.export("md")
    record = next(r for r in await table.records() if r.seq == compared.baseline)
    assert record.body()["text"] == "Ben proposes a plan of its own."


async def test_the_persons_word_on_the_result_is_kept_beside_the_judges_also_later(table: Table) -> None:
    await table.open(judge_all=True)
    await table.answer("finish")
    await table.tell(ResultJudged(verdict="worse"))
    await table.tell(ResultJudged(verdict="better"))
    page = await table.export("md")
    assert "in both orders: neither is better." in page
    assert "*The person judged it better than the best first answer.*" in page


async def test_a_comparison_that_fails_leaves_the_answer_alone(table: Table) -> None:
    table.scripts["compare"] = lambda r: Failed("auth", verbatim("No."), sent=True)
    await table.open(judge_all=True)
    assert await table.answer("finish") == "finished"
    (compared,) = await table.facts("final_compared")
    assert (compared.forward, compared.backward, compared.verdict) == (None, None, None)
    assert "its word could not be read" in await table.export("md")


async def test_the_judge_is_asked_after_the_end_where_a_person_asks_for_it(table: Table) -> None:
    commands = PersonCommands(table.sessions)
    await table.open(max_rounds=1, result_by="chair")
    assert await commands.offered(table.id) == [], "there is no final answer yet"
    with pytest.raises(GateError, match="not open"):
        await commands.ask(table.id, AFTER_END, "compare")
    assert await table.answer("finish") == "finished"
    assert not table.asked("compare")
    (offer,) = await commands.offered(table.id)
    assert (offer.command.name, offer.price and offer.price.cost_max) == ("compare", 0.0)
    command = await commands.wait(table.id, await commands.ask(table.id, AFTER_END, "compare"))
    assert command.state == "done"
    first, second = table.asked("compare")
    assert (first.seat, read(first)["second"], read(second)["first"]) == ("judge", "Do it.", "Do it.")
    assert table.live.fold.session.state == "finished"
    assert await commands.offered(table.id) == [], "it is known now"
    assert "in both orders: neither is better." in await table.export("md")


async def test_a_judge_that_cannot_be_reached_after_the_end_can_be_asked_again(table: Table) -> None:
    commands = PersonCommands(table.sessions)
    table.scripts["compare"] = lambda r: Failed("auth", verbatim("No."), sent=True)
    await table.open(max_rounds=1)
    await table.answer("finish")
    command = await commands.wait(table.id, await commands.ask(table.id, AFTER_END, "compare"))
    assert command.ended is not None
    assert "its word could not be read" in str(command.ended.text)
    del table.scripts["compare"]
    await commands.wait(table.id, await commands.ask(table.id, AFTER_END, "compare"))
    (_, compared) = await table.facts("final_compared")
    assert compared.verdict == "same"


async def test_tokens_used_up_by_the_questions_leave_the_chair_alone_and_it_says_so(table: Table) -> None:
    table.scripts["clarification"] = lambda r: json.dumps({"questions": []})
    team = seated(*(f"M{n}" for n in range(7)))
    assert await table.open(team=team, interactive_clarifications=True, context_budget=1000) == "finished"
    assert table.reason == "context_limit_reached"
    assert ("round_manager", "MAX_ROUNDS_REACHED") in await table.signals()
    assert not table.asked("proposal")
    assert "the chair answers alone" in table.result
    assert not table.asked("compare")


async def test_a_rule_is_told_for_every_reason_the_specification_names(table: Table) -> None:
    await table.open(max_rounds=1)
    assert {rule["reason"] for rule in table.payload["rules"]} == {
        "user_stopped", "error_occurred", "max_rounds_reached", "context_limit_reached",
        "models_converged", "no_significant_changes",
    }  # fmt: skip
