"""What the person does beside approving: guidance, choices, drops, limits, stops."""

from __future__ import annotations

import json

import pytest

from app.domain.errors import GateError
from app.domain.facts import (
    AutoApproveChanged,
    DecisionWithdrawn,
    GuidanceGiven,
    LimitChanged,
    SeatDropped,
    TextDecided,
)
from app.domain.i18n import verbatim
from app.engine.ports import Failed
from app.projections.folding import fold_session
from tests.support.asked import read
from tests.unit.debate.debate_table import Table, evaluate, prompt, refine

pytestmark = pytest.mark.asyncio


async def test_guidance_of_an_approval_is_in_every_prompt_of_the_next_round_and_the_result(
    table: Table,
) -> None:
    await table.open(max_rounds=3)
    before = len(table.gateway.requests)
    await table.answer("approve", guidance="Think of the tram.")
    later = table.gateway.requests[before:]
    assert {r.purpose for r in later} == {"critique", "refinement", "evaluation"}
    assert all("Think of the tram." in prompt(r) for r in later)
    await table.answer("finish", guidance="End with a date.")
    assert "End with a date." in prompt(table.asked("synthesis")[0])


async def test_guidance_reaches_the_next_round_alone_unless_it_is_pinned(table: Table) -> None:
    await table.open(max_rounds=5, auto_stop_on_convergence=False)
    await table.answer("approve", guidance="Think of the tram.")
    before = len(table.gateway.requests)
    await table.answer("reject", feedback="Again.", guidance="Name a street.")
    again = [prompt(r) for r in table.gateway.requests[before:]]
    assert all("tram" in text and "street" in text for text in again), "it holds in all attempts of its round"
    before = len(table.gateway.requests)
    await table.answer("approve", guidance="Stay under a page.", guidance_pinned=True)
    third = [prompt(r) for r in table.gateway.requests[before:]]
    assert not any("tram" in text or "street" in text for text in third)
    assert all("Stay under a page." in text for text in third)
    before = len(table.gateway.requests)
    await table.answer("approve")
    await table.answer("finish")
    assert all(
        "Stay under a page." in prompt(r) for r in table.gateway.requests[before:] if r.purpose != "compare"
    )


async def test_guidance_of_an_earlier_version_still_holds_for_all_rounds(table: Table) -> None:
    assert GuidanceGiven.model_validate({"type": "guidance_given", "text": "Think of the tram."}).pinned
    await table.open(max_rounds=4, auto_stop_on_convergence=False)
    await table.tell(GuidanceGiven.model_validate({"type": "guidance_given", "text": "Think of the tram."}))
    await table.answer("approve")
    before = len(table.gateway.requests)
    await table.answer("approve")
    assert all("Think of the tram." in prompt(r) for r in table.gateway.requests[before:])


async def test_a_hand_edit_is_stored_as_the_persons_and_is_the_next_baseline(table: Table) -> None:
    await table.open(max_rounds=3)
    await table.answer("approve", texts={"Ada": {"edit": "My words."}})
    (decided,) = await table.facts("text_decided")
    assert (decided.seat, decided.choice, decided.edit) == ("Ada", "edit", "My words.")
    assert read(table.asked("refinement", "Ada")[-1])["text"] == "My words."
    assert any(a["text"] == "My words." for a in read(table.asked("critique", "Ben")[-1])["answers"])
    shown = table.payload["statuses"]["Ada"]
    records = {record.seq: record.type for record in await table.records()}
    assert (records[shown["previous"]], records[shown["refined"]]) == ("text_decided", "text_proposed")


async def test_an_edit_with_the_finish_goes_into_the_final_answer(table: Table) -> None:
    await table.open()
    await table.answer("finish", texts={"Ben": {"edit": "As I say."}})
    rounds = read(table.asked("synthesis")[0])["rounds"]
    assert "As I say." in [a["text"] for a in rounds[-1]["answers"]]


async def test_a_rejection_takes_no_edited_texts(table: Table) -> None:
    await table.open()
    with pytest.raises(GateError, match="rejected attempt"):
        await table.review.answer(
            table.id, table.gate.id, "reject", {"feedback": "No.", "texts": {"Ada": {"edit": "x"}}}
        )


async def test_a_dropped_seat_is_left_out_from_the_next_round_and_can_come_back(table: Table) -> None:
    await table.open(max_rounds=4, auto_stop_on_convergence=False)
    await table.tell(SeatDropped(seat="Ben"), SeatDropped(seat="Cy"))
    first, second = [r.seq for r in (await table.records())[-2:]]
    assert table.statuses["Ben"] != "skipped", "this round is not touched"
    await table.tell(DecisionWithdrawn(seq=second))
    await table.answer("approve")
    assert table.statuses == {"Ada": "changed", "Ben": "skipped", "Cy": "changed"}
    assert not table.asked("refinement", "Ben")[1:]
    records = await table.records()
    fold = fold_session(table.parts.catalogue, records, "agreement")
    assert fold.session.dropped == {"Ben"}, "taking back the second drop leaves the first"
    assert table.live.fold.session.dropped == {"Ben"}
    await table.tell(DecisionWithdrawn(seq=first))
    await table.answer("approve")
    assert table.statuses["Ben"] == "changed"
    before = table.state.rounds_accepted[0].decided("Ben")
    assert before is not None
    assert read(table.asked("refinement", "Ben")[-1])["text"] == before.text


async def test_dropping_the_last_member_has_no_effect(table: Table) -> None:
    await table.open(members=("Ada",), max_rounds=3, auto_stop_on_convergence=False)
    await table.tell(SeatDropped(seat="Ada"))
    await table.answer("approve")
    assert table.statuses["Ada"] == "changed"


@pytest.mark.parametrize(
    ("auto", "round"),
    [
        (AutoApproveChanged(until_figure=70), 3),
        (AutoApproveChanged(rounds=1), 3),
        (AutoApproveChanged(until_cost=0.055), 2),
        (AutoApproveChanged(until_figure=99, rounds=9, until_cost=9), 5),
    ],
)
async def test_approving_by_itself_ends_at_the_first_of_its_limits(
    table: Table, auto: AutoApproveChanged, round: int
) -> None:
    table.gateway.cost = 0.004
    table.scripts["evaluation"] = lambda r: evaluate(agreement=30 + 15 * table.state.round)
    await table.open(max_rounds=5, threshold=100)
    await table.tell(auto)
    await table.answer("approve")
    assert table.kind == "approval"
    assert table.state.round == round
    shown = table.payload["auto"]
    assert shown["over"] or table.payload["rule"], "a rule that holds is for the person to see"


async def test_approving_by_itself_can_be_taken_back(table: Table) -> None:
    await table.open(max_rounds=5, auto_stop_on_convergence=False)
    await table.tell(AutoApproveChanged(rounds=3), AutoApproveChanged())
    await table.answer("approve")
    assert table.state.round == 2
    assert table.payload["auto"] is None


async def test_the_gate_says_what_was_spent_what_is_left_and_what_the_next_round_may_cost(
    table: Table,
) -> None:
    table.gateway.cost = 0.01
    await table.open(cost_limit=1.0, context_budget=20_000, judge_all=True)
    shown = table.payload
    calls = len(table.gateway.requests)
    assert shown["tokens"] == 150 * calls
    assert shown["tokens_left"] == 20_000 - shown["tokens"]
    assert shown["cost"] == pytest.approx(0.01 * calls)
    assert shown["cost_left"] == pytest.approx(1.0 - shown["cost"])
    assert shown["next_calls"] == 7
    assert shown["next_tokens"] == 150 * 7
    assert shown["next_cost"] == pytest.approx(0.07)
    await table.answer("approve")
    assert len(table.gateway.requests) == calls + 7
    checks = {rule["number"]: (rule["reason"], rule["holds"]) for rule in table.payload["rules"]}
    assert list(checks) == [1, 2, 3, 4, 5, 6, 7]
    assert checks[3] == ("max_rounds_reached", True)
    assert {figure["name"] for figure in table.payload["criteria"]} == {
        "agreement", "quality", "similarity", "changed",
    }  # fmt: skip


async def test_an_unknown_price_is_said_to_be_unknown(table: Table) -> None:
    table.gateway.cost = None
    await table.open()
    assert table.payload["cost_unknown"]
    assert table.payload["next_cost"] is None


async def test_the_cost_limit_opens_a_gate_and_stopping_there_is_the_persons_stop(table: Table) -> None:
    table.gateway.cost = 0.01
    await table.open(cost_limit=0.035)
    assert table.kind == "budget"
    await table.answer("raise", limit=0.065)
    assert table.kind == "budget"
    await table.answer("stop")
    assert table.live.fold.session.state == "stopped"
    assert table.reason == "user_stopped"
    await table.tell(LimitChanged(limit="cost", value=None))


async def test_a_stop_after_this_round_is_obeyed_once_it_is_decided(table: Table) -> None:
    await table.open(max_rounds=3)
    await table.sessions.stop(table.id, "after_round")
    assert await table.answer("approve") == "stopped"
    assert table.reason == "user_stopped"
    assert table.state.round == 1


async def test_a_stop_with_an_answer_in_mid_round_takes_the_accepted_rounds_alone(table: Table) -> None:
    table.scripts["refinement"] = lambda r: (
        Failed("auth", verbatim("No."), sent=True)
        if table.state.round == 2
        else refine(r, f"{r.seat} mends it.")
    )
    await table.open(max_rounds=3)
    await table.answer("approve")
    assert table.kind == "failure"
    await table.sessions.stop(table.id, "with_answer")
    assert await table.sessions.wait(table.id) == "finished"
    assert table.reason == "user_stopped"
    assert [r["number"] for r in read(table.asked("synthesis")[0])["rounds"]] == [1]
    assert table.parts.plugin("debate").summary(table.state)["rounds_completed"] == 1


async def test_everybody_at_the_context_limit_is_warned_and_may_go_on(table: Table) -> None:
    await table.open(context_budget=1000, max_rounds=5)
    assert (table.payload["rule"], table.payload["warning"]) == ("context_limit_reached", "context_limit")
    assert table.primary == "finish"
    assert "approve" in table.gate.fact.verbs
    await table.answer("approve")
    assert table.state.round == 2


async def test_the_export_tells_limits_guidance_choices_and_drops(table: Table) -> None:
    await table.open(max_rounds=3)
    await table.tell(
        SeatDropped(seat="Cy"),
        AutoApproveChanged(until_figure=90, rounds=2),
        LimitChanged(limit="cost", value=3),
    )
    await table.answer("approve", texts={"Ada": "previous"}, guidance="Name a date.")
    page = (await table.export("md")).replace("\\", "")
    for part in (
        "Cy is left out from the next round on.",
        "The person let rounds be approved without asking: until the figure reaches 90 % and for 2 rounds",
        "Limit of cost: $3.00.",
        "Guidance of the person for the next round:\n  > Name a date.",
        "For Ada, the person chose the previous answer.",
    ):
        assert part in page, part


async def test_a_text_chosen_after_its_round_was_closed_changes_nothing_that_is_built_on_it(
    table: Table,
) -> None:
    table.scripts["synthesis"] = lambda r: Failed("auth", verbatim("No."), sent=True)
    await table.open()
    await table.answer("finish")
    assert table.kind == "failure"
    await table.tell(TextDecided(slot="answer", seat="Ada", choice="edit", edit="Too late."))
    table.scripts["synthesis"] = lambda r: json.dumps({"answer": "Do it."})
    assert await table.answer("retry") == "finished"
    assert not any("Too late." in prompt(r) for r in table.gateway.requests)
