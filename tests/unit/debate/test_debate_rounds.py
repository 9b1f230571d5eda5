"""A debate end to end through the real loop: its way, its rounds, its final answer."""

from __future__ import annotations

import json

import pytest

from app.domain.errors import GateError, InputError
from app.domain.facts import CritiqueDecided, GuidanceGiven, SeatDropped
from app.domain.i18n import verbatim
from app.engine.ports import Failed
from tests.support.asked import read
from tests.unit.debate.debate_table import Table, critique, evaluate, prompt, refine

pytestmark = pytest.mark.asyncio
ROUND = [
    ("round_manager", "BEGIN_ROUND"),
    ("summarization", "CONTEXTS_READY"),
    ("proposal", "PROPOSALS_COMPLETE"),
    ("critique", "CRITIQUES_COMPLETE"),
    ("critique_review", "CRITIQUES_REVIEWED"),
    ("refinement", "REFINEMENTS_COMPLETE"),
    ("evaluation", "EVALUATED"),
]


async def test_two_approved_rounds_end_in_the_chairs_answer(table: Table) -> None:
    assert await table.open(result_by="chair") == "waiting"
    assert (table.kind, table.primary) == ("approval", "approve")
    assert not table.payload["rule"]
    assert await table.answer("approve") == "waiting"
    assert table.payload["rule"] == "max_rounds_reached"
    assert table.primary == "finish"
    assert await table.answer("finish") == "finished"
    assert table.reason == "max_rounds_reached"
    assert await table.signals() == [
        ("initialization", "START"),
        ("clarification", "ALL_CLEAR"),
        *ROUND,
        ("approval", "CONTINUE"),
        *ROUND,
        ("approval", "MAX_ROUNDS_REACHED"),
        ("synthesis", "COMPLETE"),
    ]
    rounds = read(table.asked("synthesis")[0])["rounds"]
    assert [r["number"] for r in rounds] == [1, 2], "the chair reads all accepted rounds"
    assert len(table.asked("proposal")) == 3, "round 2 carries the texts over without a call"
    result = [fact for fact in await table.facts("text_proposed") if fact.slot == "result"]
    assert "Do it." in result[0].text
    assert "## Dissent\n\nnone" in result[0].text
    assert result[0].asked is not None


async def test_round_two_begins_from_the_text_the_person_wrote(table: Table) -> None:
    await table.open()
    await table.answer("approve", texts={"Ada": {"edit": "My own words."}, "Ben": "previous"})
    texts = {r.seat: read(r)["text"] for r in table.asked("refinement")[3:]}
    assert texts["Ada"] == "My own words."
    assert texts["Ben"] == "Ben proposes a plan of its own."
    assert "Now Cy adds" in str(texts["Cy"])


async def test_every_reviewer_sees_the_others_under_letters_and_never_itself(table: Table) -> None:
    await table.open()
    letters = table.state.letters
    assert sorted(letters.values()) == ["A", "B", "C"]
    for request in table.asked("critique"):
        shown = {answer["label"]: answer["text"] for answer in read(request)["answers"]}
        assert set(shown) == {f"Response {letters[seat]}" for seat in letters if seat != request.seat}
        assert not any(str(text).startswith(request.seat) for text in shown.values())


async def test_a_sole_member_is_reviewed_by_the_chair(table: Table) -> None:
    await table.open(members=("Ada",))
    assert [r.seat for r in table.asked("critique")] == ["chair"]
    assert [f.critic for f in await table.facts("critique_filed")] == ["chair"]


async def test_a_rejected_round_runs_again_with_the_feedback(table: Table) -> None:
    await table.open()
    await table.answer("reject", feedback="Cite a source.", guidance="Be brief.")
    assert (table.payload["round"], table.payload["attempt"]) == (1, 2)
    for purpose in ("proposal", "critique", "refinement", "evaluation"):
        last = table.asked(purpose)[-1]
        assert "Cite a source." in prompt(last), purpose
        assert "Be brief." in prompt(last), purpose
    assert len(table.asked("proposal")) == 6, "round 1 is answered afresh"
    closed = await table.facts("round_closed")
    assert (closed[0].accepted, closed[0].feedback) == (False, "Cite a source.")
    assert not table.state.accepted


async def test_feedback_of_every_rejected_attempt_stays_pinned_until_one_is_accepted(table: Table) -> None:
    await table.open()
    await table.answer("reject", feedback="Cite a source.")
    await table.answer("reject", feedback="Be brief.")
    last = prompt(table.asked("refinement")[-1])
    assert "Cite a source." in last
    assert "Be brief." in last
    await table.answer("approve")
    assert "Cite a source." not in prompt(table.asked("refinement")[-1])


async def test_a_rejection_that_names_a_member_lets_only_that_one_refine_again(table: Table) -> None:
    await table.open()
    kept = table.state.attempt.refined["Ben"].text
    await table.answer("reject", feedback="Shorter.", seats=["Ada"])
    assert [r.seat for r in table.asked("refinement")[3:]] == ["Ada"]
    assert len(table.asked("proposal")) == len(table.asked("critique")) == 3
    assert table.state.attempt.refined["Ben"].text == kept
    assert set(table.payload["statuses"]) == {"Ada", "Ben", "Cy"}


async def test_rejecting_without_feedback_is_refused_and_the_gate_stays_open(table: Table) -> None:
    await table.open()
    with pytest.raises(GateError, match="change"):
        await table.review.answer(table.id, table.gate.id, "reject", {"feedback": "  "})
    with pytest.raises(GateError, match="Zoe"):
        await table.review.answer(table.id, table.gate.id, "approve", {"texts": {"Zoe": "refined"}})
    first = table.payload["critiques"][0]["id"]
    with pytest.raises(GateError, match="reason"):
        await table.review.answer(
            table.id, table.gate.id, "approve", {"critiques": {first: {"verdict": "dismiss"}}}
        )
    assert table.kind == "approval"


async def test_stop_with_answer_ends_with_the_accepted_rounds_alone(table: Table) -> None:
    await table.open(max_rounds=3)
    assert "stop_with_answer" not in table.gate.fact.verbs
    await table.answer("approve")
    assert await table.answer("stop_with_answer") == "finished"
    assert table.reason == "user_stopped"
    assert [r["number"] for r in read(table.asked("synthesis")[0])["rounds"]] == [1]


async def test_approving_after_the_last_round_raises_the_limit_by_one_up_to_five(table: Table) -> None:
    await table.open(max_rounds=4, auto_stop_on_convergence=False)
    for _ in range(3):
        await table.answer("approve")
    assert table.payload["rule"] == "max_rounds_reached"
    await table.answer("approve")
    assert (table.state.round, table.state.max_rounds) == (5, 5)
    assert "approve" not in table.gate.fact.verbs
    assert [f.value for f in await table.facts("limit_changed")] == [5]
    await table.answer("finish")
    assert table.reason == "max_rounds_reached"


async def test_a_single_pass_offers_no_further_round_and_stores_no_reason(table: Table) -> None:
    await table.open(enabled=False)
    assert table.gate.fact.verbs == ("finish", "take", "write")
    assert await table.answer("finish") == "finished"
    assert table.reason is None
    assert not table.asked("critique")
    assert not table.asked("compare")
    assert len(read(table.asked("synthesis")[0])["rounds"]) == 1


async def test_members_that_all_hold_have_converged(table: Table) -> None:
    table.scripts["refinement"] = lambda request: refine(request, answer="held")
    await table.open(max_rounds=3)
    assert set(table.statuses.values()) == {"held"}
    assert table.payload["rule"] == "models_converged"
    assert table.primary == "finish"
    await table.answer("finish")
    assert table.reason == "models_converged"


async def test_agreement_over_the_threshold_ends_it_unless_an_accepted_high_point_is_open(
    table: Table,
) -> None:
    table.scripts["evaluation"] = lambda request: evaluate(agreement=95)
    table.scripts["critique"] = lambda request: critique(request, "high")
    table.scripts["refinement"] = lambda request: json.dumps(
        {"text": f"{len(table.gateway.requests)} is new."}
    )
    await table.open(max_rounds=4)
    assert table.payload["rule"] == "models_converged"
    point = table.payload["critiques"][0]["id"]
    await table.answer("approve", critiques={point: {"verdict": "accept"}})
    assert table.payload["rule"] is None
    target = table.state.points[point].fact.target
    given = [c["claim"] for c in read(table.asked("refinement", target)[-1])["critiques"]]
    claim = table.state.points[point].fact.claim
    assert claim in given, "an accepted point still open goes to its author again"


async def test_the_stored_reason_is_the_one_the_person_saw(table: Table) -> None:
    table.scripts["evaluation"] = lambda request: evaluate(agreement=95)
    table.scripts["critique"] = lambda request: critique(request, "high")
    table.scripts["refinement"] = lambda request: json.dumps({"text": f"{request.seat} says all anew: yes."})
    await table.open(max_rounds=4)
    point = table.payload["critiques"][0]["id"]
    await table.answer("finish", critiques={point: {"verdict": "accept"}})
    assert table.reason == "models_converged"


async def test_finishing_where_no_rule_holds_is_the_persons_stop(table: Table) -> None:
    await table.open(max_rounds=3)
    await table.answer("finish")
    assert table.reason == "user_stopped"
    assert ("approval", "CONSENSUS_REACHED") in await table.signals()


async def test_quality_is_capped_while_a_must_have_is_unmet(table: Table) -> None:
    table.scripts["evaluation"] = lambda request: evaluate(
        quality=90, must_haves=[{"text": "Name a price", "met": False}]
    )
    await table.open(termination="quality", must_haves=["Name a price"], max_rounds=3)
    assert table.payload["figures"]["quality"] == 40
    assert table.payload["rule"] is None


async def test_fixed_runs_all_rounds_and_asks_no_judge(table: Table) -> None:
    table.scripts["refinement"] = lambda request: refine(request, answer="held")
    assert await table.open(termination="fixed", max_rounds=3, gate_policy="never_ask") == "finished"
    assert table.reason == "max_rounds_reached"
    assert len(await table.facts("round_closed")) == 3
    assert not table.asked("evaluation")


async def test_the_token_limit_ends_the_rounds_and_says_so(table: Table) -> None:
    await table.open(context_budget=1000, max_rounds=5, must_haves=["word " * 2000])
    assert table.state.spend.total.tokens > 900
    assert table.payload["rule"] == "context_limit_reached"


async def test_a_failed_member_sits_out_keeps_its_text_and_is_never_held(table: Table) -> None:
    def fail(request):
        if request.seat == "Cy":
            return Failed("auth", verbatim("The key was refused."), sent=True)
        return refine(request, answer="held")

    table.scripts["refinement"] = fail
    await table.open()
    assert table.kind == "failure"
    assert (table.payload["may_sit_out"], table.payload["most_absent"]) == (["Cy"], 1)
    await table.answer("fallback", replace={"Cy": None})
    assert table.statuses == {"Ada": "held", "Ben": "held", "Cy": "failed"}
    await table.answer("finish")
    assert table.state.accepted["Cy"].text == "Cy proposes a plan of its own."
    assert any("Cy sat out" in str(line) for line in read(table.asked("synthesis")[0])["degradation"])


async def test_two_of_two_may_not_go_on_as_one(table: Table) -> None:
    table.scripts["proposal"] = lambda r: (
        Failed("auth", verbatim("No."), sent=True) if r.seat == "Ada" else "An answer."
    )
    await table.open(members=("Ada", "Ben"))
    assert table.payload["most_absent"] == 0
    with pytest.raises(GateError, match="Too few"):
        await table.review.answer(table.id, table.gate.id, "fallback", {"replace": {"Ada": None}})


async def test_a_chair_that_fails_is_replaced_and_the_answer_says_so(table: Table) -> None:
    def fail(request):
        if request.model == "m/chair":
            return Failed("auth", verbatim("The key was refused."), sent=True)
        return json.dumps({"answer": "Yes.", "confidence": "low"})

    table.scripts["synthesis"] = fail
    await table.open(max_rounds=1)
    await table.answer("finish")
    assert table.payload["may_sit_out"] == ["chair"], "the best-ranked answer can stand in its place"
    assert await table.answer("fallback", replace={"chair": "m/Ada"}) == "finished"
    assert "chair fallback used" in table.result


async def test_what_the_person_says_during_a_node_changes_no_call_of_it(table: Table) -> None:
    refused = {"Cy"}

    def fail(request):
        return (
            Failed("auth", verbatim("No."), sent=True)
            if request.seat in refused
            else refine(request, "New text here.")
        )

    table.scripts["refinement"] = fail
    await table.open(max_rounds=3)
    assert table.kind == "failure"
    point = next(iter(table.state.points))
    await table.tell(
        GuidanceGiven(text="Think of Bob."),
        SeatDropped(seat="Ben"),
        CritiqueDecided(critique=point, verdict="accept"),
    )
    refused.clear()
    assert await table.answer("retry") == "waiting"
    assert table.kind == "approval"
    assert table.state.points[point].verdict == "accept"
    assert not any("Bob" in prompt(r) for r in table.asked("refinement"))
    await table.answer("approve")
    assert all("Think of Bob." in prompt(r) for r in table.asked("refinement")[4:])
    assert table.statuses["Ben"] == "skipped"


async def test_setup_refuses_six_rounds_and_a_blank_question_at_the_field(table: Table) -> None:
    with pytest.raises(InputError, match="Rounds at most"):
        await table.open(max_rounds=6)
    with pytest.raises(InputError, match="question"):
        await table.open(question="  ")


async def test_a_reviewer_that_fails_is_done_without_and_its_own_answer_is_refined(table: Table) -> None:
    table.scripts["critique"] = lambda r: (
        Failed("auth", verbatim("The key was refused."), sent=True) if r.seat == "Cy" else critique(r)
    )
    await table.open()
    assert table.kind == "approval"
    assert {fact.critic for fact in await table.facts("critique_filed")} == {"Ada", "Ben"}
    assert "Cy" in {fact.target for fact in await table.facts("critique_filed")}
    statuses = {seat: s["status"] for seat, s in table.payload["statuses"].items()}
    assert statuses == dict.fromkeys(("Ada", "Ben", "Cy"), "changed")
